# SPDX-License-Identifier: BSD-3-Clause
"""The Fortran procedures as values: the tables of the C functions, seen from Fortran."""

import tomllib
from dataclasses import dataclass

from generator.model import Api, Function, has_shape


@dataclass(frozen=True)
class Role:
    """What an argument is: its C parameter, what the C function gets for it, and its Fortran declaration.

    {x} stands for the argument's name. A text is followed by a hidden length at the end of the list.
    """

    c: str
    given: str
    declaration: str
    is_text: bool = False


ROLES = {
    "int": Role("const int*", "*{x}", "integer, intent(in) :: {x}"),
    "id": Role("const int*", "id({x})", "integer, intent(in) :: {x}"),
    "variable": Role("const int*", "v.id()", "integer, intent(in) :: {x}"),
    "size": Role("const MPI_Offset*", "*{x}", "integer(8), intent(in) :: {x}"),
    "record": Role("const MPI_Offset*", "*{x} - 1", "integer(8), intent(in) :: {x}"),
    "comm": Role("const int*", "MPI_Comm_f2c(*{x})", "integer, intent(in) :: {x}"),
    "info": Role("const int*", "MPI_Info_f2c(*{x})", "integer, intent(in) :: {x}"),
    "datatype": Role("const int*", "MPI_Type_f2c(*{x})", "integer, intent(in) :: {x}"),
    "text": Role("const char*", "Text({x}, {x}_length)", "character(len=*), intent(in) :: {x}", is_text=True),
    "int_out": Role("int*", "{x}", "integer, intent(out) :: {x}"),
    "id_out": Role("int*", "Id({x})", "integer, intent(out) :: {x}"),
    "size_out": Role("MPI_Offset*", "{x}", "integer(8), intent(out) :: {x}"),
    "info_out": Role("int*", "Info({x})", "integer, intent(out) :: {x}"),
    "name_out": Role("char*", "Name({x}, {x}_length)", "character(len=*), intent(out) :: {x}", is_text=True),
    "ints": Role("const int*", "{x}", "integer, intent(in) :: {x}(*)"),
    "ints_out": Role("int*", "{x}", "integer, intent(out) :: {x}(*)"),
    "ints_inout": Role("int*", "{x}", "integer, intent(inout) :: {x}(*)"),
    "start": Role("const MPI_Offset*", "v.start({x})", "integer(8), intent(in) :: {x}(*)"),
    "count": Role("const MPI_Offset*", "v.count({x})", "integer(8), intent(in) :: {x}(*)"),
    "stride": Role("const MPI_Offset*", "v.stride({x})", "integer(8), intent(in) :: {x}(*)"),
    "imap": Role("const MPI_Offset*", "v.map({x})", "integer(8), intent(in) :: {x}(*)"),
    "starts": Role("const MPI_Offset*", "list.starts()", "integer(8), intent(in) :: {x}(*)"),
    "counts": Role("const MPI_Offset*", "list.counts()", "integer(8), intent(in) :: {x}(*)"),
    # Without an explicit interface, as these take every type and rank.
    "any_in": Role("const void*", "{x}", ""),
    "any_out": Role("void*", "{x}", ""),
}


@dataclass(frozen=True)
class Argument:
    name: str
    role: Role

    def declaration(self) -> str:
        return self.role.declaration.format(x=self.name)


@dataclass(frozen=True)
class Procedure:
    """nfmpi_<name>, which calls ncmpi_<c_name>.

    `rename` has the names of the arguments of nf90mpi_<name>, where that is generated.
    """

    name: str
    c_name: str
    group: str
    arguments: tuple[Argument, ...]
    by_hand: bool = False
    rename: tuple[str, ...] | None = None

    def has_interface(self) -> bool:
        return all(argument.role.declaration for argument in self.arguments)

    def uses(self, *roles: str) -> bool:
        return any(argument.role is ROLES[role] for argument in self.arguments for role in roles)


