# SPDX-License-Identifier: BSD-3-Clause
"""Prints the module of the generic functions that access data: specific functions for each type, which call C++."""

from dataclasses import dataclass

from generator.fortran import Fortran
from generator.fortran_text import generic, headed
from generator.interface import Row, ending, modes
from generator.text import fill


@dataclass
class Form:
    """The arguments of a generic function: all in their order, with `values` and what follows, and how they are declared."""

    values: str
    before: list[str]
    after: list[str]
    declarations: list[str]


FORMS = {
    "var": Form("values", [], ["start", "count", "stride", "map", "bufcount", "buftype"],
                ["{long}, dimension(:), optional, intent(in) :: start, count, stride, map",
                 "{long}, optional, intent(in) :: bufcount",
                 "{int}, optional, intent(in) :: buftype"]),
    "varn": Form("values", [], ["num", "start", "count"],
                 ["{int}, intent(in) :: num",
                  "{long}, dimension(:,:), intent(in) :: start",
                  "{long}, dimension(:,:), optional, intent(in) :: count"]),
    "varn_one": Form("value", [], ["start"], ["{long}, dimension(:,:), intent(in) :: start"]),
    "vard": Form("buf", ["filetype"], ["bufcount", "buftype"],
                 ["{int}, intent(in) :: filetype, buftype", "{long}, intent(in) :: bufcount"]),
}


@dataclass
class Access:
    """One function in C++, and the specific functions of the module that call it."""

    verb: Row
    form: str
    mode: str

    def name(self) -> str:
        return f"{self.verb.name}_{self.form}{ending(self.mode)}"

    def generic(self) -> str:
        return f"nf90mpi_{self.name()}".replace("_one", "")

    def arguments(self) -> list[str]:
        form = FORMS[self.form]
        return ["ncid", "varid", *form.before, form.values, *(["req"] if self.mode == "posted" else []), *form.after]

    def declarations(self, type: str, int: str, long: str) -> list[str]:
        form = FORMS[self.form]
        intent = "in" if self.verb.direction == "put" else "inout"
        return [f"{int}, intent(in) :: ncid, varid", f"{type}, dimension(..), intent({intent}) :: {form.values}",
                *([f"{int}, intent(out) :: req"] if self.mode == "posted" else []),
                *(line.format(int=int, long=long) for line in form.declarations)]

    def optional(self) -> list[str]:
        lines = [line for line in FORMS[self.form].declarations if "optional" in line]
        return [name for line in lines for name in line.split(" :: ")[1].split(", ")]


def accesses(fortran: Fortran) -> list[Access]:
    result = []
    for verb in fortran.verbs:
        shapes = [shape.name for shape in fortran.interface.shapes_of(verb)]
        forms = [form for form in FORMS if form.removesuffix("_one") in shapes]
        result += [Access(verb, form, mode) for form in forms for mode in modes(verb)]
    return result


def print_files(fortran: Fortran) -> dict[str, str]:
    listed = accesses(fortran)
    specifics: dict[str, list[str]] = {access.generic(): [] for access in listed}
    functions = []
    for access in listed:
        if access.form != "vard":
            specifics[access.generic()] += [f"{access.name()}_{type.kind}" for type in fortran.types]
            functions += [specific(access, type) for type in fortran.types]
    generics = [f"\n  public :: {name}\n{generic(name, names) if names else ''}" for name, names in specifics.items()]
    return {"fortran/generated/data.f90": fill("data.f90", generics="".join(generics), functions="".join(functions),
                                               interfaces="".join(map(in_c, listed)))}


def in_c(access: Access) -> str:
    """With a vard, the module's function itself."""
    name = access.generic() if access.form == "vard" else "c_" + access.name()
    head = headed(f"    integer(c_int) function {name}", access.arguments(), f' bind(C,@name="weft_{access.name()}")')
    lines = ["import", *access.declarations("type(*)", "integer(c_int)", "integer(c_long_long)")]
    return f"\n{head}\n" + "".join(f"      {line}\n" for line in lines) + "    end function\n"


def specific(access: Access, type: Row) -> str:
    head = headed(f"  integer function {access.name()}_{type.kind}", access.arguments(), " result(code)")
    lines = access.declarations(type.fortran, "integer", "integer(8)")
    call = headed(f"    code = c_{access.name()}", access.arguments())
    return f"\n{head}\n" + "".join(f"    {line}\n" for line in lines) + f"{call}\n  end function\n"
