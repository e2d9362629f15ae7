"""The shuffle: commitment, contributions of players, and the deck that follows from them (scheme 1).

Nothing here makes randomness: seeds come in as arguments, and everything else follows from them, so that anybody can
derive every deck again.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from operator import attrgetter
from struct import Struct
from typing import Final

import msgspec

from casino_table.cards import DECK, DECK_SIZE
from casino_table.errors import CasinoTableError
from casino_table.game.limits import MOST_BOXES
from casino_table.text import message

SCHEME: Final = "casino-table/shuffle/1"
SERVER_SEED_BYTES: Final = 32
CLIENT_SEED_BYTES: Final = 16
COMMITMENT_BYTES: Final = 32
LARGEST_INTEGER: Final = 2**64 - 1

_LENGTH: Final = Struct(">I")
_INTEGER: Final = Struct(">Q")
_BOX_AND_LENGTH: Final = Struct(">IQI")
_WORDS: Final = Struct(">8I")
_BLOCK_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))

_FIRST_BLOCKS: Final = tuple(_INTEGER.pack(block) for block in range(7))
_FIRST_WORDS: Final = Struct(">56I")
_LIMITS: Final = (0, *(2**32 - 2**32 % left for left in range(1, DECK_SIZE + 1)))
"""By the number of cards left: words from here on are skipped, for they would favour the front of the deck."""
_NEVER_SKIPPED: Final = min(_LIMITS[1:])


class ShuffleError(CasinoTableError):
    """Refuse seeds or contributions that the scheme does not allow."""

    code = "shuffle"


class Contribution(msgspec.Struct, frozen=True):
    """Hold what one player added to a shuffle: the lowest box of the set, the account's stable id, and the seed.

    The seed is the 16 bytes that were revealed, or the 32 bytes of the commitment where nothing was revealed in time.
    A struct rather than a dataclass, for every recorded round has some.
    """

    box: int
    player: str
    client_seed: bytes


def lp(*parts: bytes | str | int) -> bytes:
    """Return the parts one after the other, each behind its length in 4 bytes; integers are 8 bytes, big-endian.

    >>> lp("ab", 1).hex()
    '000000026162000000080000000000000001'
    """
    joined = b""
    for part in parts:
        if isinstance(part, str):
            piece = part.encode()
        elif isinstance(part, int):
            piece = _INTEGER.pack(part)
        else:
            piece = part
        joined += _LENGTH.pack(len(piece)) + piece
    return joined


_SEED_LABEL: Final = lp("casino-table/seed/1")
_CLIENT_COMMITMENT_LABEL: Final = lp("casino-table/client-commitment/1")
_CLIENTS_LABEL: Final = lp("casino-table/clients/1")
_SCHEME_LABEL: Final = lp(SCHEME)
_box_of: Final = attrgetter("box")


def commitment(server_seed: bytes) -> bytes:
    """Return the commitment to a server seed, which is published before the first stake is taken."""
    _refuse_server_seed(server_seed)
    return sha256(_SEED_LABEL + lp(server_seed)).digest()


def client_commitment(box: int, player: str, client_seed: bytes) -> bytes:
    """Return the commitment to a player's 16-byte seed, `box` being the lowest of the player's set."""
    if len(client_seed) != CLIENT_SEED_BYTES:
        raise ShuffleError(
            message("a client seed is {right} bytes, not {length}", right=CLIENT_SEED_BYTES, length=len(client_seed))
        )
    _refuse_box(box)
    return sha256(_CLIENT_COMMITMENT_LABEL + _client_fields(box, player, client_seed)).digest()


def _client_fields(box: int, player: str, client_seed: bytes) -> bytes:
    """Return `lp(box, player, client_seed)`, put together at once: every recorded round needs it twice a player."""
    name = player.encode()
    return _BOX_AND_LENGTH.pack(_INTEGER.size, box, len(name)) + name + _LENGTH.pack(len(client_seed)) + client_seed


def contributions_digest(contributions: Iterable[Contribution]) -> bytes:
    """Return the digest over all contributions, ordered by box; each box and each player at most once."""
    text = _CLIENTS_LABEL
    last_box = 0
    players: set[str] = set()
    for item in sorted(contributions, key=_box_of):
        _refuse_box(item.box)
        if item.box == last_box:
            raise ShuffleError(message("box {box} contributes twice", box=item.box))
        if item.player in players:
            raise ShuffleError(message("the player of box {box} contributes twice", box=item.box))
        if len(item.client_seed) not in (CLIENT_SEED_BYTES, COMMITMENT_BYTES):
            raise ShuffleError(message("a client seed is 16 or 32 bytes, not {length}", length=len(item.client_seed)))
        last_box = item.box
        players.add(item.player)
        text += lp(_client_fields(item.box, item.player, item.client_seed))
    return sha256(text).digest()


def shuffle_key(server_seed: bytes, table: str, number: int, contributions: bytes) -> bytes:
    """Return the key of a round's stream of random words; `contributions` is their digest."""
    _refuse_server_seed(server_seed)
    if not 0 <= number <= LARGEST_INTEGER:
        raise ShuffleError(message("a round number is 0 to {most}, not {number}", most=LARGEST_INTEGER, number=number))
    return hmac.digest(server_seed, _SCHEME_LABEL + lp(table, number, contributions), "sha256")


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
    """Return the endless stream of 32-bit words: block i is the HMAC of i, read as eight words.

    Seven blocks are nearly always enough for a deck, so those are made at once.
    """
    digest = _Hmac(key).digest
    first = _FIRST_WORDS.unpack(b"".join(map(digest, _FIRST_BLOCKS)))
    further = (_WORDS.unpack(digest(_INTEGER.pack(block))) for block in count(len(_FIRST_BLOCKS)))
    return chain(first, chain.from_iterable(further))


def deck_from_words(words: Iterable[int]) -> tuple[int, ...]:
    """Return the deck that Fisher and Yates's method makes of a stream of random 32-bit words.

    >>> deck_from_words([0] * 51)[:3], deck_from_words([0] * 51)[-1]
    ((1, 2, 3), 0)
    """
    deck = list(DECK)
    left = DECK_SIZE
    for word in words:
        if word >= _NEVER_SKIPPED and word >= _LIMITS[left]:
            continue
        other = word % left
        left -= 1
        deck[left], deck[other] = deck[other], deck[left]
        if left == 1:
            break
    assert left == 1, "the stream of words ended before the deck was shuffled"
    return tuple(deck)


def _refuse_server_seed(server_seed: bytes) -> None:
    if len(server_seed) != SERVER_SEED_BYTES:
        raise ShuffleError(
            message("a server seed is {right} bytes, not {length}", right=SERVER_SEED_BYTES, length=len(server_seed))
        )


def _refuse_box(box: int) -> None:
    if not 1 <= box <= MOST_BOXES:
        raise ShuffleError(message("boxes are 1 to {most}, not {box}", most=MOST_BOXES, box=box))
