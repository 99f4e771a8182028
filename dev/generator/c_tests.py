# SPDX-License-Identifier: BSD-3-Clause
"""Prints tests/generated/call_every_function.c, and call_in_every_mode.c: what the reference says about modes and errors."""

from itertools import groupby

from generator.interface import Function, Interface, Parameter, Row
from generator.rules import Rules
from generator.text import fill, opening


def print_files(interface: Interface) -> dict[str, str]:
    return {"tests/generated/call_every_function.c": every_function(interface),
            "tests/generated/call_in_every_mode.c": every_mode(interface)}


class Arguments:
    """api/test_arguments.tsv."""

    def __init__(self, interface: Interface):
        self.rows = {(row.type, row.name): row for row in interface.rows("test_arguments")}

    def of(self, function: Function) -> list[Row]:
        return [self.find(parameter) for parameter in function.parameters]

    def find(self, parameter: Parameter) -> Row:
        for key in ((parameter.type, parameter.name), ("", parameter.name), (parameter.type, "")):
            if key in self.rows:
                return self.rows[key]
        return Row(every_function="memory", every_mode="memory", fault="")


def every_function(interface: Interface) -> str:
    arguments = Arguments(interface)
    without_id = {row.name: row for row in interface.rows("calls")}
    functions, calls = [], []
    for group, members in groupby(interface.functions, key=lambda f: f.group):
        name = f"call_{group.replace(' ', '_')}"
        calls.append(f"    {name}();")
        lines = []
        for function in members:
            given, result = ", ".join(row.every_function for row in arguments.of(function)), "NC_EBADID"
            if function.name in without_id:
                given, result = without_id[function.name].arguments, without_id[function.name].result
            check = "EXPECT" if function.result == "int" else "EXPECT_TEXT"
            lines.append(f"    {check}({result}, {function.name}({given}));\n")
        functions.append(f"\nstatic void {name}(void) {{\n{''.join(lines)}}}\n")
    return fill("call_every_function.c", functions="".join(functions), calls=calls)


def every_mode(interface: Interface) -> str:
    rules, arguments = Rules(interface), Arguments(interface)
    functions, rows, lists = [], [], {}
    for function in interface.functions:
        rule = rules.of(function)
        if rule["modes"] == ["none"]:
            continue
        given = arguments.of(function)
        call = f"{function.name}({', '.join(row.every_mode for row in given)})"
        functions.append(f"static int call_{function.name}(int ncid) {{ return {call}; }}\n")
        modes = " | ".join(f"{mode}_mode" for mode in rule["modes"])
        faults = " | ".join(dict.fromkeys(row.fault for row in given if row.fault)) or "0"
        errors = lists.setdefault(rules.codes(rule), f"errors_{len(lists)}")
        rows.append(f'{{"{function.name}", call_{function.name}, {modes}, {faults}, {errors}}},\n')
    arrays = [f"static const int {name}[] = {{{', '.join(codes)}, NC_NOERR}};\n" for codes, name in lists.items()]
    return "".join([opening(".c"), '#include "every_mode.h"\n\n', *functions, "\n", *arrays,
                    "\nconst struct Call calls[] = {\n", *rows, f"}};\nconst int call_count = {len(rows)};\n"])
