# SPDX-License-Identifier: BSD-3-Clause
"""api/rules.toml, checked against the other tables: who calls a function, when, and with which errors."""

from generator.interface import Function, Interface, Row

STORAGE = "[a failure of storage](index.md#a-failure-of-storage)"


class Rules:
    def __init__(self, interface: Interface):
        self.table = interface.rules
        self.shapes = {verb.name: [shape.name for shape in interface.shapes_of(verb)] for verb in interface.verbs}
        self.check(interface)

    def check(self, interface: Interface) -> None:
        """Raises ValueError when a rule is about nothing, or a function has none."""
        functions = set(self.table["function"]) - {function.name for function in interface.handwritten}
        groups = {function.group for function in interface.handwritten} - set(self.table["group"])
        rules = [rule for key in ("function", "group", "attributes") for rule in self.table[key].values()]
        named = {code_of(error) for rule in rules + self.table["data"]["step"] for error in rule.get("errors", [])}
        codes = (named | set(self.table["storage"])) - {"storage", *(row.name for row in interface.tables["errors"])}
        if functions or groups or codes:
            raise ValueError(f"api/rules.toml: not defined, and named: {sorted(functions | codes)}, "
                             f"groups without rules: {sorted(groups)}")

    def of(self, function: Function) -> dict:
        """A handwritten function's rule is its group's, and what it says itself."""
        if function.row:
            return self.table["group"][function.group] | self.table["function"].get(function.name, {})
        if function.group == "attributes":
            return self.table["attributes"][function.verb.name]
        steps = [errors for errors, shapes in self.steps(function.verb) if function.shape.name in shapes]
        modes = list(self.table["modes"]) if function.mode == "posted" else [function.mode]
        return {"modes": modes, "errors": [error for errors in steps for error in errors]}

    def steps(self, verb: Row) -> list[tuple[list, list[str]]]:
        """The errors of a data verb in the order in which they are looked for, each with the shapes that it is for."""
        steps = [step for step in self.table["data"]["step"] if verb.name in step.get("verbs", [verb.name])]
        all_shapes = self.shapes[verb.name]
        listed = [[shape for shape in step.get("shapes", all_shapes) if shape in all_shapes] for step in steps]
        return [(step["errors"], shapes) for step, shapes in zip(steps, listed) if shapes]

    def codes(self, rule: dict) -> tuple[str, ...]:
        """The codes of a rule, with all that storage can answer."""
        return tuple(code for error in map(code_of, rule["errors"])
                     for code in (self.table["storage"] if error == "storage" else [error]))

    def print_steps(self, verb: Row) -> str:
        lines = ["In the order in which they are looked for; the first one found is returned.\n"]
        for errors, shapes in self.steps(verb):
            only = "" if shapes == self.shapes[verb.name] else f" — {', '.join(shapes)} only"
            lines += [f"1. {error_text(error)}{only}" for error in errors]
        return "\n".join(lines) + "\n"

    def print_facts(self, rule: dict) -> str:
        """Called by, modes, uniform, errors: a list."""
        lines = [f"- Called by {self.table['who'][rule['who']]}."]
        if len(rule["modes"]) == len(self.table["modes"]):
            lines.append("- Legal in every mode.")
        elif rule["modes"] != ["none"]:
            lines.append(f"- Legal in {' and '.join(self.table['modes'][mode] for mode in rule['modes'])} mode.")
        if rule.get("uniform"):
            lines.append(f"- Equal on all ranks: {rule['uniform']}.")
        if rule.get("errors"):
            lines.append("- Errors, in this order: " + ", ".join(map(error_text, rule["errors"])) + ".")
        return "\n".join(lines) + "\n"


def code_of(error: str | list) -> str:
    return error if isinstance(error, str) else error[0]


def error_text(error: str | list) -> str:
    code = STORAGE if code_of(error) == "storage" else f"`{code_of(error)}`"
    return code if isinstance(error, str) else f"{code} ({error[1]})"
