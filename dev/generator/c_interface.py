# SPDX-License-Identifier: BSD-3-Clause
"""Prints include/pnetcdf.h and weft.h, and src/capi/generated/: a file for each family of functions."""

from itertools import groupby

from generator.constants import constants, defined, definition
from generator.interface import Function, Interface, parameters
from generator.text import fill

ATTRIBUTES = "Attributes. Without a type in the name, values are in the attribute's own type."


def print_files(interface: Interface) -> dict[str, str]:
    later = [row for row in constants(interface) if row.netcdf == "later"]
    header = fill("pnetcdf.h", features=[f"#define {row.name} {row.value}" for row in interface.tables["features"]],
                  shared=defined(interface, "shared"), own=defined(interface, "own"),
                  later=[f"#ifndef {row.name}\n{definition(row)}\n#endif" for row in later],
                  functions="".join(handwritten(interface, False) + generated(interface)))
    own = handwritten(interface, True)
    weft_header = fill("weft.h", include="#include <pnetcdf.h>" if own else "", functions="".join(own))
    sources = {f"src/capi/generated/{name}.cpp": source(functions) for name, functions in interface.families.items()}
    return {"include/pnetcdf.h": header, "include/weft.h": weft_header} | sources


def handwritten(interface: Interface, of_weft: bool) -> list[str]:
    """Those of weft.h, which are called weft_..., or those of pnetcdf.h."""
    parts = []
    of_header = [function for function in interface.handwritten if function.name.startswith("weft_") == of_weft]
    for group, functions in groupby(of_header, key=lambda f: f.group):
        parts.append(f"\n/* {interface.rules['group'][group]['title']} */\n")
        parts += [f"\n/* {f.row.about} */\n{f.prototype()};\n" for f in functions]
    return parts


def generated(interface: Interface) -> list[str]:
    parts, last_title = [], ""
    for name, functions in interface.families.items():
        verb, shape = functions[0].verb, functions[0].shape
        title = verb.title if shape else ATTRIBUTES
        parts += [f"\n/* {title} */\n"] if title != last_title else []
        parts.append(f"\n/* {name}: {shape.title if shape else 'the values of attributes'}. */\n")
        parts += [function.prototype() + ";\n" for function in functions]
        last_title = title
    return parts


def source(functions: list[Function]) -> str:
    uses_many = "bufs" in functions[0].names()
    many = "using weft::types::Memory;\nusing Shape = Selection::Shape;\n" if uses_many else ""
    definitions = [f"\n{function.prototype()} {{\n    return {body(function)};\n}}" for function in functions]
    return fill("family.cpp", many=many, definitions=definitions)


def body(function: Function) -> str:
    """In the words of capi/call.hpp."""
    if function.shape:
        selection, places = function.shape.selection, [place.name for place in parameters(function.shape.parameters)]
        many = ", ".join([f".shape = Shape::{selection}", *(f".{name}s = {name}s" for name in places)])
        return function.verb.does.format(
            mode=function.mode, selection=f"{selection}({', '.join(places)})", selections=f"{{{many}}}",
            buffer=buffer(function, "buf", "bufcount, buftype"), buffers=many_buffers(function))
    if function.verb.direction == "put":
        external = "NC_CHAR" if function.is_text() else "xtype"
        values = buffer(function, "value", "nelems, MPI_DATATYPE_NULL")
        return f"put_attribute(ncid, varid, name, {external}, nelems, {values})"
    return f"get_attribute(ncid, varid, name, {buffer(function, 'value', '0, MPI_DATATYPE_NULL')})"


def buffer(function: Function, name: str, described: str) -> str:
    if function.type is None:
        return f"flexible({name}, {described})"
    return f"text({name})" if function.is_text() else f"typed({name})"


def many_buffers(function: Function) -> str:
    if function.type is None:
        return "{.addresses = bufs, .type = {}, .counts = bufcounts, .datatypes = buftypes}"
    return f"{{.addresses = reinterpret_cast<const void* const*>(bufs), .type = Memory::{function.type.memory}}}"
