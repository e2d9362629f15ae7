"""The shuffle: commitment, contributions of players, and the deck that follows from them (scheme 1).

Nothing here makes randomness: seeds come in as arguments, and everything else follows from them, so that anybody can
derive every deck again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Final

from casino_table.cards import DECK, DECK_SIZE
from casino_table.errors import CasinoTableError
from casino_table.text import message

SCHEME: Final = "casino-table/shuffle/1"
SERVER_SEED_BYTES: Final = 32
CLIENT_SEED_BYTES: Final = 16
COMMITMENT_BYTES: Final = 32
LARGEST_INTEGER: Final = 2**64 - 1
MOST_BOXES: Final = 7

_LENGTH: Final = Struct(">I")
_INTEGER: Final = Struct(">Q")
_WORDS: Final = Struct(">8I")
_BLOCK_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


_LIMITS: Final = tuple(2**32 - 2**32 % (index + 1) for index in range(DECK_SIZE))
"""By index into the deck: words from this number on are skipped, for they would favour the front of the deck."""


class ShuffleError(CasinoTableError):
    """Refuse seeds or contributions that the scheme does not allow."""

    code = "shuffle"


@dataclass(frozen=True, slots=True)
class Contribution:
    """Hold what one player added to a shuffle: the lowest box of the set, the account's stable id, and the seed.

    The seed is the 16 bytes that were revealed, or the 32 bytes of the commitment where nothing was revealed in time.
    """

    box: int
    player: str
    client_seed: bytes


def lp(*parts: bytes | str | int) -> bytes:
    """Return the parts one after the other, each behind its length in 4 bytes; integers are 8 bytes, big-endian.

    >>> lp("ab", 1).hex()
    '000000026162000000080000000000000001'
    """
    pieces: list[bytes] = []
    for part in parts:
        piece = _as_bytes(part)
        pieces += (_LENGTH.pack(len(piece)), piece)
    return b"".join(pieces)


def _as_bytes(part: bytes | str | int) -> bytes:
    if isinstance(part, bytes):
        return part
    return part.encode() if isinstance(part, str) else _INTEGER.pack(part)


def commitment(server_seed: bytes) -> bytes:
    """Return the commitment to a server seed, which is published before the first stake is taken."""
    _refuse_server_seed(server_seed)
    return sha256(lp("casino-table/seed/1", server_seed)).digest()


def client_commitment(box: int, player: str, client_seed: bytes) -> bytes:
    """Return the commitment to a player's 16-byte seed, `box` being the lowest of the player's set."""
    if len(client_seed) != CLIENT_SEED_BYTES:
        raise ShuffleError(
            message("a client seed is {right} bytes, not {length}", right=CLIENT_SEED_BYTES, length=len(client_seed))
        )
    _refuse_box(box)
    return sha256(lp("casino-table/client-commitment/1", box, player, client_seed)).digest()


def contributions_digest(contributions: Iterable[Contribution]) -> bytes:
    """Return the digest over all contributions, ordered by box; each box and each player at most once."""
    ordered = sorted(contributions, key=lambda contribution: contribution.box)
    boxes: set[int] = set()
    players: set[str] = set()
    for item in ordered:
        _refuse_box(item.box)
        if item.box in boxes:
            raise ShuffleError(message("box {box} contributes twice", box=item.box))
        if item.player in players:
            raise ShuffleError(message("the player of box {box} contributes twice", box=item.box))
        if len(item.client_seed) not in (CLIENT_SEED_BYTES, COMMITMENT_BYTES):
            raise ShuffleError(message("a client seed is 16 or 32 bytes, not {length}", length=len(item.client_seed)))
        boxes.add(item.box)
        players.add(item.player)
    return sha256(
        lp("casino-table/clients/1", *(lp(item.box, item.player, item.client_seed) for item in ordered))
    ).digest()


def shuffle_key(server_seed: bytes, table: str, number: int, contributions: bytes) -> bytes:
    """Return the key of a round's stream of random words; `contributions` is their digest."""
    _refuse_server_seed(server_seed)
    if not 0 <= number <= LARGEST_INTEGER:
        raise ShuffleError(message("a round number is 0 to {most}, not {number}", most=LARGEST_INTEGER, number=number))
    return _Hmac(server_seed).digest(lp(SCHEME, table, number, contributions))


def shuffle_deck(server_seed: bytes, table: str, number: int, contributions: Iterable[Contribution]) -> tuple[int, ...]:
    """Return the 52 card numbers of a round's deck; the deal reads it from the front."""
    key = shuffle_key(server_seed, table, number, contributions_digest(contributions))
    return deck_of_key(key)


def deck_of_key(key: bytes) -> tuple[int, ...]:
    """Return the deck that follows from the key of a round."""
    return deck_from_words(_random_words(key))


def deck_digest(deck: Sequence[int]) -> bytes:
    """Return the digest over a deck, one byte a card number."""
    return sha256(bytes(deck)).digest()


class _Hmac:
    """HMAC-SHA256 under one key, with the states of both passes kept: half the cost of hmac.digest for each message."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(_BLOCK_BYTES, b"\0")
        assert len(padded) == _BLOCK_BYTES
        self._inner = sha256(padded.translate(_INNER_PAD))
        self._outer = sha256(padded.translate(_OUTER_PAD))

    def digest(self, text: bytes) -> bytes:
        inner = self._inner.copy()
        inner.update(text)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()


def _random_words(key: bytes) -> Iterator[int]:
    """Return the endless stream of 32-bit words: block i is the HMAC of i, read as eight words."""
    digest = _Hmac(key).digest
    return chain.from_iterable(_WORDS.unpack(digest(_INTEGER.pack(block))) for block in count())


def deck_from_words(words: Iterable[int]) -> tuple[int, ...]:
    """Return the deck that Fisher and Yates's method makes of a stream of random 32-bit words.

    >>> deck_from_words([0] * 51)[:3], deck_from_words([0] * 51)[-1]
    ((1, 2, 3), 0)
    """
    deck = list(DECK)
    index = DECK_SIZE - 1
    for word in words:
        if word >= _LIMITS[index]:
            continue
        other = word % (index + 1)
        deck[index], deck[other] = deck[other], deck[index]
        index -= 1
        if not index:
            break
    assert not index, "the stream of words ended before the deck was shuffled"
    return tuple(deck)


def _refuse_server_seed(server_seed: bytes) -> None:
    if len(server_seed) != SERVER_SEED_BYTES:
        raise ShuffleError(
            message("a server seed is {right} bytes, not {length}", right=SERVER_SEED_BYTES, length=len(server_seed))
        )


def _refuse_box(box: int) -> None:
    if not 1 <= box <= MOST_BOXES:
        raise ShuffleError(message("boxes are 1 to {most}, not {box}", most=MOST_BOXES, box=box))
