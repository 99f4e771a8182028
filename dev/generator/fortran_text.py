# SPDX-License-Identifier: BSD-3-Clause
"""How the printed Fortran looks: functions, generic interfaces, and where lines break."""

import textwrap
from itertools import groupby


def function(head: str, lines: list[str], indent: int = 2) -> str:
    texts = [head, *(f"  {line}" for line in lines), "end function"]
    return "\n" + "".join(wrapped(" " * indent + text) + "\n" for text in texts)


def generic(name: str, specifics: list[str]) -> str:
    return f"\n  interface {name}\n{wrapped('    module procedure ' + ', '.join(specifics))}\n  end interface\n"


def declared(declarations: list[str]) -> list[str]:
    """Neighbours of one type share a line."""
    groups = groupby((line.split(" :: ") for line in declarations), key=lambda pair: pair[0])
    return [f"{type} :: {', '.join(name for _, name in same)}" for type, same in groups]


def wrapped(line: str) -> str:
    """With continued lines where it is long; an @ becomes a blank at which it is not broken."""
    indent = len(line) - len(line.lstrip())
    lines = textwrap.wrap(line.strip(), 116 - indent, break_long_words=False, break_on_hyphens=False)
    return " " * indent + (" &\n" + " " * (indent + 4)).join(lines).replace("@", " ")
