# SPDX-License-Identifier: BSD-3-Clause
"""Prints the module of the generic functions that access data: specific functions for each type, which call C++."""

from dataclasses import dataclass

from generator.fortran_model import Fortran, has_shape
from generator.fortran_text import OPENING, generic, headed

DATA = OPENING + """\
!> The generic functions that access data: values of seven types and every rank.
!>
!> The work is done in C++, which gets descriptors: fortran/access.cpp. The specific functions, one for each type, only
!> let the compiler see that the type is one of those.
module pnetcdf_data
  use, intrinsic :: iso_c_binding, only: c_int, c_long_long
  implicit none
  private
{generics}
  public :: nf90mpi_def_var_fill, nf90mpi_inq_var_fill

  interface
    integer(c_int) function nf90mpi_def_var_fill(ncid, varid, no_fill, fill_value) bind(C, name="nfmpi_def_var_fill_")
      import
      integer(c_int), intent(in) :: ncid, varid, no_fill
      type(*), intent(in) :: fill_value
    end function

    integer(c_int) function nf90mpi_inq_var_fill(ncid, varid, no_fill, fill_value) bind(C, name="nfmpi_inq_var_fill_")
      import
      integer(c_int), intent(in) :: ncid, varid
      integer(c_int), intent(out) :: no_fill
      type(*), intent(inout) :: fill_value
    end function
{interfaces}  end interface

contains
{functions}end module pnetcdf_data
"""

# The arguments after the values: (names, declarations) for each form of access.
FORMS = {
    "var": (["start", "count", "stride", "map", "bufcount", "buftype"],
            ["{long}, dimension(:), optional, intent(in) :: start, count, stride, map",
             "{long}, optional, intent(in) :: bufcount",
             "{int}, optional, intent(in) :: buftype"]),
    "varn": (["num", "start", "count"],
             ["{int}, intent(in) :: num",
              "{long}, dimension(:,:), intent(in) :: start",
              "{long}, dimension(:,:), optional, intent(in) :: count"]),
    "varn_one": (["start"], ["{long}, dimension(:,:), intent(in) :: start"]),
    "vard": (["bufcount", "buftype"],
             ["{int}, intent(in) :: filetype, buftype", "{long}, intent(in) :: bufcount"]),
}


@dataclass(frozen=True)
class Access:
    """One function in C++, and the specific functions of the module that call it."""

    verb: dict
    form: str
    ending: str

    def shape(self) -> str:
        return self.form.removesuffix("_one")

    def name(self) -> str:
        return f"{self.verb['name']}_{self.form}{self.ending}"

    def generic(self) -> str:
        return f"nf90mpi_{self.verb['name']}_{self.shape()}{self.ending}"

    def values(self) -> str:
        return {"varn_one": "value", "vard": "buf"}.get(self.form, "values")

    def arguments(self) -> list[str]:
        before = ["filetype"] if self.form == "vard" else []
        after = ["req"] if self.verb["name"] not in ("put", "get") else []
        return ["ncid", "varid", *before, self.values(), *after, *FORMS[self.form][0]]

    def declarations(self, type: str, int: str, long: str) -> list[str]:
        intent = "in" if self.verb["direction"] == "put" else "inout"
        lines = [f"{int}, intent(in) :: ncid, varid", f"{type}, dimension(..), intent({intent}) :: {self.values()}"]
        if "req" in self.arguments():
            lines.append(f"{int}, intent(out) :: req")
        return lines + [line.format(int=int, long=long) for line in FORMS[self.form][1]]


def accesses(fortran: Fortran) -> list[Access]:
    shapes = {shape["name"]: shape for shape in fortran.api.families_table["shape"]}
    result = []
    for verb in fortran.verbs():
        endings = ["_all" if mode == "collective" else "" for mode in verb.get("modes", [""])]
        forms = ["var"] + (["varn", "varn_one"] if has_shape(verb, shapes["varn"]) else [])
        forms += ["vard"] if verb["name"] in fortran.api.families_table["described"]["verbs"] else []
        result += [Access(verb, form, ending) for form in forms for ending in endings]
    return result


def print_data(fortran: Fortran) -> str:
    listed = accesses(fortran)
    specifics = {}
    for access in listed:
        names = specifics.setdefault(access.generic(), [])
        names += [] if access.form == "vard" else [f"{access.name()}_{type['kind']}" for type in fortran.types]
    generics = [f"  public :: {name}\n" + (generic(name, names) if names else "") for name, names in specifics.items()]
    functions = [specific(access, type) for access in listed if access.form != "vard" for type in fortran.types]
    return DATA.format(generics="\n" + "\n".join(generics), interfaces="".join(map(in_c, listed)),
                       functions="".join(functions))


def in_c(access: Access) -> str:
    """With a vard, the module's function itself."""
    name = access.generic() if access.form == "vard" else "c_" + access.name()
    head = headed(f"    integer(c_int) function {name}", access.arguments(), f' bind(C,@name="weft_{access.name()}")')
    lines = ["import", *access.declarations("type(*)", "integer(c_int)", "integer(c_long_long)")]
    return f"\n{head}\n" + "".join(f"      {line}\n" for line in lines) + "    end function\n"


def specific(access: Access, type: dict) -> str:
    head = headed(f"  integer function {access.name()}_{type['kind']}", access.arguments(), " result(code)")
    lines = access.declarations(type["declaration"], "integer", "integer(8)")
    call = headed(f"    code = c_{access.name()}", access.arguments())
    return f"\n{head}\n" + "".join(f"    {line}\n" for line in lines) + f"{call}\n  end function\n"
