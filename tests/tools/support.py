# SPDX-License-Identifier: BSD-3-Clause
"""The common parts of tests of the weft command. They run in an empty directory, with the command's path as first argument."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests
from python_tests import SKIPPED, replay_of, seeds

FERRET = pathlib.Path("/usr/share/ferret-vis/data")
WEFT = sys.argv[1] if len(sys.argv) > 1 else "weft"


def run(*command, **options):
    """Runs a command; its output as bytes."""
    return subprocess.run([str(word) for word in command], capture_output=True, timeout=120, **options)


def weft(*arguments, **options):
    return run(WEFT, *arguments, **options)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def need(program):
    if shutil.which(program) is None:
        skip(f"{program} is not installed")


class ToolTest(unittest.TestCase):
    """A test with a directory of its own in self.folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ok(self, *arguments):
        """The output of a weft command that must succeed without messages."""
        done = weft(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout.decode()

    def fails(self, code, *arguments):
        """The error output of a weft command that must fail with this exit code and say why."""
        done = weft(*arguments)
        self.assertEqual(done.returncode, code, done)
        self.assertIn(b"weft: ", done.stderr)
        return done.stderr.decode()

    def same_text(self, expected, actual, about):
        """Compares long texts without printing them whole."""
        if expected == actual:
            return
        for number, (one, other) in enumerate(zip(expected.splitlines(), actual.splitlines()), 1):
            if one != other:
                self.fail(f"{about}, line {number}:\n  expected {one!r}\n  got      {other!r}")
        self.fail(f"{about}: {len(expected)} bytes expected, {len(actual)} received")


def main():
    os.environ["NO_COLOR"] = "1"
    python_tests.main([sys.argv[0], *sys.argv[2:]])
