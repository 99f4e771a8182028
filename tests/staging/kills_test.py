# SPDX-License-Identifier: BSD-3-Clause
"""What was staged survives kills: kills_test.py openmpi|mpich WRITER WEFT

Each round kills a program that writes a staged file: all ranks, or one of them, and sometimes the command that drains the file
afterwards. Then the file has what the puts that had returned said, and nothing is left of the stage. WEFT_KILL_ROUNDS says how many
rounds there are (12).
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import process_signals  # noqa: E402
import python_tests  # noqa: E402

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
MPI, WRITER, WEFT = sys.argv[1:4]
RANKS = 3
# To the same machine, as if it was another.
ROUTE = {"WEFT_SSH": str(LAUNCHER.parent / "remote/hop"), "WEFT_SERVE": f"{WEFT} serve --stdio"}
NETCDF4 = ";weft_format=netcdf4"
COMPRESSED = ";weft_compress=deflate:1"
SMALL_CHUNKS = ";weft_chunk_bytes=4096"  # several in a record
PARTS = ";weft_parts=3;weft_part_least_bytes=1"


def command_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


class Round:
    """A file that a program writes until it is killed."""

    def __init__(self, folder, hints, plan="", is_remote=False):
        self.folder = pathlib.Path(folder)
        (self.folder / "file").mkdir()
        self.file = self.folder / "file/out.nc"
        self.is_remote = is_remote
        self.settings = ["--env", f"PNETCDF_HINTS={hints}", "--env", f"WEFT_PLANNED_STORE={plan}",
                         *(word for name, value in ROUTE.items() for word in ("--env", f"{name}={value}"))]
        self.is_set = "weft_parts" in hints
        self.launched = None

    @property
    def name(self):
        return f"ssh://here{self.file}" if self.is_remote else self.file

    def run(self, *arguments):
        command = [LAUNCHER, "--mpi", MPI, "--ranks", str(RANKS), "--timeout", "100", *self.settings, "--", WRITER, self.name, self.folder,
                   *arguments]
        with open(self.folder / "output", "w") as out:
            self.launched = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)

    def pids(self):
        """Of the ranks, once all have begun."""
        files = [self.folder / f"pid.{rank}" for rank in range(RANKS)]
        while self.launched.poll() is None:
            texts = [path.read_text() for path in files if path.exists()]
            if len(texts) == RANKS and all(text.endswith("\n") for text in texts):
                return [int(text) for text in texts]
            time.sleep(0.005)
        raise AssertionError("the program has ended: " + self.output())

    def output(self):
        return (self.folder / "output").read_text()

    def logs(self):
        """That the manifest names."""
        try:
            manifest = pathlib.Path(f"{self.file}.weft-stage").read_text()
        except FileNotFoundError:
            return []
        return [pathlib.Path(line.split(" ", 4)[4]) for line in manifest.splitlines() if line.startswith(("log ", "values "))]

    def drain(self):
        return subprocess.run([WEFT, "drain", "--json", self.name], capture_output=True, text=True, env=os.environ | ROUTE)

    def ask(self, what):
        return subprocess.run([LAUNCHER, "--mpi", MPI, "--ranks", "1", "--timeout", "60", *self.settings[4:], "--", WRITER, what, self.name,
                               self.folder], capture_output=True, text=True)

    def verify(self):
        return self.ask("--verify")


class Kills(unittest.TestCase):
    def finish(self, one, dice, seed):
        """Drains in one of the ways that there are, and looks at the file."""
        logs = one.logs()
        way = dice.choice(("drain", "killed drain", "open"))
        if way == "killed drain":
            with subprocess.Popen([WEFT, "drain", one.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env=os.environ | ROUTE) as command:
                time.sleep(dice.uniform(0, 0.03))
                command.kill()
        if one.is_set and way == "open":
            way = "drain"
        if way != "open":
            drained = one.drain()
            self.assertEqual(drained.returncode, 0, f"{drained.stdout}{drained.stderr}\n{seed}")
            self.drained += json.loads(drained.stdout)[0]["records"]
            self.assertIn("nothing is staged", one.drain().stdout)
        if one.is_set:  # a change of several files may have been interrupted
            subprocess.run([WEFT, "recover", one.name], capture_output=True, text=True, env=os.environ | ROUTE)
        verified = one.verify()
        self.assertEqual(verified.returncode, 0, f"{way}: {verified.stdout}{verified.stderr}\n{seed}")
        self.assertEqual([str(file) for log in logs for file in log.parent.glob(f"{log.name}*")], [], seed)
        self.assertEqual([path.name for path in one.file.parent.iterdir() if "stage" in path.name], [], seed)

    def test_kills(self):
        self.drained = 0
        for number in python_tests.seeds(int(os.environ.get("WEFT_KILL_ROUNDS", "12")), 1):
            seed = python_tests.replay_of(number)
            dice = random.Random(number)
            with self.subTest(seed), tempfile.TemporaryDirectory() as folder:
                size = dice.choice(("256KiB", "8MiB", "64MiB"))
                place = dice.choice(("memory", folder))
                nodes = dice.choice(("", ";weft_pretended_nodes=2"))
                plan = dice.choice(("", f"{folder}/file:write:2:ENOSPC:forever"))  # the first is the manifest
                if plan:  # the drain moves nothing, and no put waits for it
                    size, nodes = "64MiB", ""
                parts = dice.choice(("", "", PARTS)) if not plan else ""
                is_remote = not plan and dice.choice((False, False, True))
                stored = dice.choice(("", NETCDF4, NETCDF4 + COMPRESSED, NETCDF4 + COMPRESSED + SMALL_CHUNKS)) if not plan and not parts else ""
                one = Round(folder, f"weft_stage={place}:{size}{nodes}{parts}{stored}", plan, is_remote)
                one.run(*(("250", "puts") if plan else ("1000000",)))
                pids = one.pids()
                time.sleep(dice.uniform(0, 0.6))
                if dice.choice((False, True)):  # the others wait for it, most in the middle of a put
                    process_signals.signal_if(dice.choice(pids), signal.SIGSTOP, lambda pid: WRITER in command_of(pid))
                    time.sleep(0.02)
                    victims = pids
                else:
                    victims = dice.choice((pids, pids, [dice.choice(pids)]))
                for pid in victims:
                    process_signals.signal_if(pid, signal.SIGKILL, lambda pid: WRITER in command_of(pid))
                self.assertNotEqual(one.launched.wait(), 0, seed)
                for pid in pids:
                    while os.path.exists(f"/proc/{pid}"):
                        time.sleep(0.005)
                self.finish(one, dice, seed)
        self.assertGreater(self.drained, 0, "no program was killed while its log had a record")

    def test_a_place_whose_bytes_have_not_reached_the_file_is_none(self):
        """As after a power failure: some of the chunks are not what they were, and all values can be read."""
        with tempfile.TemporaryDirectory() as folder:
            one = Round(folder, "weft_stage=memory:64MiB" + NETCDF4 + COMPRESSED)
            one.run("1000000", "puts")
            pids = one.pids()
            time.sleep(0.5)
            for pid in pids:
                process_signals.signal_if(pid, signal.SIGKILL, lambda pid: WRITER in command_of(pid))
            one.launched.wait()
            size = one.file.stat().st_size
            with open(one.file, "r+b") as file:
                file.seek(size // 2)
                file.write(bytes(size - size // 2))
            drained = one.drain()
            self.assertEqual(drained.returncode, 0, drained.stderr)
            read = subprocess.run([WEFT, "dump", one.file], capture_output=True, text=True)
            self.assertEqual(read.returncode, 0, read.stderr)

    def test_nothing_is_left_of_a_program_that_ends(self):
        for hints in ("weft_stage=memory:1MiB", "weft_stage=memory:1MiB;weft_pretended_nodes=2", "weft_stage=memory:1MiB" + PARTS,
                      "weft_stage=memory:1MiB" + NETCDF4 + COMPRESSED, "weft_stage=memory:1MiB;weft_pretended_nodes=2" + NETCDF4):
            with self.subTest(hints), tempfile.TemporaryDirectory() as folder:
                one = Round(folder, hints)
                one.run("60")
                logs = []
                while one.launched.poll() is None:
                    logs = one.logs() or logs
                    time.sleep(0.001)
                self.assertEqual(one.launched.returncode, 0, one.output())
                self.assertEqual([str(file) for log in logs for file in log.parent.glob(f"{log.name}*")], [])
                self.assertEqual(one.logs(), [])
                self.assertEqual(one.verify().returncode, 0)

    def test_a_detached_file_is_drained_later(self):
        with tempfile.TemporaryDirectory() as folder:
            one = Round(folder, f"weft_stage={folder}:64MiB;weft_stage_close=detach")
            one.run("60")
            self.assertEqual(one.launched.wait(), 0, one.output())
            drained = one.drain()
            self.assertEqual(drained.returncode, 0, drained.stderr)
            self.assertEqual(one.verify().returncode, 0)
            self.assertEqual([path.name for path in pathlib.Path(folder).glob("*stage*")], [])

    def detached(self, folder):
        """A file whose log has records."""
        one = Round(folder, f"weft_stage={folder}:64MiB;weft_stage_close=detach", f"{folder}/file:write:2:ENOSPC:forever")
        one.run("60", "puts")
        self.assertEqual(one.launched.wait(), 0, one.output())
        self.assertEqual(len(one.logs()), 1)
        return one

    def test_who_does_not_make_a_file_drops_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            one = self.detached(folder)
            refused = one.ask("--refused")
            self.assertEqual(refused.returncode, 0, refused.stderr)
            self.assertEqual(len(one.logs()), 1)
            drained = one.drain()
            self.assertEqual(drained.returncode, 0, drained.stderr)
            self.assertGreater(json.loads(drained.stdout)[0]["records"], 0)
            self.assertEqual(one.verify().returncode, 0)

    def test_who_deletes_a_file_deletes_what_was_staged_for_it(self):
        with tempfile.TemporaryDirectory() as folder:
            one = self.detached(folder)
            link = pathlib.Path(folder) / "file/link"
            link.symlink_to(one.file)
            manifest = pathlib.Path(f"{one.file}.weft-stage")
            one.file, target = link, one.file
            self.assertEqual(one.ask("--delete").returncode, 0, "the link alone")
            self.assertTrue(manifest.exists())
            one.file = target
            deleted = one.ask("--delete")
            self.assertEqual(deleted.returncode, 0, deleted.stderr)
            self.assertFalse(one.file.exists())
            self.assertEqual([path.name for path in pathlib.Path(folder).glob("**/*stage*")], [])

    def test_another_file_gets_nothing_of_what_was_staged(self):
        with tempfile.TemporaryDirectory() as folder:
            one = self.detached(folder)
            before = one.file.read_bytes()
            one.file.unlink()  # most file systems give its inode number to the next file
            one.file.write_bytes(before)
            for command in ("drain", "check"):
                said = subprocess.run([WEFT, command, one.file], capture_output=True, text=True)
                self.assertNotEqual(said.returncode, 0, command)
                self.assertIn("another file", said.stdout + said.stderr)
            self.assertNotEqual(one.verify().returncode, 0)
            self.assertEqual(one.file.read_bytes(), before)
            forgotten = subprocess.run([WEFT, "drain", "--forget", one.file], capture_output=True, text=True)
            self.assertEqual(forgotten.returncode, 0, forgotten.stderr)
            self.assertEqual([path.name for path in pathlib.Path(folder).glob("**/*stage*")], [])
            self.assertEqual(one.file.read_bytes(), before)

    def test_commands_that_replace_a_file_drop_what_was_staged_for_it(self):
        for kind in ("cdf5", "nc4"):
            with tempfile.TemporaryDirectory() as folder:
                one = self.detached(folder)
                source = pathlib.Path(folder) / "file/source.nc"
                subprocess.run([WEFT, "gen", "-o", source, "-"], input="netcdf s { dimensions: x = 2 ; variables: int v(x) ; data: v = 4, 2 ; }",
                               text=True, check=True)
                subprocess.run([WEFT, "copy", "-k", kind, source, one.file], check=True)
                self.assertEqual([path.name for path in pathlib.Path(folder).glob("**/*stage*")], [])
                shown = subprocess.run([WEFT, "dump", one.file], capture_output=True, text=True)
                self.assertIn("v = 4, 2", shown.stdout, shown.stderr)

    def test_commands_do_not_replace_a_file_that_a_program_stages(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "source.nc"
            subprocess.run([WEFT, "gen", "-o", source, "-"], input="netcdf s { dimensions: x = 2 ; }", text=True, check=True)
            one = Round(folder, "weft_stage=memory:8MiB")
            one.run("1000000")
            pids = one.pids()
            while not one.logs():
                time.sleep(0.005)
            said = subprocess.run([WEFT, "copy", source, one.file], capture_output=True, text=True)
            for pid in pids:
                process_signals.signal_if(pid, signal.SIGKILL, lambda pid: WRITER in command_of(pid))
            one.launched.wait()
            self.assertEqual(said.returncode, 1, said.stdout)
            self.assertIn("a program stages bytes", said.stderr)
            self.assertEqual(one.drain().returncode, 0)
            self.assertEqual(one.verify().returncode, 0)

    def test_a_wrong_name_does_not_look_drained(self):
        with tempfile.TemporaryDirectory() as folder:
            said = subprocess.run([WEFT, "drain", pathlib.Path(folder) / "none.nc"], capture_output=True, text=True)
            self.assertEqual(said.returncode, 1, said.stdout)
            self.assertIn("no such file", said.stderr)


if __name__ == "__main__":
    python_tests.main(sys.argv[:1])
