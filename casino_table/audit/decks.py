"""Derive the deck of a recorded round again and compare every card."""

from __future__ import annotations

from collections.abc import Iterator

from casino_table.cards import card_texts
from casino_table.game.deal import Deal, deal_cards
from casino_table.game.record import RoundRecord, ShuffleProof
from casino_table.game.shuffle import client_commitment, commitment, shuffle_deck
from casino_table.text import Message, message


def deck_problems(record: RoundRecord) -> Iterator[Message]:
    """Say what in a record's shuffle and cards does not follow from its seeds; nothing where it has no shuffle."""
    proof = record.shuffle
    if proof is None:
        return
    yield from _broken_promises(proof)
    if record.deal is not None:
        deck = shuffle_deck(
            proof.server_seed, proof.table, proof.round, [client.contribution for client in proof.clients]
        )
        yield from _differences(record.deal, deal_cards(deck, [stake.box for stake in record.boxes]))


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
