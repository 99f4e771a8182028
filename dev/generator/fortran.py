# SPDX-License-Identifier: BSD-3-Clause
"""Everything that is generated for the library weft_fortran."""

from generator import (fortran_attributes, fortran_c, fortran_constants, fortran_data, fortran_kind_tests,
                       fortran_modules, fortran_tests)
from generator.fortran_model import Fortran
from generator.model import Api


def print_files(api: Api) -> dict[str, str]:
    fortran = Fortran(api)
    modules = {
        "include/pnetcdf.inc": fortran_constants.print_inc(fortran),
        "fortran/generated/constants.f90": fortran_constants.print_module(fortran),
        "fortran/generated/interfaces.f90": fortran_modules.print_interfaces(fortran),
        "fortran/generated/control.f90": fortran_modules.print_control(fortran),
        "fortran/generated/attributes.f90": fortran_attributes.print_attributes(fortran),
        "fortran/generated/data.f90": fortran_data.print_data(fortran),
    }
    tests = fortran_tests.print_files(fortran) | fortran_kind_tests.print_files(fortran)
    return modules | fortran_c.print_files(fortran) | tests
