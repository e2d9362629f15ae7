"""A fresh house: the shipped paytables go live by the system, a demo table opens, and every table has a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, cast

from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.game.limits import check_max_payout
from casino_table.game.paytable import Paytable
from casino_table.game.settings import TableSettings
from casino_table.ledger import rounds
from casino_table.ledger.journal import append, instant_for
from casino_table.ledger.versions import add_paytable, add_settings, add_table, newest_paytable, table_currencies
from casino_table.tables.live import open_round
from casino_table.tables.operations import Dealer

SYSTEM: Final = "system"


def load_paytables(session: Session, paytables: Iterable[Paytable], *, clock: Callable[[], int]) -> None:
    """Store paytables that the database does not know yet, and journal what the system did.

    They are live only in a fresh database, one without a table: later it takes two people to put one live.
    """
    with transaction(session) as opened:
        kind = "paytable_stored" if table_currencies(opened) else "paytable_live"
        for paytable in paytables:
            if newest_paytable(opened, paytable.name) is not None:
                continue  # what an operator has changed since is not overwritten by what was shipped
            at_us = instant_for(opened, clock())
            version = add_paytable(
                opened,
                name=paytable.name,
                document=cast("dict[str, Any]", paytable.to_document()),
                digest=paytable.hash,
                source=paytable.source,
                at_us=at_us,
            )
            append(
                opened,
                kind=kind,
                payload={"paytable": version.id, "hash": version.hash, "before": None, "by": SYSTEM},
                at_us=at_us,
                actor=SYSTEM,
            )


def add_demo_table(
    session: Session, *, name: str, settings: TableSettings, paytable: str, clock: Callable[[], int]
) -> None:
    """Open a table where the database has none, with the newest version of a paytable."""
    with transaction(session) as opened:
        if table_currencies(opened):
            return
        version = newest_paytable(opened, paytable)
        assert version is not None, "paytables are loaded before tables are opened"
        at_us = instant_for(opened, clock())
        add_table(opened, name=name, currency=settings.currency, at_us=at_us)
        stored = add_settings(opened, table=name, paytable_id=version.id, settings=settings.to_document(), at_us=at_us)
        append(
            opened,
            kind="table_settings_live",
            payload={
                "table": name,
                "version": stored.version,
                "paytable": version.id,
                "settings": settings.to_document(),
                "before": None,
                "by": SYSTEM,
            },
            at_us=at_us,
            actor=SYSTEM,
        )


def open_rounds(session: Session, dealer: Dealer) -> None:
    """Open a round at every table that has none; a round under way goes on with its own cards."""
    with transaction(session) as opened:
        for table in table_currencies(opened):
            if rounds.find_open_round(opened, table) is None:
                open_round(opened, dealer.vault, table, dealer.new_seed(), at_us=instant_for(opened, dealer.clock()))


def prepare_house(
    session: Session, dealer: Dealer, *, paytables: Iterable[Paytable], table: str, settings: TableSettings
) -> None:
    """Make everything ready for the first guest, or go on where the house stopped."""
    shipped = list(paytables)
    check_max_payout(settings.limits, bet_multiple=max(paytable.rules.bet_multiple for paytable in shipped))
    load_paytables(session, shipped, clock=dealer.clock)
    add_demo_table(session, name=table, settings=settings, paytable="texas-poker", clock=dealer.clock)
    open_rounds(session, dealer)
