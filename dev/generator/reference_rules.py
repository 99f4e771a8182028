# SPDX-License-Identifier: BSD-3-Clause
"""Who calls a function, when, and with which errors: api/rules.toml as sentences."""

import tomllib

from generator.model import Api, Function

WHO = {
    "collective": "all ranks of the file's communicator (collective)",
    "definition": "all ranks (collective; ranks wait for each other in safe mode, and in data mode)",
    "own": "each rank for itself",
}
MODES = {"define": "define", "collective": "collective data", "independent": "independent data"}


class Rules:
    """api/rules.toml, checked against the other tables."""

    def __init__(self, api: Api):
        self.table = tomllib.loads((api.folder / "rules.toml").read_text())
        self.codes = {row[0] for row in api.errors}
        self.check(api)

    def check(self, api: Api) -> None:
        """Raises ValueError when a rule is about nothing, or a function has none."""
        functions = {f.name: f.family for f in api.handwritten}
        unknown = set(self.table["function"]) - set(functions)
        missing = set(functions.values()) - set(self.table["group"])
        if unknown or missing:
            raise ValueError(f"rules.toml: rules about {sorted(unknown)}, none about {sorted(missing)}")
        for rule in [*self.table["function"].values(), *self.table["group"].values(), *self.table["data"]["step"],
                     *self.table["attributes"].values(), {"errors": self.table["storage"]}]:
            named = {code_of(error) for error in rule.get("errors", [])} - {"storage"}
            if named - self.codes:
                raise ValueError(f"rules.toml: no such codes: {sorted(named - self.codes)}")

    def of(self, function: Function) -> dict:
        """The rule of a handwritten function: its group's, and what it says itself."""
        return self.table["group"][function.family] | self.table["function"].get(function.name, {})

    def steps(self, verb: str, shapes: list[str]) -> list[tuple[list, list[str]]]:
        """The errors of a data verb in order, each with the shapes it is for (none: all that the verb has)."""
        steps = [step for step in self.table["data"]["step"] if verb in step.get("verbs", [verb])]
        result = []
        for step in steps:
            listed = [shape for shape in step.get("shapes", shapes) if shape in shapes]
            if listed:
                result.append((step["errors"], [] if listed == shapes else listed))
        return result


def code_of(error: str | list) -> str:
    return error if isinstance(error, str) else error[0]


def error_text(error: str | list) -> str:
    code = code_of(error)
    text = "[a failure of storage](index.md#a-failure-of-storage)" if code == "storage" else f"`{code}`"
    return text if isinstance(error, str) else f"{text} ({error[1]})"


def print_facts(rule: dict) -> str:
    """Called by, modes, uniform, errors: a list."""
    lines = [f"- Called by {WHO[rule['who']]}."]
    if rule["modes"] != ["none"]:
        names = [MODES[mode] for mode in rule["modes"]]
        every = len(names) == len(MODES)
        lines.append("- Legal in every mode." if every else f"- Legal in {' and '.join(names)} mode.")
    if rule.get("uniform"):
        lines.append(f"- Equal on all ranks: {rule['uniform']}.")
    if rule.get("errors"):
        lines.append("- Errors, in this order: " + ", ".join(map(error_text, rule["errors"])) + ".")
    return "\n".join(lines) + "\n"
