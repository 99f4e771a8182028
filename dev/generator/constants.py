# SPDX-License-Identifier: BSD-3-Clause
"""The constants and error codes: definitions for include/pnetcdf.h; prints src/base/error_codes.hpp and .cpp,
tools/generated/advice.cpp, and tests/generated/constant_checks.h, the value of each constant as static assertions."""

import json
from itertools import groupby

from generator.interface import Interface, Row
from generator.text import fill

# netCDF-C has smaller ones; where it is included, they are its own.
OTHERS_IN_NETCDF = ("NC_MAX_DIMS", "NC_MAX_ATTRS", "NC_MAX_VARS")


def print_files(interface: Interface) -> dict[str, str]:
    """JSON's escapes are C's."""
    codes = [(row.name.lower().removeprefix("nc_"), row) for row in interface.tables["errors"]]
    enumerators = [f"    {code} = {row.value}," for code, row in codes]
    texts = [f'    {{Code::{code}, "{row.name}", "{row.sentence}"}},' for code, row in codes]
    advice = [f"    {{Code::{code}, {json.dumps(row.advice)}}}," for code, row in codes if row.advice]
    return {
        "src/base/error_codes.hpp": fill("error_codes.hpp", enumerators=enumerators),
        "src/base/error_codes.cpp": fill("error_codes.cpp", texts=texts),
        "tools/generated/advice.cpp": fill("advice.cpp", advice=advice),
        "tests/generated/constant_checks.h": checks(interface),
    }


def constants(interface: Interface) -> list[Row]:
    """All that the header defines, the error codes as groups of them."""
    errors, aliases = interface.tables["errors"], interface.tables["error_aliases"]
    return [*interface.tables["constants"],
            *(Row(group="error codes", about=row.sentence, **vars(row)) for row in errors),
            *(Row(group="other names of error codes", about="", **vars(row)) for row in aliases)]


def defined(interface: Interface, owner: str) -> str:
    """A paragraph for each group of those that netcdf.h shares, or does not."""
    paragraphs = []
    for title, rows in groupby(constants(interface), key=lambda row: row.group):
        lines = [definition(row) for row in rows if row.netcdf == owner]
        paragraphs += ["\n".join([f"/* {title.capitalize()}. */", *lines]) + "\n"] if lines else []
    return "\n".join(paragraphs)


def definition(row: Row) -> str:
    value = f"({row.value})" if row.group == "error codes" and row.value.startswith("-") else row.value
    line = f"#define {row.name:<30} {value}"
    return f"{line:<46} /* {row.about} */" if row.about else line


def checks(interface: Interface) -> str:
    rows = [row for row in constants(interface) if "(" not in row.name]
    return fill("constant_checks.h",
                shared=[check(row) for row in rows if row.netcdf == "shared" and row.name not in OTHERS_IN_NETCDF],
                later=[f"#ifdef {row.name}\n{check(row)}\n#endif" for row in rows if row.netcdf == "later"],
                weft=[check(row) for row in rows if row.netcdf != "shared"],
                alone=[check(row) for row in rows if row.name in OTHERS_IN_NETCDF])


def check(row: Row) -> str:
    if row.value.startswith('"'):
        return f"SAME_TEXT({row.name}, {row.value});"
    if "char *" in row.value:
        return f"SAME_NUMBER(sizeof({row.name}), sizeof(char*));"
    is_real = row.name.endswith(("_FLOAT", "_DOUBLE")) and row.name.startswith(("NC_FILL_", "NC_MIN_", "NC_MAX_"))
    return f"SAME_{'REAL' if is_real else 'NUMBER'}({row.name}, {row.value});"
