# SPDX-License-Identifier: BSD-3-Clause
"""Prints the man pages: of weft, of each of its commands, and of pnetcdf-config with the table in that script."""

import re
import textwrap

from generator import commands
from generator.interface import Interface, Row
from generator.text import fill

CONFIG = "packaging/pnetcdf-config.in"


def print_files(interface: Interface) -> dict[str, str]:
    program = commands.load(interface.root)
    pages = {f"weft-{command.name}": command_page(command) for command in program.commands}
    pages |= {"weft": program_page(program), "pnetcdf-config": config_page((interface.root / CONFIG).read_text())}
    return {f"man/man1/{name}.1": text for name, text in pages.items()}


def escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def prose(text: str) -> str:
    """Lines of roff, none of which begins with a control character."""
    lines = textwrap.wrap(" ".join(text.split()), 120, break_on_hyphens=False, break_long_words=False)
    return "\n".join(("\\&" if line[0] in ".'" else "") + escaped(line) for line in lines)


def item(name: str, text: str) -> str:
    return f".TP\n{name}\n{text}"


def bold(text: str) -> str:
    return f"\\fB{escaped(text)}\\fR"


def option_item(option: Row) -> str:
    value = f" \\fI{escaped(option.value)}\\fR" if option.value else ""
    return item(", ".join(map(bold, option.names)) + value, f"{prose(option.text)}.")


def command_page(command: Row) -> str:
    words = ["[\\fBmpiexec \\-n\\fR \\fIN\\fR]"] if command.mpiexec else []
    words += [f"\\fBweft {command.name}\\fR", *(["[\\fIOPTION\\fR...]"] if command.options else [])]
    words += [re.sub(r"([A-Z0-9]+)", r"\\fI\1\\fR", argument.name) for argument in command.arguments]
    items = [item(f".I {escaped(argument.name)}", f"{prose(argument.text)}.") for argument in command.arguments]
    return fill("weft-command.1", name=command.name, NAME=command.name.upper(), synopsis=" ".join(words),
                summary=escaped(command.summary[0].lower() + command.summary[1:]), about=prose(command.about),
                items=items + [option_item(option) for option in command.options], exit=prose(command.exit))


def program_page(program: Row) -> str:
    items = [item(bold(command.name), f"{prose(command.summary)}; see\n.BR weft\\-{command.name} (1).")
             for command in program.commands]
    return fill("weft.1", summary=program.summary, about=prose(program.about), commands=items,
                together=", ".join(command.name for command in program.commands if command.mpiexec),
                old_names=prose(program.old_names), exit=prose(program.exit),
                environment=[item(f".B {escaped(name)}", prose(text)) for name, text in program.environment],
                pages=",\n".join(f".BR weft\\-{command.name} (1)" for command in program.commands))


def config_page(script: str) -> str:
    found = re.search(r"cat <<END\n(.*?)\nEND\n", script, re.DOTALL)
    rows = [row.split("|") for row in found[1].splitlines()] if found else []
    if not rows or any(len(row) != 3 for row in rows):
        raise ValueError(f"{CONFIG} has no table of options of three columns")
    options = [item(bold(name), f"{prose(text[0].upper() + text[1:])}.") for name, _, text in rows]
    return fill("pnetcdf-config.1", CONFIG, options=options)
