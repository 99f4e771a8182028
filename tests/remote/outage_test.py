#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Links that are down when a program opens a file, when its other ranks connect, and at any byte on the way.

    outage_test.py WEFT MPI FIRST_ACCESS

WEFT_OUTAGES: how many outages are tried (100).
"""

import concurrent.futures
import os
import pathlib
import socket
import subprocess
import sys
import unittest

import weft_site
from outage_link import MANNERS, Outage, OutageLink, random_outage

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests  # noqa: E402

OUTAGES = int(os.environ.get("WEFT_OUTAGES", "100"))
AT_A_TIME = 20
MOST_SECONDS = 2
LINK_TIMEOUT = MOST_SECONDS + 6  # an outage may be longer on a busy machine
FOR_EVER = 1000
# Of a link that stays down, while the time is one or two seconds that are tried: pauses grow, and who is slow tries less often.
MOST_ATTEMPTS = 50
VALUES = 500_000
WEFT, MPI, FIRST_ACCESS = "", "", ""


def connections_to(listener):
    """That wait to be accepted; they are closed."""
    listener.setblocking(False)
    count = 0
    try:
        while True:
            listener.accept()[0].close()
            count += 1
    except BlockingIOError:
        return count


class Outages(unittest.TestCase):
    def setUp(self):
        self.site = weft_site.Site(WEFT)
        self.addCleanup(self.site.end)
        text = ", ".join(map(str, range(VALUES)))
        big = self.site.folder / "big.cdl"
        big.write_text(f"netcdf big {{ dimensions: x = {VALUES} ; variables: int v(x) ; data: v = {text} ; }}")
        self.big = self.site.folder / "big.nc"
        subprocess.run([WEFT, "gen", big, "-o", self.big], check=True)

    def link(self, outage):
        link = OutageLink(self.site.daemon.port, outage)
        self.addCleanup(link.end)
        return link

    def attempt(self, seed):
        """One outage that is none to a program that opens, or that writes more than one connection carries. Why it was."""
        writes = seed % 3 == 0
        outage = random_outage(seed, MOST_SECONDS, 4 * VALUES if writes else 2000)
        link = OutageLink(self.site.daemon.port, outage)
        try:
            if writes:
                name = f"big.{seed}.nc"
                outcome, _ = self.site.weft("copy", self.big, self.site.name(name, link.port), link_timeout=LINK_TIMEOUT,
                                            WEFT_REMOTE_STREAMS="2")
                there = self.site.data / name
                is_right = outcome.returncode == 0 and there.read_bytes() == self.big.read_bytes()
                there.unlink(missing_ok=True)
            else:
                outcome, _ = self.site.weft("dump", self.site.name("a.nc", link.port), link_timeout=LINK_TIMEOUT)
                is_right = outcome.stdout == weft_site.CDL
            return "" if is_right else f"{python_tests.replay_of(seed)}: {outage}: {outcome.stderr}"
        finally:
            link.end()

    def test_a_link_that_is_down_for_a_while_is_no_error(self):
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            wrong = [words for words in pool.map(self.attempt, python_tests.seeds(OUTAGES, 1)) if words]
        self.assertEqual(wrong, [])

    def test_a_link_that_stays_down_is_an_error_in_time_that_names_the_file(self):
        def attempt(outage):
            link = OutageLink(self.site.daemon.port, outage)
            name = self.site.name("a.nc", link.port)
            try:
                outcome, _ = self.site.weft("dump", name, link_timeout=1)
            finally:
                link.end()
            self.assertEqual(outcome.returncode, 1, outage)
            self.assertIn(name + ": ", outcome.stderr, outage)
            self.assertLessEqual(link.connections, MOST_ATTEMPTS, outage)
        outages = [Outage(manner, at, FOR_EVER) for manner in MANNERS for at in (0, 7, 200)]
        with concurrent.futures.ThreadPoolExecutor(len(outages)) as pool:
            list(pool.map(attempt, outages))

    def test_a_server_that_says_nothing_is_an_error_within_twice_the_time(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        for link_timeout in (1, 3):
            outcome, took = self.site.weft("dump", self.site.name("a.nc", listener.getsockname()[1]), link_timeout=link_timeout)
            self.assertEqual(outcome.returncode, 1)
            self.assertIn("nothing has come in time", outcome.stderr)
            self.assertGreaterEqual(took, link_timeout)
            # An attempt takes at least two fifths of the time, so that more take more than twice as long.
            self.assertLessEqual(connections_to(listener), 5)

    def test_where_nobody_listens_one_hears_it_soon(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        outcome, _ = self.site.weft("dump", self.site.name("a.nc", port), link_timeout=3600)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("Connection refused", outcome.stderr)

    def test_a_command_that_does_not_reach_a_server_is_not_started_again(self):
        starts = self.site.folder / "starts"
        shell = self.site.folder / "shell"
        for words, count in (("Permission denied (publickey).", 1), ("weft: command not found", 1),
                             ("ssh: connect to host far port 22: Network is unreachable", 2)):
            shell.write_text(f"#!/bin/sh\necho x >> {starts}\necho '{words}' >&2\nexit 255\n")
            shell.chmod(0o755)
            outcome, _ = self.site.weft("dump", "ssh://far/a.nc", link_timeout=1, WEFT_SSH=str(shell))
            self.assertEqual(outcome.returncode, 1)
            self.assertIn("ssh://far/a.nc: no Weft server answers: ", outcome.stderr)
            self.assertIn(f"; the command prints: {words}", outcome.stderr)
            found = len(starts.read_text().split())
            self.assertTrue(found == 1 if count == 1 else 2 <= found <= MOST_ATTEMPTS, f"{words}: {found} starts")
            starts.unlink()

    def first_access(self, outage, link_timeout):
        """The name of the file, what the program said, and how often it has connected."""
        link = OutageLink(self.site.daemon.port, outage)
        words = []
        for name, value in (("WEFT_TOKENS", self.site.folder / "tokens"), ("WEFT_REMOTE_TIMEOUT", link_timeout)):
            words += ["--env", f"{name}={value}"]
        try:
            name = self.site.name("a.nc", link.port)
            outcome = subprocess.run([HERE.parent / "run_mpi", "--mpi", MPI, "--ranks", "2", "--timeout", "200", *words, "--",
                                      FIRST_ACCESS, name], capture_output=True, text=True, timeout=400)
            return name, outcome.stdout + outcome.stderr, link.connections
        finally:
            link.end()

    def test_the_first_connection_of_another_rank_may_take_as_long(self):
        for manner in MANNERS:
            for begins_at in (0, 100):
                outage = Outage(manner, begins_at, MOST_SECONDS, spares_first=True)
                _, output, _ = self.first_access(outage, LINK_TIMEOUT)
                self.assertIn("the value is right", output, outage)

    def test_the_first_connection_of_another_rank_is_not_waited_for_for_ever(self):
        name, output, connections = self.first_access(Outage("closes", 0, FOR_EVER, spares_first=True), 3)
        self.assertIn("rank 1: get: ", output)
        self.assertIn(name + ": no Weft server answers", output)
        self.assertLessEqual(connections, 1 + MOST_ATTEMPTS)


if __name__ == "__main__":
    WEFT, MPI, FIRST_ACCESS = sys.argv[1:4]
    python_tests.main(sys.argv[:1] + sys.argv[4:])
