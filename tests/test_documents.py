"""The documents are true: their examples are settled, their tables are the code's, their references resolve."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path

import pytest

from casino_table.audit.findings import Kind
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.odds_ratio import Odds, Rounding, parse_odds
from casino_table.game.paytable import Paytable, Schedule, parse_paytable, warnings
from casino_table.game.paytable_types import Rules
from casino_table.game.record_shape import RecordShape
from casino_table.game.settings import DEMO_SETTINGS, TableSettings
from casino_table.game.settlement import Line, Outcome, Reason, Wager
from casino_table.game.settlement import _cut_to_cap as cut_to_cap
from casino_table.resources import paytable_folder
from tests.record_factories import ROUND, create_reader

ROOT = Path(__file__).parents[1]
RULES = (ROOT / "docs" / "rules.md").read_text()
FORMATS = (ROOT / "docs" / "formats.md").read_text()
SOURCES = [path for folder in ("casino_table", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def section(document: str, title: str) -> str:
    return document.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables in a text, but for those of the head."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        is_head = place + 1 < len(lines) and lines[place + 1].startswith("| ---")
        if line.startswith("| ") and not line.startswith("| ---") and not is_head:
            yield [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)


def written(value: object) -> str:
    """Return a switch as the rules write it."""
    if value is None:
        return "none"
    return json.dumps(value) if isinstance(value, bool) else str(value.value if isinstance(value, Enum) else value)


# The rules


def test_the_switches_of_a_paytable_are_those_of_the_code() -> None:
    found = {name: default for name, _, default in rows(section(RULES, "Switches of a paytable"))}
    assert found == {name: str(value) for name, value in Rules().to_document().items()}


def test_the_switches_of_a_table_are_those_of_the_code() -> None:
    found = {name: (default, demo) for name, _, default, demo in rows(section(RULES, "Switches of a table"))}
    assert found == {
        field.name: (
            "needed" if field.default is MISSING else written(field.default),
            written(getattr(DEMO_SETTINGS, field.name)),
        )
        for field in fields(TableSettings)
    }


def odds_of(schedule: Schedule | None) -> list[str]:
    return [] if schedule is None else [str(odds).removesuffix(":1") for _, odds in schedule.rows]


def test_the_paytables_that_ship_are_those_of_the_folder() -> None:
    found = {name: cells for name, *cells in rows(section(RULES, "Paytables that ship"))}
    assert sorted(found) == paytable_folder().names()
    for name, (switches, ante, bonus) in found.items():
        paytable: Paytable = paytable_folder().get(name)
        assert paytable.rules.to_document() == Rules().to_document() | tomllib.loads(switches)
        assert paytable.bet is None
        assert ante.split() == odds_of(paytable.ante)
        assert paytable.bonus is not None
        assert bonus.partition(",")[0].split() == odds_of(paytable.bonus)
        assert paytable.bonus.rows[-1][0] == ("pair_of_aces" if "aces" in bonus else "three_of_a_kind")


def test_the_examples_of_rounding_are_right() -> None:
    table = list(rows(section(RULES, "Odds and rounding")))
    assert len(table) == 4
    for odds, stake, unit, *expected in table:
        found = [parse_odds(odds, "").winnings(int(stake), rounding=way, unit=int(unit)) for way in Rounding]
        assert found == [int(amount) for amount in expected]


def won_line(box: int, won: int) -> Line:
    return Line(box, Wager.ANTE, 1, Outcome.WIN, "flush", Odds(2), won, won + 1, Reason.WIN)


def test_the_examples_of_the_maximum_payout_are_right() -> None:
    table = list(rows(section(RULES, "Maximum payout")))
    assert [scope for scope, *_ in table] == [scope.value for scope in MaxPayoutScope]
    for scope, most, won, paid in table:
        lines = [won_line(box, int(amount)) for box, amount in enumerate(won.split(", "), start=1)]
        cut = cut_to_cap(lines, Limits(max_payout=int(most), max_payout_scope=MaxPayoutScope(scope)))
        assert [line.won for line in cut] == [int(amount) for amount in paid.split(", ")]


# The formats


def test_the_paytable_of_the_formats_is_one_and_has_nothing_odd() -> None:
    (text,) = blocks(FORMATS, "toml")
    document = tomllib.loads(text)
    paytable = parse_paytable(document)
    assert warnings(paytable) == ()
    assert document["rules"] == Rules().to_document(), "its comment says that these are the defaults"


def test_the_record_of_the_formats_is_settled_as_it_says() -> None:
    text = blocks(FORMATS, "json")[0]
    document = json.loads(text)
    assert document == ROUND
    record = create_reader().parse(document)
    paid = {(line["box"], line["wager"]): line["returned"] for line in document["payouts"]}
    assert {(line.box, line.wager.value): line.returned for line in record.settled()} == paid


def test_the_keys_of_a_record_are_those_of_the_code() -> None:
    named = {key for cells in rows(section(FORMATS, "Round record")) for key in cells[0].split(", ")}
    assert named == set(RecordShape.__struct_fields__)
    for key in (field.name for field in fields(Limits)):
        assert f"`{key}`" in section(FORMATS, "Round record")


def test_the_settlement_line_is_as_the_code_writes_one() -> None:
    document = json.loads(blocks(FORMATS, "json")[1])
    line = Line(1, Wager.ANTE, 10_000, Outcome.WIN, "flush", Odds(2), 20_000, 30_000, Reason.WIN)
    assert list(line.to_document().items()) == list(document.items())
    text = section(FORMATS, "Settlement line")
    for value in (*Outcome, *Reason, *Wager):
        assert f"`{value.value}`" in text


def test_the_kinds_of_findings_are_those_of_the_code() -> None:
    kinds = [cells[0] for cells in rows(section(FORMATS, "Command line"))]
    assert kinds[-len(Kind) :] == [kind.value for kind in Kind]


# References


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_links_to_is_there(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert (path.parent / target).exists(), target


def test_what_code_says_of_documents_is_in_them() -> None:
    promises = {cells[0] for cells in rows((ROOT / "docs" / "ledger.md").read_text())}
    for path in SOURCES:
        text = path.read_text()
        for promise in re.findall(r"\bL\d{1,2}a?\b", text):
            assert promise in promises, (path, promise)
        for name in re.findall(r"\bdocs/\w+\.md\b", text):
            assert (ROOT / name).exists(), (path, name)
        for name in re.findall(r'(?<![\w/"])(\w+\.md)\b', text):
            assert name in {"README.md", "CHANGELOG.md", "VENDOR.md"}, (path, name)
        for name, title in re.findall(r'docs/(\w+)\.md,\s+"([^"]+)"', re.sub(r"\n\s+", " ", text)):
            assert f"\n## {title}\n" in (ROOT / "docs" / f"{name}.md").read_text(), (path, title)
