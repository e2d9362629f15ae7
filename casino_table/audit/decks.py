"""Derive the deck of a recorded round again and compare every card."""

from __future__ import annotations

from collections.abc import Iterator

from casino_table.cards import card_texts
from casino_table.game.deal import Deal, deal_cards
from casino_table.game.fields import shown
from casino_table.game.record import RoundRecord, ShuffleProof
from casino_table.game.shuffle import client_commitment, commitment, shuffle_deck
from casino_table.text import Message, message


def deck_problems(record: RoundRecord) -> Iterator[Message]:
    """Say what in a record's shuffle and cards does not follow from its seeds; nothing where it has no shuffle.

    A shuffle made for another table or round, or with a seed of somebody who had no stake, proves nothing about this
    round, whatever its cards.
    """
    proof = record.shuffle
    if proof is None:
        return
    yield from _foreign_names(record, proof)
    yield from _foreign_seeds(record, proof)
    yield from _broken_promises(proof)
    if record.deal is not None:
        deck = shuffle_deck(
            proof.server_seed, proof.table, proof.round, [client.contribution for client in proof.clients]
        )
        yield from _differences(record.deal, deal_cards(deck, [stake.box for stake in record.boxes]))


def _foreign_names(record: RoundRecord, proof: ShuffleProof) -> Iterator[Message]:
    """Name a table or round of the shuffle that is not the record's own.

    The shuffle counts rounds by number, the record names its round by text: they are compared where the text is the
    number alone or TABLE-NUMBER, as this project writes it. Other people's names for a round tell no number.
    """
    if proof.table != record.table:
        yield message(
            "the shuffle is that of table {other}, not of table {table}",
            other=shown(proof.table),
            table=shown(record.table),
        )
    number = record.round.removeprefix(f"{record.table}-")
    if number.isascii() and number.isdigit() and (number.lstrip("0") or "0") != str(proof.round):
        yield message(
            "the shuffle is that of round number {other}, not of round {round}",
            other=proof.round,
            round=shown(record.round),
        )


def _foreign_seeds(record: RoundRecord, proof: ShuffleProof) -> Iterator[Message]:
    """Name each seed that no player of this round can have given: a player gives one, at his lowest box."""
    lowest: dict[str, int] = {}
    for stake in record.boxes:
        lowest[stake.player] = min(stake.box, lowest.get(stake.player, stake.box))
    for client in proof.clients:
        player = shown(client.player)
        if client.player not in lowest:
            yield message(
                "the client seed of box {box} is that of {player}, who holds no box", box=client.box, player=player
            )
        elif client.box != lowest[client.player]:
            yield message(
                "the client seed of {player} stands at box {box}, but the lowest box of that player is {lowest}",
                player=player,
                box=client.box,
                lowest=lowest[client.player],
            )


def _broken_promises(proof: ShuffleProof) -> Iterator[Message]:
    if commitment(proof.server_seed) != proof.commitment:
        yield message("the server seed is not the one that was committed to")
    for client in proof.clients:
        if client.client_seed is not None and (
            client_commitment(client.box, client.player, client.client_seed) != client.client_commitment
        ):
            yield message("the client seed of box {box} is not the one that was committed to", box=client.box)


def _differences(recorded: Deal, derived: Deal) -> Iterator[Message]:
    """Name each place whose cards are known and are not those of the deck."""
    if recorded == derived:
        return
    for box, hand in recorded.boxes.items():
        if hand != derived.boxes[box]:
            yield message(
                "box {box} has {cards}, the deck gives {right}",
                box=box,
                cards=_text(hand),
                right=_text(derived.boxes[box]),
            )
    for place, cards, right in (
        (message("the flop"), recorded.flop, derived.flop),
        (message("the turn"), _single(recorded.turn), _single(derived.turn)),
        (message("the river"), _single(recorded.river), _single(derived.river)),
        (message("the dealer"), recorded.dealer, derived.dealer),
    ):
        if cards is not None and right is not None and cards != right:
            yield message(
                "{place} has {cards}, the deck gives {right}", place=place, cards=_text(cards), right=_text(right)
            )


def _single(card: int | None) -> tuple[int, ...] | None:
    return None if card is None else (card,)


def _text(cards: tuple[int, ...]) -> str:
    return " ".join(card_texts(cards))
