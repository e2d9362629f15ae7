from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from casino_table.database import open_session, transaction
from casino_table.ledger.canonical import JSON
from casino_table.ledger.models import RoundRow
from casino_table.ledger.refusals import NotFoundError, RoundEndedError, RoundOpenError
from casino_table.ledger.rounds import StoredRound, end_round, find_open_round
from casino_table.ledger.versions import (
    add_paytable,
    add_settings,
    newest_paytable,
    paytable_by_id,
    settings_in_force,
    table_currencies,
)
from casino_table.ledger.words import RoundStatus

NOW_US = 1_700_000_000_000_000


def test_a_round_begins_open(session: Session, create_round: Callable[[], StoredRound]) -> None:
    played = create_round()
    assert played == find_open_round(session, "T1")
    assert (played.id, played.status) == ("T1-1", RoundStatus.OPEN)


def test_a_table_has_one_open_round(session: Session, create_round: Callable[[], StoredRound]) -> None:
    create_round()
    with pytest.raises(RoundOpenError, match="T1-1 is still under way"):
        create_round()
    with transaction(session):
        end_round(session, "T1-1", RoundStatus.VOID, at_us=NOW_US)
    assert create_round().id == "T1-2"


@pytest.mark.parametrize("first", [RoundStatus.SETTLED, RoundStatus.VOID])
@pytest.mark.parametrize("second", [RoundStatus.SETTLED, RoundStatus.VOID])
def test_a_round_ends_once(
    session: Session, create_round: Callable[[], StoredRound], first: RoundStatus, second: RoundStatus
) -> None:
    create_round()
    with transaction(session):
        end_round(session, "T1-1", first, at_us=NOW_US)
    with pytest.raises(RoundEndedError, match="T1-1 has ended already"), transaction(session):
        end_round(session, "T1-1", second, at_us=NOW_US + 1)
    ended = session.get_one(RoundRow, "T1-1")
    assert (ended.status, ended.ended_at_us) == (first, NOW_US)
    assert find_open_round(session, "T1") is None


def test_of_many_who_end_a_round_at_once_one_succeeds(engine: Engine, create_round: Callable[[], StoredRound]) -> None:
    create_round()

    def end(status: RoundStatus) -> bool:
        with open_session(engine) as session:
            try:
                with transaction(session):
                    end_round(session, "T1-1", status, at_us=NOW_US)
            except RoundEndedError:
                return False
        return True

    with ThreadPoolExecutor(6) as pool:
        ended = list(pool.map(end, [RoundStatus.SETTLED, RoundStatus.VOID] * 3))
    assert ended.count(True) == 1


def test_the_same_paytable_is_not_stored_twice(session: Session, table: str) -> None:
    assert table_currencies(session) == {table: "PLAY"}
    documents: list[tuple[dict[str, JSON], str]] = [({}, "ab" * 32), ({"bet": None}, "cd" * 32), ({}, "ab" * 32)]
    with transaction(session):
        again, changed, newest = (
            add_paytable(session, name="texas-poker", document=document, digest=digest, source="a test", at_us=NOW_US)
            for document, digest in documents
        )
    assert [each.id for each in (again, changed, newest)] == ["texas-poker@1", "texas-poker@2", "texas-poker@3"]
    assert newest_paytable(session, "texas-poker") == newest
    assert paytable_by_id(session, "texas-poker@2") == changed


def test_the_newest_settings_are_in_force(session: Session, table: str) -> None:
    first = settings_in_force(session, table)
    with transaction(session):
        second = add_settings(session, table=table, paytable_id="texas-poker@1", settings={"boxes": 7}, at_us=NOW_US)
    assert settings_in_force(session, table) == second
    assert first is not None
    assert (first.version, first.settings) == (1, '{"boxes":6}')
    assert (second.version, second.settings) == (2, '{"boxes":7}')


@pytest.mark.usefixtures("table")
def test_what_is_not_there_is_said_to_be_missing(session: Session) -> None:
    with pytest.raises(NotFoundError, match="no paytable minsk@1"):
        paytable_by_id(session, "minsk@1")
    assert newest_paytable(session, "minsk") is None
    assert settings_in_force(session, "T2") is None
    assert find_open_round(session, "T2") is None
