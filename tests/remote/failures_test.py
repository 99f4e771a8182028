#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Servers and clients that are killed and links that are lost while a program writes through them; and a library of another build.

    failures_test.py MPI WRITER WEFT

WEFT_KILL_ROUNDS: how often each of it is tried.
"""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests  # noqa: E402

RANKS = 3
ROUNDS = 100
TRIALS = int(os.environ.get("WEFT_KILL_ROUNDS", "4"))
PATIENCE = 3  # seconds; what is stated is twice that
MPI = WRITER = WEFT = ""


class Run:
    """A program that writes; `kind` of its processes are killed at random times."""

    def __init__(self, folder, seed):
        self.folder = pathlib.Path(folder)
        self.random = random.Random(seed)
        (self.folder / "pids").mkdir()
        name = self.folder / "file.nc"
        self.file = name
        arguments = [HERE.parent / "run_mpi", "--mpi", MPI, "--ranks", str(RANKS), "--timeout", "60"]
        for word in (f"WEFT_SSH={HERE / 'relay_hop.py'}", f"WEFT_SERVE={WEFT} serve --stdio",
                     f"WEFT_REMOTE_TIMEOUT={PATIENCE}", f"RELAY_PIDS={self.folder / 'pids'}"):
            arguments += ["--env", word]
        self.servers = RANKS
        if seed % 2 == 0:  # with direct connections beside, by which the other ranks begin their sessions at the same server
            self.servers = 1
            arguments += ["--env", "SSH_CONNECTION=127.0.0.1 1 127.0.0.1 22", "--env", "WEFT_REMOTE_STREAMS=2"]
        self.process = subprocess.Popen([*arguments, "--", WRITER, f"ssh://far{name}", str(ROUNDS), str(folder)],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def pids(self, kind):
        return [int(path.suffix[1:]) for path in (self.folder / "pids").glob(f"{kind}.*")]

    def await_all(self, kind):
        end = time.monotonic() + 20
        while len(self.pids(kind)) < self.servers and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)

    def kill_one(self, kind):
        """Whether there was one to be killed: only those that this run has started, by their ids."""
        for pid in self.random.sample(self.pids(kind), len(self.pids(kind))):
            try:
                os.kill(pid, signal.SIGKILL)
                return True
            except ProcessLookupError:
                (self.folder / "pids" / f"{kind}.{pid}").unlink(missing_ok=True)
        return False

    def await_writing(self):
        """Until all ranks have sessions, and something has been synced."""
        outcome = self.folder / "outcome.0"
        while self.process.poll() is None and not (outcome.exists() and "synced" in outcome.read_text()):
            time.sleep(0.01)

    def writers(self):
        """The ranks: processes of ours that run the writer."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0] == os.fsencode(WRITER) and os.fsencode(self.folder) in words:
                found.append(int(path.parent.name))
        return found

    def finish(self):
        output, _ = self.process.communicate(timeout=90)
        outcomes = [path.read_text().split("\n") for path in sorted(self.folder.glob("outcome.*"))]
        return output, outcomes


def last_synced(outcome):
    return max([int(line.split()[1]) for line in outcome if line.startswith("synced")], default=0)