class Fortran:
    """Everything in api/fortran*, and what follows from the tables of the C functions."""

    def __init__(self, api: Api):
        self.api = api
        self.table = tomllib.loads((api.folder / "fortran.toml").read_text())
        self.constants = api.rows("fortran_constants.tsv", 4)
        self.types = self.table["types"]
        self.procedures = self.control() + self.attributes() + self.data()

    def verbs(self) -> list[dict]:
        return [verb for verb in self.api.families_table["verb"] if verb["name"] in self.table["verbs"]]

    def control(self) -> list[Procedure]:
        functions = {function.name: function for function in self.api.handwritten}
        result = []
        for name, names, rename in self.api.rows("fortran_functions.tsv", 3):
            function = functions["ncmpi_" + name]
            listed = names.split()
            if len(listed) != len(function.parameters):
                raise ValueError(f"fortran_functions.tsv: {function.name} has {len(function.parameters)} parameters")
            new_names = None if not rename else tuple(listed if rename == "=" else rename.split())
            result.append(Procedure(name, name, "control", arguments(function, listed),
                                    name in self.table["by_hand"], new_names))
        return result

    def attributes(self) -> list[Procedure]:
        result = []
        for verb in ("put", "get"):
            for type in [None] + self.types:
                values = Argument(type["values"] if type else "buf", data_role(verb, type, many=True))
                listed = [named("ncid", "int"), named("varid", "id"), named("name", "text")]
                if verb == "put":
                    is_text = type is not None and type["suffix"] == "text"
                    listed += ([] if is_text else [named("xtype", "int")]) + [named("len", "size")]
                name = f"{verb}_att" + suffix(type, "suffix")
                result.append(Procedure(name, f"{verb}_att" + suffix(type, "c"), "attributes", (*listed, values),
                                        name in self.table["by_hand"]))
        return result

    def data(self) -> list[Procedure]:
        result = []
        for verb in self.verbs():
            for shape in self.api.families_table["shape"]:
                if has_shape(verb, shape):
                    result += [self.access(verb, shape, mode, type)
                               for mode in verb.get("modes", [""]) for type in [None] + self.types]
            if verb["name"] in self.api.families_table["described"]["verbs"]:
                result += [by_datatype(verb, ending) for ending in ("", "_all")]
        return result

    def access(self, verb: dict, shape: dict, mode: str, type: dict | None) -> Procedure:
        one = shape["selection"] == "element"
        buffer = Argument(type["value" if one else "values"] if type else "buf",
                          data_role(verb["direction"], type, many=not one))
        if type and type["suffix"] == "text" and verb["name"] == "bput" and shape["name"] in ("var", "vara"):
            buffer = Argument(buffer.name, text_array(buffer.role))  # as PnetCDF's module has it
        listed = [named("ncid", "int"), named("varid", "variable" if has_place(shape) else "id")]
        if shape["selection"] == "list":
            listed += [named("num", "int"), named("starts", "starts"), named("counts", "counts")]
        elif one:
            listed.append(named("index", "start"))
        else:
            listed += [named(word, word) for word in shape["parameters"]]
        listed.append(buffer)
        listed += [] if type else [named("bufcount", "size"), named("buftype", "datatype")]
        listed += [named("req", "int_out")] if verb["name"] not in ("put", "get") else []
        family = f"{verb['name']}_{shape['name']}"
        ending = "_all" if mode == "collective" else ""
        return Procedure(family + suffix(type, "suffix") + ending, family + suffix(type, "c") + ending,
                         verb["name"], tuple(listed))


def has_place(shape: dict) -> bool:
    return shape["selection"] != "whole"


def by_datatype(verb: dict, ending: str) -> Procedure:
    listed = [named("ncid", "int"), named("varid", "id"), named("filetype", "datatype"),
              Argument("buf", data_role(verb["direction"], None, many=True)),
              named("bufcount", "size"), named("buftype", "datatype")]
    name = f"{verb['name']}_vard{ending}"
    return Procedure(name, name, verb["name"], tuple(listed))


def named(name: str, role: str) -> Argument:
    return Argument(name, ROLES[role])


def suffix(type: dict | None, key: str) -> str:
    return "_" + type[key] if type else ""


C_TYPES = {"text": "char", "schar": "signed char", "longlong": "long long"}


def data_role(direction: str, type: dict | None, many: bool) -> Role:
    """Values that are got count as changed, not set: a call may fill a part of them only."""
    if type is None:
        return ROLES["any_in" if direction == "put" else "any_out"]
    c = C_TYPES.get(type["c"], type["c"]) + "*"
    intent = "in" if direction == "put" else "inout"
    is_text = type["suffix"] == "text"
    length = type["declaration"] if many or not is_text else "character(len=1)"
    array = "(*)" if many and not is_text else ""
    declaration = f"{length}, intent({intent}) :: {{x}}{array}"
    return Role("const " + c if direction == "put" else c, "{x}", declaration, is_text)


def text_array(text: Role) -> Role:
    return Role(text.c, text.given, text.declaration + "(*)", is_text=True)


def arguments(function: Function, names: list[str]) -> tuple[Argument, ...]:
    return tuple(named(name, role_of(p.type, p.name)) for p, name in zip(function.parameters, names))


ROLES_BY_NAME = {
    "recno": "record",
    "varid": "id", "varid_in": "id", "varid_out": "id", "dimid": "id", "attnum": "id",
    "idp": "id_out", "varidp": "id_out", "dimidp": "id_out", "unlimdimidp": "id_out",
    "dimidsp": "ints_out", "ncids": "ints_out", "array_of_statuses": "ints_out", "array_of_requests": "ints_inout",
}
ROLES_BY_TYPE = {
    "int": "int", "nc_type": "int", "MPI_Offset": "size", "MPI_Comm": "comm", "MPI_Info": "info",
    "const char*": "text", "const int*": "ints", "const void*": "any_in", "void*": "any_out", "char*": "name_out",
    "int*": "int_out", "nc_type*": "int_out", "MPI_Offset*": "size_out", "MPI_Info*": "info_out",
}


def role_of(type: str, name: str) -> str:
    by_type = ROLES_BY_TYPE[type]
    return ROLES_BY_NAME.get(name, by_type) if type in ("int", "int*", "MPI_Offset") else by_type
