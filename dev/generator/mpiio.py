# SPDX-License-Identifier: BSD-3-Clause
"""Prints src/mpiio/generated/surface.cpp: the functions of MPI-IO that have a file, each with its PMPI name."""

from generator.interface import Interface, Row, parameters
from generator.text import expand, fill


def print_files(interface: Interface) -> dict[str, str]:
    rows = interface.tables["mpiio_functions"]
    twins = [large(row) for row in rows if large(row).parameters != row.parameters]
    text = fill("surface.cpp", "api/mpiio_functions.tsv", functions=map(function, rows), large=map(function, twins))
    return {"src/mpiio/generated/surface.cpp": text}


def function(row: Row) -> str:
    """A handle that is none of ours is the MPI library's."""
    arguments = ", ".join(parameter.name.strip("*") for parameter in parameters(row.parameters))
    return expand("surface_function.cpp", arguments=arguments, **vars(row))


def large(row: Row) -> Row:
    """The twin with large counts, which MPI has since version 4."""
    listed = row.parameters.replace("int count", "MPI_Count count").replace("MPI_Aint* extent", "MPI_Count* extent")
    does = row.does.replace(f'"MPI_File_{row.name}"', f'"MPI_File_{row.name}_c"')
    return Row(name=f"{row.name}_c", parameters=listed, does=does)
