#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files that follow from the tables in api/, and from the docstrings of the Python package; they are
committed, so that everybody can read and search them. It needs clang-format 14, which gives C its form.

    dev/generate.py            write them
    dev/generate.py --check    fail when one of them is not what the tables say
    dev/generate.py --list     print their names
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from generator import (abi, c_interface, c_tests, commands, completion, constants, fortran_constants, fortran_data,
                       fortran_modules, fortran_tests, hints, man, mpiio, python_reference, reference)
from generator.interface import Interface

ROOT = Path(__file__).resolve().parent.parent
CLANG_FORMAT = "clang-format-14"
PARTS = (abi, reference, python_reference, c_interface, constants, hints, mpiio, c_tests, fortran_modules, fortran_constants,
         fortran_data, fortran_tests, commands, man, completion)


def print_all(root: Path) -> dict[str, str]:
    """The text of every generated file by its path from the root."""
    interface = Interface(root)
    return {path: text for part in PARTS for path, text in part.print_files(interface).items()}


def formatted(path: str, text: str) -> str:
    if not path.endswith((".c", ".cpp", ".h", ".hpp")):
        return text
    command = [CLANG_FORMAT, "--style=file", f"--assume-filename={ROOT / path}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def left_over(files: dict[str, str]) -> list[str]:
    """What stands in the folders of generated files and is none."""
    folders = {(ROOT / path).parent for path in files if path.startswith("docs/reference/") or "/generated/" in path}
    present = {str(file.relative_to(ROOT)) for folder in folders if folder.exists() for file in folder.iterdir()}
    return sorted(present - set(files))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--list", action="store_true", help="print the names of the files")
    options = parser.parse_args()
    try:
        files = print_all(ROOT)
    except ValueError as error:
        sys.exit(str(error))
    if options.list:
        print("\n".join(files))
        return 0
    if not shutil.which(CLANG_FORMAT):
        sys.exit(f"{CLANG_FORMAT} is needed, which gives C its form")
    findings = [f"{path} is not generated any more; remove it" for path in left_over(files)]
    for path, text in files.items():
        file, text = ROOT / path, formatted(path, text)
        if file.exists() and file.read_text() == text:
            continue
        if options.check:
            findings.append(f"{path} is not what its source says; run dev/generate.py")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            print(f"wrote {path}")
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
