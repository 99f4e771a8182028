#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files that follow from the tables in api/, and from the docstrings of the Python package; they are committed, so
that everybody can read and search them.

    dev/generate.py             write them
    dev/generate.py --check     fail when one of them is not what the tables say
    dev/generate.py --list all|generated|handwritten|files    print prototypes, or the names of the files

Files are brought into the form of clang-format 14. Where that is not installed, --check ignores white space.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from generator import calls, capi, command_completion, command_man, command_tables, commands, config_man, constant_checks, errors, fortran, header, hints, mode_calls, mpiio, python_reference, reference
from generator.model import Api

ROOT = Path(__file__).resolve().parent.parent
CLANG_FORMAT = shutil.which("clang-format-14")


def print_all(api: Api) -> dict[str, str]:
    """The text of every generated file by its path from the root."""
    files = {
        "include/pnetcdf.h": header.print_header(api),
        "src/base/error_codes.hpp": errors.print_header(api),
        "src/base/error_codes.cpp": errors.print_source(api),
        "src/files/hint_table.hpp": hints.print_header(api),
        "src/mpiio/generated/surface.cpp": mpiio.print_surface(api),
        "docs/hints.md": hints.print_page(api, (ROOT / "docs/hints.md").read_text()),
        "tools/generated/advice.cpp": errors.print_advice(api),
        "tests/generated/call_every_function.c": calls.print_calls(api),
        "docs/reference/python.md": python_reference.print_page(ROOT / "python/weftnc"),
        "tests/generated/constant_checks.h": constant_checks.print_checks(api),
        "tests/generated/call_in_every_mode.c": mode_calls.print_mode_calls(api),
    }
    program = commands.load(ROOT / "api/commands")
    files["tools/generated/commands.cpp"] = commands.print_source(program)
    files["docs/tools.md"] = command_tables.print_page(program, (ROOT / "docs/tools.md").read_text())
    files |= command_man.print_files(program) | command_completion.print_files(program)
    files |= config_man.print_files(ROOT / "packaging/pnetcdf-config.in")
    return files | capi.print_files(api) | fortran.print_files(api) | reference.print_files(api)


def formatted(path: str, text: str) -> str:
    if not path.endswith((".c", ".cpp", ".h", ".hpp")):
        return text
    command = [CLANG_FORMAT, "--style=file", f"--assume-filename={ROOT / path}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def same(path: str, text: str) -> bool:
    file = ROOT / path
    if not file.exists():
        return False
    if CLANG_FORMAT:
        return file.read_text() == formatted(path, text)
    return "".join(file.read_text().split()) == "".join(text.split())


def stale(files: dict[str, str]) -> list[str]:
    """Files in the generated folders that no table asks for any more."""
    folders = ["src/capi/generated", "src/mpiio/generated", "fortran/generated", "tests/generated", "tests/fortran/generated", "tools/generated",
               "docs/reference"]
    present = [str(file.relative_to(ROOT)) for folder in folders for file in (ROOT / folder).glob("*")]
    return sorted(set(present) - set(files))


def check(files: dict[str, str]) -> int:
    different = [path for path, text in files.items() if not same(path, text)]
    for path in different:
        print(f"{path} is not what its source says; run dev/generate.py")
    for path in stale(files):
        print(f"{path} is not generated any more; remove it")
    return 1 if different or stale(files) else 0


def write(files: dict[str, str]) -> int:
    if not CLANG_FORMAT:
        print("clang-format-14 is needed to write the files")
        return 1
    for path, text in files.items():
        if not same(path, text):
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(formatted(path, text))
            print(f"wrote {path}")
    return 0


def print_list(api: Api, what: str, files: dict[str, str]) -> int:
    if what == "files":
        print("\n".join(files))
        return 0
    for function in api.functions():
        if what == "all" or (what == "handwritten") == (function.body is None):
            print(function.prototype() + ";")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--list", choices=["all", "generated", "handwritten", "files"])
    options = parser.parse_args()
    api = Api(ROOT / "api")
    try:
        api.check()
        files = print_all(api)
    except ValueError as error:
        print(error if str(error).startswith("python/") else f"api/: {error}")
        return 1
    if options.list:
        return print_list(api, options.list, files)
    return check(files) if options.check else write(files)


if __name__ == "__main__":
    sys.exit(main())
