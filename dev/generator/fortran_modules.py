# SPDX-License-Identifier: BSD-3-Clause
"""Prints what follows from each nfmpi_ function: its C side, its interface, and the nf90mpi_ function of its name."""

from itertools import groupby

from generator.fortran import Fortran, Procedure
from generator.fortran_text import declared, function, generic
from generator.interface import Interface
from generator.text import expand, fill


def print_files(interface: Interface) -> dict[str, str]:
    fortran = Fortran(interface)
    files = {"interfaces.f90": interfaces(fortran), "control.f90": control(fortran),
             "attributes.f90": attributes(fortran)}
    for group, procedures in groupby(fortran.procedures, key=group_of):
        definitions = [definition(procedure) for procedure in procedures if procedure.name not in fortran.by_hand]
        files[f"nfmpi_{group}.cpp"] = fill("nfmpi.cpp", definitions=definitions)
    return {f"fortran/generated/{name}": text for name, text in files.items()}


def interfaces(fortran: Fortran) -> str:
    externals = [f"  integer, external :: nfmpi_{p.name}" for p in fortran.procedures if not p.has_interface()]
    bodies = [interface_of(procedure) for procedure in fortran.procedures if procedure.has_interface()]
    return fill("interfaces.f90", externals=externals, bodies="".join(bodies))


def interface_of(procedure: Procedure) -> str:
    head = f"integer function nfmpi_{procedure.name}({', '.join(procedure.names())})"
    return function(head, declared([argument.declaration for argument in procedure.arguments]), indent=4)


def control(fortran: Fortran) -> str:
    listed = [procedure for procedure in fortran.procedures if procedure.module_names() is not None]
    names = [f"  public :: nf90mpi_{procedure.name}" for procedure in listed]
    return fill("control.f90", names=names, functions="".join(map(renamed, listed)))


def renamed(procedure: Procedure) -> str:
    names = procedure.module_names()
    listed = ", ".join(names)
    declarations = [argument.declaration.replace(f":: {argument.name}", f":: {name}")
                    for argument, name in zip(procedure.arguments, names)]
    return function(f"integer function nf90mpi_{procedure.name}({listed}) result(code)",
                    [*declared(declarations), f"code = nfmpi_{procedure.name}({listed})"])


def attributes(fortran: Fortran) -> str:
    numbers = [type for type in fortran.types if type.suffix != "text"]
    names = ["text", *(type.kind + form for type in numbers for form in ("", "_vector"))]
    generics = [generic(f"nf90mpi_{verb}_att", [f"{verb}_att_{name}" for name in names]) for verb in ("put", "get")]
    functions = {verb: "".join(expand(f"{verb}_att.f90", **vars(type)) for type in numbers) for verb in ("put", "get")}
    return fill("attributes.f90", generics="".join(generics), **functions)


def group_of(procedure: Procedure) -> str:
    if procedure.function.row:
        return "control"
    return procedure.function.verb.name if procedure.function.shape else procedure.function.group


def definition(procedure: Procedure) -> str:
    """The lengths of texts stand behind all others; indices are turned around."""
    parameters = [f"{argument.passed} {argument.name}" for argument in procedure.arguments]
    parameters += [f"std::size_t {argument.name}_length" if "_length" in argument.given else "std::size_t"
                   for argument in procedure.arguments if argument.passed in ("char*", "const char*")]
    given = ", ".join(argument.given for argument in procedure.arguments)
    lines = [f"\nint nfmpi_{procedure.name}_({', '.join(parameters)}) {{"]
    if procedure.function.shape and "MPI_Offset" in procedure.function.shape.parameters:
        lines.append("    const Variable v(ncid, varid);")
        given = given.replace("id(varid)", "v.id()")
    if "starts" in procedure.names():
        lines.append("    List list(v, num, starts, counts);")
    return "\n".join([*lines, f"    return {procedure.function.name}({given});", "}"])
