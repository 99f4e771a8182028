#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files that follow from the tables in api/, and from the docstrings of the Python package; they are committed, so
that everybody can read and search them.

    dev/generate.py            write them
    dev/generate.py --check    fail when one of them is not what the tables say
    dev/generate.py --list     print their names

Files are brought into the form of clang-format 14, which must be installed.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from generator import (c_interface, c_tests, commands, completion, constants, fortran_constants,
                       fortran_data, fortran_modules, fortran_tests, hints, man, mpiio, python_reference, reference)
from generator.fortran import Fortran
from generator.interface import Interface

ROOT = Path(__file__).resolve().parent.parent
GENERATED_FOLDERS = ("src/capi/generated", "src/mpiio/generated", "fortran/generated", "tests/generated",
                     "tests/fortran/generated", "tools/generated", "docs/reference")


def print_all() -> dict[str, str]:
    """The text of every generated file by its path from the root."""
    interface = Interface(ROOT / "api")
    fortran = Fortran(interface)
    program = commands.load(ROOT / "api/commands")
    files: dict[str, str] = {}
    for part in (c_interface, constants, hints, mpiio, c_tests, python_reference):
        files |= part.print_files(interface)
    for part in (fortran_modules, fortran_constants, fortran_data, fortran_tests):
        files |= part.print_files(fortran)
    for part in (commands, man):
        files |= part.print_files(program, ROOT)
    return files | completion.print_files(program) | reference.print_files(interface, fortran)


def formatted(path: str, text: str) -> str:
    if not path.endswith((".c", ".cpp", ".h", ".hpp")):
        return text
    command = ["clang-format-14", "--style=file", f"--assume-filename={ROOT / path}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def differs(path: str, text: str) -> bool:
    file = ROOT / path
    return not file.exists() or file.read_text() != text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--list", action="store_true", help="print the names of the files")
    options = parser.parse_args()
    try:
        files = print_all()
    except ValueError as error:
        print(error)
        return 1
    if options.list:
        print("\n".join(files))
        return 0
    texts = {path: formatted(path, text) for path, text in files.items()}
    different = {path: text for path, text in texts.items() if differs(path, text)}
    for path, text in different.items():
        if not options.check:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text)
        print(f"{path} is not what its source says; run dev/generate.py" if options.check else f"wrote {path}")
    present = {str(file.relative_to(ROOT)) for folder in GENERATED_FOLDERS for file in (ROOT / folder).iterdir()}
    for path in sorted(present - set(files)):
        print(f"{path} is not generated any more; remove it")
    return 1 if options.check and (different or present - set(files)) else 0


if __name__ == "__main__":
    sys.exit(main())
