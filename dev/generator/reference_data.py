# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the reference about functions that move data: one page for each verb, a section for each shape."""

import re
import textwrap

from generator import fortran_data, fortran_modules
from generator.fortran_model import Fortran
from generator.model import Api, Family, Function
from generator.reference_rules import Rules, error_text

EXAMPLE_TYPE = "float"
WIDTH = 92
GLUE = "\0"


def print_calling(rules: Rules, verb: dict) -> str:
    data = rules.table["data"]
    if "modes" in verb:
        lines = [f"{data['about_collective']} Functions without `_all` are called by any rank for itself, in "
                 "independent data mode.", "", f"Equal on all ranks: {data['uniform']}."]
    else:
        lines = ["Each rank posts for itself, in any mode, also in define mode."]
    lines += ["", "Flexible functions are those without a type in their name: `bufcount` elements of the MPI datatype "
              "`buftype` are the buffer. `NC_COUNT_IGNORE` as a count means as many as are selected; "
              "`MPI_DATATYPE_NULL` as a type means values side by side in the variable's own type."]
    return "\n".join(lines) + "\n"


def print_errors(rules: Rules, verb: str, shapes: list[str]) -> str:
    lines = ["In the order in which they are looked for; the first one found is returned.", ""]
    for errors, listed in rules.steps(verb, shapes):
        only = f" — {', '.join(listed)} only" if listed else ""
        lines += [f"1. {error_text(error)}{only}" for error in errors]
    return "\n".join(lines) + "\n"


def print_family(api: Api, fortran: Fortran, reference: dict, family: Family) -> str:
    shape = family.name.split("_")[1]
    shown = [f for f in family.functions if type_of(f, family) in ("", EXAMPLE_TYPE)]
    parts = [f"## {family.name}\n", declaration("c", "\n".join(f.prototype() + ";" for f in shown)),
             f"{family.title[0].upper()}{family.title[1:]}.\n"]
    if shape not in reference["shape"]:
        names = ", ".join(f"`nfmpi_{f.name.removeprefix('ncmpi_')}`" for f in family.functions)
        return "\n".join(parts) + f"\nIn Fortran {names}.\n"
    parts.append(reference["shape"][shape]["arguments"] + "\n")
    has_fortran = any(family.verb == verb["name"] for verb in fortran.verbs())
    parts += [in_fortran(fortran, family)] if has_fortran else []
    parts.append(type_table(api, fortran if has_fortran else None, family))
    parts.append(f"<!-- snippet: frame data -->\n```c\n{example(reference['shape'][shape], shape, family)}```\n")
    return "\n".join(parts)


def declaration(language: str, text: str) -> str:
    """A block of declarations."""
    lines = "\n".join(map(continued, text.splitlines()))
    return f"<!-- snippet: declaration -->\n```{language}\n{lines}\n```\n"


def continued(line: str) -> str:
    """Long lines end behind a comma and go on in the next."""
    glued = re.sub("(?<!,) ", GLUE, line)
    lines = textwrap.wrap(glued, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(GLUE, " ")


def type_of(function: Function, family: Family) -> str:
    return function.name.removeprefix("ncmpi_" + family.name).removesuffix("_all").removeprefix("_")


def in_fortran(fortran: Fortran, family: Family) -> str:
    """The signatures for one type."""
    verb, shape = family.name.split("_")
    procedure = next(p for p in fortran.procedures if p.name == f"{family.name}_real")
    form = "varn" if shape == "varn" else "var"
    access = next(a for a in fortran_data.accesses(fortran)
                  if a.verb["name"] == verb and a.form == form and not a.ending)
    optional = optional_names(fortran_data.FORMS[form][1])
    names = [f"[{name}]" if name in optional else name for name in access.arguments()]
    generic = f"integer function {access.generic()}({', '.join(names)})"
    return declaration("fortran", generic + "\n" + dedented(fortran_modules.interface(procedure)))


def optional_names(declarations: list[str]) -> set[str]:
    """The arguments that need not be given, from lines such as "integer, optional, intent(in) :: a, b"."""
    return {name for line in declarations if "optional" in line for name in line.split(" :: ")[1].split(", ")}


def dedented(text: str) -> str:
    lines = text.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] for line in lines if line.strip() != "end function")


def type_table(api: Api, fortran: Fortran | None, family: Family) -> str:
    """Every function of the family by the type of the values in memory."""
    by_type = {}
    for function in family.functions:
        by_type.setdefault(type_of(function, family), []).append(function.name)
    c_types = {type["suffix"]: f"`{type['c']}`" for type in api.families_table["types"]} | {"": "an MPI datatype"}
    rows = [[c_types[suffix], coded(names)] for suffix, names in by_type.items()]
    head = ["values", "C"]
    if fortran:
        twins = {type["c"]: type for type in fortran.types} | {"": {"suffix": ""}}
        head.append("Fortran")
        for suffix, row in zip(by_type, rows):
            twin = twins.get(suffix)
            row[0] += f", `{twin['declaration']}`" if twin and suffix else ""
            row.append(coded([fortran_name(name, family, suffix, twin) for name in by_type[suffix]]) if twin else "")
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *rows])


def fortran_name(name: str, family: Family, suffix: str, twin: dict) -> str:
    ending = f"_{twin['suffix']}" if suffix else ""
    return f"nfmpi_{family.name}{ending}{'_all' if name.endswith('_all') else ''}"


def coded(names: list[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def example(shape: dict, name: str, family: Family) -> str:
    """Statements that call the family's function for floats, on all ranks where it can."""
    function = next(f for f in reversed(family.functions) if type_of(f, family) == EXAMPLE_TYPE)
    many = family.verb in ("mput", "mget")
    puts = family.verb.endswith("put")
    lines = list(shape["setup"])
    first = ", ".join(str(i + 1) for i in range(min(shape["values"], 4)))
    values = f"[{shape['values']}] = {{{first}}}" if puts else f"[{shape['values']}]"
    lines.append(f"float buf{values};" if not many else f"float buf{values}, more{values};")
    if many:
        lines += many_arrays(name, function)
    if "request" in names_of(function):
        lines.append("int request;")
    if family.verb == "bput":
        lines.append("ncmpi_buffer_attach(ncid, sizeof buf);")
    arguments = [{"nvars": "2", "num": "2", "request": "&request"}.get(p, p) for p in names_of(function)]
    lines.append(f"{function.name}({', '.join(arguments)});")
    if "request" in names_of(function):
        lines.append("ncmpi_wait_all(ncid, 1, &request, NULL);")
    if family.verb == "bput":
        lines.append("ncmpi_buffer_detach(ncid);")
    return "".join(line + "\n" for line in lines)


def names_of(function: Function) -> list[str]:
    return [parameter.name for parameter in function.parameters]


def many_arrays(shape: str, function: Function) -> list[str]:
    lines = ["int varids[] = {varid, other};"]
    arrays = [name for name in names_of(function) if name in ("starts", "counts", "strides", "imaps")]
    if arrays:
        lines.append("MPI_Offset " + ", ".join(f"*{name}[] = {{{name[:-1]}, {name[:-1]}}}" for name in arrays) + ";")
    return lines + ["float* bufs[] = {buf, more};"]
