"""Bodies of every kind that nobody should send: each is answered with one sentence, none changes anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.houses import Player

ACTS = ("stakes", "deal", "clock", "reveal", "decision", "top-up")
STAKES = {"key": "k", "round": 1, "boxes": [{"box": 1, "ante": 1000}]}
DEEP = 30_000

numbers = st.one_of(st.integers(), st.floats(), st.sampled_from([2**53, 2**63, -(2**64), 10**40, 1e308]))
texts = st.one_of(st.text(), st.sampled_from(["", "\x00", "\ud800", "a" * 300, "bet", "00" * 32, "٣"]))
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
names = st.one_of(
    st.sampled_from(["key", "round", "boxes", "box", "ante", "bonus", "deal", "decision", "client_seed"]), texts
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
lively = settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


def send(player: Player, act: str, body: bytes, content_type: str = "application/json") -> tuple[int, str]:
    """Return the status and the sentence of a refusal, which must be nothing but a sentence."""
    headers = {"X-CSRFToken": player.token, "Content-Type": content_type}
    path = "/guests" if act == "guests" else f"/tables/T1/{act}"
    answer = player.client.post(path, data=body, headers=headers)
    document = answer.get_json()
    assert set(document) == {"code", "sentence", "status"}, document
    assert document["status"] == answer.status_code
    sentence = document["sentence"]
    assert sentence.isprintable()
    assert sentence.strip()
    assert len(sentence) < 300
    return answer.status_code, sentence


def is_refused(player: Player, act: str, body: bytes) -> None:
    """Check that a body is refused by who sent it, not by us, and that no money moved."""
    status, _ = send(player, act, body)
    assert 400 <= status < 500
    assert player.state()["balance"] == 200_000


@lively
@given(act=st.sampled_from(ACTS), document=values)
def test_any_json_value_is_answered_with_a_sentence(player: Player, act: str, document: Any) -> None:
    is_refused(player, act, json.dumps(document).encode())


@lively
@given(name=names, value=scalars)
def test_stakes_with_any_field_changed_are_answered_with_a_sentence(player: Player, name: str, value: Any) -> None:
    right = name == "key" or (name == "deal" and value is False)
    if not right and (name, value) not in STAKES.items():
        is_refused(player, "stakes", json.dumps({**STAKES, name: value, "tip": 1}).encode())
        wrong_box = {**STAKES["boxes"][0], name: value, "tip": 1}  # type: ignore[index] # a list of one box
        is_refused(player, "stakes", json.dumps({**STAKES, "boxes": [wrong_box]}).encode())


@lively
@given(body=st.binary(max_size=200))
def test_any_bytes_are_answered_with_a_sentence(player: Player, body: bytes) -> None:
    is_refused(player, "stakes", body)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[" * DEEP, 422, "nested too deeply"),
        (b'{"a":' * (DEEP // 5), 422, "nested too deeply"),
        (b'{"key":"\xff","round":1,"boxes":[]}', 422, "UTF-8"),
        (json.dumps(STAKES).encode("utf-16"), 422, "UTF-8"),
        (b'{"key":"k","key":"j","round":1,"boxes":[]}', 422, "stands twice"),
        (b'{"key":"k","round":NaN,"boxes":[]}', 422, "NaN"),
        (b'{"key":"k","round":' + b"9" * 5000 + b',"boxes":[]}', 422, "round: "),
        (b'{"key":"k","round":1e400,"boxes":[]}', 422, "round: "),
        (json.dumps({**STAKES, "client_commitment": "\ud800"}).encode(), 422, "body.client_commitment: "),
        (json.dumps({**STAKES, "client_commitment": "AB" * 32}).encode(), 422, "client_commitment: 64 hex"),
        (json.dumps({**STAKES, "boxes": [[]]}).encode(), 422, "boxes.0: "),
        (json.dumps({**STAKES, "x" * 5000: 1}).encode(), 422, "xxx"),
        (json.dumps({**STAKES, "key": "k" * 70_000}).encode(), 413, "more than"),
    ],
)
def test_what_is_wrong_is_named(player: Player, body: bytes, status: int, said: str) -> None:
    answered, sentence = send(player, "stakes", body)
    assert answered == status
    assert said in sentence


@pytest.mark.parametrize("act", [*ACTS, "guests"])
@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "text/json", "application/octet-stream"])
def test_other_content_is_refused_as_such(player: Player, act: str, content_type: str) -> None:
    assert send(player, act, json.dumps(STAKES).encode(), content_type) == (
        415,
        "This address reads forms and JSON only.",
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"boxes": [{"box": 1, "ante": 1500}]}, "boxes.0.ante"),
        ({"boxes": [{"box": 1, "ante": 1000, "bonus": 500}]}, "boxes.0.bonus"),
        ({"boxes": []}, "boxes"),
        ({"round": 2}, "round"),
        ({"client_commitment": "ab" * 32}, "client_commitment"),
    ],
)
def test_a_key_that_came_with_another_body_is_refused_by_the_name_of_the_field(
    player: Player, changes: dict[str, Any], field: str
) -> None:
    assert player.stake(1, (1, 1000, 0), key="k").status_code == 200
    status, sentence = send(player, "stakes", json.dumps({**STAKES, **changes}).encode())
    assert status == 409
    assert f"{field} differs" in sentence


@pytest.mark.parametrize(
    "path",
    [
        "/tables/%00",
        "/tables/%ff/state",
        "/tables/" + "T" * 3000,
        "/tables/T1/rounds/" + "9" * 40,
        "/tables/T1/rounds/" + "9" * 40 + "/record",
        "/tables/T1?bets=" + "9" * 40,
        "/history?page=" + "9" * 40,
        "/history?page=-1",
        "/history?page=%00",
    ],
)
def test_any_address_is_answered(player: Player, path: str) -> None:
    assert player.client.get(path).status_code in {200, 404}
