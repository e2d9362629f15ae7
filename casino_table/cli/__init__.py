"""The command `casino-table`: one small module a command, read only when it is asked for."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

import click
from click.exceptions import NoArgsIsHelpError

from casino_table import __version__
from casino_table.errors import CasinoTableError
from casino_table.game.fields import printable
from casino_table.text import message

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

EXIT_CANNOT: Final = 2
EXIT_INTERRUPTED: Final = 130


class LazyGroup(click.Group):
    """Import a command's module only when the command is used, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands: each module of this package is one, but for those in private."""
        return sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="casino-table")
def group() -> None:
    """Run, settle, check and calculate a house-banked Texas poker table."""


def wrong_usage(error: click.ClickException) -> str:
    """Return the one line on what is wrong with a command's arguments (docs/formats.md), and where its help is."""
    path = "casino-table"
    hint = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        path = error.ctx.command_path
        hint = " " + str(message("Try '{command} --help'.", command=path))
    if isinstance(error, NoArgsIsHelpError):  # its text is the whole help
        reason = str(message("Missing command."))
    else:
        reason = printable(" ".join(error.format_message().split()))
    return f"{path}: {reason if reason.endswith(('.', '?')) else reason + '.'}{hint}"


class _Tolerant(FileIO):
    """Write to standard error as long as it takes anything: messages that are lost change nothing of what is done."""

    def write(self, text: ReadableBuffer, /) -> int:
        """Write the text, or pass over it where there is no room or nobody reads."""
        try:
            return super().write(text) or 0
        except OSError:
            return memoryview(text).nbytes


def _forgive_standard_error() -> None:
    """Put a stream in the place of standard error that never fails; one that somebody else has put there stays."""
    own = sys.__stderr__
    if own is not None and sys.stderr is own:
        out = BufferedWriter(_Tolerant(own.fileno(), "w", closefd=False))
        sys.stderr = TextIOWrapper(out, encoding=own.encoding, errors=own.errors, line_buffering=True)


def _open_closed_streams() -> None:
    """Open to nowhere what the caller closed (`<&-`, `>&-`): Python has None there, and files would take its number."""
    # The types say that these are never None, and so the values are read as what they may be.
    streams: dict[str, object] = vars(sys)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if streams[name] is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until the end


def _discard_output() -> None:
    """Lead what standard output still holds to nowhere, so that the flush at the very end cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line: what cannot be done is one line and exit 2, Ctrl-C 130, a closed pipe ends silently."""
    _open_closed_streams()
    _forgive_standard_error()
    try:
        code = group.main(prog_name="casino-table", standalone_mode=False)
        sys.stdout.flush()
    except CasinoTableError as refusal:
        # A refusal may repeat what was given, and that may hold what steers a terminal.
        click.echo(f"casino-table: {printable(str(refusal))}", err=True)
        code = EXIT_CANNOT
    except click.ClickException as error:
        click.echo(wrong_usage(error), err=True)
        code = EXIT_CANNOT
    except (KeyboardInterrupt, click.Abort):
        code = EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader has gone (click turns that into an exit); what is still to be flushed goes nowhere.
        _discard_output()
        code = 0
    except OSError as error:
        # What cannot be read is refused where it is opened; what comes here is a full disk or the like.
        click.echo(f"casino-table: {printable(str(error))}", err=True)
        _discard_output()
        code = EXIT_CANNOT
    sys.exit(code if isinstance(code, int) else 0)
