"""Reading paytables: from a TOML file, or from the object that stands in a round record."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from stat import S_ISREG
from typing import Final

from casino_table.game.fields import (
    FieldError,
    join_key,
    printable,
    read_amount,
    read_choice,
    read_object,
    read_text,
    refuse_unknown,
    require,
    shown,
)
from casino_table.game.hand_minimum import parse_hand_minimum
from casino_table.game.odds_ratio import Rounding, parse_odds
from casino_table.game.paytable_types import FORMAT, AnteWithoutQualification, BonusAfterFold, Paytable, Rules
from casino_table.game.schedule import CATEGORY_KEYS, OTHERWISE, PAIR_ROWS, Schedule, is_complete
from casino_table.text import Message, message

_KNOWN: Final = frozenset({"format", "name", "title", "source", "rules", "ante", "bet", "bonus"})
_KNOWN_RULES: Final = frozenset(Rules().to_document())
_MAIN_ROWS: Final = (*CATEGORY_KEYS, OTHERWISE)
_BONUS_ROWS: Final = (*(key for key in CATEGORY_KEYS if key not in {"high_card", "pair"}), *PAIR_ROWS)
NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_SHORTEST_MULTIPLE, _LONGEST_MULTIPLE = 1, 5
MOST_BYTES: Final = 64 * 1024
_MOST_DOTS: Final = 100
_BYTE_ORDER_MARK: Final = "\ufeff"
_HUGE_NUMBER: Final = re.compile(r"[0-9][0-9_]{4000}", re.ASCII)


class PaytableError(FieldError):
    """Refuse a paytable, naming the key and the reason."""

    code = "paytable"


class PaytableFileError(PaytableError):
    """Refuse a paytable file, naming the file, the key and the reason."""

    code = "paytable_file"

    def __init__(self, path: Path, key: str, reason: Message, *, line: int | None = None) -> None:
        super().__init__(key, reason)
        place = printable(str(path)) if line is None else f"{printable(str(path))}:{line}"
        self.sentence = message("{file}: {refusal}", file=place, refusal=self.sentence)


def parse_paytable(document: object, *, where: str = "", is_name_needed: bool = True) -> Paytable:
    """Return the paytable written in `document`, which has the form of the TOML file; unknown keys are refused.

    `where` stands before the keys in refusals. In a round record the name may be left out. A bonus of null is none,
    as the canonical form writes it.
    """
    try:
        return _parse_paytable(read_object(document, where), where, is_name_needed=is_name_needed)
    except FieldError as refusal:
        raise PaytableError(refusal.key, refusal.reason) from None


def _parse_paytable(document: dict[str, object], where: str, *, is_name_needed: bool) -> Paytable:
    refuse_unknown(document, _KNOWN, where)
    if require(document, "format", where) != FORMAT:
        raise FieldError(
            join_key(where, "format"),
            message('must be "{format}", not {value}', format=FORMAT, value=shown(document["format"])),
        )
    if is_name_needed:
        require(document, "name", where)
    texts = {
        key: read_text(document[key], join_key(where, key), empty=key != "name")
        for key in ("name", "title", "source")
        if key in document
    }
    if "name" in texts and not NAME.fullmatch(texts["name"]):
        raise FieldError(
            join_key(where, "name"),
            message(
                "must be lower-case letters and digits with single hyphens between, not {value}",
                value=shown(texts["name"]),
            ),
        )
    return Paytable(
        name=texts.get("name", ""),
        title=texts.get("title", ""),
        source=texts.get("source", ""),
        rules=_parse_rules(document.get("rules", {}), join_key(where, "rules")),
        ante=_parse_main(require(document, "ante", where), join_key(where, "ante")),
        bet=_parse_main(document["bet"], join_key(where, "bet")) if "bet" in document else None,
        bonus=_parse_bonus(document.get("bonus"), join_key(where, "bonus")),
    )


def _parse_rules(value: object, where: str) -> Rules:
    document = read_object(value, where)
    refuse_unknown(document, _KNOWN_RULES, where)
    written: dict[str, object] = {**Rules().to_document(), **document}
    return Rules(
        dealer_qualifies=parse_hand_minimum(written["dealer_qualifies"], join_key(where, "dealer_qualifies")),
        player_minimum=parse_hand_minimum(written["player_minimum"], join_key(where, "player_minimum")),
        bet_multiple=read_amount(
            written["bet_multiple"], join_key(where, "bet_multiple"), least=_SHORTEST_MULTIPLE, most=_LONGEST_MULTIPLE
        ),
        ante_without_qualification=read_choice(
            written["ante_without_qualification"],
            join_key(where, "ante_without_qualification"),
            AnteWithoutQualification,
        ),
        bonus_after_fold=read_choice(written["bonus_after_fold"], join_key(where, "bonus_after_fold"), BonusAfterFold),
        rounding=read_choice(written["rounding"], join_key(where, "rounding"), Rounding),
    )


def _parse_rows(value: object, where: str, known: tuple[str, ...]) -> Schedule:
    document = read_object(value, where)
    refuse_unknown(document, frozenset(known), where)
    return Schedule(tuple((key, parse_odds(odds, join_key(where, key))) for key, odds in document.items()))


def _parse_main(value: object, where: str) -> Schedule:
    schedule = _parse_rows(value, where, _MAIN_ROWS)
    rows = dict(schedule.rows)
    if not is_complete(rows):
        missing = [key for key in CATEGORY_KEYS if key not in rows]
        raise FieldError(
            join_key(where, OTHERWISE),
            message("is missing, and so are odds for {rows}", rows=", ".join(missing)),
        )
    return schedule


def _parse_bonus(value: object, where: str) -> Schedule | None:
    if value is None:
        return None
    schedule = _parse_rows(value, where, _BONUS_ROWS)
    if not schedule.rows:
        raise FieldError(where, message("names no row; leave it out if no bonus is offered"))
    pairs = [key for key, _ in schedule.rows if key in PAIR_ROWS]
    if len(pairs) > 1:
        raise FieldError(
            join_key(where, pairs[1]), message("is a second row for pairs beside {row}; one at most", row=pairs[0])
        )
    return schedule


def load_paytable(path: Path) -> Paytable:
    """Return the paytable in a TOML file; the name in it must be the file's own, without `.toml`."""
    text = _read_text(path)
    try:
        paytable = parse_paytable(_parse_toml(text, path))
        _refuse_other_name(paytable, path)
    except PaytableFileError:
        raise
    except PaytableError as refusal:
        line = _line_of(refusal.key, text)
        raise PaytableFileError(path, refusal.key, refusal.reason, line=line) from None
    return paytable


