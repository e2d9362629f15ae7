from __future__ import annotations

from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from casino_table.ledger.canonical import canonical

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_it_is_the_json_of_rfc_8785(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


def test_keys_past_the_basic_plane_sort_as_the_standard_says() -> None:
    # U+FB33 comes after U+1F600 in UTF-16 and before it by code point; the example is that of RFC 8785, 3.2.3.
    assert canonical({"\ufb33": 1, "\U0001f600": 2}) == '{"\U0001f600":2,"\ufb33":1}'


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (1.0, TypeError),
        (float("inf"), TypeError),
        (2**53, ValueError),
        (-(2**53), ValueError),
        (b"x", TypeError),
        ({1: 2}, TypeError),
        ({"a": [{"b": 0.5}]}, TypeError),
        ({1, 2}, TypeError),
        ("\ud800", ValueError),
    ],
)
def test_what_is_not_kept_is_refused(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        canonical(value)
