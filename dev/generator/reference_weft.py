# SPDX-License-Identifier: BSD-3-Clause
"""The page of the reference about weft.h and its Fortran form, from the comments of that header."""

import re

from generator.reference_data import declaration

IN_FORTRAN = {
    "weft_last_error": "function nf90mpi_last_error([ncid]) result(text)\n  integer, intent(in) :: ncid\n"
                       "  character(len=:), allocatable :: text",
    "weft_report": "function nf90mpi_report(ncid) result(text)\n  integer, intent(in) :: ncid\n"
                   "  character(len=:), allocatable :: text",
}

OPENING = """\
# Weft's own functions

`#include <weft.h>`: what Weft offers beyond the interface of PnetCDF. They are in the same library, and in Fortran in the module `pnetcdf`.
"""


def print_weft(header: str) -> str:
    """A section for each comment that a prototype follows."""
    parts = [OPENING]
    for comment, prototype in re.findall(r"/\* ((?:(?!\*/).)*) \*/\n([^#\n/][^;{]*;)", header, re.DOTALL):
        sentence = " ".join(line.strip().removeprefix("* ") for line in comment.splitlines())
        name = re.search(r"(\w+)\(", prototype)
        if name is None:
            continue
        parts += [f"## `{name[1]}`\n", f"<!-- snippet: declaration -->\n```c\n{prototype}\n```\n",
                  declaration("fortran", IN_FORTRAN[name[1]]), sentence + "\n"]
    if len(parts) == 1:
        raise ValueError("weft.h: no function is found")
    return "\n".join(parts)
