#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Servers and clients that are killed and links that are lost while a program writes through them; and a library for remote
files that is of another version.

    failures_test.py MPI WRITER WEFT OTHER_LIBRARIES

WEFT_KILL_ROUNDS: how often each of it is tried.
"""

import os
import pathlib
import subprocess
import sys
import unittest

import failing_runs
from failing_runs import python_tests

TRIALS = int(os.environ.get("WEFT_KILL_ROUNDS", "4"))
SETTING = None
OTHER_LIBRARIES = None


class Failures(unittest.TestCase):
    def attempt(self, kind, trials):
        """How many of them have met what they were to meet."""
        met = 0
        for seed in python_tests.seeds(trials, 1):
            with self.subTest(seed=seed):
                met += kind(SETTING, seed)
        return met

    def test_a_killed_server_is_an_error_on_all_ranks(self):
        self.assertGreater(self.attempt(failing_runs.killed_server, TRIALS), 0, "no server was killed while it was needed")

    def test_a_lost_link_is_no_error(self):
        self.assertGreater(self.attempt(failing_runs.lost_links, TRIALS), 0, "no link was lost")

    def test_a_link_that_stays_down_is_an_error_on_all_ranks(self):
        trials = max(2, TRIALS // 10)
        self.assertEqual(self.attempt(failing_runs.down_for_ever, trials), trials, "the link was not needed any more")

    def test_a_link_that_is_down_for_a_while_is_no_error(self):
        trials = max(2, TRIALS // 10)
        self.assertEqual(self.attempt(failing_runs.down_for_a_while, trials), trials, "no link went down")

    def test_what_a_killed_client_has_synced_is_there(self):
        trials = TRIALS // 2
        self.assertEqual(self.attempt(failing_runs.killed_client, trials), trials, "no client was killed")


class Libraries(unittest.TestCase):
    def outcome_with(self, folder):
        outcome = subprocess.run([SETTING.weft, "dump", "ssh://far/file.nc"], capture_output=True, text=True, timeout=60,
                                 env=dict(os.environ, LD_LIBRARY_PATH=folder, WEFT_SSH="false"))
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        return outcome.stderr

    def test_one_with_another_interface_is_refused_with_both_numbers(self):
        said = self.outcome_with(OTHER_LIBRARIES / "later")
        self.assertRegex(said, f"{OTHER_LIBRARIES}/later/libweft_remote.so.[0-9] has version 1001 of the interface between them, "
                               "and [0-9]+ is needed: take both from one build of Weft")

    def test_one_without_the_entry_is_refused(self):
        self.assertIn("belongs to another version of Weft", self.outcome_with(OTHER_LIBRARIES / "earlier"))


if __name__ == "__main__":
    SETTING = failing_runs.Setting(*sys.argv[1:4])
    OTHER_LIBRARIES = pathlib.Path(sys.argv[4])
    python_tests.main(sys.argv[:1] + sys.argv[5:])
