# SPDX-License-Identifier: BSD-3-Clause
"""Prints the modules that follow from the nfmpi_* functions: their interfaces, and those under other names."""

from generator.fortran_model import Fortran, Procedure
from generator.fortran_text import OPENING, declared, function, headed

INTERFACES = OPENING + """\
!> The explicit interfaces of the nfmpi_* functions. Where data may be of any type there is none.
module pnetcdf_nfmpi
  implicit none
  public

{externals}

  interface
    character(len=80) function nfmpi_inq_libvers()
    end function

    character(len=80) function nfmpi_strerror(ncerr)
      integer, intent(in) :: ncerr
    end function

    character(len=80) function nfmpi_strerrno(ncerr)
      integer, intent(in) :: ncerr
    end function

    logical function nfmpi_issyserr(ncerr)
      integer, intent(in) :: ncerr
    end function
{bodies}  end interface
end module pnetcdf_nfmpi
"""

CONTROL = OPENING + """\
!> The nf90mpi_* functions that are nfmpi_* functions with other names of arguments.
module pnetcdf_control
  use pnetcdf_nfmpi
  implicit none
  private
{names}

contains
{functions}end module pnetcdf_control
"""

def print_interfaces(fortran: Fortran) -> str:
    externals = [f"  integer, external :: nfmpi_{p.name}" for p in fortran.procedures if not p.has_interface()]
    bodies = [interface(p) for p in fortran.procedures if p.has_interface()]
    return INTERFACES.format(externals="\n".join(externals), bodies="".join(bodies))


def interface(procedure: Procedure) -> str:
    names = [argument.name for argument in procedure.arguments]
    declarations = declared([argument.declaration() for argument in procedure.arguments], 6)
    return f"\n{headed(f'    integer function nfmpi_{procedure.name}', names)}\n{declarations}    end function\n"


def print_control(fortran: Fortran) -> str:
    listed = [p for p in fortran.procedures if p.rename is not None]
    names = "\n".join(f"  public :: nf90mpi_{p.name}" for p in listed)
    return CONTROL.format(names=names, functions="".join(map(wrapper, listed)))


def wrapper(procedure: Procedure) -> str:
    declarations = [argument.role.declaration.format(x=name)
                    for argument, name in zip(procedure.arguments, procedure.rename)]
    return function(f"nf90mpi_{procedure.name}", list(procedure.rename), declarations,
                    f"nfmpi_{procedure.name}({', '.join(procedure.rename)})")
