"""JSON read strictly: what is refused, in which words, and that the fast reader lets nothing through."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_table.game.fields import FieldError, read_amount
from casino_table.game.strict_json import WrittenNumber, decode_exactly, decode_plainly, top_level

ANYTHING = msgspec.json.Decoder()


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        (b"", "", "is not JSON at character 1: expecting value"),
        (b"{", "", "is not JSON at character 2: expecting property name"),
        (b"nul", "", "is not JSON"),
        (b"{'a': 1}", "", "is not JSON"),
        (b'{"a": 1,}', "", "is not JSON"),
        (b'{"a": 01}', "", "is not JSON"),
        (b'{"a": 1} {"a": 1}', "", "is not JSON at character 10: extra data"),
        (b'{"a": "\x01"}', "", "is not JSON at character 8: invalid control character"),
        (b'{"a": NaN}', "", "is not JSON: NaN is no number"),
        (b'{"a": [Infinity]}', "", "is not JSON: Infinity is no number"),
        (b'{"a": -Infinity}', "", "is not JSON: -Infinity is no number"),
        (b'{"a": "\xff"}', "", "is not UTF-8 at byte 8"),
        (b'{"a": "\xed\xa0\x80"}', "", "is not UTF-8 at byte 8"),
        (b"[" * 100_000, "", "is nested too deeply"),
        (b'{"a":' * 100_000, "", "is nested too deeply"),
        (b'{"a": 1, "a": 1}', "a", "stands twice in one object"),
        (b'{"a": {"b": [{}, {"c": 1, "d": 2, "c": 3}]}}', "a.b[1].c", "stands twice in one object"),
        (b'{"a": "\\ud800"}', "a", "half of a character"),
        (b'{"a": {"\\udc00": 1}}', "a.\\udc00", "half of a character"),
        (b'{"\\u0061": 1, "a": 2}', "a", "stands twice in one object"),
        (b"\xef\xbb\xbf{}", "", "is not JSON"),
    ],
)
def test_refusals(text: bytes, key: str, why: str) -> None:
    assert decode_plainly(text, ANYTHING) is None
    with pytest.raises(FieldError) as refusal:
        decode_exactly(text)
    assert (refusal.value.key, why in str(refusal.value.reason)) == (key, True)


@pytest.mark.parametrize("text", ["1e400", "-1e999"])
def test_numbers_that_python_cannot_hold_stay_as_written(text: str) -> None:
    assert decode_plainly(text.encode(), ANYTHING) is None
    number = decode_exactly(text.encode())
    assert isinstance(number, WrittenNumber)
    assert str(number) == text


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_of_thousands_of_digits_is_one_and_too_large(sign: str) -> None:
    number = decode_exactly(sign.encode() + b"9" * 5_000)
    with pytest.raises(FieldError, match="must be from 0 to 9007199254740991, not a number of more than 20 digits"):
        read_amount(number, "ante")
    assert isinstance(number, int)
    assert (number < 0) == bool(sign)


@pytest.mark.parametrize(
    "text", [b'{"a": "x", "b": ["y", {"c": "\\""}]}', b'{"a": "\\\\u0061", "b": 1e3}', b'["\\ud83c\\udca1"]', b"1"]
)
def test_the_fast_reader_takes_what_is_plainly_right(text: bytes) -> None:
    assert decode_plainly(text, ANYTHING) == json.loads(text) == decode_exactly(text)


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": 1, "a": 1}',
        b'{"a" : 1, "a": 1}',
        b'{"a": {"b": "x"}, "a": {"b": "x"}}',
        b'{"a": "\\u0022", "b": 1, "b": 2}',
        b'{"a": "\\u0022\\u0022", "b": 1, "b": 2}',
        b'[{"b": "\\"", "b": 1}]',
    ],
)
def test_the_fast_reader_lets_no_key_through_twice(text: bytes) -> None:
    assert decode_plainly(text, ANYTHING) is None


TEXTS = st.text(st.sampled_from('ab"\\u0022:{}[], é♠'), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)


@settings(deadline=None)
@given(VALUES, st.booleans())
def test_what_json_writes_both_readers_read(value: object, is_ascii: bool) -> None:  # noqa: FBT001 - given by position
    text = json.dumps(value, ensure_ascii=is_ascii).encode()
    assert decode_exactly(text) == value
    fast = decode_plainly(text, ANYTHING)
    assert fast == value or b"\\u0022" in text or fast is None


@st.composite
def doubled(draw: st.DrawFn) -> str:
    """Write an object in which one key stands twice, somewhere inside a document, spaces and escapes at random."""
    members = draw(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4))
    again = draw(st.sampled_from(sorted(members)))
    gap = st.sampled_from(["", " ", "\t", "\r"])
    pairs = draw(st.permutations([*members.items(), (again, draw(VALUES))]))
    written = ",".join(
        f"{draw(gap)}{json.dumps(key, ensure_ascii=draw(st.booleans()))}{draw(gap)}:{draw(gap)}{json.dumps(value)}"
        for key, value in pairs
    )
    around = draw(st.sampled_from(["%s", '{"x": %s}', '[1, "\\"", %s]', '{"y": {"z": [%s]}}']))
    return around.replace("%s", "{" + written + "}")


@settings(deadline=None)
@given(doubled())
def test_a_key_that_stands_twice_is_always_found(text: str) -> None:
    assert decode_plainly(text.encode(), ANYTHING) is None
    with pytest.raises(FieldError, match="stands twice"):
        decode_exactly(text.encode())


@settings(deadline=None)
@given(st.binary(max_size=40) | st.text('{}[]",:\\ude0123456789.-+ tfn', max_size=40).map(str.encode))
def test_what_the_fast_reader_takes_the_exact_one_takes_too(text: bytes) -> None:
    fast: Any = decode_plainly(text, ANYTHING)
    if fast is not None:
        assert decode_exactly(text) == fast


def test_members_come_out_as_they_are_written() -> None:
    text = b'{"a": 1.0, "b" :1e400 , "c": {"x":  [1,2 ]}, "d": "\\u00e9"}'
    assert top_level(text) == {"a": b"1.0", "b": b"1e400", "c": b'{"x":  [1,2 ]}', "d": b'"\\u00e9"'}
