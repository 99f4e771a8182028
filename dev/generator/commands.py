# SPDX-License-Identifier: BSD-3-Clause
"""The tables of the weft command (api/commands); prints tools/generated/commands.cpp, from which it makes its help,
and the tables of options in docs/tools.md."""

import json
import tomllib
from pathlib import Path

from generator.interface import Interface, Row
from generator.text import fill, fill_page, in_cell, table

COMPLETED = ("", "files", "directories", "variables", "dimensions", "commands")
# These choose a part of the data together: docs/tools.md has a chapter about them.
PART = ("-v", "-d", "-s")
LINKS = {"--progress": "Show progress on standard error: see [Progress](#progress)"}


def load(root: Path) -> Row:
    """The program, whose `commands` have `arguments` and `options`: see api/commands/weft.toml."""
    tables = {file.stem: tomllib.loads(file.read_text()) for file in (root / "api/commands").glob("*.toml")}
    program = Row(**tables.pop("weft"))
    if sorted(program.order) != sorted(tables):
        raise ValueError(f"api/commands/weft.toml: the order names {program.order}, the tables are {sorted(tables)}")
    program.commands = [load_command(name, tables[name], program.exit) for name in program.order]
    return program


def load_command(name: str, table: dict, exit: str) -> Row:
    arguments = [Row(name=argument, value="", completes=completes, text=text)
                 for argument, completes, text in table["arguments"]]
    options = [Row(name=names, names=names.split(","), value=value, completes=completes, text=text)
               for names, value, completes, text in table["options"]]
    names = [one for option in options for one in option.names]
    unknown = [row.name for row in arguments + options if row.completes not in COMPLETED and "|" not in row.completes]
    if len(set(names)) != len(names) or unknown:
        raise ValueError(f"api/commands/{name}.toml: an option is there twice, or nothing can complete {unknown}")
    table = {"mpiexec": False, "exit": exit, "own_exit": table.get("exit", "")} | table
    return Row(**table | {"name": name, "arguments": arguments, "options": options})


def print_files(interface: Interface) -> dict[str, str]:
    program = load(interface.root)
    tables = {command.name: table(["option", "meaning"], cells(command))
              for command in program.commands if command.options}
    return {"docs/tools.md": fill_page(interface.root / "docs/tools.md", "options", tables),
            "tools/generated/commands.cpp": source(program)}


def cells(command: Row) -> list[list[str]]:
    rows = {option.names[0]: [written(option), LINKS.get(option.names[0], in_cell(option.text))]
            for option in command.options}
    if set(PART) <= set(rows):
        rows[PART[0]] = [", ".join(rows[name][0] for name in PART), "A [part](#parts-of-a-file) of the data"]
        del rows[PART[1]], rows[PART[2]]
    return list(rows.values())


def written(option: Row) -> str:
    return ", ".join(f"`{in_cell(f'{name} {option.value}'.strip())}`" for name in option.names)


def source(program: Row) -> str:
    tables, commands = [], []
    for command in program.commands:
        names = []
        for kind, rows in (("arguments", command.arguments), ("options", command.options)):
            names.append(f"{command.name}_{kind}" if rows else "{}")
            lines = [f"{{{literal(row.name)}, {literal(row.value)}, {literal(row.text)}}}," for row in rows]
            tables += [f"constexpr OptionText {names[-1]}[] = {{", *lines, "};"] if rows else []
        summary = command.summary + ("; also under mpiexec" if command.mpiexec else "")
        texts = ", ".join(map(literal, (command.name, summary, command.own_exit)))
        commands.append(f"{{{texts}, {', '.join(names)}}},")
    return fill("commands.cpp", tables=tables, commands=commands)


def literal(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
