"""The house as a whole: what its wheel and its source archive hold, and what its start imports."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PORT = 8797


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return str(done.stdout)


def test_the_web_process_starts_without_numba() -> None:
    program = (
        "import sys, casino_table.app, casino_table.cli.serve; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert run(sys.executable, "-c", program).strip() == "[]"


def build(kind: str, folder: Path) -> Path:
    """Build a wheel or a source archive of a copy of the checkout."""
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "__pycache__", "dist", "build"))
    run(sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", folder, source)
    (built,) = (path for path in folder.iterdir() if path.is_file())
    return built


def test_the_source_archive_has_what_its_makefile_needs(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Makefile", "pyproject.toml", "constraints.txt", "babel.cfg", "tests/need-chromium.sh"}
    assert needed | {"README.md", "CHANGELOG.md", "LICENSE", "docs/rules.md", "docs/formats.md"} <= held
    assert {name.partition("/")[0] for name in held} >= {
        "casino_table",
        "paytables",
        "templates",
        "static",
        "tests",
    }


def first_page(address: str, server: subprocess.Popen[str]) -> str:
    for _ in range(400):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError):
            assert server.poll() is None, server.communicate()
            time.sleep(0.05)
    pytest.fail("the server did not answer")


def test_the_wheel_in_an_empty_environment_serves_a_page(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path)
    environment = tmp_path / "empty"
    venv.create(environment, with_pip=True)
    # Compiling every module of every dependency would take longer than all the rest.
    options = ["--quiet", "--no-compile", "--constraint", str(ROOT / "constraints.txt")]
    install = [str(environment / "bin" / "pip"), "install", *options, str(wheel)]
    installed = subprocess.run(install, capture_output=True, text=True, check=False)
    if installed.returncode != 0:
        reason = f"the wheel's dependencies cannot be installed here: {installed.stderr[-500:]}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    command = environment / "bin" / "casino-table"
    assert "full house, threes over tens" in run(command, "hand", "3s3h3dTsTd", cwd=tmp_path)
    variables = {"PATH": os.environ["PATH"], "CASINO_TABLE_DATA": str(tmp_path / "house")}
    with subprocess.Popen(
        [command, "serve", "--port", str(PORT)],
        cwd=tmp_path,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        try:
            page = first_page(f"http://127.0.0.1:{PORT}/", server)
            style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', page)
            assert style is not None
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{style[1]}", timeout=5) as answer:
                assert answer.status == 200
        finally:
            os.killpg(server.pid, signal.SIGTERM)
