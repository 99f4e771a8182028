# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference about functions that move data, a section for each shape, and about attributes' values."""

from generator.fortran import has_fortran, procedure_name
from generator.fortran_data import accesses
from generator.interface import Function, Row
from generator.reference_text import Reference, declaration, nfmpi_interface, snippet
from generator.text import expand, row, substituted, table

EXAMPLE_TYPE = "float"


def attribute_section(reference: Reference, verb: str) -> str:
    functions = [function for function in reference.interface.families["attributes"] if function.verb.name == verb]
    rule = reference.rules.table["attributes"][verb]
    generic = f"integer function nf90mpi_{verb}_att(ncid, varid, name, values)\n"
    specific = nfmpi_interface(reference.fortran.by_name[f"{verb}_att_int"])
    types = table(["values", "C", "Fortran"], type_rows(functions, "the attribute's own type"))
    return expand("attribute_section.md", verb=verb, in_c=prototypes(functions, ("text", "int")), about=rule["about"],
                  in_fortran=declaration("fortran", generic + specific), facts=reference.rules.print_facts(rule),
                  types=types.replace("|  |", "| |"))


def prototypes(functions: list[Function], types: tuple[str, ...]) -> str:
    """Of these types and without one."""
    shown = [function for function in functions if function.type is None or function.type.suffix in types]
    return declaration("c", "\n".join(function.prototype() + ";" for function in shown))


def type_rows(functions: list[Function], without_type: str) -> list[list[str]]:
    """All functions by the type of the values in memory."""
    by_type: dict[str, list[Function]] = {}
    for function in functions:
        by_type.setdefault(function.type.suffix if function.type else "", []).append(function)
    rows = []
    for same in by_type.values():
        type, twins = same[0].type, [procedure_name(function) for function in same if has_fortran(function)]
        values = f"`{type.c}`" + (f", `{type.fortran}`" if twins else "") if type else without_type
        rows.append([values, " ".join(f"`{function.name}`" for function in same),
                     " ".join(f"`nfmpi_{name}`" for name in twins)])
    return rows


def verb_sections(reference: Reference, verb: Row, calls: str) -> list[str]:
    sections = [shape_section(reference, verb, shape, calls) for shape in reference.interface.shapes_of(verb)]
    data = reference.rules.table["data"]
    return sections + ["## Calling\n", data["about_collective"] if verb.modes else data["about_posted"],
                       data["about_flexible"], "## Errors\n", reference.rules.print_steps(verb)]


def shape_section(reference: Reference, verb: Row, shape: Row, calls: str) -> str:
    family = f"{verb.name}_{shape.name}"
    functions = reference.interface.families[family]
    in_c, title = prototypes(functions, (EXAMPLE_TYPE,)), shape.title[0].upper() + shape.title[1:]
    if shape.types == "none":
        names = ", ".join(f"`nfmpi_{procedure_name(function)}`" for function in functions)
        return f"## {family}\n\n{in_c}\n{title}.\n\nIn Fortran {names}.\n"
    rows = [["values", "C", "Fortran"], ["---"] * 3, *type_rows(functions, "an MPI datatype")]
    about = reference.table["shape"][shape.name]
    called = [function for function in functions if function.type and function.type.suffix == EXAMPLE_TYPE]
    return expand("shape_section.md", family=family, in_c=in_c, title=title, arguments=about["arguments"],
                  in_fortran=in_fortran(reference, verb, shape) + "\n" if verb.fortran else "",
                  types="".join(row(cells if verb.fortran else cells[:2]) + "\n" for cells in rows),
                  example=snippet("frame data", "c", example(calls, about, called[-1])))


def in_fortran(reference: Reference, verb: Row, shape: Row) -> str:
    """The signatures for one type."""
    form = "varn" if shape.name == "varn" else "var"
    access = next(one for one in accesses(reference.fortran) if (one.verb, one.form.form) == (verb, form))
    specific = nfmpi_interface(reference.fortran.by_name[f"{verb.name}_{shape.name}_real"])
    return declaration("fortran", f"integer function {access.generic()}({access.shown_arguments()})\n{specific}")


def example(calls: str, shape: dict, function: Function) -> str:
    """Statements that call the function, on all ranks where it can."""
    given = [{"nvars": "2", "num": "2", "request": "&request"}.get(name, name) for name in function.names()]
    text = substituted(calls, **{"many": ""} | shape, call=f"{function.name}({', '.join(given)});")
    return "".join(line + "\n" for line in text.splitlines() if line)
