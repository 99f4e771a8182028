#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what a machine can check of ARCHITECTURE.md and STYLE.md: who includes whom, and the tidiness of the sources.

    dev/check_layers.py [ROOT]

Prints one line for each finding and returns 1 when there is any.
"""

import ast
import os
import pathlib
import re
import sys

# The rooms: a folder of src/, and the folders whose headers and names it may use beside its own. A folder within a room
# that is not listed belongs to it.
MAY_USE = {
    "base": [],
    "types": ["base"],
    "model": ["base", "types"],
    "format": ["base", "types", "model"],
    "cdl": ["base", "types", "model", "format"],
    "region": ["base"],
    "layout": ["base", "types", "model", "format", "region"],
    "parts": ["base", "types", "model", "format", "layout", "region"],
    "mpi": ["base", "region"],
    "storage": ["base", "region"],
    "storage/testing": ["base", "region", "storage"],
    "stage": ["base", "region", "storage"],
    "remote": ["base", "region", "storage"],
    "web": ["base", "region", "storage"],
    "serve": ["base", "model", "format", "region", "storage", "remote"],
    "report": ["base"],
    "codecs": ["base", "model"],
    "engine/request": ["base", "types", "region"],
    "engine/plan": ["base", "storage", "engine/request"],
    "engine/trace": ["base", "mpi", "report", "engine/request", "engine/plan"],
    "engine/shm": ["base", "mpi"],
    "engine/window": ["base", "region", "mpi", "storage", "engine/request", "engine/plan", "engine/trace", "engine/shm"],
    "engine/methods": ["base", "types", "region", "mpi", "storage", "engine/request", "engine/plan", "engine/trace",
                       "engine/shm", "engine/window"],
    "engine/twophase": ["base", "region", "mpi", "storage", "engine/request", "engine/plan", "engine/trace", "engine/shm",
                        "engine/window", "engine/methods"],
    "engine": ["base", "types", "region", "mpi", "storage", "report", "engine/request", "engine/plan", "engine/trace", "engine/shm",
               "engine/window", "engine/methods", "engine/twophase"],
    "files": ["base", "region", "mpi", "storage", "stage", "report", "engine", "engine/request", "engine/plan", "engine/trace", "engine/window"],
    "container": ["base", "types", "model", "region", "layout", "parts", "mpi", "storage", "report", "engine", "engine/request", "files"],
    "journal": ["base", "region", "layout", "mpi", "storage"],
    "classic": ["base", "types", "model", "format", "region", "layout", "mpi", "storage", "engine", "engine/request", "engine/window", "files",
                "container", "journal"],
    "chunks": ["base", "region", "engine/request", "container"],
    "hdf5/books": ["base", "types", "model", "codecs"],
    "hdf5/apart": ["base", "types", "model", "hdf5/books"],
    "hdf5": ["base", "types", "model", "format", "region", "layout", "parts", "mpi", "storage", "stage", "report", "engine", "engine/request", "engine/shm",
             "engine/window", "files", "container", "chunks", "hdf5/books", "hdf5/apart"],
    "sets": ["base", "types", "model", "format", "region", "layout", "parts", "mpi", "storage", "engine", "engine/request", "engine/window",
             "files", "container", "journal", "classic", "chunks", "hdf5"],
    "formats": ["base", "format", "parts", "storage", "stage", "files", "container", "classic", "sets"],
    "formats/testing": ["base", "types", "model", "layout", "parts", "mpi", "storage", "engine", "engine/request", "files", "container", "sets",
                        "formats"],
    "dataset": ["base", "types", "model", "region", "layout", "parts", "mpi", "storage", "stage", "report", "engine", "engine/request",
                "engine/trace", "files", "container", "formats"],
    "mpiio": ["base", "types", "region", "mpi", "storage", "report", "engine", "engine/request", "engine/trace", "files"],
    "capi": ["base", "types", "model", "cdl", "container", "formats", "dataset"],
}


def with_formats(rows):
    """The rows: that of formats with the rooms that its table names, and one for each of these that has none: it may use what the
    classic one may."""
    table = pathlib.Path(__file__).resolve().parent.parent / "src/formats/table.cpp"
    rooms = re.findall(r'^#include "(\w+)/format\.hpp"', table.read_text(), re.MULTILINE)
    whole = {}
    for room, used in rows.items():
        if room == "formats":
            whole |= {other: [*rows["classic"], "parts"] for other in rooms if other not in rows}
        whole[room] = [*used, *rooms] if room.startswith("formats") else used
    return whole


MAY_USE = with_formats(MAY_USE)
# Rooms that are not in the library: only tests use them.
TEST_ROOMS = ("storage/testing", "formats/testing")
TOOLS_MAY_USE = ["base", "types", "model", "cdl", "parts", "storage", "stage", "remote", "serve", "report",
                 "container", "formats", "dataset"]

# Single files that may include more than their folder, by the beginning of their path.
EXCEPTIONS = {
    "src/capi/": ["mpi/handles.hpp"],
    "tools/shared/joint_dataset_mpi": ["mpi/handles.hpp"],
    "tools/shared/team_mpi": ["mpi/handles.hpp", "mpi/launch_note.hpp"],
}

# System headers that belong to some folders alone. Tests, benchmarks and examples are free.
RESERVED_HEADERS = {
    "mpi.h": ["src/mpi/", "include/"],
    "pnetcdf.h": ["src/capi/", "include/", "fortran/"],
    "hdf5.h": ["src/hdf5/books/api.hpp"],
}

# What the library must not do (programs and tests may), and the files that do one of these things.
NOT_IN_LIBRARY = {
    r"\b(f|d|v|vf|vd)?printf\s*\(": "prints",
    r"\bputs\s*\(|\bfputs\s*\(|\bperror\s*\(": "prints",
    r"\bstd::(cout|cerr|clog)\b": "prints",
    r"\bfmt::print(ln)?\s*\(": "prints",
    r"\b(_|quick_|_E)?exit\s*\(": "exits",
    # The call, not a member of that name: netCDF has an operation "abort".
    r"(^|[;{}()]|\belse\b)\s*(::)?abort\s*\(|\bstd::(abort|terminate)\b|\bMPI_Abort\b": "aborts",
    r"\b(secure_)?getenv\s*\(": "reads the environment",
}
DOES = {
    "src/dataset/environment.cpp": ["reads the environment"],
    "src/dataset/opening.cpp": ["prints"],  # that another MPI's launcher was used
    "src/remote/ways.cpp": ["reads the environment"],  # when the first remote name is used
    "src/web/ways.cpp": ["reads the environment"],  # when the first name of the web is used
    "src/mpiio/environment.cpp": ["reads the environment"],
    "src/mpiio/error_handler.cpp": ["prints", "aborts"],  # MPI_ERRORS_ARE_FATAL
    "src/hdf5/apart/keeper/main.cpp": ["exits"],  # a program of its own
    "src/mpiio/finalize.cpp": ["prints"],  # there is nobody left to return an error to
}

LONGEST_FUNCTION = 60
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
STATEMENT = re.compile(r"\s*(\}|(if|else|for|while|do|switch|case|default|try)\b)")
GENERATED = re.compile(r"generated by", re.IGNORECASE)
SPDX = "SPDX-License-Identifier: BSD-3-Clause"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
C_SUFFIXES = (".c", ".cpp", ".h", ".hpp")
SOURCE_SUFFIXES = (*C_SUFFIXES, ".f90", ".py")
FREE_FOLDERS = ("tests/", "bench/", "examples/", "fuzz/")
TEST_NAME = re.compile(r"(^|_)test(_|\.)")
SKIPPED_FOLDERS = {"build", "__pycache__"}


def files(root):
    """Paths, relative to root, of every source: by suffix, or by the #! of a script."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and name != ".git")
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if path.is_file() and (path.suffix in SOURCE_SUFFIXES or is_script(path)):
                yield path.relative_to(root).as_posix()


