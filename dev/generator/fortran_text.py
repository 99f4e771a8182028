# SPDX-License-Identifier: BSD-3-Clause
"""How the printed Fortran looks: functions, generic interfaces, and where lines break."""

import textwrap
from itertools import groupby


def function(name: str, names: list[str], declarations: list[str], value: str) -> str:
    head = headed(f"  integer function {name}", names, " result(code)")
    return f"\n{head}\n{declared(declarations, 4)}    code = {value}\n  end function\n"


def interface(name: str, names: list[str], declarations: list[str]) -> str:
    return f"\n{headed(f'    integer function {name}', names)}\n{declared(declarations, 6)}    end function\n"


def generic(name: str, specifics: list[str]) -> str:
    return f"\n  interface {name}\n{wrapped('    module procedure ' + ', '.join(specifics))}\n  end interface\n"


def declared(declarations: list[str], indent: int) -> str:
    """Neighbours of one type share a line."""
    lines = []
    for type, same in groupby((line.split(" :: ") for line in declarations), key=lambda pair: pair[0]):
        lines.append(wrapped(f"{' ' * indent}{type} :: {', '.join(name for _, name in same)}") + "\n")
    return "".join(lines)


def headed(start: str, names: list[str], end: str = "") -> str:
    return wrapped(f"{start}({', '.join(names)}){end}")


def wrapped(line: str) -> str:
    """With continued lines where it is long; an @ becomes a blank at which it is not broken."""
    indent = len(line) - len(line.lstrip())
    lines = textwrap.wrap(line.strip(), 116 - indent, break_long_words=False, break_on_hyphens=False)
    return " " * indent + (" &\n" + " " * (indent + 4)).join(lines).replace("@", " ")
