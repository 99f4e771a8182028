# SPDX-License-Identifier: BSD-3-Clause
"""Prints the module of the generic functions that access data: specific functions for each type, which call C++."""

from dataclasses import dataclass

from generator.fortran import Fortran
from generator.fortran_text import function, generic
from generator.interface import Interface, Row, ending, modes
from generator.text import fill


@dataclass
class Access:
    """A function in C++, and the specific functions of the module that call it; `form` is of fortran_forms.tsv."""

    verb: Row
    form: Row
    mode: str

    def is_generic(self) -> bool:
        return self.form.form != "vard"

    def name(self) -> str:
        return f"{self.verb.name}_{self.form.form}{ending(self.mode)}"

    def generic(self) -> str:
        return f"nf90mpi_{self.name()}".replace("_one", "")

    def shown_arguments(self) -> str:
        """Optional ones in brackets."""
        return self.form.arguments.format(req="req, " if self.mode == "posted" else "")

    def arguments(self) -> str:
        return self.shown_arguments().replace("[", "").replace("]", "")

    def declarations(self, type: str, int: str, long: str) -> list[str]:
        values = f"{type}, dimension(..), intent({'in' if self.verb.direction == 'put' else 'inout'})"
        request = f"{int}, intent(out) :: req; " if self.mode == "posted" else ""
        return self.form.declarations.format(int=int, long=long, values=values, req=request).split("; ")


def accesses(fortran: Fortran) -> list[Access]:
    return [Access(verb, form, mode) for verb in fortran.verbs for form in fortran.interface.tables["fortran_forms"]
            if form.form.removesuffix("_one") in [shape.name for shape in fortran.interface.shapes_of(verb)]
            for mode in modes(verb)]


def print_files(interface: Interface) -> dict[str, str]:
    fortran = Fortran(interface)
    listed = accesses(fortran)
    specifics: dict[str, list[str]] = {access.generic(): [] for access in listed}
    functions = []
    for access in filter(Access.is_generic, listed):
        specifics[access.generic()] += [f"{access.name()}_{type.kind}" for type in fortran.types]
        functions += [specific(access, type) for type in fortran.types]
    generics = [f"\n  public :: {name}\n{generic(name, names) if names else ''}" for name, names in specifics.items()]
    return {"fortran/generated/data.f90": fill("data.f90", generics="".join(generics), functions="".join(functions),
                                               interfaces="".join(map(in_c, listed)))}


def in_c(access: Access) -> str:
    name = "c_" + access.name() if access.is_generic() else access.generic()
    lines = ["import", *access.declarations("type(*)", "integer(c_int)", "integer(c_long_long)")]
    head = f'integer(c_int) function {name}({access.arguments()}) bind(C,@name="weft_{access.name()}")'
    return function(head, lines, indent=4)


def specific(access: Access, type: Row) -> str:
    call = f"code = c_{access.name()}({access.arguments()})"
    return function(f"integer function {access.name()}_{type.kind}({access.arguments()}) result(code)",
                    [*access.declarations(type.fortran, "integer", "integer(8)"), call])
