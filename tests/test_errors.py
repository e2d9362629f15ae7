"""Refusals: each kind has a code of its own, so that a program that reads it knows what was refused."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: tests define refusals too.
PROGRAM = """
import collections
import casino_table.app, casino_table.audit.report, casino_table.people.staff
from casino_table.errors import CasinoTableError

def kinds(kind):
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)

codes = collections.defaultdict(set)
for kind in kinds(CasinoTableError):
    if "code" in vars(kind):
        codes[kind.code].add(kind.__name__)
assert len(codes) > 15
print({code: sorted(names) for code, names in codes.items() if len(names) > 1})
"""


def test_no_two_kinds_of_refusal_share_a_code() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "{}"
