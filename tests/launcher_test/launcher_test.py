# SPDX-License-Identifier: BSD-3-Clause
"""The launcher of the MPI tests: launcher_test.py openmpi|mpich PROBE"""

import importlib.machinery
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
sys.path.insert(0, str(LAUNCHER.parent))
from process_signals import environment_of, signal_if  # noqa: E402

MPI, PROBE = "", ""


TOO_LONG = 300  # seconds, for what takes one


def command(*arguments, ranks=2, timeout=TOO_LONG, options=()):
    return [str(LAUNCHER), "--mpi", MPI, "--ranks", str(ranks), "--timeout", str(timeout), *options, "--", PROBE,
            *arguments]


def run(*arguments, **settings):
    return subprocess.run(command(*arguments, **settings), capture_output=True, text=True, timeout=2 * TOO_LONG)


def probes():
    """Processes that run the probe, whoever started them."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{name}/exe") == os.path.realpath(PROBE):
                found.append(int(name))
        except OSError:
            pass  # not ours, or gone
    return found


def comes_true(condition):
    end = time.monotonic() + TOO_LONG
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def sleeps(pid):
    """For want of anything to do."""
    return state_of(pid)[0] == "S"


def processor_ticks(pid):
    """That it has used."""
    return sum(map(int, state_of(pid)[11:13]))


def state_of(pid):
    """The words behind its name in /proc/PID/stat."""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def module():
    loader = importlib.machinery.SourceFileLoader("run_mpi", str(LAUNCHER))
    result = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_mpi", loader))
    loader.exec_module(result)
    return result


class Launcher(unittest.TestCase):
    def tearDown(self):
        self.assertEqual(probes(), [])

    def test_returns_the_programs_exit_code(self):
        for code in (0, 3, 77):
            self.assertEqual(run("", str(code)).returncode, code)

    def test_says_where_each_rank_is_when_the_time_is_up(self):
        with subprocess.Popen(command("hang"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            said = sorted(process.stdout.readline() for _ in range(2))
            self.assertEqual(said, ["rank 0 is about to wait\n", "rank 1 is about to wait\n"])
            # Behind these words rank 1 has nothing to do but to sleep, and rank 0, which waits busily, a moment's work before that.
            ticks = {pid: processor_ticks(pid) for pid in probes()}
            self.assertEqual(len(ticks), 2)
            self.assertTrue(comes_true(lambda: any(processor_ticks(pid) >= ticks[pid] + 10 for pid in ticks)))
            busy = max(ticks, key=lambda pid: processor_ticks(pid) - ticks[pid])
            self.assertTrue(comes_true(lambda: all(sleeps(pid) for pid in ticks if pid != busy)))
            process.send_signal(signal.SIGALRM)
            _, complaints = process.communicate(timeout=TOO_LONG)
        self.assertEqual(process.returncode, 124, complaints)
        self.assertIn("time is up", complaints)
        before, _, second = complaints.partition("rank 1 (pid ")
        self.assertIn("rank 0 (pid ", before)
        self.assertIn("PMPI_Barrier", before)
        self.assertIn("rank_that_never_comes", second)

    def test_the_time_is_up_by_itself(self):
        result = run("hang", timeout=0.1)
        self.assertEqual(result.returncode, 124, result.stderr)
        self.assertIn("did not end within 0.1 s", result.stderr)

    def test_kernel_tells_where_a_process_is_without_a_debugger(self):
        lines = "\n".join(module().kernel_lines(os.getpid()))
        for name in ("wchan: ", "syscall: ", "stack: "):
            self.assertIn(name, lines)

    def test_only_a_process_that_is_still_the_one_is_signalled(self):
        with subprocess.Popen(["sleep", "3600"], env={"WHOSE": "ours"}) as other:
            # Popen returns before the program has begun, and there may be no environment to see yet.
            self.assertTrue(comes_true(lambda: environment_of(other.pid).get("WHOSE") == "ours"))
            self.assertFalse(signal_if(other.pid, signal.SIGKILL, lambda pid: environment_of(pid).get("WHOSE") == "others"))
            self.assertIsNone(other.poll())
            self.assertTrue(signal_if(other.pid, signal.SIGKILL, lambda pid: environment_of(pid).get("WHOSE") == "ours"))
            self.assertEqual(other.wait(), -signal.SIGKILL)
            self.assertFalse(signal_if(other.pid, signal.SIGKILL, lambda pid: True))

    def test_output_passes_through_while_the_program_runs(self):
        process = subprocess.Popen(command("hang"), stdout=subprocess.PIPE, text=True)
        self.assertIn("is about to wait", process.stdout.readline())
        self.assertIsNone(process.poll())
        process.terminate()
        process.communicate(timeout=TOO_LONG)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_leaves_nothing_when_it_is_killed_itself(self):
        with subprocess.Popen(command("hang"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            process.stdout.readline()
            self.assertTrue(comes_true(lambda: len(probes()) == 2))
            process.kill()
        self.assertTrue(comes_true(lambda: not probes()))

    def test_leaves_nothing_when_a_rank_has_left_a_process_behind(self):
        self.assertEqual(run("fork").returncode, 0)

    def test_passes_the_environment(self):
        result = run("environment", options=("--env", "PROBE_WORD=a=b"))
        self.assertEqual(result.stdout.split(), ["a=b", "a=b"])

    def test_runs_in_a_scratch_directory_that_is_empty_at_the_start(self):
        with tempfile.TemporaryDirectory() as parent:
            scratch = pathlib.Path(parent, "scratch", "test")
            scratch.mkdir(parents=True)
            (scratch / "made-by-the-probe").touch()
            self.assertEqual(run("directory", "5", ranks=1, options=("--scratch", str(scratch))).returncode, 5)
            self.assertTrue((scratch / "made-by-the-probe").exists(), "kept after a failure")
            self.assertEqual(run("directory", ranks=1, options=("--scratch", str(scratch))).returncode, 0)
            self.assertFalse(scratch.exists(), "removed after success")

    def test_refuses_to_empty_a_directory_that_is_not_scratch(self):
        with tempfile.TemporaryDirectory() as parent:
            self.assertEqual(run("", options=("--scratch", parent)).returncode, 2)
            self.assertTrue(os.path.isdir(parent))


if __name__ == "__main__":
    MPI, PROBE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1], verbosity=2)
