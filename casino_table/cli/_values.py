"""What the commands take as values: whole numbers, text and file names, read as strictly as a record is."""

from __future__ import annotations

from typing import Any, Final

import click

from casino_table.game.fields import LARGEST_AMOUNT, FieldError, shown
from casino_table.text import Message, message

_MOST_DIGITS: Final = 20


class WholeNumber(click.types.IntParamType):
    """Read a whole number from `least` to `most`: ASCII digits and nothing else."""

    name = "n"

    def __init__(self, least: int = 0, most: int = LARGEST_AMOUNT) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        """Return the number; what is given as one is a default."""
        if isinstance(value, int):
            return value
        if value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS and self.least <= int(value) <= self.most:
            return int(value)
        raise _refusal(
            param,
            message(
                "must be a whole number from {least} to {most}, not {value}",
                least=self.least,
                most=self.most,
                value=shown(value),
            ),
        )


class Text(click.types.StringParamType):
    """Read text that is not empty and can be written as UTF-8; what the shell passed on may hold other bytes."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the text as it is."""
        if not value:
            raise _refusal(param, message("must not be empty"))
        try:
            value.encode()
        except UnicodeEncodeError:
            raise _refusal(param, message("is not UTF-8")) from None
        return str(value)


class FileName(click.types.StringParamType):
    """Read the name of a file or folder, of any bytes, but not an empty one, which would be the folder one is in."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name as it is."""
        if not value:
            raise _refusal(param, message("must not be empty"))
        return str(value)


def _refusal(param: click.Parameter | None, reason: Message) -> FieldError:
    if isinstance(param, click.Option):
        return FieldError(max(param.opts, key=len), reason)
    return FieldError("" if param is None else param.human_readable_name.removesuffix("..."), reason)
