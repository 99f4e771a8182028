# SPDX-License-Identifier: BSD-3-Clause
"""Prints tests/generated/: calls of every function, and what the reference says about modes and errors as a table; and
the tables of functions from which tests/random_programs chooses."""

from itertools import groupby

from generator.interface import Function, Interface, Row, data_function, modes
from generator.rules import Rules
from generator.text import fill


def print_files(interface: Interface) -> dict[str, str]:
    return {"tests/generated/call_every_function.c": every_function(interface),
            "tests/generated/call_in_every_mode.c": every_mode(interface),
            **{f"tests/random_programs/generated/typed_{verb.name}_calls.cpp": typed_calls(interface, verb)
               for verb in interface.verbs}}


def arguments(interface: Interface, function: Function) -> list[Row]:
    return [interface.row_of("test_arguments", parameter) for parameter in function.parameters]


def every_function(interface: Interface) -> str:
    without_id = {row.name: row for row in interface.tables["calls"]}
    functions, calls = [], []
    for group, members in groupby(interface.functions, key=lambda f: f.group):
        name = f"call_{group.replace(' ', '_')}"
        calls.append(f"    {name}();")
        functions.append(f"\nstatic void {name}(void) {{")
        for function in members:
            given = ", ".join(row.every_function for row in arguments(interface, function))
            row = without_id.get(function.name, Row(arguments=given, result="NC_EBADID"))
            check = "EXPECT" if function.result == "int" else "EXPECT_TEXT"
            functions.append(f"    {check}({row.result}, {function.name}({row.arguments}));")
        functions.append("}")
    return fill("call_every_function.c", functions=functions, calls=calls)


def every_mode(interface: Interface) -> str:
    rules = Rules(interface)
    functions, rows, lists = [], [], {}
    for function in interface.functions:
        rule = rules.of(function)
        if rule["modes"] != ["none"]:
            given = arguments(interface, function)
            call = f"{function.name}({', '.join(row.every_mode for row in given)})"
            functions.append(f"static int call_{function.name}(int ncid) {{ return {call}; }}")
            modes = " | ".join(f"{mode}_mode" for mode in rule["modes"])
            faults = " | ".join(dict.fromkeys(row.fault for row in given if row.fault)) or "0"
            errors = lists.setdefault(rules.codes(rule), f"errors_{len(lists)}")
            rows.append(f'{{"{function.name}", call_{function.name}, {modes}, {faults}, {errors}}},')
    errors = [f"static const int {name}[] = {{{', '.join(codes)}, NC_NOERR}};" for codes, name in lists.items()]
    return fill("call_in_every_mode.c", functions=functions, errors=errors, rows=rows, count=str(len(rows)))


def typed_calls(interface: Interface, verb: Row) -> str:
    """A table of C++: for each type, each shape that has typed functions, and each mode, the function."""
    several = len(modes(verb)) > 1
    shapes = [shape for shape in interface.shapes_of(verb) if shape.types != "none"]
    table, wrapper = (("ManyCalls", "many") if "{places}" in verb.parameters else
                      ("BlockingCalls", "blocking") if several else ("PostingCalls", "posting"))
    rows = []
    for type in (type for type in interface.types if not type.only):
        rows.append("{{")
        for shape in shapes:
            calls = ", ".join(f"{wrapper}<Kind::{shape.name}, {data_function(verb, shape, type, mode).name}>"
                              for mode in modes(verb))
            rows.append(f"{{{{{calls}}}}}," if several else f"{calls},")
        rows.append("}},")
    return fill("typed_calls.cpp", verb=verb.name, modes=", independent and collective" if several else "",
                table=table, rows=rows)
