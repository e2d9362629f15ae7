"""The command `settle`."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from casino_table.game.record import LONGEST_RECORD
from tests.cli.conftest import RunCommand
from tests.record_factories import CASES, REFERENCE, REMOVED, create_line
from tests.record_mutations import mutated_line

SETTLED = REFERENCE / "settlement_cases.jsonl"


def write(folder: Path, text: bytes, name: str = "rounds.jsonl") -> str:
    path = folder / name
    path.write_bytes(text)
    return str(path)


def test_records_come_out_with_their_payouts(run_command: RunCommand, tmp_path: Path) -> None:
    bare = [{key: value for key, value in case.items() if key != "payouts"} for case in CASES]
    ran = run_command("settle", write(tmp_path, "\n".join(map(json.dumps, bare)).encode()))
    assert (ran.code, ran.err) == (0, "")
    for case, line in zip(CASES, ran.text.splitlines(), strict=True):
        settled = json.loads(line)
        payouts = settled.pop("payouts")
        assert settled == {key: value for key, value in case.items() if key != "payouts"}
        assert list(settled) == [key for key in case if key != "payouts"]
        keys = case["payouts"][0]
        assert [{key: line[key] for key in keys} for line in payouts] == case["payouts"]


def test_settling_twice_changes_nothing(run_command: RunCommand, tmp_path: Path) -> None:
    once = run_command("settle", str(SETTLED))
    again = run_command("settle", write(tmp_path, once.out))
    assert again == once


@pytest.mark.parametrize("arguments", [["-"], ["-", "--json"]])
def test_standard_input_is_read(run_command: RunCommand, arguments: list[str]) -> None:
    assert run_command("settle", *arguments, stdin=SETTLED.read_bytes()) == run_command("settle", str(SETTLED))


def test_bad_lines_are_named_and_left_out(run_command: RunCommand, tmp_path: Path) -> None:
    lines = [
        b"\xef\xbb\xbf" + create_line(),
        b"",
        b"{",
        create_line(boxes__0__ante=-1),
        create_line(paytable="x"),
        b"\xff",
    ]
    name = write(tmp_path, b"\r\n".join(lines))
    ran = run_command("settle", name)
    assert ran.code == 1
    assert len(ran.text.splitlines()) == 1
    errors = ran.err.splitlines()
    assert errors[:2] == [
        f"{name}:3: record: is not JSON at character 2: expecting property name enclosed in double quotes",
        f"{name}:4: boxes[0].ante: must be from 1 to 9007199254740991, not -1",
    ]
    assert errors[2].startswith(f'{name}:5: paytable: "x" is not in ')
    assert errors[3:] == [f"{name}:6: record: is not UTF-8 at byte 1"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "why"),
    [
        (["-"], b"", "casino-table: standard input: there is no record in it"),
        (["-"], b" \n\r\n", "there is no record in it"),
        (["nowhere.jsonl"], b"", "casino-table: nowhere.jsonl: cannot be read: No such file or directory"),
        (["."], b"", "casino-table: .: cannot be read: Is a directory"),
        (["-", "--paytables", "nowhere"], b"", "casino-table: nowhere: is no folder of paytables"),
        (["-"], create_line(paytable="nope"), 'standard input:1: paytable: "nope" is not in'),
        (["-"], create_line(paytable="texas-poker@3"), 'paytable: "texas-poker@3" is a version in a database'),
    ],
)
def test_what_cannot_be_done(run_command: RunCommand, arguments: list[str], stdin: bytes, why: str) -> None:
    ran = run_command("settle", *arguments, stdin=stdin)
    assert (ran.code, ran.out) == (2, b"")
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["--nope", "a"]])
def test_wrong_usage(run_command: RunCommand, arguments: list[str]) -> None:
    assert run_command("settle", *arguments).code == 2


def test_a_folder_of_ones_own_and_a_broken_file_beside(run_command: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'format = "casino-table/paytable/1"\nname = "mine"\n[ante]\notherwise = "7:1"\n[bonus]\npair = "1:1"\n'
    )
    (tmp_path / "broken.toml").write_text("x = ")
    folder = ["--paytables", str(tmp_path)]
    ran = run_command("settle", "-", *folder, stdin=create_line(paytable="mine"))
    assert ran.code == 0
    assert '"odds": "7:1"' in ran.text
    ran = run_command(
        "settle", "-", *folder, stdin=create_line(paytable="broken") + b"\n" + create_line(paytable="mine")
    )
    assert ran.code == 1
    assert "broken.toml: is not TOML" in ran.err
    assert run_command("settle", "-", *folder, stdin=create_line()).code == 2


def test_a_very_long_line(run_command: RunCommand) -> None:
    note = "x" * (LONGEST_RECORD - len(create_line(note="", payouts=REMOVED)))
    ran = run_command("settle", "-", stdin=b"\xef\xbb\xbf" + create_line(note=note, payouts=REMOVED) + b" \r\n")
    assert (ran.code, len(ran.out) > LONGEST_RECORD) == (0, True)


@pytest.mark.parametrize("length", [LONGEST_RECORD + 1, LONGEST_RECORD + 64, LONGEST_RECORD + 3_000_000])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_too_long_for_a_record_is_left_out(length: int, end: bytes, run_command: RunCommand) -> None:
    after = create_line() if end else b""
    ran = run_command("settle", "-", stdin=create_line() + b"\n" + b"\0" * length + end + after)
    assert ran.code == 1
    assert ran.err == f"standard input:2: record: is longer than {LONGEST_RECORD} bytes\n"
    assert ran.out.count(b"\n") == (2 if end else 1)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device here that has no end")
def test_a_file_without_an_end_is_named_and_fills_no_memory() -> None:
    limited = f"ulimit -v 2000000; exec {sys.executable} -m casino_table settle /dev/zero"
    with subprocess.Popen(["/bin/sh", "-c", limited], stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline() == f"/dev/zero:1: record: is longer than {LONGEST_RECORD} bytes\n"
        assert running.poll() is None, "and the rest goes on"
        running.kill()


@pytest.mark.parametrize("depth", [900, 100_000])
def test_deep_nesting(run_command: RunCommand, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    ran = run_command("settle", "-", stdin=create_line(external={"a": 0}).replace(b'{"a": 0}', b'{"a": %s}' % deep))
    assert ran.code in (0, 1)
    assert ran.code == 0 or "is nested too deeply" in ran.err


def test_spoilt_records_never_give_a_traceback(run_command: RunCommand, tmp_path: Path) -> None:
    chance = random.Random(2026)
    lines = [mutated_line(chance) for _ in range(3_000)]
    ran = run_command("settle", write(tmp_path, b"\n".join(lines)))
    good, bad = ran.text.splitlines(), ran.err.splitlines()
    assert ran.code == 1
    assert len(good) + len(bad) == sum(1 for line in lines if line.strip())
    assert len(good) > 100
    assert all(line.startswith(f"{tmp_path}/rounds.jsonl:") and line.isprintable() for line in bad)
    for line in good:
        json.loads(line)


def test_a_closed_pipe_ends_silently(tmp_path: Path) -> None:
    name = write(tmp_path, b"\n".join([create_line()] * 5_000))
    command = f"{sys.executable} -m casino_table settle {name} | head -n 1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert ran.stderr == ""
    assert len(ran.stdout.splitlines()) == 1


def test_help_teaches_with_an_example(run_command: RunCommand) -> None:
    assert "casino-table settle rounds.jsonl > settled.jsonl" in run_command("settle", "--help").text
