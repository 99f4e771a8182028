# SPDX-License-Identifier: BSD-3-Clause
"""Prints src/mpiio/generated/surface.cpp: the functions of MPI-IO that have a file, each with its PMPI name."""

from generator.interface import Interface, Row, parameters
from generator.text import opening

# A handle that is none of ours is the MPI library's.
FUNCTION = """
WEFT_EXPORTED int {name}({parameters}) {{
    OpenFile* const open = find(fh);
    if (open == nullptr) return next("{name}", {name})({arguments});
    const std::lock_guard turn(open->in_call);
    return {does};
}}
WEFT_PROFILED({name})
"""


def print_files(interface: Interface) -> dict[str, str]:
    rows = interface.rows("mpiio_functions")
    text = (opening(".cpp", "api/mpiio_functions.tsv") + '#include "mpiio/calls.hpp"\n\nusing namespace weft::mpiio;\n' +
            "".join(map(function, rows)) + "\n#if MPI_VERSION >= 4" +
            "".join(function(large(row)) for row in rows if large(row).parameters != row.parameters) + "#endif\n")
    return {"src/mpiio/generated/surface.cpp": text}


def function(row: Row) -> str:
    arguments = ", ".join(parameter.name.strip("*") for parameter in parameters(row.parameters))
    return FUNCTION.format(name=f"MPI_File_{row.name}", parameters=row.parameters, arguments=arguments, does=row.does)


def large(row: Row) -> Row:
    """The twin with large counts, which MPI has since version 4."""
    listed = row.parameters.replace("int count", "MPI_Count count").replace("MPI_Aint* extent", "MPI_Count* extent")
    name = f"MPI_File_{row.name}"
    return Row(name=f"{row.name}_c", parameters=listed, does=row.does.replace(f'"{name}"', f'"{name}_c"'))
