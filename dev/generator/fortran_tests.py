# SPDX-License-Identifier: BSD-3-Clause
"""Prints tests/fortran/generated/: every nfmpi_ function called once, values of every type through all functions that
take them, and values of each type where the variable takes none of it."""

from dataclasses import dataclass

from generator.fortran import Argument, Fortran, Procedure
from generator.interface import Row, ending, modes
from generator.text import fill

# What an argument gets in call_every_function, by its name.
ARGUMENTS = {
    **dict.fromkeys(["ncid", "ncid_in", "ncid_out"], "bad"),
    **dict.fromkeys(["start", "count", "stride", "imap", "starts", "counts", "index"], "ones"),
    **dict.fromkeys(["bufcount", "len", "bufsize", "recno", "h_minfree", "v_align", "v_minfree", "r_align"], "1_8"),
    **dict.fromkeys(["name", "curname", "newname"], "'name'"),
    **dict.fromkeys(["varid", "varid_in", "varid_out", "dimid", "attid", "num", "ndims", "no_fill", "fillmode"], "1"),
    **dict.fromkeys(["buftype", "filetype", "xtype", "datatype"], "nf_double"),
    **dict.fromkeys(["text", "path"], "text"),
    **dict.fromkeys(["dimids", "req", "status", "ncids"], "numbers"),
}


@dataclass
class Call:
    """A call of a function: its arguments have {} where the values are, of which `values` says which."""

    name: str
    arguments: str
    values: str


@dataclass
class Places:
    """What the calls of a test access: of functions of pnetcdf.inc by their shape, of the module by their form."""

    old: dict[str, tuple[str, str]]
    module: list[tuple[str, str, str]]
    request: str

    def calls(self, fortran: Fortran, verb: Row, mode: str, type: Row) -> list[Call]:
        return self.old_calls(fortran, verb, mode, type) + self.module_calls(verb, mode)

    def old_calls(self, fortran: Fortran, verb: Row, mode: str, type: Row) -> list[Call]:
        result = []
        for shape in fortran.interface.typed_shapes(verb):
            place, values = self.old[shape.name]
            name = f"nfmpi_{verb.name}_{shape.name}_{type.nfmpi}{ending(mode)}"
            result.append(Call(name, listed("ncid, varid", place, "{}", self.request_of(mode)), values))
        return result

    def module_calls(self, verb: Row, mode: str) -> list[Call]:
        return [Call(f"nf90mpi_{verb.name}_{form}{ending(mode)}",
                     listed("ncid, varid", "{}", self.request_of(mode), place), values)
                for form, place, values in self.module]

    def request_of(self, mode: str) -> str:
        return self.request if mode == "posted" else ""


def listed(*arguments: str) -> str:
    return ", ".join(argument for argument in arguments if argument)


VALUES = Places(
    {"var": ("", "whole"), "var1": ("place(:, 1)", "one"), "vara": ("start, count", "block"),
     "vars": ("start, half, every", "odd"), "varm": ("start, count, ones, map", "turned"), "varn": ("2, starts, counts", "got")},
    [("var", "", "whole"), ("var", "start, count", "block"), ("var", "place(:, 1)", "one"), ("var", "start, stride=every", "odd"),
     ("var", "start, count, map=map", "turned"), ("varn", "2, starts, counts", "got"), ("varn", "place", "one")],
    "request(1)")
# In values_*: where a get puts the values, and what it should have found.
GOTTEN = {
    "whole": ("all_of_it", "all(all_of_it == whole)"),
    "one": ("one", "one == block(2, 2)"),
    "block": ("got", "all(got == block)"),
    "odd": ("odd", "all(odd == block(1:3:2, :))"),
    "turned": ("turned", "all(turned == transpose(block))"),
    "got": ("got", "all(got == block(:, 2:1:-1))"),
}
KINDS = Places(
    {"var": ("", "v"), "var1": ("start", "v"), "vara": ("start, count", "v"), "vars": ("start, count, stride", "v"),
     "varm": ("start, count, stride, stride", "v"), "varn": ("1, starts, counts", "v")},
    [("var", "", "values"), ("var", "start, count, stride", "values"), ("var", "start, count", "values"),
     ("var", "start, count, stride, stride", "values"), ("varn", "2, starts, counts", "values"),
     ("varn", "0, starts, counts", "values"), ("varn", "starts", "values")],
    "request")
MODES = ("posted", "collective", "independent")


def print_files(fortran: Fortran) -> dict[str, str]:
    called = [call_once(procedure) for procedure in fortran.procedures if procedure.names()[:1] in (["ncid"], ["ncid_in"])]
    files = {"call_every_function": fill("call_every_function.f90", calls=called)}
    files |= {f"values_{type.nfmpi}": fill("values.f90", suffix=type.nfmpi, type=type.fortran, body=values_body(fortran, type))
              for type in fortran.types if type.suffix != "text"}
    files |= {f"kinds_{type.nfmpi}": kinds(fortran, type) for type in fortran.types}
    return {f"tests/fortran/generated/{name}.f90": text for name, text in files.items()}


