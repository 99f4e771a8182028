# SPDX-License-Identifier: BSD-3-Clause
"""Sessions: commands behind "$ " and what they print. A line "..." stands for any lines."""

import re
from dataclasses import dataclass

from place import Place
from snippets import Snippet

# What is another every time, or in another build, and why.
VARIES = [
    (r'("seconds": )[0-9.e+-]+', r"\1S"),  # a time
    (r"^(Build: +).*$", r"\1B"),  # the compiler of this build
    (r"^(MPICC: +).*$", r"\1M"),  # its MPI
    (r"(plan|convert|exchange|storage) [0-9.]+(?=, |$| s)", r"\1 S"),  # times of phases
]
NOT_FOUND = (126, 127)


@dataclass(frozen=True)
class Step:
    command: str
    output: list[str]
    line: int


def steps_of(snippet: Snippet) -> list[Step]:
    """The commands with their output. A command ends where a line of it does not end in a backslash."""
    steps, continued = [], False
    for number, line in enumerate(snippet.text.splitlines(), snippet.line):
        if continued:
            steps[-1] = Step(steps[-1].command + "\n" + line.removeprefix("> "), [], steps[-1].line)
        elif line.startswith("$ "):
            steps.append(Step(line[2:], [], number))
        else:
            steps[-1].output.append(line)
            continue
        continued = line.endswith("\\")
    return steps


def settled(line: str) -> str:
    for pattern, replacement in VARIES:
        line = re.sub(pattern, replacement, line)
    return line.rstrip()


def matches(expected: list[str], actual: list[str]) -> bool:
    """Whether the lines are the same, where "..." stands for any."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def without_blank_end(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def finding(place: Place, step: Step) -> str:
    """What is wrong with a step; nothing when it printed what it should."""
    done = place.run("sh", "-c", step.command)
    if done.returncode in NOT_FOUND or done.returncode < 0:
        return f"returned {done.returncode}\n{done.stdout}"
    expected = without_blank_end([settled(line) for line in step.output])
    actual = without_blank_end([settled(line) for line in done.stdout.splitlines()])
    return "" if matches(expected, actual) else "\n".join(["expected:", *expected, "printed:", *actual])


def run_session(place: Place, snippet: Snippet) -> None:
    """Runs all steps, also after one that printed something else."""
    found = [(step, finding(place, step)) for step in steps_of(snippet)]
    wrong = [f"line {step.line}: {step.command}\n{text}" for step, text in found if text]
    if wrong:
        raise AssertionError("\n".join(wrong))


def run_commands(place: Place, snippet: Snippet) -> None:
    """A block of `sh`: every command succeeds."""
    done = place.run("sh", "-e", "-c", snippet.text)
    if done.returncode != 0:
        raise AssertionError(f"{snippet.where()}: returned {done.returncode}\n{done.stdout}")
