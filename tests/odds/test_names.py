"""The names of the package: each is there, documented, and looked up without numba until it is used."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

from casino_table import odds

NAMES = (
    "CountsCache",
    "Stakes",
    "analyse",
    "decide",
    "design",
    "expected_result",
    "sensitivities",
    "worst_deals",
)


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_a_documented_function_or_class(name: str) -> None:
    found = getattr(odds, name)
    assert inspect.isfunction(found) or inspect.isclass(found)
    assert found.__name__ == name
    assert inspect.getdoc(found)
    assert name in dir(odds)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        _ = odds.guess


def test_importing_the_package_brings_no_numba_in() -> None:
    code = (
        "import sys, casino_table.odds as odds\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert odds.expected_result(0.03, 2.6, 100).mean == 3\n"
        "assert 'numba' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
