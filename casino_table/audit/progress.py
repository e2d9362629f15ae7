"""A progress bar on standard error while files are read, and the lines that may stand above it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import click

_STEP: Final = 64 * 1024
"""Bytes between two movements of the bar: moving it for every record would cost more than the record."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Hold what a reader reports to: bytes that were read, and sentences for standard error."""

    advance: Callable[[int], None] | None
    say: Callable[[object], None]


@contextmanager
def progress_bar(label: str, total: int | None) -> Iterator[Progress]:
    """Show a bar over `total` bytes, if standard error is a terminal and the size is known; else only say sentences."""
    if total is None or not sys.stderr.isatty():
        yield Progress(None, lambda sentence: click.echo(str(sentence), err=True))
        return
    from rich.console import Console  # noqa: PLC0415 - heavy, and needed before a terminal only
    from rich.progress import Progress as Bar  # noqa: PLC0415 - the same

    with Bar(console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(label, total=total)
        waiting = 0

        def advance(count: int) -> None:
            nonlocal waiting
            waiting += count
            if waiting >= _STEP:
                bar.advance(task, waiting)
                waiting = 0

        def say(sentence: object) -> None:
            bar.console.print(str(sentence), markup=False, emoji=False, highlight=False, soft_wrap=True)

        yield Progress(advance, say)
