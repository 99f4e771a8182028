# SPDX-License-Identifier: BSD-3-Clause
"""Adds to the lists in packaging/abi what the tables say of the libraries' symbols. What a list has stays: a symbol goes only
with a new SOVERSION, and then by hand (dev/check_abi.py)."""

import re

from generator import fortran_modules
from generator.interface import Interface


def print_files(interface: Interface) -> dict[str, str]:
    fortran = fortran_modules.print_files(interface)
    module = re.findall(r"^ *public :: (\w+)", fortran["fortran/generated/control.f90"], re.MULTILINE)
    procedures = re.findall(r"^int (nfmpi_\w+_)\(", fortran["fortran/generated/nfmpi_control.cpp"], re.MULTILINE)
    return dict([listed(interface, "libweft", [function.name for function in interface.functions]),
                 listed(interface, "libweft_fortran", procedures + [f"__pnetcdf_control_MOD_{name}" for name in module])])


def listed(interface: Interface, library: str, symbols: list[str]) -> tuple[str, str]:
    path = f"packaging/abi/{library}.symbols"
    known = (interface.root / path).read_text().split()
    return path, "".join(f"{symbol}\n" for symbol in sorted({*known, *symbols}))