def _refuse_other_name(paytable: Paytable, path: Path) -> None:
    if paytable.name != path.stem or path.suffix != ".toml":
        raise PaytableError(
            "name", message('must be the name of the file without .toml, but is "{name}"', name=paytable.name)
        )


def _read_text(path: Path) -> str:
    try:
        if not S_ISREG(path.stat().st_mode) and not path.is_dir():  # to open a folder says itself what is wrong
            raise PaytableFileError(path, "", message("is no file that can be read at once"))
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise PaytableFileError(path, "", message("is larger than {most} bytes, too large", most=MOST_BYTES))
        return raw.decode().removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise PaytableFileError(path, "", message("is not UTF-8 at byte {byte}", byte=error.start + 1)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PaytableFileError(path, "", message("cannot be read: {reason}", reason=reason)) from None


def _parse_toml(text: str, path: Path) -> dict[str, object]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:  # the parser takes memory by the square of a key's parts
            reason = message(
                "{text} has more than {most} dots; no key has so many parts", text=shown(line), most=_MOST_DOTS
            )
            raise PaytableFileError(path, "", reason, line=number)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PaytableFileError(path, "", message("is nested too deeply")) from None
    except tomllib.TOMLDecodeError as error:
        raise PaytableFileError(path, "", message("is not TOML: {error}", error=printable(str(error)))) from None
    except ValueError:  # a number of thousands of digits
        found = _HUGE_NUMBER.search(text)
        line_number = None if found is None else text.count("\n", 0, found.start()) + 1
        reason = message("holds a number of thousands of digits")
        raise PaytableFileError(path, "", reason, line=line_number) from None


def _line_of(key: str, text: str) -> int | None:
    """Return the line on which a key of a TOML file stands, or its table; None where neither is plain to see."""
    table = ""
    table_line = None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith("["):  # [table], [[table]]
            table = _bare(line.strip().lstrip("[").partition("]")[0])
            if f"{table}.".startswith(f"{key}.") or table == key.rpartition(".")[0]:
                table_line = number
        elif "=" in line:
            name = join_key(table, _bare(line.partition("=")[0]))
            if name == key:
                return number
            if f"{name}.".startswith(f"{key}.") or f"{key}.".startswith(f"{name}."):  # key.part = ..., key = {...}
                table_line = table_line or number
    return table_line


def _bare(name: str) -> str:
    """Return a key of TOML without quotation marks and the spaces that may stand around its parts."""
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
