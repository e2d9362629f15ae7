"""Running the command line inside the test process, as `main` runs it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from casino_table.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    """Hold how a command ended and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


RunCommand = Callable[..., Ran]


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> RunCommand:
    """Return a function that runs `casino-table` with arguments and standard input, and never lets a traceback by."""

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["casino-table", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfdbinary.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        assert b"Traceback" not in err
        return Ran(code, out, err.decode())

    return run