def is_script(path):
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def is_test(path):
    in_test_room = path.startswith("src/") and room_of(path.partition("/")[2]) in TEST_ROOMS
    return in_test_room or path.startswith(FREE_FOLDERS) or bool(TEST_NAME.search(path.rpartition("/")[2]))


def is_generated(lines):
    return any(GENERATED.search(line) for line in lines[:4])


# Layers

def layer_findings(path, lines):
    """Findings about the #include lines of one file, as (line number, text)."""
    if not path.endswith(C_SUFFIXES):
        return
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        bracket, header = match.groups()
        if bracket == "<":
            if header in RESERVED_HEADERS and not header_is_free(path, header):
                yield number, f"<{header}> belongs to {' and '.join(RESERVED_HEADERS[header])} alone"
        elif not may_include(path, header):
            yield number, f'"{header}" is not a header that this folder may use'


def header_is_free(path, header):
    return is_test(path) or path.startswith(tuple(RESERVED_HEADERS[header]))


def room_of(path):
    """The room that a path, named from src/, is in: the innermost folder that has a row."""
    folder = path.rpartition("/")[0]
    while folder and folder not in MAY_USE:
        folder = folder.rpartition("/")[0]
    return folder or path.partition("/")[0]


def may_include(path, header):
    top, _, rest = path.partition("/")
    folder = room_of(header) if "/" in header else ""
    of_test_room = top == "src" and room_of(rest) in TEST_ROOMS
    if folder in TEST_ROOMS and is_test(path) and not of_test_room:
        return True
    if top == "tools" and (folder not in MAY_USE or folder in TOOLS_MAY_USE):
        return True
    if top == "src":
        own = room_of(rest)
        if folder == own or folder in MAY_USE.get(own, []):
            return True
    if top not in ("src", "tools"):
        return True
    return any(path.startswith(start) and header.startswith(tuple(more)) for start, more in EXCEPTIONS.items())


NAMESPACE = re.compile(r"(?<![\w:])(" + "|".join(room for room in MAY_USE if "/" not in room) + r")::")


