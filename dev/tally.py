# SPDX-License-Identifier: BSD-3-Clause
"""Counting tests for dev/test: what ctest's record says, what tests left out, and how many there must be."""

import collections
import dataclasses
import pathlib
import re
import xml.etree.ElementTree

# `tests`: all that there were, which is the same on every machine: those that passed, that failed and that were skipped as a whole.
Count = collections.namedtuple("Count", "passed failed skipped tests")

# What a rank prints begins with its number: "[1,0]<stdout>:" under Open MPI, "[0] " under MPICH.
RANK = r"(?:\[\d+,\d+\]<\w+>:|\[\d+\] )?"
SKIPPED = re.compile(RANK + r"\s*skipped: (.+)")
SEEDS = re.compile(RANK + r"\s*(?:INFO: Seed|seeds): (.+)")
# The end of a case of GoogleTest, with the time that tells it from the list of failures at the end. The cases of a test
# on several ranks carry a rank's number: they count as one test.
BEGIN_OF_CASE = re.compile(r"\[ RUN      \] ")
END_OF_CASE = re.compile(r"\[ +(OK|FAILED|SKIPPED) +\] ([^\s,]+).* \(\d+ ms\)$")


Failure = collections.namedtuple("Failure", "test case output")  # case: nothing where the whole test failed
Case = collections.namedtuple("Case", "name verdict output")


@dataclasses.dataclass
class Tally:
    """A group's tests. A program of unit tests counts as its cases. A test that passed and left out parts of itself counts
    as passed, each of the parts as skipped."""

    passed: int = 0
    whole_skips: int = 0
    failed: list[Failure] = dataclasses.field(default_factory=list)
    skipped: list[tuple[str, str]] = dataclasses.field(default_factory=list)  # test, reason
    seeds: list[tuple[str, str]] = dataclasses.field(default_factory=list)  # test, what it said of them

    def count(self):
        tests = self.passed + len(self.failed) + self.whole_skips
        return Count(self.passed, len(self.failed), len(self.skipped), tests)

    def skip(self, test, why):
        self.whole_skips += 1
        self.skipped.append((test, why))


def tally(record):
    """Of ctest's JUnit record. Tests that could not start are failures; those that chose not to run are skipped."""
    result = Tally()
    for test in xml.etree.ElementTree.parse(record).getroot().iter("testcase"):
        name, output = test.get("name"), test.findtext("system-out") or ""
        omitted = test.find("skipped")
        cases = cases_of(output)
        if cases:
            add_cases(result, name, cases)
            if test.get("status") != "run" and not any(case.verdict == "FAILED" for case in cases):
                result.failed.append(Failure(name, None, output))
        elif test.get("status") == "run":
            result.passed += 1
            result.skipped += [(name, said) for said in lines_of(SKIPPED, output)]
        elif omitted is not None and "SKIP_" in omitted.get("message", ""):
            result.skip(name, reason(output))
        else:
            result.failed.append(Failure(name, None, output))
        result.seeds += [(name, said) for said in lines_of(SEEDS, output)]
    return result


def add_cases(result, test, cases):
    for case in cases:
        if case.verdict == "OK":
            result.passed += 1
            result.skipped += [(f"{test}: {case.name}", said) for said in lines_of(SKIPPED, case.output)]
        elif case.verdict == "SKIPPED":
            result.skip(f"{test}: {case.name}", reason(case.output))
        else:
            result.failed.append(Failure(test, case.name, case.output))


def cases_of(output):
    """Those of GoogleTest that ended, each with what it said."""
    cases, said = [], []
    for line in output.splitlines():
        if BEGIN_OF_CASE.match(line):
            said = []
        said.append(line)
        end = END_OF_CASE.match(line)
        if end:
            cases.append(Case(end.group(2), end.group(1), "\n".join(said)))
    return cases


def lines_of(pattern, output):
    found = (pattern.match(line) for line in output.splitlines())
    return [match.group(1).strip() for match in found if match]


def reason(output):
    """What a skipped test said: the line after GoogleTest's file:line, a line "skipped: why", or the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for place, following in zip(lines, lines[1:]):
        if place.endswith(": Skipped"):
            return following
    said = lines_of(SKIPPED, output)
    return said[0] if said else lines[-1] if lines else "no reason given"


def read_floors(path):
    """How many tests each group has, from lines "group number"."""
    lines = (line.partition("#")[0].split() for line in pathlib.Path(path).read_text().splitlines())
    return {group: int(number) for group, number in filter(None, lines)}


def miscount(group, count, floors):
    """A sentence when there were fewer tests than dev/floors says; else nothing. Where tests failed, those are the news: a program
    that crashed has taken its other tests with it."""
    remedy = f'write "{group} {count.tests}" there'
    if group not in floors:
        return f"{group}: {count.tests} tests, of which dev/floors says nothing: {remedy}"
    fewer = floors[group] - count.tests
    if count.failed or fewer <= 0:
        return None
    return f"{group}: {count.tests} tests, {fewer} fewer than dev/floors says: find those that have vanished, or {remedy}"


def growth(group, count, floors):
    """What the author of new tests has to do, who sees it in the sum; else nothing. It is no failure, because a machine may have
    more to test with than another one."""
    if count.tests <= floors.get(group, count.tests):
        return ""
    return f' (dev/floors says {floors[group]}: write "{group} {count.tests}" there)'


def sentence(count):
    return f"{count.passed} passed, {count.failed} failed, {count.skipped} skipped"
