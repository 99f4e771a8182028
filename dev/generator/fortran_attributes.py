# SPDX-License-Identifier: BSD-3-Clause
"""Prints the module of the generic functions that put and get attributes: specific functions for each type."""

from generator.fortran_model import Fortran
from generator.fortran_text import OPENING, declared, function, generic, headed

ATTRIBUTES = OPENING + """\
!> nf90mpi_put_att and nf90mpi_get_att: one value, a vector, or a text without the blanks at its end.
module pnetcdf_attributes
  use pnetcdf_constants
  use pnetcdf_nfmpi
  implicit none
  private
  public :: nf90mpi_put_att, nf90mpi_get_att
{generics}
contains

  !> An error where the attribute is text, or has more numbers than there is room for.
  integer function room_for(ncid, varid, name, room) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    integer(8), intent(in) :: room
    integer :: xtype
    integer(8) :: length
    code = nfmpi_inq_att(ncid, varid, name, xtype, length)
    if (code /= nf_noerr .or. length == 0) return
    if (xtype == nf_char) then
      code = nf_echar
    else if (length > room) then
      code = nf_einval
    end if
  end function
{functions}end module pnetcdf_attributes
"""

GET_TEXT = """
  !> What is longer than `values` is cut.
  integer function get_att_text(ncid, varid, name, values) result(code)
    integer, intent(in) :: ncid, varid
    character(len=*), intent(in) :: name
    character(len=*), intent(out) :: values
    character(len=:), allocatable :: whole
    integer(8) :: length
    values = ' '
    code = nfmpi_inq_attlen(ncid, varid, name, length)
    if (code /= nf_noerr) return
    allocate(character(len=length) :: whole)
    code = nfmpi_get_att_text(ncid, varid, name, whole)
    if (code == nf_noerr) values = whole
  end function
"""

NAMES = ["ncid", "varid", "name", "values"]
WHERE = ["integer, intent(in) :: ncid", "integer, intent(in) :: varid", "character(len=*), intent(in) :: name"]


def print_attributes(fortran: Fortran) -> str:
    functions, generics = [], []
    for verb in ("put", "get"):
        names = []
        for type in fortran.types:
            texts = [text_attribute] if type["suffix"] == "text" else [one_attribute, many_attribute]
            for write in texts:
                name, text = write(verb, type)
                names.append(name)
                functions.append(text)
        generics.append(generic(f"nf90mpi_{verb}_att", names))
    return ATTRIBUTES.format(generics="".join(generics), functions="".join(functions))


def text_attribute(verb: str, type: dict) -> tuple[str, str]:
    if verb == "get":
        return "get_att_text", GET_TEXT
    declarations = WHERE + ["character(len=*), intent(in) :: values"]
    return "put_att_text", function("put_att_text", NAMES, declarations,
                                    "nfmpi_put_att_text(ncid, varid, name, len_trim(values, kind=8), values)")


def one_attribute(verb: str, type: dict) -> tuple[str, str]:
    """The nfmpi_ functions take arrays."""
    name = f"{verb}_att_{type['kind']}"
    if verb == "put":
        declarations = WHERE + [f"{type['declaration']}, intent(in) :: values"]
        value = f"nfmpi_put_att_{type['suffix']}(ncid, varid, name, {type['attribute']}, 1_8, [values])"
        return name, function(name, NAMES, declarations, value)
    declarations = WHERE + [f"{type['declaration']}, intent(inout) :: values", f"{type['declaration']} :: vector(1)"]
    before = "    vector = values\n"  # which an attribute without values leaves as it is
    after = "    if (code == nf_noerr .or. code == nf_erange) values = vector(1)\n"
    return name, checked_get(name, type, declarations, "vector", before, after)


def many_attribute(verb: str, type: dict) -> tuple[str, str]:
    name = f"{verb}_att_{type['kind']}_vector"
    if verb == "put":
        declarations = WHERE + [f"{type['declaration']}, intent(in) :: values(:)"]
        value = f"nfmpi_put_att_{type['suffix']}(ncid, varid, name, {type['attribute']}, size(values, kind=8), values)"
        return name, function(name, NAMES, declarations, value)
    declarations = WHERE + [f"{type['declaration']}, intent(inout) :: values(:)"]
    return name, checked_get(name, type, declarations, "values")


def checked_get(name: str, type: dict, declarations: list[str], target: str, before: str = "",
                after: str = "") -> str:
    check = f"    code = room_for(ncid, varid, name, size({target}, kind=8))\n"
    get = f"    if (code == nf_noerr) code = nfmpi_get_att_{type['suffix']}(ncid, varid, name, {target})\n"
    head = headed(f"  integer function {name}", NAMES, " result(code)")
    return f"\n{head}\n{declared(declarations, 4)}{before}{check}{get}{after}  end function\n"
