# SPDX-License-Identifier: BSD-3-Clause
"""Prints the tables of options in docs/tools.md: that of a command stands between two comments, the first of which names it."""

import re

from generator.commands import Command, Option, Program

END = "<!-- end -->"
PART = ("-v", "-d", "-s")
LINKS = {"--progress": "Show progress on standard error: see [Progress](#progress)"}


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def words_of(option: Option) -> str:
    return ", ".join(f"`{cell(name)}{' ' if option.value else ''}{cell(option.value)}`" for name in option.names)


def takes_a_part(command: Command) -> bool:
    return {option.names[0] for option in command.options} >= set(PART)


def rows_of(command: Command) -> list[str]:
    """-v, -d and -s are one row where they choose a part together: the chapter on parts is about them."""
    part = [option for option in command.options if option.names[0] in PART] if takes_a_part(command) else []
    rows = []
    for option in command.options:
        if option not in part:
            rows.append(f"| {words_of(option)} | {LINKS.get(option.names[0], cell(option.text))} |")
        elif option == part[0]:
            rows.append(f"| {', '.join(map(words_of, part))} | A [part](#parts-of-a-file) of the data |")
    return rows


def table(command: Command) -> str:
    return "\n".join(["| option | meaning |", "|---|---|", *rows_of(command)])


def print_page(program: Program, page: str) -> str:
    """The page with the tables as the commands have them. Each command that has options must have one there."""
    for command in program.commands:
        begin = f"<!-- options: {command.name} -->\n"
        if not command.options:
            continue
        if page.count(begin) != 1:
            raise ValueError(f"commands/{command.name}.toml: docs/tools.md must have one line {begin.strip()}")
        before, rest = page.split(begin)
        after = rest.split(END, 1)[1]
        page = f"{before}{begin}\n{table(command)}\n\n{END}{after}"
    unknown = set(re.findall(r"<!-- options: (\S+) -->", page)) - {command.name for command in program.commands}
    if unknown:
        raise ValueError(f"docs/tools.md has options of commands that there are not: {sorted(unknown)}")
    return page
