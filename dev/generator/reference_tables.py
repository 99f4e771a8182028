# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference that are tables, of error codes and constants, and the page about weft.h, from its comments."""

import re
from itertools import groupby

from generator.reference_text import Reference, declaration
from generator.text import cell, table

CODES = """\
# Error codes

`weft explain CODE` prints a row of this table. A positive code is an `errno` of the system; \
`NC_ISSYSERR(code)` tests for one, in Fortran `nfmpi_issyserr(code)` and `nf90mpi_issyserr(code)`.
"""
WEFT = """\
# Weft's own functions

`#include <weft.h>`: what Weft offers beyond the interface of PnetCDF. They are in the same library, and in Fortran in the module `pnetcdf`.
"""


def print_pages(reference: Reference) -> dict[str, str]:
    return {"codes": codes(reference), "constants": constants(reference), "weft": weft(reference)}


def codes(reference: Reference) -> str:
    errors = [[f"`{row.name}`", row.value, f"{row.sentence.removesuffix('.')}.", row.advice]
              for row in reference.interface.rows("errors")]
    aliases = [[f"`{row.name}`", f"`{row.value.strip('()')}`"]
               for row in reference.interface.rows("error_aliases") if "(err)" not in row.name]
    return "\n".join([CODES, table(["code", "number", "meaning", "what to do"], errors),
                      "\n## Other names\n", table(["name", "stands for"], aliases)]) + "\n"


def constants(reference: Reference) -> str:
    parts = ["# Constants\n", "Fortran has the constants that its functions use, as `NF_...` and `NF90_...`.\n"]
    groups = [(group.capitalize(), list(rows))
              for group, rows in groupby(reference.interface.rows("constants"), key=lambda row: row.group)]
    for title, rows in groups + [("What the header says about the library", reference.interface.rows("features"))]:
        cells = [[f"`{row.name}`", f"`{cell(row.value)}`", row.about] for row in rows]
        parts += [f"## {title}\n", table(["name", "value", "meaning"], cells) + "\n"]
    return "\n".join(parts)


def weft(reference: Reference) -> str:
    """A section for each comment that a prototype follows."""
    header = (reference.root / "include/weft.h").read_text()
    parts = [WEFT]
    for comment, prototype in re.findall(r"/\* ((?:(?!\*/).)*) \*/\n([^#\n/][^;{]*;)", header, re.DOTALL):
        sentence = " ".join(line.strip().removeprefix("* ") for line in comment.splitlines())
        name = re.search(r"(\w+)\(", prototype)
        if name:
            parts += [f"## `{name[1]}`\n", f"<!-- snippet: declaration -->\n```c\n{prototype}\n```\n",
                      declaration("fortran", reference.table["weft"][name[1]].strip()), sentence + "\n"]
    if len(parts) == 1:
        raise ValueError("include/weft.h: no function is found")
    return "\n".join(parts)
