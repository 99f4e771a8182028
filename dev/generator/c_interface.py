# SPDX-License-Identifier: BSD-3-Clause
"""Prints include/pnetcdf.h, and src/capi/generated/: a file for each family of functions."""

from itertools import groupby

from generator.interface import Function, Interface, Row, parameters
from generator.text import fill, opening

ATTRIBUTES = "Attributes. Without a type in the name, values are in the attribute's own type."


def print_files(interface: Interface) -> dict[str, str]:
    header = fill("pnetcdf.h", features=[f"#define {row.name} {row.value}" for row in interface.rows("features")],
                  shared=groups(interface, "shared"), later=guarded(interface), own=groups(interface, "own"),
                  functions="".join(handwritten(interface) + generated(interface)))
    sources = {f"src/capi/generated/{name}.cpp": source(functions) for name, functions in interface.families.items()}
    return {"include/pnetcdf.h": header} | sources


def groups(interface: Interface, owner: str) -> str:
    """One paragraph for each group of constants, then the error codes, of what netcdf.h shares or does not."""
    paragraphs = []
    for title, rows in groupby(constants(interface), key=lambda row: row.group):
        lines = [define(row) for row in rows if row.netcdf == owner]
        if lines:
            paragraphs.append("\n".join([f"/* {title.capitalize()}. */", *lines]) + "\n")
    return "\n".join(paragraphs)


def constants(interface: Interface) -> list[Row]:
    """All constants, the error codes as groups of them."""
    codes = [Row(group="error codes", name=row.name, value=row.value if int(row.value) >= 0 else f"({row.value})",
                 netcdf=row.netcdf, about=row.sentence) for row in interface.rows("errors")]
    aliases = [Row(group="other names of error codes", about="", **vars(row)) for row in interface.rows("error_aliases")]
    return interface.rows("constants") + codes + aliases


def guarded(interface: Interface) -> list[str]:
    return [f"#ifndef {row.name}\n{define(row)}\n#endif" for row in constants(interface) if row.netcdf == "later"]


def define(row: Row) -> str:
    line = f"#define {row.name:<30} {row.value}"
    return f"{line:<46} /* {row.about} */" if row.about else line


def handwritten(interface: Interface) -> list[str]:
    parts = []
    for group, functions in groupby(interface.handwritten, key=lambda f: f.group):
        parts.append(f"\n/* {interface.rules['group'][group]['title']} */\n")
        parts += [f"\n/* {f.row.about} */\n{f.prototype()};\n" for f in functions]
    return parts


def generated(interface: Interface) -> list[str]:
    parts = [f"\n/* {ATTRIBUTES} */\n\n/* attributes: the values of attributes. */\n"]
    verb = None
    for name, functions in interface.families.items():
        if name != "attributes":
            parts += [f"\n/* {functions[0].verb.title} */\n"] if functions[0].verb is not verb else []
            parts.append(f"\n/* {name}: {functions[0].shape.title}. */\n")
            verb = functions[0].verb
        parts += [function.prototype() + ";\n" for function in functions]
    return parts


def source(functions: list[Function]) -> str:
    lines = ['#include "capi/call.hpp"', "", "using namespace weft::capi;"]
    if "bufs" in functions[0].names():
        lines += ["using weft::types::Memory;", "using Shape = Selection::Shape;"]
    definitions = [f"\n{function.prototype()} {{\n    return {body(function)};\n}}" for function in functions]
    return opening(".cpp") + "\n".join(lines + definitions) + "\n"


def body(function: Function) -> str:
    """In the words of capi/call.hpp."""
    if function.group == "attributes" and function.puts():
        external = "NC_CHAR" if function.is_text() else "xtype"
        buffer = values(function, "value", "flexible(value, nelems, MPI_DATATYPE_NULL)")
        return f"put_attribute(ncid, varid, name, {external}, nelems, {buffer})"
    if function.group == "attributes":
        return f"get_attribute(ncid, varid, name, {values(function, 'value', 'flexible(value, 0, MPI_DATATYPE_NULL)')})"
    selection, places = function.shape.selection, [place.name for place in parameters(function.shape.parameters)]
    many = ", ".join([f".shape = Shape::{selection}", *(f".{name}s = {name}s" for name in places)])
    return function.verb.does.format(
        mode=function.mode, selection=f"{selection}({', '.join(places)})", selections=f"{{{many}}}",
        buffer=values(function, "buf", "flexible(buf, bufcount, buftype)"), buffers=many_buffers(function))


def values(function: Function, name: str, flexible: str) -> str:
    if function.type is None:
        return flexible
    return f"text({name})" if function.is_text() else f"typed({name})"


def many_buffers(function: Function) -> str:
    if function.type is None:
        return "{.addresses = bufs, .type = {}, .counts = bufcounts, .datatypes = buftypes}"
    return f"{{.addresses = reinterpret_cast<const void* const*>(bufs), .type = Memory::{function.type.memory}}}"
