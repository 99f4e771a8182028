# SPDX-License-Identifier: BSD-3-Clause
"""Prints the man pages: of weft, of each of its commands, and of pnetcdf-config from the table in that script."""

import re
import textwrap
from pathlib import Path

from generator.interface import Row
from generator.text import opening

CONFIG = "packaging/pnetcdf-config.in"
ABOUT_CONFIG = """Says how Weft was built and how programs are compiled and linked with it: one line for each option, in the order of
the command line. Options that name a feature of PnetCDF say enabled or disabled. The directories follow from where the script itself
is. As Weft has the interface of PnetCDF, it answers by this name, and build systems that look for PnetCDF find it."""
EXIT_OF_CONFIG = "0 for success; 1 without options, and for one that is unknown, which is named together with all that there are."
EXAMPLE_OF_CONFIG = "mpicc model.c $(pnetcdf-config --cflags --libs) -o model"


def print_files(program: Row, root: Path) -> dict[str, str]:
    pages = {f"weft-{command.name}": command_page(command) for command in program.commands}
    pages |= {"weft": program_page(program), "pnetcdf-config": config_page((root / CONFIG).read_text())}
    return {f"man/man1/{name}.1": text for name, text in pages.items()}


def page(title: str, about: str, sections: dict[str, list[str]], source: str = "api/") -> str:
    """Sections without lines are left out."""
    texts = [f".SH {name}\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines]
    head = f'.TH {title.upper()} 1 "" "Weft" "User Commands"\n.SH NAME\n{title} \\- {escaped(about)}\n'
    return opening(".1", source) + head + "".join(texts)


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
    return item(", ".join(map(bold, option.names)) + value, prose(option.text) + ".")


def command_page(command: Row) -> str:
    words = ["[\\fBmpiexec \\-n\\fR \\fIN\\fR]"] if command.mpiexec else []
    words += [f"\\fBweft {command.name}\\fR", *(["[\\fIOPTION\\fR...]"] if command.options else [])]
    words += [re.sub(r"([A-Z0-9]+)", r"\\fI\1\\fR", argument.name) for argument in command.arguments]
    arguments = [item(f".I {escaped(argument.name)}", prose(argument.text) + ".") for argument in command.arguments]
    return page(f"weft-{command.name}", command.summary[0].lower() + command.summary[1:], {
        "SYNOPSIS": [" ".join(words)], "DESCRIPTION": [prose(command.about)],
        "OPTIONS": arguments + [option_item(option) for option in command.options],
        "EXIT STATUS": [prose(command.exit)], "SEE ALSO": [".BR weft (1)"]})


def program_page(program: Row) -> str:
    pages = [f".BR weft\\-{command.name} (1)" for command in program.commands]
    together = ", ".join(command.name for command in program.commands if command.mpiexec)
    return page("weft", program.summary, {
        "SYNOPSIS": ["\\fBweft\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]"],
        "DESCRIPTION": [prose(program.about), ".PP", prose(f"Under mpiexec, ranks share the work of {together}."), ".PP",
                        prose(program.old_names)],
        "COMMANDS": [item(bold(command.name), f"{prose(command.summary)}; see\n{its_page}.")
                     for command, its_page in zip(program.commands, pages)],
        "EXIT STATUS": [prose(program.exit + " The pages of the commands say what else 1 and 2 mean.")],
        "ENVIRONMENT": [item(f".B {escaped(name)}", prose(text)) for name, text in program.environment],
        "SEE ALSO": [",\n".join(pages)]})


def config_page(script: str) -> str:
    found = re.search(r"cat <<END\n(.*?)\nEND\n", script, re.DOTALL)
    rows = [row.split("|") for row in found[1].splitlines()] if found else []
    if not rows or any(len(row) != 3 for row in rows):
        raise ValueError(f"{CONFIG} has no table of options of three columns")
    options = [(name, text) for name, _, text in rows] + [("--all", "all of these"), ("--help", "the options and what they say")]
    return page("pnetcdf-config", "say how programs are built with Weft", {
        "SYNOPSIS": [bold("pnetcdf-config") + " \\fIOPTION\\fR..."], "DESCRIPTION": [prose(ABOUT_CONFIG)],
        "OPTIONS": [item(bold(name), prose(text[0].upper() + text[1:]) + ".") for name, text in options],
        "EXIT STATUS": [prose(EXIT_OF_CONFIG)], "EXAMPLES": [".EX", escaped(EXAMPLE_OF_CONFIG), ".EE"],
        "SEE ALSO": [".BR weft (1)"]}, CONFIG)
