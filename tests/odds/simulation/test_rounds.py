"""Rounds written down: records that an audit finds right, Parquet that says the same, and pictures."""

from __future__ import annotations

import builtins
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.record import RecordReader
from casino_table.odds.simulation.chart import ticks, write_chart
from casino_table.odds.simulation.estimates import estimate
from casino_table.odds.simulation.exact import exact_results
from casino_table.odds.simulation.parquet import write_parquet
from casino_table.odds.simulation.pictures import pictures
from casino_table.odds.simulation.plan import SimulationError
from casino_table.odds.simulation.rounds import round_document, simulated_rounds
from casino_table.odds.simulation.running import simulate
from casino_table.resources import paytable_folder
from tests.odds.simulation.conftest import CreatePlan

SVG = "{http://www.w3.org/2000/svg}"


def test_records_settle_to_what_they_say(create_plan: CreatePlan) -> None:
    limits = Limits(max_payout=70_001, max_payout_scope=MaxPayoutScope.DEAL)
    plan = create_plan(rounds=300, open_boxes=1, boxes=2, limits=limits)
    reader = RecordReader(paytable_folder())
    for simulated in simulated_rounds(plan):
        record = reader.read(json.dumps(round_document(plan, simulated, currency="PLAY")).encode())
        assert record.payouts is not None
        assert [(line.box, line.wager, line.returned) for line in record.settled()] == [
            (line.box, line.wager, line.returned) for line in record.payouts
        ]


def test_a_round_that_all_fold_ends_after_the_flop(create_plan: CreatePlan) -> None:
    plan = create_plan(rounds=100, boxes=1, open_boxes=1)
    rounds = list(simulated_rounds(plan))
    folded = [one for one in rounds if one.boxes[0].is_folded]
    assert 0 < len(folded) < 100
    assert all(one.deal.turn is None and one.deal.dealer is None and one.deal.flop is not None for one in folded)
    assert [one.number for one in rounds] == list(range(1, 101))


def test_parquet_says_what_the_records_say(create_plan: CreatePlan, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    plan = create_plan("bonus-lost-with-fold", rounds=200)
    write_parquet(plan, tmp_path / "rounds.parquet", rounds=plan.rounds)
    rows = parquet.read_table(tmp_path / "rounds.parquet").to_pylist()
    assert len(rows) == 200 * 6
    expected = {
        (simulated.number, line.box, f"{line.wager.value}_returned"): line.returned
        for simulated in simulated_rounds(plan)
        for line in simulated.lines
    }
    for (number, box, column), returned in expected.items():
        assert rows[6 * (number - 1) + box - 1][column] == returned
    first = next(simulated_rounds(plan))
    cards: Any = round_document(plan, first, currency="PLAY")["cards"]
    assert rows[0]["hole"] == "".join(cards["boxes"]["1"])
    assert rows[0]["flop"] == "".join(cards["flop"])
    assert (rows[0]["play"], rows[5]["play"], rows[5]["decision"]) == ("open", "blind", "")


def test_extras_that_are_not_there_are_asked_for(
    create_plan: CreatePlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counts_of: Any
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".", maxsplit=1)[0] in ("pyarrow", "matplotlib", "distributed"):
            raise ImportError(name)
        return real(name, *rest, **more)

    plan = create_plan()
    simulation = simulate(plan)
    chart = pictures(simulation, estimate(simulation, exact_results(plan, counts_of(plan.paytable))))["distribution"]
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SimulationError, match=r"pip install 'casino-table\[cluster\]'"):
        write_parquet(plan, tmp_path / "x.parquet", rounds=1)
    with pytest.raises(SimulationError, match=r"pip install 'casino-table\[cluster\]'"):
        simulate(plan, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(SimulationError, match=r"pip install 'casino-table\[plots\]'"):
        write_chart(chart, tmp_path / "x.png")


def test_pictures_as_svg_and_png(create_plan: CreatePlan, tmp_path: Path, counts_of: Any) -> None:
    plan = create_plan(rounds=20_000)
    simulation = simulate(plan)
    charts = pictures(simulation, estimate(simulation, exact_results(plan, counts_of(plan.paytable))))
    assert set(charts) == {"distribution", "bankroll", "convergence"}
    for name, chart in charts.items():
        write_chart(chart, tmp_path / f"{name}.svg")
        text = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.tag == f"{SVG}svg"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == chart.title
        assert "nan" not in text
        assert "href" not in text
    assert sum(height for _, _, height in charts["distribution"].bars) == pytest.approx(1, abs=0.002)
    last = charts["convergence"].lines[0].points[-1]
    assert last[0] == plan.rounds
    if pytest.importorskip("matplotlib"):
        write_chart(charts["bankroll"], tmp_path / "bankroll.png")
        assert (tmp_path / "bankroll.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_pictures_of_next_to_nothing_are_refused(create_plan: CreatePlan, counts_of: Any) -> None:
    plan = create_plan(rounds=100)
    simulation = simulate(plan)
    with pytest.raises(SimulationError, match="pictures need at least 128 rounds"):
        pictures(simulation, estimate(simulation, exact_results(plan, counts_of(plan.paytable))))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.7, 12.9), (1e6, 3e6), (-1e-4, 2e-4)])
def test_ticks_are_few_and_inside(low: float, high: float) -> None:
    assert 3 <= len(ticks(low, high)) <= 8
    assert all(low - 1e-12 <= tick <= high + 1e-12 for tick in ticks(low, high))
