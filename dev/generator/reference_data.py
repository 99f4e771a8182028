# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference about functions that move data, a section for each shape, and about values of attributes."""

from generator.fortran import has_fortran, procedure_name
from generator.fortran_data import accesses
from generator.interface import Function, Row
from generator.reference_text import Reference, coded, declaration, fenced, nfmpi_interface
from generator.text import row, substituted, table

EXAMPLE_TYPE = "float"


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
            reference.rules.print_facts(rule),
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


def verb_sections(reference: Reference, verb: Row, calls: str) -> list[str]:
    sections = [shape_section(reference, verb, shape, calls) for shape in reference.interface.shapes_of(verb)]
    data = reference.rules.table["data"]
    return sections + ["## Calling\n", data["about_collective"] if verb.modes else data["about_posted"],
                       data["about_flexible"], "## Errors\n", reference.rules.print_steps(verb)]


def shape_section(reference: Reference, verb: Row, shape: Row, calls: str) -> str:
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
    rows = [columns, ["---"] * len(columns), *(cells[:len(columns)] for cells in type_rows(functions, "an MPI datatype"))]
    parts.append("".join(row(cells) + "\n" for cells in rows))
    return "\n".join([*parts, fenced("data", "c", example(calls, about, shown[-1]))])


def in_fortran(reference: Reference, verb: Row, shape: Row) -> str:
    """The signatures for one type."""
    form = "varn" if shape.name == "varn" else "var"
    access = next(one for one in accesses(reference.fortran) if (one.verb, one.form.form) == (verb, form))
    names = [f"[{name}]" if name in access.optional() else name for name in access.arguments()]
    procedure = reference.fortran.by_name[f"{verb.name}_{shape.name}_real"]
    return declaration("fortran", f"integer function {access.generic()}({', '.join(names)})\n{nfmpi_interface(procedure)}")


def example(calls: str, shape: dict, function: Function) -> str:
    """Statements that call the function, on all ranks where it can."""
    given = [{"nvars": "2", "num": "2", "request": "&request"}.get(name, name) for name in function.names()]
    first = ", ".join(str(i + 1) for i in range(min(shape["values"], 4)))
    text = substituted(calls, setup=shape["setup"], many=shape.get("many", ""), values=str(shape["values"]), first=first,
                       call=f"{function.name}({', '.join(given)});")
    return "".join(line + "\n" for line in text.splitlines() if line)
