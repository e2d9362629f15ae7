"""Kill a process that plays, at any statement or at any instant, and look at what it leaves."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event, select
from sqlalchemy.orm import Session

from casino_table.cards import card_texts
from casino_table.database import create_engine_for, now_us, open_session
from casino_table.database.base import table_of
from casino_table.game.operations import BoxWager
from casino_table.game.round import Phase, Round, deal_of
from casino_table.game.settlement import Decision
from casino_table.ledger.accounts import balance, player_account
from casino_table.ledger.canonical import canonical
from casino_table.ledger.models import IdempotencyKey
from casino_table.ledger.seeds import open_vault
from casino_table.people.models import Person
from casino_table.people.operations import find_person
from casino_table.tables.live import read_open_round, read_round
from casino_table.tables.looking import cards_seen
from casino_table.tables.operations import Dealer
from tests.tables.factories import create_house
from tests.tables.ledger_checks import assert_ledger_holds

KEYS = table_of(IdempotencyKey)
WAGERS = ((1, 500, 500), (2, 1000, 0), (4, 500, 500))
SMALL_WAGERS = ((1, 500, 0),)  # what whoever cannot afford the others plays, until the house gives more play money

# Forking from a server that has read everything starts a player in milliseconds.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.tables.killing"])


@dataclass(frozen=True)
class Setting:
    """Where to play, and where to write what was acknowledged."""

    url: str
    key_file: Path
    log: Path
    person: str


def next_act(state: Round, person: str, held: int) -> tuple[str, Any]:
    """Return what a player who knows nothing but the state and the balance does next."""
    if state.phase is Phase.DECIDING:
        return "decision", state.turn
    assert state.phase is Phase.BETTING
    if state.set_of(person) is not None:
        return "deal", None
    affordable = (wagers for wagers in (WAGERS, SMALL_WAGERS) if held >= cost(wagers))
    wagers = next(affordable, None)
    return ("top-up", None) if wagers is None else ("stakes", wagers)


def cost(wagers: Sequence[tuple[int, int, int]]) -> int:
    """Return what the wagers take at most, the bets of all boxes included."""
    return sum(3 * ante + bonus for _, ante, bonus in wagers)


def act_once(session: Session, dealer: Dealer, person: Person) -> dict[str, Any]:
    """Do the next act of the round under way and return what is acknowledged: the answer and the cards seen."""
    state = read_open_round(session, "T1")
    held = balance(session, player_account(person.public_id, state.settings.currency))
    kind, what = next_act(state, person.public_id, held)
    key = f"{state.number}-{kind}-{what if kind == 'decision' else None}"
    where: dict[str, Any] = {"table": "T1", "number": state.number, "key": key}
    if kind == "top-up":
        answer = dealer.top_up(session, person, table="T1", key=key)
    elif kind == "stakes":
        wagers = [BoxWager(*wager) for wager in what]
        answer = dealer.place_stakes(session, person, wagers=wagers, deal=state.number % 2 == 0, **where)
    elif kind == "deal":
        answer = dealer.ask_for_deal(session, person, **where)
    else:
        choice = Decision.FOLD if (state.number + what) % 3 == 0 else Decision.BET
        answer = dealer.decide(session, person, box=what, decision=choice, **where)
    shown = read_round(session, state.name)
    seen = cards_seen(session, dealer.vault, shown, person.public_id)
    return {
        "round": state.name,
        "route": f"T1/{kind}",
        "key": key,
        "answer": answer,
        "commitment": shown.opened.commitment,
        "flop": card_texts(shown.flop),
        "cards": {str(box): card_texts(cards) for box, cards in seen.items()},
    }


def play(setting: Setting, *, acts: int | None, kill_at: int | None) -> None:
    """Play act after act, writing down what was acknowledged; die at the given statement, if one is given."""
    engine = create_engine_for(setting.url)
    session = open_session(engine)
    dealer = Dealer(open_vault(session, setting.key_file))
    person = find_person(session, setting.person)
    assert person is not None
    dealer.advance_all(session)  # as a house does at its start: what a killed one has bound goes on
    if kill_at is not None:
        _die_at_statement(engine, kill_at)
    log = os.open(setting.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for number in count():
        if acts is not None and number >= acts and not read_open_round(session, "T1").sets:
            break
        os.write(log, json.dumps(act_once(session, dealer, person)).encode() + b"\n")


def _die_at_statement(engine: Engine, number: int) -> None:
    """Die before the statement of that number; statements and commits count alike."""
    steps = count(1)

    def step(*_: object) -> None:
        if next(steps) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engine, "before_cursor_execute", step)
    event.listen(engine, "after_cursor_execute", step)
    event.listen(engine, "commit", step)


def play_and_kill(setting: Setting, *, kill_at: int | None = None, after_seconds: float | None = None) -> None:
    """Run a player until it is killed, by itself at a statement or from outside at an instant."""
    player = PROCESSES.Process(target=play, args=(setting,), kwargs={"acts": None, "kill_at": kill_at})
    player.start()
    player.join(timeout=after_seconds if kill_at is None else 60)
    if kill_at is None:
        player.kill()
    player.join()
    assert player.exitcode == -signal.SIGKILL


def finish(setting: Setting) -> None:
    """Let a player after a restart end the round under way."""
    player = PROCESSES.Process(target=play, args=(setting,), kwargs={"acts": 1, "kill_at": None})
    player.start()
    player.join(timeout=60)
    assert player.exitcode == 0


def acknowledged(setting: Setting) -> list[dict[str, Any]]:
    """Return everything that players were told, also by a player who died right after."""
    return [json.loads(line) for line in setting.log.read_text().splitlines()]


def create_setting(session: Session, url: str, folder: Path) -> Setting:
    """Prepare a house with one guest to play in."""
    person = create_house(session, folder, clock=now_us).guest().public_id
    session.rollback()  # what is read later must not be the snapshot of now
    return Setting(url, folder / "seed.key", folder / "acknowledged.jsonl", person)


def kill_and_check(setting: Setting, session: Session, *, kills: int) -> None:
    """Kill a player many times, two of three times at the next of all statements, and check everything after it."""
    generator = random.Random(setting.person)
    for kill in range(kills):
        if kill % 3:
            play_and_kill(setting, kill_at=1 + kill * 97 % 301)
        else:
            play_and_kill(setting, after_seconds=generator.uniform(0, 0.15))
    finish(setting)
    told = acknowledged(setting)
    assert len({entry["round"] for entry in told}) > 3
    assert_ledger_holds(session)
    assert read_open_round(session, "T1").phase is Phase.BETTING
    for entry in told:
        _assert_kept(session, setting, entry)


def _assert_kept(session: Session, setting: Setting, entry: dict[str, Any]) -> None:
    stored = session.connection().scalar(
        select(KEYS.c.answer).where(
            KEYS.c.person == setting.person, KEYS.c.route == entry["route"], KEYS.c.key == entry["key"]
        )
    )
    assert stored == canonical(entry["answer"])
    state = read_round(session, entry["round"])
    assert state.opened.commitment == entry["commitment"]
    assert state.deck is not None
    dealt = deal_of(state, state.deck)
    assert entry["flop"] in ([], card_texts(dealt.flop or ()))
    assert entry["cards"].items() <= {str(box): card_texts(cards) for box, cards in dealt.boxes.items()}.items()
