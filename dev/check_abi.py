#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares what the shared libraries of an installation export with the lists in packaging/abi/: a program that was linked
yesterday must find every symbol today.

    dev/check_abi.py LIBDIR            fails when a symbol has vanished, or is not in the list yet
    dev/check_abi.py LIBDIR --add      writes new symbols into the lists; what has vanished still fails

A symbol goes only with a new SOVERSION, and then by hand.
"""

import pathlib
import sys

from check_symbols import exported_symbols

LISTS = pathlib.Path(__file__).resolve().parent.parent / "packaging/abi"


def check(library: pathlib.Path, listed: pathlib.Path, add: bool) -> list[str]:
    """What is wrong, in sentences."""
    known = set(listed.read_text().split()) if listed.exists() else set()
    exported = set(exported_symbols(str(library)))
    if add:  # with an MPI of version 3
        listed.write_text("".join(f"{name}\n" for name in sorted(known | exported)))
        known |= exported
    later = set() if library.name != "libweft_mpiio.so" else exported  # an MPI of version 4 has more of these than are listed
    return [f"{library.name}: {name} has vanished: programs that were linked with it do not start any more"
            for name in sorted(known - exported)] + \
           [f"{library.name}: {name} is new: dev/check_abi.py LIBDIR --add keeps it" for name in sorted(exported - known - later)]


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--add"]):
        print(__doc__)
        return 2
    folder, add = pathlib.Path(sys.argv[1]), len(sys.argv) > 2
    wrong = []
    for name in ("libweft", "libweft_fortran", "libweft_mpiio"):
        library = folder / f"{name}.so"
        if library.exists():
            wrong += check(library, LISTS / f"{name}.symbols", add)
        elif name == "libweft":
            wrong.append(f"{library}: no such file")
    print("\n".join(wrong) or "All symbols are there.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
