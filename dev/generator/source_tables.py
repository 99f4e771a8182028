# SPDX-License-Identifier: BSD-3-Clause
"""What the library's own tables say, which hints and documentation repeat: the methods of the engine and the formats."""

import re
from pathlib import Path
from types import SimpleNamespace as Row


def methods(root: Path) -> list[Row]:
    """The entries of the methods, in the order of their table: name, what the method does and when it is right."""
    engine = root / "src/engine"
    rows = re.findall(r"ROW\((\w+_method)\)", (engine / "method_table.cpp").read_text())
    entries = {}
    for file in sorted(engine.glob("*/*.cpp")):
        for comment, entry, name in re.findall(
                r'((?:///[^\n]*\n)*)(?:extern )?const MethodEntry (\w+) = \{\s*\.name = "(\w+)"', file.read_text()):
            entries[entry] = Row(name=name, does=said(comment, "What it does"), right=said(comment, "When it is right"))
    return [entries[row] for row in rows]


def said(comment: str, begin: str) -> str:
    """What follows these words in a comment, up to its end or the next such words."""
    text = " ".join(line.removeprefix("///").strip() for line in comment.splitlines())
    found = re.search(rf"{begin}: (.*?)\.(?: (?:What it does|When it is right):|$)", text)
    if not found:
        raise ValueError(f"the comment of a method's entry has no '{begin}: ...'")
    return found[1]


def writable_formats(root: Path) -> list[str]:
    """The names of the formats in which datasets can be made, in the order of their table."""
    rooms = re.findall(r'^#include "(\w+)/format\.hpp"', (root / "src/formats/table.cpp").read_text(), re.MULTILINE)
    entries = [(root / "src" / room / "format.cpp").read_text() for room in rooms]
    return [re.search(r'\.name = "(\w+)",\s*\.kinds', entry)[1] for entry in entries if ".create = " in entry]


def listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))
