# SPDX-License-Identifier: BSD-3-Clause
"""Everything that is made of the commands' tables: help, suggestions, man pages, and completion in three shells."""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import time
import tomllib

from check_test import sample
from classic import Classic, Variable
from support import WEFT, ToolTest, main, run, weft

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = {file.stem: tomllib.loads(file.read_text()) for file in (ROOT / "api/commands").glob("*.toml")}
COMMANDS = sorted(set(TABLES) - {"weft"})


class HelpTest(ToolTest):
    def test_bare_weft_shows_its_commands(self):
        text = self.ok()
        self.assertEqual(text, self.ok("help"))
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_help_has_every_row_of_the_tables(self):
        for command in COMMANDS:
            text = self.ok("help", command)
            self.assertEqual(text, self.ok(command, "--help"))
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
            words = " ".join(text.split())
            for row in [*TABLES[command]["arguments"], *TABLES[command]["options"]]:
                self.assertIn(" ".join(row[-1].split()), words)
                self.assertIn(row[0].replace(",", ", "), words)

    def test_a_mistyped_command_gets_the_nearest(self):
        for typed, meant in (("dmup", "dump"), ("chekc", "check"), ("recove", "recover"), ("cpoy", "copy"), ("inf", "info")):
            self.assertIn(f"did you mean '{meant}'?", self.fails(2, typed, "file.nc"))
            self.assertIn(f"did you mean '{meant}'?", self.fails(2, "help", typed))
        for typed in ("nonsense", "x", "-"):
            self.assertNotIn("did you mean", self.fails(2, typed))

    def test_a_mistyped_option_gets_the_nearest(self):
        for words, meant in ((["dump", "--jsno"], "--json"), (["copy", "--var-algin=4"], "--var-align"), (["diff", "-json"], "--json"),
                             (["check", "--repiar"], "--repair")):
            self.assertIn(f"{words[0]} has no option '{words[1].split('=')[0]}'; did you mean '{meant}'?", self.fails(2, *words, "a", "b"))
        self.assertNotIn("did you mean", self.fails(2, "copy", "-z", "a", "b"))

    def test_a_wrong_command_line_says_where_to_look(self):
        self.assertIn("OUT is required (see weft help copy)", self.fails(2, "copy", "a"))
        self.assertIn("copy has no option '-z' (see weft help copy)", self.fails(2, "copy", "-z", "a", "b"))
        self.assertIn("run has no option '-n' (the program to start comes after --: weft run -- mpiexec ...)",
                      self.fails(2, "run", "mpiexec", "-n", "2", "./program"))

    def test_a_mistyped_variable_or_dimension_gets_the_nearest(self):
        file = self.folder / "one.nc"
        Classic(1, [("lat", 2)], [], [Variable("temperature", "int", [0], [1, 2])]).write(file)
        for command in ("dump", "info", "stats"):
            for typed in ("temp", "tempreature"):
                self.assertIn(f"there is no variable '{typed}'; did you mean 'temperature'?", self.fails(1, command, "-v", typed, file))
        self.assertIn("there is no dimension 'alt'; did you mean 'lat'?", self.fails(1, "dump", "-d", "alt,0,0", file))
        self.assertNotIn("did you mean", self.fails(1, "dump", "-v", "salinity", file))

    def test_man_pages_are_clean(self):
        if shutil.which("man") is None:
            self.skipTest("no man")
        for page in sorted((ROOT / "man/man1").glob("weft*.1")):
            done = run("man", "--warnings", "-l", page, env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
            self.assertEqual((done.returncode, done.stderr), (0, b""), page)
            table = TABLES[page.stem.removeprefix("weft-")]
            for row in table.get("options", []):
                self.assertIn(row[0].split(",")[0], done.stdout.decode())


class CompletionTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.file = sample().write(self.folder / "one.nc")
        self.environment = {**os.environ, "PATH": f"{pathlib.Path(WEFT).resolve().parent}:{os.environ['PATH']}", "HOME": str(self.folder),
                            "XDG_CONFIG_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}

    def test_fish(self):
        if shutil.which("fish") is None:
            self.skipTest("fish is not installed")
        def complete(line):
            code = f"source {ROOT / 'packaging/completion/weft.fish'}; complete -C '{line}'"
            done = subprocess.run(["fish", "-c", code], capture_output=True, timeout=60, text=True, env=self.environment, cwd=self.folder)
            self.assertEqual(done.stderr, "")
            return [line.split("\t")[0] for line in done.stdout.splitlines()]
        self.assertEqual(complete("weft di"), ["diff"])
        self.assertEqual(complete("weft copy --var"), ["--var-align"])
        self.assertEqual(complete("weft diff --progress j"), ["json"])
        self.assertEqual(complete("weft dump one.nc -v "), ["a", "r", "s"])
        self.assertEqual(complete("weft dump one.nc -v a,"), ["a,a", "a,r", "a,s"])
        self.assertEqual(complete("weft copy one.nc -d "), ["t,", "x,"])
        self.assertIn("check", complete("weft help ch"))

    def test_zsh(self):
        if shutil.which("zsh") is None:
            self.skipTest("zsh is not installed")
        master, slave = pty.openpty()
        process = subprocess.Popen(["zsh", "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=self.folder, start_new_session=True,
                                   env=self.environment | {"TERM": "dumb", "PS1": "", "COLUMNS": "400"})
        os.close(slave)
        def until(wanted):
            received, end = "", time.monotonic() + 40
            while wanted not in received and time.monotonic() < end:
                if select.select([master], [], [], 0.2)[0]:
                    received += os.read(master, 65536).decode()
            return received
        try:
            os.write(master, f"fpath=({ROOT / 'packaging/completion'} $fpath); autoload -U compinit; compinit -u; stty cols 400; echo re''ady\n".encode())
            self.assertIn("ready", until("ready"))
            for typed, wanted in (("weft di", "weft diff"), ("weft copy --var", "--var-align"), ("weft diff --progress j", "json"),
                                  ("weft copy one.nc -d t", "t,")):
                os.write(master, typed.encode() + b"\t")
                received = until(wanted)
                self.assertIn(wanted, received)
                os.write(master, b"\x15")  # a new line
        finally:
            process.kill()
            process.wait(timeout=60)
            os.close(master)


if __name__ == "__main__":
    main()
