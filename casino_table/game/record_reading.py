"""Reading round records: from the line of a file to a `RoundRecord`, or to a refusal that names key and reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from casino_table.game.deal import Deal
from casino_table.game.fields import LARGEST_AMOUNT, FieldError, shown
from casino_table.game.limits import NO_LIMITS, Limits, parse_limits
from casino_table.game.odds_ratio import LARGEST_NUMERATOR
from casino_table.game.paytable_folder import PaytableFolder, UnknownPaytableError
from casino_table.game.paytable_reading import parse_paytable
from casino_table.game.paytable_types import BonusAfterFold, Paytable
from casino_table.game.record_cards import read_deal
from casino_table.game.record_shape import (
    BoxShape,
    ClientShape,
    RecordShape,
    RoundStatus,
    ShuffleShape,
    read_record_shape,
)
from casino_table.game.record_types import ClientSeed, RecordError, RoundRecord, ShuffleProof
from casino_table.game.settlement import largest_return
from casino_table.game.settlement_types import BoxStake, Decision, Play, Wager
from casino_table.game.shuffle import CLIENT_SEED_BYTES, COMMITMENT_BYTES, SERVER_SEED_BYTES
from casino_table.game.strict_json import decode_exactly, decode_plainly
from casino_table.text import message

_SHAPE: Final = msgspec.json.Decoder(RecordShape)
_ANYTHING: Final = msgspec.json.Decoder()
_INSTANT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-]00:00)", re.ASCII
)
_INSTANT_SECONDS: Final = 19
_MOST_CACHED: Final = 1_000
LONGEST_RECORD: Final = 16 * 1024 * 1024
"""Bytes of a line; a file without an end must not fill the memory."""

_Given = TypeVar("_Given")
_Default = TypeVar("_Default")


class RecordReader:
    """Read round records; paytables and limits that were read before are known by their text."""

    def __init__(self, paytables: PaytableFolder) -> None:
        self._paytables = paytables
        self._paytable_of: dict[bytes, Paytable] = {}
        self._limits_of: dict[bytes, Limits] = {}

    def read(self, text: bytes) -> RoundRecord:
        """Return the record in one line of a file; refuse what is wrong with key and reason."""
        if len(text) > LONGEST_RECORD:
            raise RecordError("", message("is longer than {most} bytes", most=LONGEST_RECORD))
        try:
            shape = decode_plainly(text, _SHAPE)
            if shape is None or not _is_plain_external(shape.external):
                return self.parse(decode_exactly(text))
            return _build(shape, self._paytable(shape.paytable), self._limits(shape.limits))
        except (RecordError, UnknownPaytableError):
            raise
        except FieldError as refusal:
            raise RecordError(refusal.key, refusal.reason) from None

    def parse(self, document: object) -> RoundRecord:
        """Return the record in a JSON object that was decoded before."""
        try:
            shape = read_record_shape(document)
            assert isinstance(document, dict)
            limits = parse_limits(document["limits"]) if "limits" in document else NO_LIMITS
            return _build(shape, self._parse_paytable(document["paytable"]), limits)
        except (RecordError, UnknownPaytableError):
            raise
        except FieldError as refusal:
            raise RecordError(refusal.key, refusal.reason) from None

    def _paytable(self, raw: msgspec.Raw) -> Paytable:
        text = bytes(raw)
        paytable = self._paytable_of.get(text)
        if paytable is None:
            paytable = self._parse_paytable(decode_exactly(text, where="paytable"))
            _remember(self._paytable_of, text, paytable)
        return paytable

    def _parse_paytable(self, document: object) -> Paytable:
        if type(document) is str:
            return self._paytables.get(document)
        if type(document) is not dict:
            raise FieldError("paytable", message("must be a name or an object, not {value}", value=shown(document)))
        return parse_paytable(document, where="paytable", is_name_needed=False)

    def _limits(self, raw: msgspec.Raw | UnsetType) -> Limits:
        if isinstance(raw, UnsetType):
            return NO_LIMITS
        text = bytes(raw)
        limits = self._limits_of.get(text)
        if limits is None:
            limits = parse_limits(decode_exactly(text, where="limits"))
            _remember(self._limits_of, text, limits)
        return limits


def _remember(known: dict[bytes, _Given], text: bytes, value: _Given) -> None:
    """Keep what was read; a file that spells everything anew each line must not fill the memory."""
    if len(known) >= _MOST_CACHED:
        known.clear()
    known[text] = value


def _is_plain_external(raw: msgspec.Raw | UnsetType) -> bool:
    """Say whether `external`, which is copied and not interpreted, is plainly an object without a doubt about it."""
    return isinstance(raw, UnsetType) or type(decode_plainly(bytes(raw), _ANYTHING)) is dict


def _build(shape: RecordShape, paytable: Paytable, limits: Limits) -> RoundRecord:
    """Check what no single key can tell, and return the record."""
    status = _given(shape.status, RoundStatus.SETTLED)
    is_void = status is RoundStatus.VOID
    if shape.bonuses_settled is not UNSET and not is_void:
        raise FieldError("bonuses_settled", message("belongs to the record of a void round only"))
    boxes = _read_boxes(shape.boxes, paytable, limits, is_void=is_void)
    deal = read_deal(shape.cards, boxes, is_void=is_void)
    bonuses_settled = _given(shape.bonuses_settled, False)  # noqa: FBT003 - the default of the key
    if bonuses_settled:
        _refuse_unknown_bonuses(boxes, deal, paytable)
    return RoundRecord(
        round=shape.round,
        table=shape.table,
        currency=shape.currency,
        paytable=paytable,
        limits=limits,
        deal=deal,
        boxes=boxes,
        status=status,
        bonuses_settled=bonuses_settled,
        payouts=None if isinstance(shape.payouts, UnsetType) else tuple(shape.payouts),
        opened_at=_instant(shape.opened_at, "opened_at"),
        settled_at=_instant(shape.settled_at, "settled_at"),
        shuffle=None if isinstance(shape.shuffle, UnsetType) else _read_proof(shape.shuffle),
    )


def _read_boxes(
    shapes: Sequence[BoxShape], paytable: Paytable, limits: Limits, *, is_void: bool
) -> tuple[BoxStake, ...]:
    if not shapes and not is_void:
        raise FieldError("boxes", message("names no box, and only a void round can have none"))
    boxes = []
    seen: set[int] = set()
    for index, shape in enumerate(shapes):
        if shape.box in seen:
            raise FieldError(f"boxes[{index}].box", message("box {box} stands twice", box=shape.box))
        seen.add(shape.box)
        if shape.play is Play.OPEN:
            _check_open(shape, index, is_void=is_void)
        else:
            _check_blind(shape, index)
        stake = BoxStake(
            shape.box,
            shape.player,
            shape.play,
            shape.ante,
            0 if shape.bonus is UNSET else shape.bonus,
            None if shape.decision is UNSET else shape.decision,
            None if shape.bet is UNSET else shape.bet,
            shape.timeout is True,
        )
        _check_amounts(stake, index, paytable, limits)
        boxes.append(stake)
    return tuple(boxes)


def _check_open(shape: BoxShape, index: int, *, is_void: bool) -> None:
    if shape.decision is UNSET and not is_void:
        raise FieldError(f"boxes[{index}].decision", message("is missing: box {box} is open", box=shape.box))
    if shape.decision is Decision.FOLD and shape.bet is not UNSET and shape.bet:
        raise FieldError(f"boxes[{index}].bet", message("is {bet}, but the box folded", bet=shape.bet))
    if shape.timeout is True and shape.decision is not Decision.FOLD:
        raise FieldError(f"boxes[{index}].timeout", message("is true, but a box that runs out of time folds"))


def _check_blind(shape: BoxShape, index: int) -> None:
    if shape.decision is not UNSET:
        raise FieldError(
            f"boxes[{index}].decision", message("is given, but box {box} is blind and decides nothing", box=shape.box)
        )
    if shape.timeout is True:
        raise FieldError(f"boxes[{index}].timeout", message("is true, but a blind box decides nothing"))


def _check_amounts(stake: BoxStake, index: int, paytable: Paytable, limits: Limits) -> None:
    """Refuse a bonus that is not offered, and a stake whose largest possible return is no exact JSON number."""
    if stake.bonus and paytable.bonus is None:
        raise FieldError(f"boxes[{index}].bonus", message("is staked, but the paytable offers no bonus"))
    bet = stake.bet_made(paytable.rules.bet_multiple)
    surely_fits = LARGEST_AMOUNT // (LARGEST_NUMERATOR + 1) - limits.payout_unit
    if stake.ante <= surely_fits and bet <= surely_fits and stake.bonus <= surely_fits:
        return
    for wager, amount in ((Wager.ANTE, stake.ante), (Wager.BET, bet), (Wager.BONUS, stake.bonus)):
        if amount and (most := largest_return(paytable, limits, wager, amount)) > LARGEST_AMOUNT:
            key = Wager.ANTE if wager is Wager.BET and stake.bet is None else wager
            raise FieldError(
                f"boxes[{index}].{key.value}",
                message(
                    "is too large: the {wager} of {amount} could return {most}, more than {limit}",
                    wager=wager.value,
                    amount=amount,
                    most=shown(most),
                    limit=LARGEST_AMOUNT,
                ),
            )


def _refuse_unknown_bonuses(boxes: Sequence[BoxStake], deal: Deal | None, paytable: Paytable) -> None:
    """Refuse a void record that says bonuses were settled without saying what they were settled by."""
    lost_with_fold = paytable.rules.bonus_after_fold is BonusAfterFold.LOST
    for index, stake in enumerate(boxes):
        if not stake.bonus or (lost_with_fold and stake.is_folded):
            continue
        if lost_with_fold and stake.play is Play.OPEN and stake.decision is None:
            raise FieldError(
                f"boxes[{index}].decision", message("is missing: bonuses were settled, and a fold loses the bonus")
            )
        if deal is None or deal.flop is None:
            raise FieldError("cards.flop", message("is missing, but bonuses were settled"))
        if stake.box not in deal.boxes:
            raise FieldError(f"cards.boxes.{stake.box}", message("is missing, but its bonus was settled"))


def _instant(value: str | UnsetType, key: str) -> str | None:
    if isinstance(value, UnsetType):
        return None
    if _INSTANT.fullmatch(value):
        try:
            datetime.fromisoformat(value[:_INSTANT_SECONDS].upper())
        except ValueError:
            pass
        else:
            return value
    raise FieldError(
        key, message('must be an instant in UTC like "2026-01-31T23:59:59Z", not {value}', value=shown(value))
    )


def _read_proof(shape: ShuffleShape) -> ShuffleProof:
    clients = tuple(_read_client(client, f"shuffle.clients[{at}]") for at, client in enumerate(shape.clients))
    for at, client in enumerate(clients):
        for earlier in clients[:at]:
            if client.box == earlier.box:
                raise FieldError(f"shuffle.clients[{at}].box", message("box {box} stands twice", box=client.box))
            if client.player == earlier.player:
                raise FieldError(
                    f"shuffle.clients[{at}].player",
                    message("{player} stands twice; a player contributes once", player=shown(client.player)),
                )
    return ShuffleProof(
        shape.table,
        shape.round,
        _hex(shape.commitment, COMMITMENT_BYTES, "shuffle.commitment"),
        _hex(shape.server_seed, SERVER_SEED_BYTES, "shuffle.server_seed"),
        clients,
    )


def _read_client(shape: ClientShape, where: str) -> ClientSeed:
    seed = shape.client_seed
    return ClientSeed(
        shape.box,
        shape.player,
        _hex(shape.client_commitment, COMMITMENT_BYTES, f"{where}.client_commitment"),
        None if seed is None else _hex(seed, CLIENT_SEED_BYTES, f"{where}.client_seed"),
    )


def _hex(text: str, length: int, where: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != length or len(text) != 2 * length:
        raise FieldError(
            where, message("must be {digits} hexadecimal digits, not {value}", digits=2 * length, value=shown(text))
        )
    return value


def _given(value: _Given | UnsetType, default: _Default) -> _Given | _Default:
    return default if isinstance(value, UnsetType) else value
