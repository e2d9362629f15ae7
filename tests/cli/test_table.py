"""Voiding a round from the command line: two people, each with a password, and one round."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino_table.cli import group
from casino_table.database import create_engine_for, now_us, open_session
from casino_table.errors import CasinoTableError
from casino_table.game.settlement import Decision
from casino_table.people.models import Role
from tests.people.test_staff import PASSWORD, create_staff
from tests.tables.factories import create_house


@pytest.fixture
def url(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = tmp_path / "casino-table.sqlite3"
    file.write_bytes(sqlite_template.read_bytes())
    monkeypatch.setenv("CASINO_TABLE_DATA", str(tmp_path))
    (tmp_path / "seeds.key").unlink(missing_ok=True)
    return f"sqlite:///{file}"


def invoke(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(group, arguments, input=typed)


def void(number: int, *, passwords: tuple[str, str] = (PASSWORD, PASSWORD), approver: str = "Adam") -> Result:
    options = ["--reason", "exposed_card", "--pit-boss", "Petra", "--approver", approver]
    return invoke("table", "void", "T1", str(number), *options, typed="\n".join(passwords) + "\n")


def test_two_people_void_a_round_and_every_stake_goes_back(url: str, tmp_path: Path) -> None:
    engine = create_engine_for(url)
    with open_session(engine) as session:
        create_staff(session, "Petra", Role.PIT_BOSS)
        create_staff(session, "Adam", Role.APPROVER)
        # The command has the clock of the system, so its house has it too.
        house = create_house(session, tmp_path, key_name="seeds.key", clock=now_us)
        guest = house.guest()
        house.stake(guest, (1, 1000, 0))
        house.stake(guest, (1, 500, 0), (2, 500, 500), (3, 500, 0))
        house.deal(guest)
        house.decide(guest, 1, Decision.FOLD)
        session.rollback()

        assert "round 1\tdeciding\ttexas-poker@1" in invoke("table", "list").output
        assert isinstance(void(1, passwords=(PASSWORD, "wrong password")).exception, CasinoTableError)
        assert isinstance(void(1, approver="Petra").exception, CasinoTableError)
        before = house.balance(guest)
        assert before == 200_000 - 3 * 500 - 2 * 1000 - 500, "the bet of the box that folded is back already"
        session.rollback()

        result = void(1)
        assert result.exit_code == 0, result.output
        said = "Round T1-1 is void; 4000 minor units of PLAY went back to the accounts of its players."
        assert said in result.output
        assert house.balance(guest) == 200_000 == before + 4000
        assert house.open.number == 2
        session.rollback()
        assert isinstance(void(1).exception, CasinoTableError)
    engine.dispose()


def test_people_are_added_and_listed(url: str) -> None:
    assert url
    added = invoke("user", "add", "Petra Petrova", "--role", "pit_boss", typed=PASSWORD + "\n")
    assert (added.exit_code, added.output) == (0, "Petra Petrova is pit boss.\n")
    assert invoke("user", "list").output == "Petra Petrova\tpit boss\n"
