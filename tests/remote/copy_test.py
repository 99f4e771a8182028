#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weft copy over a link that is cut: what has arrived stays, and is skipped by the next copy if it is what the source holds.

    copy_test.py WEFT
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402
from process_signals import environment_of, signal_if  # noqa: E402

WEFT = ""
HERE = pathlib.Path(__file__).resolve().parent
VALUES = 3_000_000
MIB = 1 << 20


class Copies(unittest.TestCase):
    def setUp(self):
        self.folder_ = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.folder_.name).resolve()
        self.pids = self.folder / "pids"
        self.pids.mkdir()
        for name in ("here", "there"):
            (self.folder / name).mkdir()
        self.content = self.make(self.folder / "source.nc")

    def tearDown(self):
        self.end_servers()
        self.folder_.cleanup()

    def make(self, path):
        """No two parts of it are equal."""
        text = self.folder / "source.cdl"
        text.write_text(f"netcdf source {{ dimensions: x = {VALUES} ; variables: double v(x) ; }}")
        subprocess.run([WEFT, "gen", text, "-o", path], check=True)
        content = path.read_bytes()
        return content[:MIB] + random.Random(1).randbytes(len(content) - MIB)

    def end_servers(self):
        for path in self.pids.glob("server.*"):
            signal_if(int(path.suffix[1:]), signal.SIGKILL,
                      lambda pid: environment_of(pid).get("RELAY_PIDS") == str(self.pids))
            path.unlink()

    def start(self, source, target, *options, most_bytes=None):
        (self.pids / "down").unlink(missing_ok=True)
        environment = dict(os.environ, WEFT_SSH=str(HERE / "relay_hop.py"), WEFT_SERVE=f"{WEFT} serve --stdio",
                           WEFT_REMOTE_TIMEOUT="10", WEFT_REMOTE_STREAMS="0", RELAY_PIDS=str(self.pids))
        if most_bytes is not None:
            # The link never comes back, and what is said of it is final, so that nobody waits for it.
            environment.update(RELAY_BYTES=str(most_bytes), RELAY_COMPLAINT="Permission denied")
        return subprocess.Popen([WEFT, "copy", *options, source, target], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, env=environment)

    def copy(self, *arguments, **more):
        process = self.start(*arguments, **more)
        output, complaints = process.communicate(timeout=100)
        return process.returncode, output, complaints

    def ways(self):
        """Of both directions: the names of source and target, and what they are here."""
        for source, target in (("here", "there"), ("there", "here")):
            paths = [self.folder / source / "a.nc", self.folder / target / "a.nc"]
            names = [f"ssh://far{path}" if name == "there" else str(path) for name, path in zip((source, target), paths)]
            yield source, names, paths

    def cut(self, names, paths, most_bytes=10 * MIB):
        """A copy that is cut; what it has left."""
        paths[0].write_bytes(self.content)
        paths[1].write_bytes(b"what was there before")
        code, _, complaints = self.copy(*names, most_bytes=most_bytes)
        self.assertEqual(code, 1, complaints)
        self.assertEqual(paths[1].read_bytes(), b"what was there before")
        left = [path for path in paths[1].parent.iterdir() if path != paths[1]]
        self.assertEqual(len(left), 1, left)
        self.assertRegex(left[0].name, "^[.]weft-[0-9a-f]{16}$")
        self.assertIn(f'{left[0]}", and the same command continues from there', complaints)
        return left[0]

    def expect_complete(self, paths, content):
        self.assertEqual(paths[1].read_bytes(), content)
        self.assertEqual([path.name for path in paths[1].parent.iterdir()], ["a.nc"])

    def test_what_has_arrived_does_not_cross_the_link_again(self):
        for source, names, paths in self.ways():
            with self.subTest(source):
                left = self.cut(names, paths)
                self.end_servers()
                kept = left.stat().st_size
                self.assertGreaterEqual(kept, MIB)
                self.assertLess(kept, 11 * MIB)
                code, output, complaints = self.copy(*names, "--json", "--progress", "plain",
                                                     most_bytes=len(self.content) - kept + MIB)
                self.assertEqual(code, 0, complaints)
                self.assertEqual(json.loads(output)["kept_bytes"], kept)
                self.assertIn("weft: comparing 100%", complaints)
                self.assertIn("weft: copying the rest 100%", complaints)
                self.expect_complete(paths, self.content)
                paths[1].unlink()

    def test_a_source_that_has_changed_is_copied_anew(self):
        for source, names, paths in self.ways():
            with self.subTest(source):
                self.cut(names, paths)
                self.end_servers()
                changed = bytearray(self.content)
                changed[MIB] ^= 1
                paths[0].write_bytes(changed)
                code, output, complaints = self.copy(*names, "--json")
                self.assertEqual(code, 0, complaints)
                self.assertEqual(complaints, f"weft: {names[1]}: warning: the rest of an earlier copy does not match the "
                                 "source; copying starts over\n")
                self.assertNotIn("kept_bytes", json.loads(output))
                self.expect_complete(paths, bytes(changed))
                paths[1].unlink()

    def test_what_is_longer_than_the_source_is_not_taken_for_it(self):
        _, names, paths = next(self.ways())
        left = self.cut(names, paths)
        self.end_servers()
        left.write_bytes(self.content + b"more")
        code, _, complaints = self.copy(*names)
        self.assertEqual(code, 0, complaints)
        self.assertIn("copying starts over", complaints)
        self.expect_complete(paths, self.content)

    def test_several_cuts(self):
        _, names, paths = next(self.ways())
        first = self.cut(names, paths, 8 * MIB).stat().st_size
        self.end_servers()
        code, _, complaints = self.copy(*names, most_bytes=8 * MIB)
        self.assertEqual(code, 1, complaints)
        self.end_servers()
        code, output, complaints = self.copy(*names, "--json")
        self.assertEqual((code, complaints), (0, ""), "and nothing is said where no terminal is")
        # How much was on its way at each cut, and is lost, depends on the machine.
        self.assertGreater(json.loads(output)["kept_bytes"], first)
        self.expect_complete(paths, self.content)

    def test_a_server_that_waits_for_a_lost_client_is_waited_for(self):
        _, names, paths = next(self.ways())
        self.cut(names, paths)
        code, output, complaints = self.copy(*names, "--json")
        self.assertEqual(code, 0, complaints)
        self.assertIn("waiting: another copy is writing it, or its server still waits for a lost one", complaints)
        self.assertGreater(json.loads(output)["kept_bytes"], MIB)
        self.expect_complete(paths, self.content)

    def test_two_copies_at_a_time_come_one_after_the_other(self):
        for source, names, paths in self.ways():
            with self.subTest(source):
                paths[0].write_bytes(self.content)
                for process in [self.start(*names) for _ in range(2)]:
                    output, complaints = process.communicate(timeout=100)
                    self.assertEqual(process.returncode, 0, complaints)
                self.expect_complete(paths, self.content)
                paths[1].unlink()

    def test_a_copy_that_changes_something_leaves_nothing(self):
        _, names, paths = list(self.ways())[1]
        paths[0].write_bytes(self.content)
        code, _, complaints = self.copy("-k", "64-bit-offset", *names, most_bytes=4 * MIB)
        self.assertEqual(code, 1, complaints)
        self.assertNotIn("continues from there", complaints)
        self.assertEqual(list(paths[1].parent.iterdir()), [])


if __name__ == "__main__":
    WEFT = sys.argv[1]
    python_tests.main(sys.argv[:1] + sys.argv[2:])
