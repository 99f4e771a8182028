# SPDX-License-Identifier: BSD-3-Clause
"""The page of the reference about weft.h, from the comments of that header."""

import re

OPENING = """\
# Weft's own functions

`#include <weft.h>`: what Weft offers beyond the interface of PnetCDF. They are in the same library.
"""


def print_weft(header: str) -> str:
    """A section for each comment that a prototype follows."""
    parts = [OPENING]
    for comment, prototype in re.findall(r"/\* ((?:(?!\*/).)*) \*/\n([^#\n/][^;{]*;)", header, re.DOTALL):
        sentence = " ".join(line.strip().removeprefix("* ") for line in comment.splitlines())
        name = re.search(r"(\w+)\(", prototype)
        if name is None:
            continue
        parts += [f"## `{name[1]}`\n", f"<!-- snippet: declaration -->\n```c\n{prototype}\n```\n", sentence + "\n"]
    if len(parts) == 1:
        raise ValueError("weft.h: no function is found")
    return "\n".join(parts)
