"""Six-box rounds a second through HTTP, with what each costs; start and memory of the server."""

from __future__ import annotations

import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from casino_table.database import create_engine_for, open_session
from casino_table.database.migrating import upgrade
from casino_table.game.paytable import load_paytable
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.ledger.seeds import open_vault
from casino_table.resources import resource_folder
from casino_table.tables.house import prepare_house
from casino_table.tables.operations import Dealer

PORT = 8799
ROUNDS = 600
SLICE = 50
WAGERS = [{"box": box, "ante": 500, "bonus": 500} for box in range(1, 7)]


def prepare(folder: Path) -> Path:
    """Make a database whose guests have enough for all rounds."""
    file = folder / "casino-table.sqlite3"
    upgrade(f"sqlite:///{file}")
    engine = create_engine_for(f"sqlite:///{file}")
    with open_session(engine) as session:
        dealer = Dealer(open_vault(session, folder / "seeds.key"))
        paytables = [load_paytable(path) for path in sorted(resource_folder("paytables").glob("*.toml"))]
        settings = replace(DEMO_SETTINGS, guest_buy_in=10**10)
        prepare_house(session, dealer, paytables=paytables, table="T1", settings=settings)
    engine.dispose()
    return file


class Player:
    """One connection of one guest."""

    def __init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT)
        self.headers = {"Accept": "application/json", "Content-Type": "application/json"}
        self.requests = 0

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        for name, value in answer.getheaders():
            if name == "Set-Cookie":
                self.headers["Cookie"] = value.partition(";")[0]
        self.requests += 1
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        document: dict[str, Any] = json.loads(text)
        return document

    def sit_down(self) -> int:
        self.headers["X-CSRFToken"] = self.ask("GET", "/tables/T1/state")["csrf_token"]
        self.ask("POST", "/guests", {"key": "bench"})
        state = self.ask("GET", "/tables/T1/state")
        self.headers["X-CSRFToken"] = state["csrf_token"]
        return int(state["round"]["number"]) if isinstance(state["round"], dict) else int(state["round"])

    def play(self, number: int) -> None:
        where = {"round": number}
        answer = self.ask("POST", "/tables/T1/stakes", {**where, "key": f"{number}s", "boxes": WAGERS, "deal": True})
        while (box := answer["turn"]) is not None:
            body = {**where, "key": f"{number}-{box}", "box": box, "decision": "bet"}
            answer = self.ask("POST", "/tables/T1/decision", body)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, float]]:
    """Serve the database and yield the process id and the seconds until the first answer."""
    environment = {**os.environ, "CASINO_TABLE_DATA": str(folder)}
    started = time.perf_counter()
    command = [sys.executable, "-m", "casino_table", "serve", "--port", str(PORT)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True) as server:
        try:
            while True:
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
                    connection.request("GET", "/")
                    connection.getresponse().read()
                    break
                except OSError:
                    time.sleep(0.005)
            yield server.pid, time.perf_counter() - started
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its children have used."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ticks = 0
    for process in (str(pid), *children):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process and its children, shared pages counted once (PSS)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    total = 0
    for process in (str(pid), *children):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def bare_commits_a_second(folder: Path, commits: int = 300) -> float:
    """Return how many one-row transactions the disk takes with WAL and FULL."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (x INTEGER)")
    started = time.perf_counter()
    for number in range(commits):
        connection.execute("INSERT INTO t VALUES (?)", (number,))
    return commits / (time.perf_counter() - started)


def main() -> None:
    """Play rounds through a served table and print the figures."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        file = prepare(folder)
        with serving(folder):
            pass
        with serving(folder) as (pid, start_seconds):
            player = Player()
            number = player.sit_down()
            for extra in range(20):
                player.play(number + extra)
            before, rows_before, cpu_before = player.requests, count_rows(file), cpu_seconds(pid)
            speeds = [slice_speed(player, number + 20 + start) for start in range(0, ROUNDS, SLICE)]
            rows = {table: (count - rows_before[table]) / ROUNDS for table, count in count_rows(file).items()}
            print("six-box rounds through HTTP, one client, one process, SQLite:")
            print(f"  {max(speeds):.1f} a second in the best {SLICE} of {ROUNDS}, {median(speeds):.1f} in the median")
            print(f"processor time of the server: {1000 * (cpu_seconds(pid) - cpu_before) / ROUNDS:.1f} ms a round")
            print(f"requests a round: {(player.requests - before) / ROUNDS:.1f}")
            print(f"commits a round: {rows.pop('commits'):.1f}")
            print("rows a round: " + ", ".join(f"{count:.1f} {table}" for table, count in rows.items() if count))
            print(f"bare commits of the same disk: {bare_commits_a_second(folder):.0f} a second")
            print(f"start to first answer, database current: {start_seconds:.2f} s")
            print(f"memory after {ROUNDS + 20} rounds: {memory_mb(pid):.0f} MB, both processes")


def slice_speed(player: Player, first: int) -> float:
    """Return how many of some rounds are played a second; the best slice is what the machine does undisturbed."""
    started = time.perf_counter()
    for number in range(first, first + SLICE):
        player.play(number)
    return SLICE / (time.perf_counter() - started)


def count_rows(file: Path) -> dict[str, int]:
    """Return how many rows each table of the ledger has, and how many commits wrote them.

    All entries of one transaction have one instant, and no two transactions share one.
    """
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    tables = ("journal", "transfers", "idempotency_keys", "rounds", "round_seeds")
    counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    return counts | {"commits": connection.execute("SELECT count(DISTINCT at_us) FROM journal").fetchone()[0]}
