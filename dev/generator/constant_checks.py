# SPDX-License-Identifier: BSD-3-Clause
"""Prints tests/generated/constant_checks.h: the value of each constant, as static assertions of C and C++."""

from generator.interface import Interface, Row
from generator.text import fill

# netCDF-C has smaller ones; where it is included, they are its own.
OTHERS_IN_NETCDF = ("NC_MAX_DIMS", "NC_MAX_ATTRS", "NC_MAX_VARS")


def print_files(interface: Interface) -> dict[str, str]:
    rows = [row for table in ("constants", "errors", "error_aliases") for row in interface.rows(table)]
    rows = [row for row in rows if "(" not in row.name]
    text = fill("constant_checks.h",
                shared=[check(row) for row in rows if row.netcdf == "shared" and row.name not in OTHERS_IN_NETCDF],
                later=[f"#ifdef {row.name}\n{check(row)}\n#endif" for row in rows if row.netcdf == "later"],
                weft=[check(row) for row in rows if row.netcdf != "shared"],
                alone=[check(row) for row in rows if row.name in OTHERS_IN_NETCDF])
    return {"tests/generated/constant_checks.h": text}


def check(row: Row) -> str:
    if row.value.startswith('"'):
        return f"SAME_TEXT({row.name}, {row.value});"
    if "char *" in row.value:
        return f"SAME_NUMBER(sizeof({row.name}), sizeof(char*));"
    is_real = row.name.endswith(("_FLOAT", "_DOUBLE")) and row.name.startswith(("NC_FILL_", "NC_MIN_", "NC_MAX_"))
    return f"SAME_{'REAL' if is_real else 'NUMBER'}({row.name}, {row.value});"