def name_findings(path, lines):
    """Names of rooms that this one may not use, which headers of others have brought along."""
    if not path.startswith("src/") or not path.endswith(C_SUFFIXES):
        return
    room = room_of(path.partition("/")[2])
    own = room.partition("/")[0]
    allowed = {own, *(used.partition("/")[0] for used in MAY_USE.get(room, []))}
    for number, line in enumerate(code_of(lines), 1):
        for match in NAMESPACE.finditer(line):
            if match.group(1) not in allowed:
                yield number, f"{match.group(1)}:: is not a room that this folder may use"


# Tidiness

def tidy_findings(path, lines):
    """Findings about the text of one file, as (line number, text)."""
    first = 1 if lines and lines[0].startswith("#!") else 0
    if len(lines) <= first or SPDX not in lines[first]:
        yield first + 1, f"must begin with {SPDX}"
    if not is_generated(lines):
        yield from function_findings(path, lines)
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            yield number, "has a tab"
        if line != line.rstrip():
            yield number, "ends in blanks"
        if UNFINISHED.search(line):
            yield number, "says that something is unfinished"
    if path.startswith("src/") and not is_test(path):
        yield from library_findings(path, lines)


def function_findings(path, lines):
    spans = spans_in_c(lines) if path.endswith(C_SUFFIXES) else spans_in_python(lines) if path.endswith(".py") else []
    for first, last in spans:
        if last - first >= LONGEST_FUNCTION:
            yield first, f"begins a function of more than {LONGEST_FUNCTION} lines"


def spans_in_c(lines):
    """First and last lines of functions: a } that clang-format has put alone into a line closes what begins with the line
    of the same indentation before it. Classes end with "};", namespaces with a comment; statements have a first word."""
    code = code_of(lines)
    begin_at = {}
    for number, line in enumerate(code, 1):
        indent = len(line) - len(line.lstrip())
        begin = begin_at.get(indent)
        if line.strip() == "}" and begin is not None and not STATEMENT.match(code[begin - 1]):
            yield begin, number
        if line.strip() and not line.lstrip().startswith("#"):
            begin_at[indent] = number


def spans_in_python(lines):
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef):
            yield node.lineno, node.end_lineno


def library_findings(path, lines):
    for number, line in enumerate(code_of(lines), 1):
        for pattern, what in NOT_IN_LIBRARY.items():
            if re.search(pattern, line) and what not in DOES.get(path, []):
                yield number, f"{what}, which the library never does"


def code_of(lines):
    """The lines without comments and without the contents of string literals."""
    text = "\n".join(lines)
    pattern = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\[^\'\n]{1,10}|\\\'|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return pattern.sub(lambda match: "\n" * match.group().count("\n") or '""', text).split("\n")


# Classes

# A function outside its class: the last name before the first parenthesis of a line that is not indented.
MEMBER = re.compile(r"^(?:[^#\s(][^(;=]*?\b)?([A-Z]\w*)::~?\w+\(")
# Files of which a build takes one or the other, with the same classes.
OTHER_BUILDS = re.compile(r"_(serial|mpi)\.cpp$")


def classes_defined_in(lines):
    """Classes with functions in this file, and headers to declare them: a file's own classes are not among them."""
    code = code_of(lines)
    own = {match.group(1) for line in code if (match := re.match(r"\s*(?:class|struct) (\w+)\b(?!::)[^;]*$", line))}
    return {match.group(1) for line in code if (match := MEMBER.match(line))} - own


def class_findings(root):
    """Classes whose functions are in several files of a folder."""
    places = {}
    for path in files(root):
        if not path.endswith(".cpp") or not path.startswith(("src/", "tools/")) or OTHER_BUILDS.search(path):
            continue
        lines = pathlib.Path(root, path).read_text(errors="replace").splitlines()
        for name in classes_defined_in(lines):
            places.setdefault((path.rpartition("/")[0], name), []).append(path)
    for (_, name), paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"{paths[0]}: {name} has functions in other files, too: {', '.join(paths[1:])}"


# Everything

def table_findings(root):
    """Folders of src/ that the table does not know."""
    for folder in sorted(pathlib.Path(root, "src").glob("*/")):
        if folder.is_dir() and folder.name not in MAY_USE:
            yield f"src/{folder.name}: is not in the table of layers"


def check(root):
    """All findings about the tree, as printable lines."""
    found = [*table_findings(root), *class_findings(root)]
    for path in files(root):
        lines = pathlib.Path(root, path).read_text(errors="replace").splitlines()
        numbered = [*layer_findings(path, lines), *name_findings(path, lines), *tidy_findings(path, lines)]
        found += [f"{path}:{number}: {text}" for number, text in sorted(numbered)]
    return found


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]
    found = check(root)
    for line in found:
        print(line)
    count = sum(1 for _ in files(root))
    if count == 0:
        print(f"{root}: no sources found")
    elif not found:
        print(f"{count} files keep the layers and the style.")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
