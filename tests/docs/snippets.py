# SPDX-License-Identifier: BSD-3-Clause
"""Takes the fenced blocks out of a page.

A comment on the line above a block says what is special about it:

    <!-- snippet: frame NAME -->        statements, which run inside of frames/NAME.*
    <!-- snippet: declaration -->       declarations: in C they must agree with the header
    <!-- snippet: file NAME -->         a file of the page's directory, which commands of the page use
    <!-- snippet: not run, REASON -->   shown only

Without one, a block in a programming language is a whole program, `sh` are commands that succeed, and commands behind
"$ " are a session, whose output is compared.
"""

import re
from dataclasses import dataclass

PROGRAMS = {"c": ".c", "cpp": ".cpp", "fortran": ".F90"}
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)$")
MARKER = re.compile(r"^ *<!-- snippet: (?P<words>.*) -->$")
KINDS = ("frame ", "declaration", "file ", "not run, ")


@dataclass(frozen=True)
class Snippet:
    page: str
    line: int  # of its first line of text, counted from 1
    language: str
    marker: str
    text: str

    def where(self) -> str:
        return f"{self.page}:{self.line}"

    def named(self, kind: str) -> str:
        """What follows the kind in the marker; empty for another kind."""
        return self.marker[len(kind) + 1:] if self.marker.startswith(kind + " ") else ""

    def is_session(self) -> bool:
        return self.language in ("", "console") and self.text.startswith("$ ")


def snippets_of(page: str, text: str) -> list[Snippet]:
    """All blocks of a page. ValueError when a fence is not closed or a marker marks nothing."""
    found, marker, opened = [], "", None
    for number, line in enumerate(text.splitlines(), 1):
        if opened:
            start, fence, lines = opened
            if line.strip() == "```":
                body = "".join(one[len(fence["indent"]):] + "\n" for one in lines)
                found.append(Snippet(page, start, fence["language"], marker, body))
                marker, opened = "", None
            else:
                lines.append(line)
            continue
        mark, fence = MARKER.match(line), FENCE.match(line)
        if fence:
            opened = (number + 1, fence, [])
        elif marker:
            raise ValueError(f"{page}:{number}: no block follows the marker")
        elif mark:
            marker = mark["words"]
            if not marker.startswith(KINDS):
                raise ValueError(f"{page}:{number}: unknown marker: {marker}")
    if opened or marker:
        raise ValueError(f"{page}: a block or a marker is left open")
    return found
