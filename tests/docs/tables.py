# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a page, as they are written: rows that begin with a bar, outside of blocks."""

import re

BAR = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
RULE = re.compile(r"^:?-+:?$")


def cells_of(row):
    """The texts between the bars. A bar within code, or behind a backslash, is a character like others."""
    hidden = CODE.sub(lambda code: code[0].replace("|", "."), row.strip())
    bars = [bar.start() for bar in BAR.finditer(hidden)]
    if not bars or bars[0] != 0 or bars[-1] != len(hidden) - 1:
        return None
    return [row.strip()[start + 1:end].strip() for start, end in zip(bars, bars[1:])]


def tables_of(text):
    """Each table as a list of (line number, row)."""
    tables, inside, table = [], False, None
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            inside = not inside
        if not inside and re.match(r" {0,3}\|", line):
            if table is None:
                tables.append(table := [])
            table.append((number, line))
        else:
            table = None
    return tables


def faults_of(page, text):
    """What is wrong with a page's tables, a sentence each."""
    faults = []
    for table in tables_of(text):
        header = cells_of(table[0][1])
        if len(table) < 3 or any(not RULE.match(cell) for cell in cells_of(table[1][1]) or [""]):
            faults.append(f"{page}:{table[0][0]}: a table begins with its header and a rule, and has a row")
            continue
        for number, row in table:
            cells = cells_of(row)
            if cells is None:
                faults.append(f"{page}:{number}: a row begins and ends with a bar")
            elif header is not None and len(cells) != len(header):
                faults.append(f"{page}:{number}: {len(cells)} cells in a table of {len(header)} columns")
    return faults
