"""OMPEval, a C++ evaluator, built from the sources that its Python wrapper ships, to be measured in the same run."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PACKAGE = "omp-wrapper==0.7"
SOURCES = ("HandEvaluator.cpp", "HandEvaluator.h", "Hand.h", "Util.h", "Constants.h", "OffsetTable.hxx", "libdivide.h")

# Reads the cards, ranks all hands as often as it is told, and prints the best time and a sum over the ranks.
PROGRAM = r"""
#include "HandEvaluator.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char** arguments) {
    long hands = std::atol(arguments[2]);
    std::vector<unsigned char> cards(hands * 7);
    FILE* file = std::fopen(arguments[1], "rb");
    if (count != 3 || !file || std::fread(cards.data(), 7, hands, file) != (size_t)hands) return 1;
    omp::HandEvaluator evaluator;
    std::vector<unsigned short> ranks(hands);
    double best = 1e9;
    for (int repeat = 0; repeat < 7; ++repeat) {
        auto start = std::chrono::steady_clock::now();
        for (long i = 0; i < hands; ++i) {
            const unsigned char* c = &cards[i * 7];
            omp::Hand hand = omp::Hand::empty();
            for (int k = 0; k < 7; ++k) hand += omp::Hand(c[k]);
            ranks[i] = evaluator.evaluate(hand);
        }
        double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (seconds < best) best = seconds;
    }
    long long categories = 0;
    for (unsigned short rank : ranks) categories += rank >> 12;
    std::printf("%.9f %lld\n", best, categories);
}
"""


def hands_a_second(cards: NDArray[np.uint8]) -> tuple[float, int] | None:
    """Return hands a second and the sum of its categories over `cards` (n, 7); None where it cannot be built."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not _fetch(folder):
            return None
        (folder / "main.cpp").write_text(PROGRAM)
        options = ["-O3", "-march=native", "-std=c++14", "-DNDEBUG", "-w"]
        build = [compiler, *options, "main.cpp", "HandEvaluator.cpp", "-o", "measure"]
        if subprocess.run(build, cwd=folder, capture_output=True, check=False).returncode != 0:
            return None
        (folder / "cards").write_bytes(np.ascontiguousarray(cards).tobytes())
        command = [str(folder / "measure"), str(folder / "cards"), str(len(cards))]
        seconds, categories = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return len(cards) / float(seconds), int(categories)


def _fetch(folder: Path) -> bool:
    """Put the sources into the folder and say whether they could be had."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), PACKAGE]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        return False
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        for member in packed:
            path = Path(member.name)
            if path.parent.name == "omp_wrapper" and path.name in SOURCES and (data := packed.extractfile(member)):
                (folder / path.name).write_bytes(data.read())
    return True
