# SPDX-License-Identifier: BSD-3-Clause
"""The interface as values: reads api/ and multiplies verbs by shapes by types."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Parameter:
    type: str
    name: str


@dataclass(frozen=True)
class Function:
    """One function. `body` is its one statement, or None where it is written by hand."""

    result: str
    name: str
    parameters: tuple[Parameter, ...]
    family: str
    about: str = ""
    body: str | None = None

    def prototype(self, named: bool = True) -> str:
        listed = [f"{p.type} {p.name}" if named else p.type for p in self.parameters]
        return f"{self.result} {self.name}({', '.join(listed) or 'void'})"


@dataclass(frozen=True)
class Family:
    """Functions that differ only in type and mode; they share a file of src/capi/generated."""

    name: str
    verb: str
    title: str
    functions: tuple[Function, ...]


class Api:
    """Everything that is in api/."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.families_table = tomllib.loads((folder / "families.toml").read_text())
        self.features = self.rows("features.tsv", 3)
        self.constants = self.rows("constants.tsv", 5)
        self.errors = self.rows("errors.tsv", 5)
        self.error_aliases = self.rows("error_aliases.tsv", 3)
        self.group_titles = dict(self.rows("group_titles.tsv", 2))
        self.calls = {name: (arguments, result) for name, arguments, result in self.rows("calls.tsv", 3)}
        self.families = expand(self.families_table)
        self.handwritten = [read_function(row) for row in self.rows("functions.tsv", 5)]

    def rows(self, name: str, columns: int) -> list[list[str]]:
        """The lines of a table, short ones padded with empty cells."""
        lines = (self.folder / name).read_text().splitlines()
        cells = [line.split("\t") for line in lines if line and not line.startswith("#")]
        return [row[:columns] + [""] * (columns - len(row)) for row in cells]

    def functions(self) -> list[Function]:
        return self.handwritten + [f for family in self.families for f in family.functions]

    def check(self) -> None:
        """Raises ValueError when a function is missing, there twice, or called but not there."""
        counted = Counter(kind_of(function) for function in self.functions())
        if counted != self.families_table["counts"]:
            raise ValueError(f"counts differ: {dict(counted)}, expected {self.families_table['counts']}")
        twice = [name for name, times in Counter(f.name for f in self.functions()).items() if times > 1]
        if twice:
            raise ValueError(f"defined twice: {twice}")
        unknown = set(self.calls) - {f.name for f in self.functions()}
        if unknown:
            raise ValueError(f"calls.tsv calls what does not exist: {sorted(unknown)}")


def kind_of(function: Function) -> str:
    """The line of the table `counts` that a function belongs to."""
    if function.body is None:
        return "cdl" if function.name.startswith("cdl_") else "other"
    if function.family == "attributes":
        return "attributes"
    verb, shape = function.family.split("_")
    if verb in ("mput", "mget"):
        return "many"
    if verb not in ("put", "get"):
        return "posted"
    return shape if shape in ("varn", "vard") else "var_var1_vara_vars_varm"


def read_function(row: list[str]) -> Function:
    group, result, name, parameters, about = row
    listed = [] if parameters == "void" else parameters.split(", ")
    return Function(result, name, tuple(Parameter(*p.rsplit(" ", 1)) for p in listed), group, about)


def expand(table: dict) -> list[Family]:
    families = [attribute_family(table)]
    for verb in table["verb"]:
        for shape in table["shape"]:
            if has_shape(verb, shape):
                families.append(data_family(verb, shape, table["types"]))
        if has_shape(verb, table["described"]):
            families.append(described_family(verb, table["described"]))
    return families


def has_shape(verb: dict, shape: dict) -> bool:
    return verb["name"] in shape.get("verbs", [verb["name"]])


def attribute_family(table: dict) -> Family:
    functions = []
    where = (Parameter("int", "ncid"), Parameter("int", "varid"), Parameter("const char*", "name"))
    size = Parameter("MPI_Offset", "nelems")
    kind = Parameter("nc_type", "xtype")
    types = [None] + table["types"] + table["attribute_types"]
    for type in types:
        value = Parameter(f"const {type['c'] if type else 'void'}*", "value")
        is_text = type is not None and type["suffix"] == "text"
        parameters = where + ((size, value) if is_text else (kind, size, value))
        buffer = attribute_buffer(type, "nelems")
        xtype = "NC_CHAR" if is_text else "xtype"
        body = f"return put_attribute(ncid, varid, name, {xtype}, nelems, {buffer});"
        functions.append(Function("int", "ncmpi_put_att" + ending(type), parameters, "attributes", "", body))
    for type in types:
        value = Parameter(f"{type['c'] if type else 'void'}*", "value")
        body = f"return get_attribute(ncid, varid, name, {attribute_buffer(type, '0')});"
        functions.append(
            Function("int", "ncmpi_get_att" + ending(type), where + (value,), "attributes", "", body))
    return Family("attributes", "attributes", "the values of attributes", tuple(functions))


