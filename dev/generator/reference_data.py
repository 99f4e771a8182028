# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference about functions that move data, a section for each shape, and about values of attributes."""

from generator.fortran import has_fortran, procedure_name
from generator.fortran_data import accesses
from generator.interface import Function, Row
from generator.reference_text import Reference, coded, declaration, nfmpi_interface
from generator.rules import print_facts
from generator.text import table

EXAMPLE_TYPE = "float"
FLEXIBLE = """\

Flexible functions are those without a type in their name: `bufcount` elements of the MPI datatype \
`buftype` are the buffer. `NC_COUNT_IGNORE` as a count means as many as are selected; \
`MPI_DATATYPE_NULL` as a type means values side by side in the variable's own type.
"""


def attribute_sections(reference: Reference) -> list[str]:
    parts = []
    for verb in ("put", "get"):
        functions = [function for function in reference.interface.families["attributes"] if function.verb.name == verb]
        shown = [function for function in functions if not function.type or function.type.suffix in ("text", "int")]
        rule = reference.rules.table["attributes"][verb]
        types = table(["values", "C", "Fortran"], type_rows(functions, "the attribute's own type"))
        parts += [
            f"## {verb}_att\n",
            declaration("c", prototypes(shown)),
            declaration("fortran", f"integer function nf90mpi_{verb}_att(ncid, varid, name, values)\n" +
                        nfmpi_interface(reference.fortran.by_name[f"{verb}_att_int"])),
            rule["about"] + "\n",
            print_facts(rule),
            types.replace("|  |", "| |") + "\n",
        ]
    return parts


def prototypes(functions: list[Function]) -> str:
    return "\n".join(function.prototype() + ";" for function in functions)


def type_rows(functions: list[Function], without_type: str) -> list[list[str]]:
    """All functions by the type of the values in memory."""
    by_type: dict[str, list[Function]] = {}
    for function in functions:
        by_type.setdefault(function.type.suffix if function.type else "", []).append(function)
    return [[values_of(same[0], without_type), coded([function.name for function in same]),
             coded([f"nfmpi_{procedure_name(function)}" for function in same if has_fortran(function)])]
            for same in by_type.values()]


def values_of(function: Function, without_type: str) -> str:
    if function.type is None:
        return without_type
    return f"`{function.type.c}`" + (f", `{function.type.fortran}`" if has_fortran(function) else "")


def verb_sections(reference: Reference, verb: Row) -> list[str]:
    sections = [shape_section(reference, verb, shape) for shape in reference.interface.shapes_of(verb)]
    return sections + ["## Calling\n", calling(reference, verb), "## Errors\n", reference.rules.print_steps(verb)]


def calling(reference: Reference, verb: Row) -> str:
    data = reference.rules.table["data"]
    if not verb.modes:
        return "Each rank posts for itself, in any mode, also in define mode.\n" + FLEXIBLE
    return (f"{data['about_collective']} Functions without `_all` are called by any rank for itself, in independent data "
            f"mode.\n\nEqual on all ranks: {data['uniform']}.\n" + FLEXIBLE)


def shape_section(reference: Reference, verb: Row, shape: Row) -> str:
    family = f"{verb.name}_{shape.name}"
    functions = reference.interface.families[family]
    shown = [function for function in functions if not function.type or function.type.suffix == EXAMPLE_TYPE]
    parts = [f"## {family}\n", declaration("c", prototypes(shown)), f"{shape.title[0].upper()}{shape.title[1:]}.\n"]
    if shape.types == "none":
        names = ", ".join(f"`nfmpi_{procedure_name(function)}`" for function in functions)
        return "\n".join(parts) + f"\nIn Fortran {names}.\n"
    about = reference.table["shape"][shape.name]
    parts.append(about["arguments"] + "\n")
    parts += [in_fortran(reference, verb, shape)] if verb.fortran else []
    columns = ["values", "C", "Fortran"] if verb.fortran else ["values", "C"]
    rows = [columns, ["---"] * len(columns), *(row[:len(columns)] for row in type_rows(functions, "an MPI datatype"))]
    parts.append("".join(f"| {' | '.join(row)} |\n" for row in rows))
    lines = "".join(line + "\n" for line in example(about, shown[-1]))
    return "\n".join([*parts, f"<!-- snippet: frame data -->\n```c\n{lines}```\n"])


def in_fortran(reference: Reference, verb: Row, shape: Row) -> str:
    """The signatures for one type."""
    form = "varn" if shape.name == "varn" else "var"
    access = next(one for one in accesses(reference.fortran) if (one.verb, one.form) == (verb, form))
    names = [f"[{name}]" if name in access.optional() else name for name in access.arguments()]
    procedure = reference.fortran.by_name[f"{verb.name}_{shape.name}_real"]
    return declaration("fortran", f"integer function {access.generic()}({', '.join(names)})\n{nfmpi_interface(procedure)}")


def example(shape: dict, function: Function) -> list[str]:
    """Statements that call the function, on all ranks where it can."""
    names, is_buffered = function.names(), function.verb.name == "bput"
    first = ", ".join(str(i + 1) for i in range(min(shape["values"], 4)))
    values = f"[{shape['values']}]" + (f" = {{{first}}}" if function.puts() else "")
    lines = [*shape["setup"], f"float buf{values}, more{values};" if "bufs" in names else f"float buf{values};"]
    if "bufs" in names:
        lines += many_arrays(names)
    if "request" in names:
        lines.append("int request;")
    if is_buffered:
        lines.append("ncmpi_buffer_attach(ncid, sizeof buf);")
    given = [{"nvars": "2", "num": "2", "request": "&request"}.get(name, name) for name in names]
    lines.append(f"{function.name}({', '.join(given)});")
    if "request" in names:
        lines.append("ncmpi_wait_all(ncid, 1, &request, NULL);")
    if is_buffered:
        lines.append("ncmpi_buffer_detach(ncid);")
    return lines


def many_arrays(names: list[str]) -> list[str]:
    places = [name for name in names if name in ("starts", "counts", "strides", "imaps")]
    arrays = ", ".join(f"*{name}[] = {{{name[:-1]}, {name[:-1]}}}" for name in places)
    return ["int varids[] = {varid, other};", *([f"MPI_Offset {arrays};"] if arrays else []), "float* bufs[] = {buf, more};"]