class Failures(unittest.TestCase):
    def check_file(self, run, rounds, context):
        """All rounds that were said to survive are in the file, and it is valid."""
        import netCDF4
        if rounds == 0:
            return
        checked = subprocess.run([WEFT, "check", run.file], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr + context)
        with netCDF4.Dataset(run.file) as data:
            values = data["v"][:]
            self.assertGreaterEqual(values.shape[0], rounds, context)
            for i in range(rounds):
                self.assertTrue((values[i] == i * 1_000_000 + (values[i] * 0 + range(values.shape[1]))).all(), context)

    def test_a_killed_server_is_an_error_on_all_ranks(self):
        failures = 0
        for seed in python_tests.seeds(TRIALS, 1):
            with tempfile.TemporaryDirectory() as folder, self.subTest(seed=seed):
                run = Run(folder, seed)
                run.await_all("server")
                time.sleep(run.random.random() * 0.6)
                killed = run.kill_one("server")
                begun = time.monotonic()
                output, outcomes = run.finish()
                took = time.monotonic() - begun
                context = f"{python_tests.replay_of(seed)}\n{outcomes}\n{output}"
                self.assertEqual(len(outcomes), RANKS, context)
                are_ok = ["ok" in outcome for outcome in outcomes]
                self.assertIn(sum(are_ok), (0, RANKS), context)
                self.assertLess(took, 2 * PATIENCE + 10, context)
                failures += killed and not are_ok[0]
                self.check_file(run, min(map(last_synced, outcomes)), context)
        self.assertGreater(failures, 0, "no server was killed while it was needed")

    def test_a_lost_link_is_no_error(self):
        losses = 0
        for seed in python_tests.seeds(TRIALS, 1):
            with tempfile.TemporaryDirectory() as folder, self.subTest(seed=seed):
                run = Run(folder, seed)
                run.await_all("relay")
                # Until the ranks have greeted there is no session to come back to.
                run.await_writing()
                for _ in range(3):
                    losses += run.kill_one("relay")
                    time.sleep(run.random.random() * 0.2)
                output, outcomes = run.finish()
                context = f"{python_tests.replay_of(seed)}\n{outcomes}\n{output}"
                self.assertEqual([outcome[-2] for outcome in outcomes], ["ok"] * RANKS, context)
                self.check_file(run, ROUNDS, context)
                # One more for whoever comes back to a session: that hands its connection over.
                self.assertGreaterEqual(len(run.pids("server")), run.servers, context)
                self.assertLessEqual(len(run.pids("server")), run.servers + 3, context)
        self.assertGreater(losses, 0, "no link was lost")

    def test_a_link_that_stays_down_is_an_error_on_all_ranks(self):
        for seed in python_tests.seeds(max(2, TRIALS // 10), 1):
            with tempfile.TemporaryDirectory() as folder, self.subTest(seed=seed):
                run = Run(folder, 2 * seed + 1)
                run.await_writing()
                (run.folder / "pids/down").touch()
                while run.kill_one("relay"):
                    time.sleep(0.01)
                begun = time.monotonic()
                output, outcomes = run.finish()
                context = f"{python_tests.replay_of(seed)}\n{outcomes}\n{output}"
                self.assertLess(time.monotonic() - begun, 2 * PATIENCE + 10, context)
                self.assertEqual(sum("ok" in outcome for outcome in outcomes), 0, context)
                self.check_file(run, min(map(last_synced, outcomes)), context)

    def test_a_link_that_stands_still_for_a_while_is_no_error(self):
        for seed in python_tests.seeds(max(2, TRIALS // 10), 1):
            with tempfile.TemporaryDirectory() as folder, self.subTest(seed=seed):
                run = Run(folder, 2 * seed + 1)
                run.await_writing()
                stopped = run.pids("relay")
                for action, pause in ((signal.SIGSTOP, PATIENCE / 2), (signal.SIGCONT, 0)):
                    for pid in stopped:
                        try:
                            os.kill(pid, action)
                        except ProcessLookupError:
                            pass
                    time.sleep(pause)
                output, outcomes = run.finish()
                context = f"{python_tests.replay_of(seed)}\n{outcomes}\n{output}"
                self.assertEqual([outcome[-2] for outcome in outcomes], ["ok"] * RANKS, context)
                self.check_file(run, ROUNDS, context)

    def test_what_a_killed_client_has_synced_is_there(self):
        for seed in python_tests.seeds(TRIALS // 2, 1):
            with tempfile.TemporaryDirectory() as folder, self.subTest(seed=seed):
                run = Run(folder, seed)
                run.await_writing()
                time.sleep(run.random.random() * 0.3)
                writers = run.writers()
                if writers:
                    os.kill(run.random.choice(writers), signal.SIGKILL)
                output, outcomes = run.finish()
                self.check_file(run, min(map(last_synced, outcomes)), f"{python_tests.replay_of(seed)}\n{outcomes}\n{output}")


class Libraries(unittest.TestCase):
    def test_the_library_for_remote_files_is_of_the_same_build(self):
        ours = next((pathlib.Path(WEFT).resolve().parent.parent / "src" / "remote").glob("libweft_remote.so.?"))
        with tempfile.TemporaryDirectory() as folder:
            other, count = re.subn(rb"\+[0-9a-f]{12}\0", b"+of-another-b\0", ours.read_bytes())
            self.assertGreater(count, 0)
            (pathlib.Path(folder) / ours.name).write_bytes(other)
            outcome = subprocess.run([WEFT, "dump", "ssh://far/file.nc"], capture_output=True, text=True, timeout=60,
                                     env=dict(os.environ, LD_LIBRARY_PATH=folder, WEFT_SSH="false"))
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn(f"{folder}/{ours.name} is of the build ", outcome.stderr)


if __name__ == "__main__":
    MPI, WRITER, WEFT = sys.argv[1:4]
    python_tests.main(sys.argv[:1] + sys.argv[4:])
