# SPDX-License-Identifier: BSD-3-Clause
"""Writes a library that ends every program which calls a function of MPI-IO: aborting.py API_TABLE OUTPUT

It stands behind libweft_mpiio, where the MPI library's own functions are. What may go on to those is left out: it makes
error handlers, and asks about no file."""

import pathlib
import sys

# These have no file to begin with, so api/mpiio_functions.tsv does not have them.
WITHOUT_FILE = ["open", "close", "delete", "call_errhandler"]

HEAD = """/* Written by tests/mpiio_programs/aborting.py. */
#include <stdio.h>
#include <stdlib.h>

static void leak(const char* name) {
    fprintf(stderr, "leaked to the MPI library: %s\\n", name);
    abort();
}
"""


def functions(table):
    """The names, and those of the twins with a large count, which only some MPI libraries have."""
    names = list(WITHOUT_FILE)
    for line in pathlib.Path(table).read_text().splitlines():
        if line.startswith("#"):
            continue
        name, parameters, _ = line.split("\t")
        names.append(name)
        if "int count" in parameters or name == "get_type_extent":
            names.append(f"{name}_c")
    return names


def main():
    table, output = sys.argv[1:]
    lines = [HEAD]
    for name in functions(table):
        for prefix in ("MPI", "PMPI"):
            lines.append(f'void {prefix}_File_{name}(void);')
            lines.append(f'void {prefix}_File_{name}(void) {{ leak("{prefix}_File_{name}"); }}')
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
