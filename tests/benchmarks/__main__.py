"""Measure the figures of docs/figures.md: all of them, or those named on the command line."""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

NO_BENCHMARKS = {"__main__", "ompeval_peer"}


def machine() -> str:
    """Return what the figures were measured on."""
    cpu = next(
        (line.partition(":")[2].strip() for line in _cpu_lines() if line.startswith("model name")), platform.machine()
    )
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, CPython {platform.python_version()}"


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def main(names: list[str]) -> int:
    """Run the benchmarks of these names, or all."""
    known = sorted(
        module.name for module in iter_modules([str(Path(__file__).parent)]) if module.name not in NO_BENCHMARKS
    )
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(known)}.", file=sys.stderr)
        return 2
    print(machine())
    for name in names or known:
        print(f"\n## {name}", flush=True)
        import_module(f"tests.benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
