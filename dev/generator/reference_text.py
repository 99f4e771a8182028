# SPDX-License-Identifier: BSD-3-Clause
"""What all pages of the reference share: the tables that they are made of, and how declarations look."""

import re
import textwrap
import tomllib

from generator.fortran import Fortran, Procedure
from generator.fortran_modules import interface_of
from generator.interface import Interface
from generator.rules import Rules

WIDTH = 92
GLUE = "\0"


class Reference:
    def __init__(self, interface: Interface):
        self.interface = interface
        self.fortran = Fortran(interface)
        self.rules = Rules(interface)
        self.table = tomllib.loads((interface.root / "api/reference.toml").read_text())
        self.module_functions = module_functions((interface.root / "fortran/pnetcdf.f90").read_text())


def module_functions(source: str) -> dict[str, str]:
    """The arguments of the functions that a Fortran source has written out, optional ones in brackets."""
    found = {}
    for name, listed, body in re.findall(r"function nf90mpi_(\w+)\(([^)]*)\)(.*?)end function", source, re.DOTALL):
        lines = re.findall(r"optional[^:]*:: ([^\n]*)", body)
        optional = {word.split("(")[0].strip() for line in lines for word in line.split(",")}
        words = [word.strip() for word in listed.split(",")]
        found[name] = ", ".join(f"[{word}]" if word in optional else word for word in words)
    return found


def declaration(language: str, text: str) -> str:
    return snippet("declaration", language, "\n".join(map(continued, text.splitlines())))


def snippet(kind: str, language: str, text: str) -> str:
    return f"<!-- snippet: {kind} -->\n```{language}\n{text.strip()}\n```\n"


def continued(line: str) -> str:
    """Long lines end behind a comma and go on in the next."""
    glued = re.sub("(?<!,) ", GLUE, line)
    lines = textwrap.wrap(glued, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(GLUE, " ")


def nfmpi_interface(procedure: Procedure) -> str:
    return textwrap.dedent(interface_of(procedure)).strip("\n").removesuffix("\nend function")
