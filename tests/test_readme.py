"""Every command of the README and of the documents that prints something prints just that."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n\$ (casino-table .*?(?:\\\n.*?)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
README_BLOCKS = BLOCK.findall((ROOT / "README.md").read_text())
BLOCKS = [*README_BLOCKS, *BLOCK.findall((ROOT / "docs" / "formats.md").read_text())]
#: Lines that tell when and with which version something was made.
CHANGING = re.compile(r"^made .*$", re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command.split()[1] for command, _ in BLOCKS])
def test_a_document_shows_what_a_command_prints(command: str, shown: str, shared_folder: Path) -> None:
    arguments = shlex.split(command.replace("\\\n", " "))[1:]
    if arguments[0] in {"odds", "decide", "design", "simulate"} or arguments[:2] == ["paytable", "check"]:
        arguments += ["--cache", str(shared_folder / "counts")]
    done = subprocess.run(
        [sys.executable, "-m", "casino_table", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT / "tests" / "examples",
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(ROOT)},
    )
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert CHANGING.sub("made", printed).startswith(CHANGING.sub("made", shown.rstrip())), done.stderr


def test_the_documents_have_examples() -> None:
    assert len(README_BLOCKS) >= 8
    assert len(BLOCKS) - len(README_BLOCKS) >= 3
