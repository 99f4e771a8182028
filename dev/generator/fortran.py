# SPDX-License-Identifier: BSD-3-Clause
"""The Fortran procedures as values: the functions of C, seen from Fortran."""

import re
from dataclasses import dataclass

from generator.interface import Function, Interface, Parameter, ending


@dataclass
class Argument:
    """A row of fortran_arguments.tsv for a name."""

    name: str
    passed: str
    given: str
    declaration: str


@dataclass
class Procedure:
    """nfmpi_<name>, which calls the function."""

    name: str
    function: Function
    arguments: list[Argument]

    def names(self) -> list[str]:
        return [argument.name for argument in self.arguments]

    def has_interface(self) -> bool:
        return all(argument.declaration for argument in self.arguments)

    def module_names(self) -> list[str] | None:
        """The names of the arguments of nf90mpi_<name>, where that is generated."""
        row = self.function.row
        if row is None or not row.nf90mpi or "(" in row.nf90mpi:
            return None
        return self.names() if row.nf90mpi == "=" else row.nf90mpi.split()


class Fortran:
    def __init__(self, interface: Interface):
        self.interface = interface
        self.verbs = [verb for verb in interface.verbs if verb.fortran]
        self.types = [type for type in interface.types if type.nfmpi]
        by_hand = (interface.root / "fortran/f77.cpp").read_text()
        self.by_hand = re.findall(r"^int nfmpi_(\w+)_\(", by_hand, re.MULTILINE)
        self.procedures = [self.procedure(function) for function in interface.functions if has_fortran(function)]
        self.by_name = {procedure.name: procedure for procedure in self.procedures}

    def procedure(self, function: Function) -> Procedure:
        names = [generated_name(function, parameter) for parameter in function.parameters]
        names = function.row.nfmpi.split() if function.row else names
        arguments = [self.argument(function, p, name) for p, name in zip(function.parameters, names)]
        procedure = Procedure(procedure_name(function), function, arguments)
        if not len(function.parameters) == len(names) == len(procedure.module_names() or names):
            raise ValueError(f"api/functions.tsv: {function.name} has not as many arguments in Fortran as in C")
        return procedure

    def argument(self, function: Function, parameter: Parameter, name: str) -> Argument:
        if function.type and parameter.name in ("buf", "value"):
            return Argument(name, parameter.type, name, declaration_of_values(function).format(x=name))
        row = self.interface.row_of("fortran_arguments", parameter)
        if row is None:
            raise ValueError(f"api/fortran_arguments.tsv has no {parameter.type} {parameter.name}: {function.name}")
        return Argument(name, row.passed, row.given.format(x=name), row.declaration.format(x=name))


def has_fortran(function: Function) -> bool:
    if function.row:
        return function.result == "int" and bool(function.row.nfmpi or function.row.nf90mpi)
    return bool(function.verb.fortran and (function.type is None or function.type.nfmpi))


def procedure_name(function: Function) -> str:
    if function.type is None:
        return function.stem()
    stem = f"{function.verb.name}_{function.shape.name if function.shape else 'att'}"
    return f"{stem}_{function.type.nfmpi}{ending(function.mode)}"


def is_element(function: Function) -> bool:
    return function.shape is not None and function.shape.selection == "element"


def generated_name(function: Function, parameter: Parameter) -> str:
    if parameter.name in ("buf", "value"):
        type = function.type
        return "buf" if type is None else type.value if is_element(function) else type.values
    if is_element(function) and parameter.name == "start":
        return "index"
    return {"request": "req", "nelems": "len"}.get(parameter.name, parameter.name)


def declaration_of_values(function: Function) -> str:
    """Values that are got count as changed, not set: a call may fill a part of them only."""
    intent = "in" if function.verb.direction == "put" else "inout"
    type, is_array = function.type.fortran, not is_element(function)
    if function.is_text():
        type = "character(len=1)" if is_element(function) else type
        is_array = function.group in ("bput_var", "bput_vara")  # as PnetCDF's module has it
    return f"{type}, intent({intent}) :: {{x}}{'(*)' if is_array else ''}"
