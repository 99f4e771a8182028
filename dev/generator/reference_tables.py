# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference that are tables, of error codes and constants, and that from the comments of weft.h."""

import re
from collections.abc import Iterable
from itertools import groupby

from generator.interface import Row
from generator.reference_text import Reference, declaration, snippet
from generator.text import TEMPLATES, fill, in_cell, table


def codes(reference: Reference) -> str:
    errors = [[f"`{row.name}`", row.value, f"{row.sentence.removesuffix('.')}.", row.advice]
              for row in reference.interface.tables["errors"]]
    aliases = [[f"`{row.name}`", f"`{row.value.strip('()')}`"]
               for row in reference.interface.tables["error_aliases"] if "(err)" not in row.name]
    return fill("codes.md", errors=table(["code", "number", "meaning", "what to do"], errors),
                aliases=table(["name", "stands for"], aliases))


def constants(reference: Reference) -> str:
    tables = reference.interface.tables
    groups = groupby(tables["constants"], key=lambda row: row.group)
    sections = [section(group.capitalize(), rows) for group, rows in groups]
    sections.append(section("What the header says about the library", tables["features"]))
    return fill("constants.md", groups="\n\n".join(sections))


def section(title: str, rows: Iterable[Row]) -> str:
    cells = [[f"`{row.name}`", f"`{in_cell(row.value)}`", row.about] for row in rows]
    return f"## {title}\n\n{table(['name', 'value', 'meaning'], cells)}"


def weft(reference: Reference) -> str:
    """A section for each comment that a prototype follows; functions with a row in api/ have theirs elsewhere."""
    header = (TEMPLATES / "weft.h.in").read_text()
    parts = []
    commented = r"/\* ((?:(?!\*/).)*) \*/\n([^#\n/][^;{(]*?(\w+)\([^;{]*;)"
    for comment, prototype, name in re.findall(commented, header, re.DOTALL):
        sentence = " ".join(line.strip().removeprefix("* ") for line in comment.splitlines())
        in_fortran = declaration("fortran", reference.table["weft"][name].strip())
        parts.append(f"## `{name}`\n\n{snippet('declaration', 'c', prototype)}\n{in_fortran}\n{sentence}")
    if not parts:
        raise ValueError("weft.h.in: no function is found")
    return fill("weft.md", functions="\n\n".join(parts))
