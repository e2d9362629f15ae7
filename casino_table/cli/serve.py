"""The command `casino-table serve`: one process that has everything a table needs."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, Final

import click

from casino_table.cli._values import Text, WholeNumber
from casino_table.errors import CasinoTableError
from casino_table.text import message

if TYPE_CHECKING:
    from flask import Flask

THREADS: Final = 256
GRACEFUL_SECONDS: Final = 5
EXIT_INTERRUPTED: Final = 130

_EPILOG: Final = """\b
Examples:
  casino-table serve
  casino-table serve --host 0.0.0.0 --port 9000
  casino-table serve --database postgresql://casino@localhost/casino

Without --database the file casino-table.sqlite3 in your data folder is used. The keys that seal waiting seeds and sign
cookies lie in that folder too: keep them, and keep them apart from the database.
"""


class AddressError(CasinoTableError):
    """Refuse an address that cannot be listened on."""

    code = "address"


@click.command(epilog=_EPILOG)
@click.option(
    "--host", default="127.0.0.1", show_default=True, type=Text(), metavar="H", help="The address to listen on."
)
@click.option(
    "--port", default=8000, show_default=True, type=WholeNumber(0, 65535), metavar="P", help="The port to listen on."
)
@click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
@click.pass_context
def command(ctx: click.Context, host: str, port: int, database: str | None) -> None:
    """Open a table in the browser.

    Makes or migrates the database, loads the shipped paytables, opens a demo table, and serves it until Ctrl-C.
    A round under way when the server stopped goes on with the same cards.
    """
    # Flask and the database are read here so that --help answers at once.
    from casino_table.app import create_app  # noqa: PLC0415
    from casino_table.config import load_config  # noqa: PLC0415

    listening = _listen(host, port)
    try:
        app = create_app(load_config(database=database))
    except CasinoTableError:
        listening.close()
        raise
    ctx.exit(_serve(app, listening))


def _listen(host: str, port: int) -> socket.socket:
    """Take the address before anything else is done, so that a second server changes nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except (OSError, ValueError) as error:  # ValueError: what cannot be written as the name of a host
        listening.close()
        raise AddressError(
            message(
                "{host}:{port} cannot be listened on: {reason}. Choose another with --port.",
                host=host,
                port=port,
                reason=str((isinstance(error, OSError) and error.strerror) or error).lower(),
            )
        ) from None
    return listening


def _serve(app: Flask, listening: socket.socket) -> int:
    """Run gunicorn with one process on the socket and return the exit code."""
    from gunicorn.app.base import BaseApplication  # noqa: PLC0415
    from gunicorn.arbiter import Arbiter  # noqa: PLC0415

    from casino_table.database import db  # noqa: PLC0415
    from casino_table.tables.clock import start_clock  # noqa: PLC0415

    with app.app_context():
        engine = db.engine
    # A connection may not be shared between the process that forks and the one that serves.
    engine.dispose()
    host, port = listening.getsockname()[:2]

    class Listening(Arbiter):  # type: ignore[misc] # gunicorn ships no types
        was_interrupted = False

        def handle_int(self) -> None:
            self.was_interrupted = True
            super().handle_int()

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            settings: dict[str, Any] = {
                "bind": f"fd://{listening.fileno()}",
                "workers": 1,
                "worker_class": "gthread",
                "threads": THREADS,
                "graceful_timeout": GRACEFUL_SECONDS,
                "loglevel": "warning",
                "proc_name": "casino-table",
                "when_ready": lambda _: _say(host, port),
                "post_worker_init": lambda _: start_clock(engine, app.extensions["dealer"]),
            }
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return app

    arbiter = Listening(Server())
    try:
        arbiter.run()
    except SystemExit as ended:
        return EXIT_INTERRUPTED if arbiter.was_interrupted else int(ended.code or 0)
    return 0


def _say(host: str, port: int) -> None:
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    click.echo(str(message("The table is open: {address}", address=address)))
    said = message("Sit down there as a guest with one click; the chips are play money. Ctrl-C closes the table.")
    click.echo(str(said))
