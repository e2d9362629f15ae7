# Two commands are all a newcomer needs: `make run` and `make test`. `make help` lists the rest.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help run test test-long bench lint format messages clean
.DEFAULT_GOAL := help

help:  ## list these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml constraints.txt
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(PIP_INSTALL) --editable '.[test]'
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed-test
	$(PIP_INSTALL) --editable '.[bench]'
	@touch $@

run: $(VENV)/.installed  ## open a demo table in the browser; ARGS="--port 9000" or DATABASE=URL
	$(BIN)/casino-table serve $(if $(DATABASE),--database $(DATABASE)) $(ARGS)

lint: $(VENV)/.installed-test  ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@said=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$said"; exit 1; }

test: lint  ## everything: style, types, layers, and all tests; ARGS="-k name" for some
	@tests/need-chromium.sh
	$(BIN)/pytest -n auto --dist worksteal $(ARGS)

test-long: $(VENV)/.installed-test  ## the long form of one suite: make test-long SUITE=name
	@test -n "$(SUITE)" || (echo 'say which: make test-long SUITE=name; the names are in tests/long/' && exit 2)
	$(BIN)/pytest --override-ini addopts='--import-mode=importlib -ra' -x tests/long/test_$(SUITE).py $(ARGS)

bench: $(VENV)/.installed-bench  ## the figures of docs/figures.md, measured on this machine
	$(BIN)/python -m tests.benchmarks $(ARGS)

format: $(VENV)/.installed-test  ## put the code into the one form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(VENV)/.installed  ## collect every text for translators into messages.pot
	$(BIN)/pybabel --quiet extract --mapping babel.cfg --keyword message --keyword Message --output messages.pot .

clean:  ## remove what can be made again
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
