# SPDX-License-Identifier: BSD-3-Clause
"""The sections of the reference about the functions that put and get attributes."""

from generator import fortran_attributes, fortran_modules
from generator.fortran_model import Fortran
from generator.model import Api, Function
from generator.reference_data import declaration, dedented
from generator.reference_rules import print_facts

SHOWN = ("_att", "_att_text", "_att_int")


def attribute_sections(api: Api, fortran: Fortran, rules: dict) -> list[str]:
    functions = next(family for family in api.families if family.name == "attributes").functions
    parts = []
    for verb in ("put", "get"):
        listed = [f for f in functions if f.name.startswith(f"ncmpi_{verb}_att")]
        generic = f"integer function nf90mpi_{verb}_att({', '.join(fortran_attributes.NAMES)})\n"
        procedure = next(p for p in fortran.procedures if p.name == f"{verb}_att_int")
        rows = [type_row(api, fortran, verb, function) for function in listed]
        parts += [
            f"## {verb}_att\n",
            declaration("c", "\n".join(f.prototype() + ";" for f in listed if f.name.endswith(SHOWN))),
            declaration("fortran", generic + dedented(fortran_modules.interface(procedure))),
            rules[verb]["about"] + "\n",
            print_facts(rules[verb]),
            "| values | C | Fortran |\n|---|---|---|\n" + "\n".join(rows) + "\n",
        ]
    return parts


def type_row(api: Api, fortran: Fortran, verb: str, function: Function) -> str:
    """A function, the type of its values, and its Fortran form if there is one."""
    suffix = function.name.removeprefix(f"ncmpi_{verb}_att").removeprefix("_")
    if not suffix:
        return f"| the attribute's own type | `{function.name}` | `nfmpi_{verb}_att` |"
    known = api.families_table["types"] + api.families_table["attribute_types"]
    values = f"`{next(type['c'] for type in known if type['suffix'] == suffix)}`"
    twin = next((type for type in fortran.types if type["c"] == suffix), None)
    if twin is None:
        return f"| {values} | `{function.name}` | |"
    return f"| {values}, `{twin['declaration']}` | `{function.name}` | `nfmpi_{verb}_att_{twin['suffix']}` |"