def attribute_buffer(type: dict | None, count: str) -> str:
    """Without a type in the function's name the values are in the attribute's external type."""
    return f"flexible(value, {count}, MPI_DATATYPE_NULL)" if type is None else typed(type, "value")


def data_family(verb: dict, shape: dict, types: list[dict]) -> Family:
    family = f"{verb['name']}_{shape['name']}"
    functions = []
    for mode in verb.get("modes", [""]):
        for type in [None] + types:
            name = "ncmpi_" + family + ending(type) + ("_all" if mode == "collective" else "")
            parameters, body = DATA_CALLS[verb["call"]](verb, shape, type, mode)
            functions.append(Function("int", name, tuple(parameters), family, "", body))
    return Family(family, verb["name"], shape["title"], tuple(functions))


def described_family(verb: dict, shape: dict) -> Family:
    family = f"{verb['name']}_{shape['name']}"
    functions = []
    for mode in verb["modes"]:
        name = f"ncmpi_{family}" + ("_all" if mode == "collective" else "")
        parameters, body = access_call(verb, shape, None, mode)
        functions.append(Function("int", name, tuple(parameters), family, "", body))
    return Family(family, verb["name"], shape["title"], tuple(functions))


def access_call(verb: dict, shape: dict, type: dict | None, mode: str) -> tuple[list[Parameter], str]:
    parameters = where_parameters(shape) + buffer_parameters(verb, type)
    words = f"{verb['direction']}, {mode}, varid, {selection(shape)}, {buffer(type)}"
    return parameters, f"return access(ncid, {words});"


def post_call(verb: dict, shape: dict, type: dict | None, _: str) -> tuple[list[Parameter], str]:
    parameters = where_parameters(shape) + buffer_parameters(verb, type) + [Parameter("int*", "request")]
    words = f"varid, {selection(shape)}, {buffer(type)}, request"
    if verb["call"] == "post_buffered":
        return parameters, f"return post_buffered(ncid, {words});"
    return parameters, f"return post(ncid, {verb['direction']}, {words});"


def many_call(verb: dict, shape: dict, type: dict | None, mode: str) -> tuple[list[Parameter], str]:
    arrays = [name + "s" for name in shape["parameters"]]
    parameters = [Parameter("int", "ncid"), Parameter("int", "nvars"), Parameter("int*", "varids")]
    parameters += [Parameter("MPI_Offset* const*", name) for name in arrays]
    element = type["c"] if type else "void"
    parameters.append(Parameter(f"{element}* const*" if verb["direction"] == "put" else f"{element}**", "bufs"))
    selections = ", ".join([f".shape = Shape::{shape['selection']}"] + [f".{name} = {name}" for name in arrays])
    if type:
        addresses = "reinterpret_cast<const void* const*>(bufs)"
        buffers = f".addresses = {addresses}, .type = Memory::{type['memory']}"
    else:
        parameters.append(Parameter("const MPI_Offset*", "bufcounts"))
        parameters.append(Parameter("const MPI_Datatype*", "buftypes"))
        buffers = ".addresses = bufs, .type = {}, .counts = bufcounts, .datatypes = buftypes"
    words = f"{verb['direction']}, {mode}, nvars, varids, {{{selections}}}, {{{buffers}}}"
    return parameters, f"return access_many(ncid, {words});"


DATA_CALLS = {
    "access": access_call,
    "post": post_call,
    "post_buffered": post_call,
    "access_many": many_call,
}


def where_parameters(shape: dict) -> list[Parameter]:
    parameters = [Parameter("int", "ncid"), Parameter("int", "varid")]
    if shape["selection"] == "list":
        lists = [Parameter("MPI_Offset* const*", name) for name in ("starts", "counts")]
        return parameters + [Parameter("int", "num")] + lists
    if shape["selection"] == "described":
        return parameters + [Parameter("MPI_Datatype", "filetype")]
    return parameters + [Parameter("const MPI_Offset*", name) for name in shape["parameters"]]


def buffer_parameters(verb: dict, type: dict | None) -> list[Parameter]:
    constant = "const " if verb["direction"] == "put" else ""
    if type:
        return [Parameter(f"{constant}{type['c']}*", "buf")]
    address = Parameter(f"{constant}void*", "buf")
    return [address, Parameter("MPI_Offset", "bufcount"), Parameter("MPI_Datatype", "buftype")]


def selection(shape: dict) -> str:
    names = ["num", "starts", "counts"] if shape["selection"] == "list" else shape["parameters"]
    return f"{shape['selection']}({', '.join(names)})"


def buffer(type: dict | None) -> str:
    return typed(type, "buf") if type else "flexible(buf, bufcount, buftype)"


def typed(type: dict, name: str) -> str:
    return f"text({name})" if type["suffix"] == "text" else f"typed({name})"


def ending(type: dict | None) -> str:
    return "_" + type["suffix"] if type else ""
