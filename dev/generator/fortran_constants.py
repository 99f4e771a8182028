# SPDX-License-Identifier: BSD-3-Clause
"""Prints the constants of both Fortran interfaces, and include/pnetcdf.inc with those of the older one."""

from generator.fortran import Fortran
from generator.interface import Interface, Row
from generator.text import fill


def print_files(interface: Interface) -> dict[str, str]:
    constants = plain_constants(interface) + prefixed_constants(interface, "nf_")
    in_module = map(parameter, constants + prefixed_constants(interface, "nf90_"))
    older = [row for row in constants if not row.name.startswith("nf90")]
    return {"fortran/generated/constants.f90": fill("constants.f90", constants=in_module),
            "include/pnetcdf.inc": include_file(Fortran(interface), older)}


def plain_constants(interface: Interface) -> list[Row]:
    """Those without a prefix: versions and features, and the names of netCDF 2."""
    features = [constant("integer", row.name.lower(), row.value) for row in interface.tables["features"]
                if row.name.startswith("PNETCDF_") and "_ENABLE_" not in row.name and row.value.isdecimal()]
    return features + [constant(row.type, row.name.strip("<>"), row.value)
                       for row in interface.tables["fortran_constants"] if row.name.startswith("<")]


def prefixed_constants(interface: Interface, prefix: str) -> list[Row]:
    """In an order in which each uses earlier ones only."""
    own = [constant(row.nf90_type if row.nf90_type and prefix == "nf90_" else row.type, prefix + row.name,
                    row.value.replace("%", prefix))
           for row in interface.tables["fortran_constants"] if not row.name.startswith("<")]
    codes = [constant("integer", renamed(row.name, prefix), row.value, row.sentence)
             for row in interface.tables["errors"] if row.name.startswith("NC_")]
    aliases = [constant("integer", renamed(row.name, prefix), renamed(row.value.strip("()"), prefix))
               for row in interface.tables["error_aliases"] if row.value.strip("()").startswith("NC_")]
    return own + codes + aliases


def constant(type: str, name: str, value: str, about: str = "") -> Row:
    return Row(type=type, name=name, value=value, about=about)


def renamed(name: str, prefix: str) -> str:
    return prefix + name.removeprefix("NC_").lower()


def parameter(row: Row) -> str:
    line = f"  {row.type.replace('integer*8', 'integer(8)')}, parameter :: {row.name} = {row.value}"
    return f"{line}  ! {row.about}" if row.about and len(line) + len(row.about) < 126 else line


def include_file(fortran: Fortran, constants: list[Row]) -> str:
    """Columns 7 to 72 and no continued lines, so that both forms of source take it."""
    lines = [[f"      {row.type} {row.name}", f"      parameter ({row.name}={row.value})"] for row in constants]
    names = [[f"      integer nfmpi_{p.name}", f"      external nfmpi_{p.name}"] for p in fortran.procedures]
    text = fill("pnetcdf.inc", constants=map("\n".join, lines), functions=map("\n".join, names))
    long = [line for line in text.splitlines() if len(line) > 72 and not line.startswith("!")]
    if long:
        raise ValueError(f"include/pnetcdf.inc: too long for fixed form: {long}")
    return text