def call_once(procedure: Procedure) -> str:
    given = ", ".join(map(given_once, procedure.arguments))
    return f"  call expect('{procedure.name}', nfmpi_{procedure.name}( &\n    {given}), nf_ebadid)"


def given_once(argument: Argument) -> str:
    if argument.name in ARGUMENTS:
        return ARGUMENTS[argument.name]
    if not argument.declaration or "val" in argument.name:
        return "buffer"
    return "size" if "MPI_Offset" in argument.passed else "number"


def expect(name: str, arguments: str) -> str:
    return f"  call expect('{name}', nf90mpi_{name}({arguments}))"


def values_body(fortran: Fortran, type: Row) -> str:
    lines = []
    for step, (verb, mode) in enumerate([(verb, mode) for verb in fortran.verbs for mode in modes(verb)], start=2):
        lines.append(f"\n  ! {verb.name}, {mode}")
        before, after = around(verb, mode)
        is_put = verb.direction == "put"
        lines += before + ([f"  call fill({step})"] if is_put else [])
        for call in VALUES.calls(fortran, verb, mode, type):
            lines += put(verb, mode, call) if is_put else get(mode, call)
        lines += after
    return "\n".join(lines) + "\n"


def around(verb: Row, mode: str) -> tuple[list[str], list[str]]:
    """The calls before and after those of a verb."""
    if verb.name == "bput":
        return [expect("buffer_attach", "ncid, 64_8 * ranks")], [expect("buffer_detach", "ncid")]
    if mode == "independent":
        return [expect("begin_indep_data", "ncid")], [expect("end_indep_data", "ncid")]
    return [], []


def put(verb: Row, mode: str, call: Call) -> list[str]:
    """Ranks that write the whole variable at any time must not overtake others that write their blocks."""
    wait = ["  call barrier()"] if mode == "independent" and call.values == "whole" else []
    spoil = [f"  {call.values} = 0"] if verb.name == "bput" and call.values not in ("whole", "block") else []
    return [f"  call change('{call.values}')", *wait, *completed(mode, call, call.values, spoil), *wait,
            f"  call compare('{call.name}', .{'false' if mode == 'independent' else 'true'}.)"]


def get(mode: str, call: Call) -> list[str]:
    target, found = GOTTEN[call.values]
    return [f"  {target} = 0", *completed(mode, call, target, []), f"  call require('{call.name}: values', {found})"]


def completed(mode: str, call: Call, values: str, before_wait: list[str]) -> list[str]:
    wait = [expect("wait_all", "ncid, 1, request, status"), "  call expect('status', status(1))"]
    return [f"  call expect('{call.name}', {call.name}( &", f"    {call.arguments.format(values)}))", *before_wait,
            *(wait if mode == "posted" else [])]


def kinds(fortran: Fortran, type: Row) -> str:
    length = type.fortran.replace("*", "2")
    fill_value = "'a'" if type.suffix == "text" else "1"
    arrays = [f"v{rank}" + (f"({', '.join('2' * rank)})" if rank else "") for rank in range(8)]
    old = {f"old_{mode}": old_test(fortran, mode, type) for mode in MODES}
    return fill("kinds.f90", suffix=type.nfmpi, kind=type.kind, type=type.fortran,
                declarations=[f"  {length} :: {array} = {fill_value}" for array in arrays],
                calls=[f"  call refused({rank}, v{rank})" for rank in range(8)] + ["  call old_functions()"],
                tests="".join(module_test(fortran, mode, type) for mode in MODES), **old)


def verbs(fortran: Fortran, mode: str) -> list[Row]:
    return [verb for verb in fortran.verbs if mode in modes(verb)]


def module_test(fortran: Fortran, mode: str, type: Row) -> str:
    calls = [refused(mode, call, call.values, "    ") for verb in verbs(fortran, mode) for call in KINDS.module_calls(verb, mode)]
    head = [f"\n  subroutine refused_{mode}(values)", f"    {type.fortran}, dimension(..), intent(inout) :: values"]
    return "\n".join([*head, *calls, "  end subroutine\n"])


def old_test(fortran: Fortran, mode: str, type: Row) -> str:
    """Of 2 dimensions where the function takes an array."""
    indent = "      " if mode == "posted" else "        "
    calls = [call for verb in verbs(fortran, mode) for call in KINDS.old_calls(fortran, verb, mode, type)]
    return "\n".join(refused(mode, call, "v2" if takes_array(fortran, call) else "v0", indent) for call in calls)


def takes_array(fortran: Fortran, call: Call) -> bool:
    arguments = fortran.by_name[call.name.removeprefix("nfmpi_")].arguments
    values = [argument for argument in arguments if argument.name != "req"][-1]
    return values.declaration.endswith("(*)")


def refused(mode: str, call: Call, values: str, indent: str) -> str:
    """A name is longer than a line allows beside the arguments."""
    check = "posts_nothing" if mode == "posted" else "refuses"
    return f"{indent}call {check}('{call.name}', &\n{indent}    {call.name}({call.arguments.format(values)}))"
