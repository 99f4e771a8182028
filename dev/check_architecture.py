#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that what ARCHITECTURE.md names in code quotes exists: folders, files, functions, classes and other words of the sources;
and that its table of rooms says of each what dev/check_layers.py lets it use.

    dev/check_architecture.py [ROOT]

Prints one line for each name that nothing has, and each row that says something else, and returns 1 when there is any.
"""

import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from check_layers import MAY_USE

# Where a path of the page may begin: it names files of a room as the sources do, and those of an engine's room shorter.
BEGINNINGS = ["", "src/", "src/engine/"]

PATH = re.compile(r"[\w.*-]+(/[\w.*-]+)*/?\.?[\w-]*")
SCOPED = re.compile(r"~?\w+(::~?\w+)+")
WORD = re.compile(r"~?[A-Za-z_]\w*")
CODE_SUFFIXES = (".cpp", ".hpp", ".h", ".c", ".py", ".tsv", ".in", ".cmake", ".txt", ".json", ".sh")


def tracked_files(root):
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def code_of(root, files):
    """The words of all sources, and which identifiers stand in a file together."""
    words, files_of = set(), {}
    for name in files:
        if not name.endswith(CODE_SUFFIXES) and "." in name.rsplit("/", 1)[-1]:
            continue
        try:
            text = (root / name).read_text()
        except (UnicodeDecodeError, OSError):
            continue
        for word in set(re.findall(r"\w+", text)):
            words.add(word)
            files_of.setdefault(word, set()).add(name)
    return words, files_of


class Names:
    def __init__(self, root):
        files = tracked_files(root)
        self.paths = set(files)
        for name in files:
            self.paths.update(str(parent) for parent in pathlib.PurePosixPath(name).parents)
        self.words, self.files_of = code_of(root, files)

    def folder_of(self, quoted):
        """The folder that a quotation leads to, for file names that follow without one."""
        path = quoted.rstrip("/")
        for begin in BEGINNINGS:
            if (known := begin + path) in self.paths:
                return str(pathlib.PurePosixPath(known).parent) if "." in path else known
        return None

    def has_path(self, path):
        path = path.rstrip("/")
        if "*" in path:
            pattern = re.compile(re.escape(path).replace(r"\*", "[^/]*"))
            return any(pattern.fullmatch(known.removeprefix(begin)) for begin in BEGINNINGS for known in self.paths)
        return any(begin + path in self.paths for begin in BEGINNINGS)

    def has_scoped(self, name):
        """Each part is an identifier of one file, which is as much as words can tell."""
        parts = [part.lstrip("~") for part in name.split("::")]
        common = set.intersection(*(self.files_of.get(part, set()) for part in parts[-2:]))
        return bool(common) and all(part in self.words for part in parts)

    def has(self, quoted, folder):
        """None if the quotation is no single name."""
        if SCOPED.fullmatch(quoted):
            return self.has_scoped(quoted)
        if re.fullmatch(r"\w+\.(cpp|hpp)", quoted):
            return f"{folder}/{quoted}" in self.paths
        if "/" in quoted or re.fullmatch(r"[\w-]+\.(py|md|tsv)", quoted):
            return self.has_path(quoted) if PATH.fullmatch(quoted) else None
        if WORD.fullmatch(quoted):
            return quoted.lstrip("~") in self.words or self.has_path(quoted)
        called = re.match(r"((?:\w+::)*\w+)\(", quoted)
        return self.has(called[1], folder) if called else None


def findings(root):
    names = Names(root)
    folder = None
    for number, line in enumerate((root / "ARCHITECTURE.md").read_text().splitlines(), 1):
        for quoted in re.findall(r"`([^`]+)`", line):
            if names.has(quoted, folder) is False:
                yield f"ARCHITECTURE.md:{number}: nothing is called `{quoted}`"
            folder = names.folder_of(quoted) or folder


def shown_uses(room, may_use):
    """What the table shows for a room: of the engine's rooms those together with the engine that are below it, and no room of
    the engine beside the engine itself."""
    used = set(may_use[room])
    if room == "engine":
        used |= {name for inner, names in may_use.items() if inner.startswith("engine/") for name in names}
    inside = {name for name in used if name.startswith("engine/")}
    return used - inside if room == "engine" or "engine" in used else used


def table_findings(page, may_use):
    """Differences between the page's rows `| room | idea | may use |` and `may_use`."""
    shown = {}
    for number, line in enumerate(page.splitlines(), 1):
        cells = re.split(r" \| ", line.removeprefix("| ").removesuffix(" |"))
        if line.startswith("| `") and len(cells) == 3 and (room := cells[0].strip("`")) in may_use:
            shown[room] = number, set(cells[2].split(", ")) - {"-"}
    for room in may_use:
        if room.startswith("engine/"):
            continue
        if room not in shown:
            yield f"ARCHITECTURE.md: the table has no row for `{room}`"
        elif shown[room][1] != (expected := shown_uses(room, may_use)):
            yield f"ARCHITECTURE.md:{shown[room][0]}: `{room}` may use {', '.join(sorted(expected)) or '-'}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1])
    found = [*findings(root), *table_findings((root / "ARCHITECTURE.md").read_text(), MAY_USE)]
    print("\n".join(found) if found else "Everything that ARCHITECTURE.md names exists, and its rooms use what it says.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
