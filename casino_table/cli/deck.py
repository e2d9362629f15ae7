"""The command `casino-table deck`: derive the deck of a round again from its seeds."""

from __future__ import annotations

import json
from typing import Final

import click

from casino_table.cards import card_texts
from casino_table.cli._values import Text, WholeNumber
from casino_table.game.fields import shown
from casino_table.game.shuffle import (
    CLIENT_SEED_BYTES,
    COMMITMENT_BYTES,
    LARGEST_INTEGER,
    SERVER_SEED_BYTES,
    Contribution,
    ShuffleError,
    commitment,
    contributions_digest,
    deck_digest,
    deck_of_key,
    shuffle_key,
)
from casino_table.text import Message, message

_ROW: Final = 13
_EXAMPLES = """\b
Example:
  casino-table deck --table T1 --round 42 --client 1:alice:01010101010101010101010101010101 \\
    --server-seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
"""


@click.command(name="deck", epilog=_EXAMPLES)
@click.option("--server-seed", metavar="HEX", required=True, help="the seed that was revealed, 64 hexadecimal digits")
@click.option("--table", type=Text(), metavar="T", required=True, help="the table as it was named in the shuffle")
@click.option(
    "--round",
    "number",
    type=WholeNumber(0, LARGEST_INTEGER),
    metavar="N",
    required=True,
    help="the number of the round",
)
@click.option(
    "--client",
    "clients",
    type=Text(),
    metavar="BOX:PLAYER:HEX",
    multiple=True,
    help="a player's seed, or the commitment of a player who did not reveal; once for each",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON document")
def command(server_seed: str, table: str, number: int, clients: tuple[str, ...], *, as_json: bool) -> None:
    """Derive a deck from its seeds, for anyone who wants to check a deal.

    Compare the commitment with the one that was shown before the bets, and the cards with those that were dealt: both
    cards of the lowest box first, then those of the next, the dealer, the flop, the turn and the river.
    """
    seed = _hex(server_seed, "--server-seed", SERVER_SEED_BYTES)
    contributions = [_contribution(client) for client in clients]
    key = shuffle_key(seed, table, number, contributions_digest(contributions))
    deck = deck_of_key(key)
    document = {
        "commitment": commitment(seed).hex(),
        "contributions": contributions_digest(contributions).hex(),
        "key": key.hex(),
        "deck": card_texts(deck),
        "deck_sha256": deck_digest(deck).hex(),
    }
    if as_json:
        click.echo(json.dumps(document))
        return
    for name in ("commitment", "contributions", "key"):
        click.echo(f"{name:<14}{document[name]}")
    for start in range(0, len(deck), _ROW):
        click.echo(f"{'' if start else 'deck':<14}{' '.join(card_texts(deck[start : start + _ROW]))}")
    click.echo(f"{'deck_sha256':<14}{document['deck_sha256']}")
    if not contributions:
        click.echo(str(message("No player contributed, so the house could have known this deck.")), err=True)


def _refusal(option: str, reason: Message) -> ShuffleError:
    return ShuffleError(message("{option}: {reason}", option=option, reason=reason))


def _hex(text: str, option: str, *lengths: int) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) not in lengths or len(text) != 2 * len(value):
        digits = " or ".join(str(2 * length) for length in lengths)
        raise _refusal(
            option, message("must be {digits} hexadecimal digits, not {text}", digits=digits, text=shown(text))
        )
    return value


def _contribution(text: str) -> Contribution:
    box, _, rest = text.partition(":")
    player, _, seed = rest.rpartition(":")
    if not player or len(box) != 1 or box not in "1234567":
        raise _refusal(
            "--client", message("must be BOX:PLAYER:HEX with a box from 1 to 7, not {text}", text=shown(text))
        )
    return Contribution(int(box), player, _hex(seed, "--client", CLIENT_SEED_BYTES, COMMITMENT_BYTES))
