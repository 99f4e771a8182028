#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that what users install has nothing of the stores that fail, lag, are out of date or live in memory
(src/storage/testing): neither their code nor the variable that chooses them.

    dev/check_testing_stores.py build/libweft_storage_testing.a build/libweft.so [more libraries or programs]

The archive is that of these stores: where it seems to have nothing of them either, this check sees nothing."""

import re
import subprocess
import sys
from pathlib import Path

HEADERS = Path(__file__).resolve().parent.parent / "src" / "storage" / "testing"
VARIABLE = b"WEFT_PLANNED_STORE"


def classes_of_tests() -> set[str]:
    declared = re.compile(r"^(?:class|struct) (\w+)", re.MULTILINE)
    return {name for header in HEADERS.glob("*.hpp") for name in declared.findall(header.read_text())}


def symbols_of(file: str) -> list[str]:
    output = subprocess.run(["nm", "--demangle", "--defined-only", file], capture_output=True, text=True, check=True).stdout
    return [line.split(maxsplit=2)[2] for line in output.splitlines() if len(line.split(maxsplit=2)) == 3]


def found_in(symbols: list[str], names: set[str]) -> list[str]:
    of_tests = re.compile(r"\bweft::storage::(?:" + "|".join(sorted(names)) + r")\b")
    return [symbol for symbol in symbols if of_tests.search(symbol)]


def complaints_about(file: str, names: set[str]) -> list[str]:
    symbols = symbols_of(file)
    if not symbols:
        return [f"{file}: has no symbols to look at"]
    complaints = [f"{file}: {symbol} is of tests alone" for symbol in found_in(symbols, names)]
    if VARIABLE in Path(file).read_bytes():
        complaints.append(f"{file}: reads {VARIABLE.decode()}")
    return complaints


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    archive, *installed = sys.argv[1:]
    names = classes_of_tests()
    complaints = [complaint for file in installed for complaint in complaints_about(file, names)]
    seen = len(found_in(symbols_of(archive), names))
    if seen == 0:
        complaints.append(f"{archive}: has nothing of {', '.join(sorted(names))}")
    for complaint in complaints:
        print(complaint)
    print(f"{seen} symbols of tests, {len(complaints)} complaints about {len(installed)} files")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
