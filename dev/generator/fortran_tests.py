# SPDX-License-Identifier: BSD-3-Clause
"""Prints tests/fortran/generated/: every nfmpi_ function called once, values of every type through all functions that
take them, and values of each type where the variable takes none of it."""

from generator.fortran import Argument, Fortran
from generator.interface import Interface, Row, ending, modes
from generator.text import fill

REQUEST = {"values": "request(1)", "kinds": "request"}


def print_files(interface: Interface) -> dict[str, str]:
    fortran = Fortran(interface)
    files = {"call_every_function": every_function(fortran)}
    steps = [(verb, mode) for verb in fortran.verbs for mode in modes(verb)]
    for type in fortran.types:
        files[f"kinds_{type.nfmpi}"] = kinds(fortran, type)
        if type.suffix != "text":
            body = [values(fortran, type, number, *step) for number, step in enumerate(steps, start=2)]
            files[f"values_{type.nfmpi}"] = fill("values.f90", suffix=type.nfmpi, type=type.fortran, body=body)
    return {f"tests/fortran/generated/{name}.f90": text for name, text in files.items()}


def every_function(fortran: Fortran) -> str:
    """With the id of no file, so those that take none are left out."""
    rows = fortran.interface.tables["fortran_test_arguments"]
    by_name = {name: row.given for row in rows for name in row.names.split()}
    calls = []
    for procedure in fortran.procedures:
        if procedure.names()[:1] in (["ncid"], ["ncid_in"]):
            given = ", ".join(by_name.get(argument.name) or variable(argument) for argument in procedure.arguments)
            calls.append(f"  call expect('{procedure.name}', nfmpi_{procedure.name}( &\n    {given}), nf_ebadid)")
    return fill("call_every_function.f90", calls=calls)


def variable(argument: Argument) -> str:
    if not argument.declaration or "val" in argument.name:
        return "buffer"
    return "size" if "MPI_Offset" in argument.passed else "number"


def calls(fortran: Fortran, test: str, type: Row, verb: Row, mode: str) -> list[Row]:
    """The rows of fortran_test_places.tsv with the name of the function, for a test."""
    rows = [row for row in fortran.interface.tables["fortran_test_places"] if row.test == test]
    return [Row(name=f"{row.interface}_{verb.name}_{row.form.format(type=type.nfmpi)}{ending(mode)}", **vars(row))
            for row in rows]


def arguments(call: Row, values: str, mode: str) -> str:
    request = f", {REQUEST[call.test]}" if mode == "posted" else ""
    return f"ncid, varid, {call.arguments.format(values=values, request=request)}"


def values(fortran: Fortran, type: Row, number: int, verb: Row, mode: str) -> str:
    """Each verb in each mode puts other values, by its number."""
    before, after = [], []
    if verb.name == "bput":
        before, after = [expect("buffer_attach", "ncid, 64_8 * ranks")], [expect("buffer_detach", "ncid")]
    if mode == "independent":
        before, after = [expect("begin_indep_data", "ncid")], [expect("end_indep_data", "ncid")]
    fill_step = [f"  call fill({number})"] if verb.direction == "put" else []
    statements = [line for call in calls(fortran, "values", type, verb, mode) for line in access(verb, mode, call)]
    return "\n".join([f"\n  ! {verb.name}, {mode}", *before, *fill_step, *statements, *after])


def expect(name: str, arguments: str) -> str:
    return f"  call expect('{name}', nf90mpi_{name}({arguments}))"


def access(verb: Row, mode: str, call: Row) -> list[str]:
    """Ranks that write the whole variable at any time must not overtake others that write their blocks."""
    is_put = verb.direction == "put"
    values = call.values if is_put else call.target
    lines = [f"  call expect('{call.name}', {call.name}( &", f"    {arguments(call, values, mode)}))"]
    if verb.name == "bput" and values not in ("whole", "block"):
        lines.append(f"  {values} = 0")
    if mode == "posted":
        lines += [expect("wait_all", "ncid, 1, request, status"), "  call expect('status', status(1))"]
    if not is_put:
        return [f"  {values} = 0", *lines, f"  call require('{call.name}: values', {call.found})"]
    barrier = ["  call barrier()"] if mode == "independent" and values == "whole" else []
    return [f"  call change('{values}')", *barrier, *lines, *barrier,
            f"  call compare('{call.name}', .{'false' if mode == 'independent' else 'true'}.)"]


def kinds(fortran: Fortran, type: Row) -> str:
    refused = {f"{interface}_{mode}": refusals(fortran, type, interface, mode)
               for interface in ("nfmpi", "nf90mpi") for mode in ("posted", "collective", "independent")}
    return fill("kinds.f90", suffix=type.nfmpi, kind=type.kind, type=type.fortran, **refused,
                length=type.fortran.replace("*", "2"), value="'a'" if type.suffix == "text" else "1")


def refusals(fortran: Fortran, type: Row, interface: str, mode: str) -> list[str]:
    """A name is longer than a line allows beside the arguments."""
    check = "posts_nothing" if mode == "posted" else "refuses"
    indent = " " * (4 if interface == "nf90mpi" else 6 if mode == "posted" else 8)
    lines = []
    for verb in (verb for verb in fortran.verbs if mode in modes(verb)):
        for call in calls(fortran, "kinds", type, verb, mode):
            if call.interface == interface:
                values = "values" if interface == "nf90mpi" else "v2" if takes_array(fortran, call.name) else "v0"
                lines += [f"{indent}call {check}('{call.name}', &",
                          f"{indent}    {call.name}({arguments(call, values, mode)}))"]
    return lines


def takes_array(fortran: Fortran, name: str) -> bool:
    arguments = fortran.by_name[name.removeprefix("nfmpi_")].arguments
    return [argument for argument in arguments if argument.name != "req"][-1].declaration.endswith("(*)")
