#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what a shared library exports with the tables in api/: every function of the interface, and beyond these
only names that begin with weft_.

    dev/check_symbols.py build/libweft.so
"""

import subprocess
import sys
from pathlib import Path

from generator.interface import Interface

ROOT = Path(__file__).resolve().parent.parent


def exported_symbols(library: str) -> dict[str, str]:
    """The dynamic symbols a library defines, with nm's letter for their kind. Versions (name@@V) are cut off."""
    command = ["nm", "--dynamic", "--defined-only", "--format=posix", library]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    cells = [line.split() for line in output.splitlines()]
    return {name.split("@")[0]: kind for name, kind, *_ in cells if kind != "A"}


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    exported = exported_symbols(sys.argv[1])
    expected = {function.name for function in Interface(ROOT).functions}
    missing = sorted(name for name in expected if exported.get(name) not in ("T", "W", "i"))
    foreign = sorted(name for name in exported if name not in expected and not name.startswith("weft_"))
    for name in missing:
        print(f"missing: {name}")
    for name in foreign:
        print(f"should be hidden: {name}")
    print(f"{len(expected) - len(missing)} of {len(expected)} functions exported, {len(foreign)} other symbols")
    return 1 if missing or foreign else 0


if __name__ == "__main__":
    sys.exit(main())
