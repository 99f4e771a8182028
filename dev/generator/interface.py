# SPDX-License-Identifier: BSD-3-Clause
"""The interface as values: the tables in api/, and every function that follows from them."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, zip_longest
from pathlib import Path
from types import SimpleNamespace as Row


@dataclass
class Parameter:
    type: str
    name: str


@dataclass
class Function:
    """A function of C. One that is generated has a verb, a mode, and a type unless MPI describes its values."""

    name: str
    parameters: list[Parameter]
    group: str  # of functions.tsv, or the functions that differ only in type and mode
    result: str = "int"
    row: Row | None = None  # of functions.tsv
    verb: Row | None = None
    shape: Row | None = None
    type: Row | None = None
    mode: str = ""

    def prototype(self) -> str:
        listed = ", ".join(f"{p.type} {p.name}" for p in self.parameters)
        return f"{self.result} {self.name}({listed or 'void'})"

    def names(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]

    def stem(self) -> str:
        """Its name without the library's prefix, as Fortran puts another in front."""
        return re.sub("^(ncmpi|weft)_", "", self.name)

    def is_text(self) -> bool:
        return self.type is not None and self.type.suffix == "text"


class Interface:
    def __init__(self, root: Path):
        self.root = root
        self.tables = {file.stem: read_table(file) for file in (root / "api").glob("*.tsv")}
        self.types, self.verbs, self.shapes = self.tables["types"], self.tables["verbs"], self.tables["shapes"]
        self.verb = {verb.name: verb for verb in self.verbs}
        self.rules = tomllib.loads((root / "api/rules.toml").read_text())
        self.handwritten = [Function(row.name, parameters(row.parameters), row.group, row.result, row)
                            for row in self.tables["functions"]]
        generated = [*self.attribute_functions(), *self.data_functions()]
        self.families = {name: list(functions) for name, functions in groupby(generated, key=lambda f: f.group)}
        self.functions = self.handwritten + generated
        self.check()

    def check(self) -> None:
        names = [function.name for function in self.functions]
        twice = [name for name, times in Counter(names).items() if times > 1]
        unknown = {row.name for row in self.tables["calls"]} - set(names)
        if twice or unknown:
            raise ValueError(f"api/: defined twice: {twice}, called in calls.tsv and not defined: {sorted(unknown)}")

    def shapes_of(self, verb: Row) -> list[Row]:
        return [shape for shape in self.shapes if not shape.verbs or verb.name in shape.verbs.split()]

    def row_of(self, table: str, parameter: Parameter) -> Row | None:
        """The row about the type and the name of a parameter, about one of them, or about all that have no other."""
        rows = {(row.type, row.name): row for row in self.tables[table]}
        type, name = parameter.type, parameter.name
        return next((rows[key] for key in ((type, name), ("", name), (type, ""), ("", "")) if key in rows), None)

    def attribute_functions(self) -> list[Function]:
        return [attribute_function(self.verb[verb], type) for verb in ("put", "get") for type in [None, *self.types]]

    def data_functions(self) -> list[Function]:
        types = [type for type in self.types if not type.only]
        return [data_function(verb, shape, type, mode)
                for verb in self.verbs for shape in self.shapes_of(verb) for mode in modes(verb)
                for type in [None, *([] if shape.types == "none" else types)]]


def read_table(file: Path) -> list[Row]:
    """The comment with tabs names the columns; at the end of a row, cells may be missing."""
    lines = file.read_text().splitlines()
    columns = next(line for line in lines if line.startswith("# ") and "\t" in line)[2:].split("\t")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    long = [row for row in rows if len(row) > len(columns)]
    if long:
        raise ValueError(f"api/{file.name}: too many columns: {long[0]}")
    return [Row(**dict(zip_longest(columns, row, fillvalue=""))) for row in rows]


def modes(verb: Row) -> list[str]:
    return verb.modes.split() or ["posted"]


def ending(mode: str) -> str:
    return "_all" if mode == "collective" else ""


def parameters(listed: str) -> list[Parameter]:
    return [Parameter(*text.rsplit(" ", 1)) for text in listed.split(", ") if text not in ("", "void")]


def attribute_function(verb: Row, type: Row | None) -> Function:
    where, value = "int ncid, int varid, const char* name", f"{type.c if type else 'void'}* value"
    if verb.name == "put":
        external = "" if type and type.suffix == "text" else "nc_type xtype"
        value = f"{external}, MPI_Offset nelems, const {value}"
    name = f"ncmpi_{verb.name}_att{'_' + type.suffix if type else ''}"
    return Function(name, parameters(f"{where}, {value}"), "attributes", verb=verb, type=type)


def data_function(verb: Row, shape: Row, type: Row | None, mode: str) -> Function:
    family = f"{verb.name}_{shape.name}"
    name = f"ncmpi_{family}{'_' + type.suffix if type else ''}{ending(mode)}"
    c, is_put = type.c if type else "void", verb.direction == "put"
    described = "" if type else ", MPI_Offset bufcount, MPI_Datatype buftype"
    all_described = "" if type else ", const MPI_Offset* bufcounts, const MPI_Datatype* buftypes"
    listed = verb.parameters.format(
        place=shape.parameters, places=re.sub(r"const MPI_Offset\* (\w+)", r"MPI_Offset* const* \1s", shape.parameters),
        buffer=f"{'const ' if is_put else ''}{c}* buf{described}",
        buffers=f"{c}*{' const*' if is_put else '*'} bufs{all_described}")
    return Function(name, parameters(listed), family, verb=verb, shape=shape, type=type, mode=mode)
