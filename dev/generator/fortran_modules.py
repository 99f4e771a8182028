# SPDX-License-Identifier: BSD-3-Clause
"""Prints what follows from each nfmpi_ function: its C side, its interface, and the nf90mpi_ function of another name."""

from itertools import groupby

from generator.fortran import Fortran, Procedure
from generator.fortran_text import function, generic, interface
from generator.text import fill

PUT = """
  integer function put_att_{kind}(ncid, varid, name, values) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    {fortran}, intent(in) :: values
    code = nfmpi_put_att_{nfmpi}(ncid, varid, name, {attribute}, 1_8, [values])
  end function

  integer function put_att_{kind}_vector(ncid, varid, name, values) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    {fortran}, intent(in) :: values(:)
    code = nfmpi_put_att_{nfmpi}(ncid, varid, name, {attribute}, size(values, kind=8), values)
  end function
"""

# An attribute without values leaves `vector` as it is.
GET = """
  integer function get_att_{kind}(ncid, varid, name, values) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    {fortran}, intent(inout) :: values
    {fortran} :: vector(1)
    vector = values
    code = room_for(ncid, varid, name, size(vector, kind=8))
    if (code == nf_noerr) code = nfmpi_get_att_{nfmpi}(ncid, varid, name, vector)
    if (code == nf_noerr .or. code == nf_erange) values = vector(1)
  end function

  integer function get_att_{kind}_vector(ncid, varid, name, values) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    {fortran}, intent(inout) :: values(:)
    code = room_for(ncid, varid, name, size(values, kind=8))
    if (code == nf_noerr) code = nfmpi_get_att_{nfmpi}(ncid, varid, name, values)
  end function
"""


def print_files(fortran: Fortran) -> dict[str, str]:
    return {"fortran/generated/interfaces.f90": interfaces(fortran), "fortran/generated/control.f90": control(fortran),
            "fortran/generated/attributes.f90": attributes(fortran)} | c_sources(fortran)


def interfaces(fortran: Fortran) -> str:
    externals = [f"  integer, external :: nfmpi_{p.name}" for p in fortran.procedures if not p.has_interface()]
    bodies = [interface_of(procedure) for procedure in fortran.procedures if procedure.has_interface()]
    return fill("interfaces.f90", externals=externals, bodies="".join(bodies))


def interface_of(procedure: Procedure) -> str:
    return interface(f"nfmpi_{procedure.name}", procedure.names(), [a.declaration for a in procedure.arguments])


def control(fortran: Fortran) -> str:
    listed = [procedure for procedure in fortran.procedures if procedure.module_names() is not None]
    names = [f"  public :: nf90mpi_{procedure.name}" for procedure in listed]
    return fill("control.f90", names=names, functions="".join(map(renamed, listed)))


def renamed(procedure: Procedure) -> str:
    names = procedure.module_names()
    declarations = [argument.declaration.replace(f":: {argument.name}", f":: {name}")
                    for argument, name in zip(procedure.arguments, names)]
    return function(f"nf90mpi_{procedure.name}", names, declarations, f"nfmpi_{procedure.name}({', '.join(names)})")


def attributes(fortran: Fortran) -> str:
    numbers = [type for type in fortran.types if type.suffix != "text"]
    generics = [generic(f"nf90mpi_{verb}_att", [f"{verb}_att_text", *(f"{verb}_att_{type.kind}{form}" for type in numbers
                                                                     for form in ("", "_vector"))])
                for verb in ("put", "get")]
    return fill("attributes.f90", generics="".join(generics), put="".join(PUT.format(**vars(type)) for type in numbers),
                get="".join(GET.format(**vars(type)) for type in numbers))


def c_sources(fortran: Fortran) -> dict[str, str]:
    files = {}
    for group, procedures in groupby(fortran.procedures, key=group_of):
        definitions = [definition(procedure) for procedure in procedures if procedure.name not in fortran.by_hand]
        files[f"fortran/generated/nfmpi_{group}.cpp"] = fill("nfmpi.cpp", definitions="".join(definitions))
    return files


def group_of(procedure: Procedure) -> str:
    if procedure.function.row:
        return "control"
    return procedure.function.verb.name if procedure.function.shape else procedure.function.group


def definition(procedure: Procedure) -> str:
    parameters = [f"{argument.passed} {argument.name}" for argument in procedure.arguments]
    lengths = [argument.hidden_length() for argument in procedure.arguments if argument.hidden_length()]
    given = ", ".join(argument.given for argument in procedure.arguments)
    before = ""
    if procedure.has_places():
        before = "    const Variable v(ncid, varid);\n"
        given = given.replace("id(varid)", "v.id()")
    if "starts" in procedure.names():
        before += "    List list(v, num, starts, counts);\n"
    return (f"\nint nfmpi_{procedure.name}_({', '.join(parameters + lengths)}) {{\n{before}"
            f"    return {procedure.function.name}({given});\n}}\n")
