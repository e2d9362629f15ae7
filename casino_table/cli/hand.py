"""The command `casino-table hand`: say what a hand is worth."""

from __future__ import annotations

import json

import click

from casino_table.cards import card_texts, parse_card, parse_cards
from casino_table.hands.ranking import STRONGEST_RANK, evaluate
from casino_table.text import message

_EXAMPLES = """\b
Examples:
  casino-table hand 3s 3d 6c Td Ts 3h As
  casino-table hand AsKsQsJs10s --json
"""


@click.command(name="hand", epilog=_EXAMPLES)
@click.argument("cards", nargs=-1, metavar="CARD...")
@click.option("--json", "as_json", is_flag=True, help="print one JSON document")
def command(cards: tuple[str, ...], *, as_json: bool) -> None:
    """Name the best five of 5 to 7 cards.

    A card is a rank of 23456789TJQKA and a suit of cdhs; cards may be run together. The best five stand by group, then
    by rank, of equal ranks the card given first; an ace that plays low stands last. Of two hands the one with the
    larger rank wins, and equal ranks tie.
    """
    # One by one, so that what is no card is named as it was given; an empty argument is no card either.
    hand = evaluate([card for text in cards for card in parse_cards(text) or (parse_card(text),)])
    best = card_texts(hand.best)
    if as_json:
        document = {"category": hand.category.key, "name": str(hand.name), "best": best, "rank": hand.rank}
        click.echo(json.dumps(document))
        return
    rows: dict[str, object] = {
        str(message("name")): hand.name,
        str(message("category")): hand.category.label,
        str(message("best")): " ".join(best),
        str(message("rank")): message("{rank} of {most}", rank=hand.rank, most=STRONGEST_RANK),
    }
    width = max(map(len, rows))
    for name, value in rows.items():
        click.echo(f"{name:<{width}}  {value}")
