#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft run`: what it adds to the line of each launcher, and that the ranks, not the launcher, have the library.

The launchers that are not at hand are scripts that say whose they are when they are asked, and else print their words."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import FACTS, TIMEOUT, folder, main

VERSIONS = {"openmpi": "mpiexec (OpenRTE) 4.1.4", "openmpi5": "mpirun (Open MPI) 5.0.8", "prrte": "prterun (PRRTE) 3.0.11",
            "mpich": "HYDRA build details:", "intel": "Intel(R) MPI Library for Linux* OS, Version 2021.13"}
LIBRARY = ["--library", FACTS["weft_mpiio"]]
PRELOAD = f"LD_PRELOAD={FACTS['weft_mpiio']}"


class RunTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self._testMethodName)

    def launcher(self, version, name="mpiexec"):
        """One that prints what it was given, a word on a line, and then what it has in its environment."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit; fi\n"
                        "printf '%s\\n' \"$@\"; echo \"preload=$LD_PRELOAD hints=$WEFT_MPIIO_HINTS files=$WEFT_MPIIO\"\n")
        path.chmod(0o755)
        return path

    def weft_run(self, *words, expected=0, program=FACTS["weft"], **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("WEFT_MPIIO")}
        done = subprocess.run([program, "run", *map(str, words)], env=environment | variables, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, expected, done)
        return done

    def words(self, launcher, *words, options=(), **variables):
        return self.weft_run(*LIBRARY, *options, "--", launcher, *words, **variables).stdout.splitlines()

    def test_open_mpi(self):
        for version in ("openmpi", "openmpi5", "prrte"):
            got = self.words(self.launcher(VERSIONS[version]), "-n", 2, "./a", ":", "-n", "1", "./b", "--version")
            self.assertEqual(got, ["-x", PRELOAD, "-n", "2", "./a", ":", "-x", PRELOAD, "-n", "1", "./b", "--version",
                                   "preload= hints= files="])

    def test_hydra(self):
        for version in ("mpich", "intel"):
            got = self.words(self.launcher(VERSIONS[version], "mpirun"), "-n", 2, "./a b", ":", "-n", "1", "./b")
            self.assertEqual(got, ["-genv", *PRELOAD.split("="), "-n", "2", "./a b", ":", "-n", "1", "./b",
                                   "preload= hints= files="])

    def test_srun(self):
        srun = self.launcher("slurm 22.05.8", "srun")
        got = self.words(srun, "-n", 2, "./a", options=["--hints", "cb_nodes=2", "--files", "*.h5"])
        self.assertEqual(got, [f"--export=ALL,{PRELOAD}", "-n", "2", "./a", "preload= hints=cb_nodes=2 files=*.h5"])
        for exported in (["--export=NONE"], ["--export", "ALL"]):
            self.assertIn("--export", self.weft_run(*LIBRARY, "--", srun, *exported, "./a", expected=2).stderr)

    def test_hints_files_and_report(self):
        got = self.words(self.launcher(VERSIONS["openmpi"]), "./a",
                         options=["--hints", "cb_nodes=2", "--files", "*.h5", "--report", self.folder])
        self.assertEqual(got[:6], ["-x", "WEFT_MPIIO=*.h5", "-x", f"WEFT_MPIIO_HINTS=cb_nodes=2;weft_report={self.folder}/",
                                   "-x", PRELOAD])

    def test_reports_need_a_folder_that_is_there(self):
        done = self.weft_run(*LIBRARY, "--report", self.folder / "missing", "--", "./a", expected=2)
        self.assertIn("missing: there is no such folder", done.stderr)

    def test_what_is_preloaded_already_comes_first(self):
        got = self.words(self.launcher(VERSIONS["openmpi"]), "./a", LD_PRELOAD="libm.so.6")
        self.assertEqual(got[1], f"LD_PRELOAD=libm.so.6:{FACTS['weft_mpiio']}")

    def test_show_starts_nothing(self):
        done = self.weft_run(*LIBRARY, "--show", "--", "touch", self.folder / "touched")
        self.assertEqual(done.stdout, f"{PRELOAD} touch {self.folder}/touched\n")
        self.assertFalse((self.folder / "touched").exists())

    def test_what_is_refused(self):
        odd = self.launcher("something else", "mpirun")
        for words, code, reason in (([*LIBRARY, "--", odd, "./a"], 2, "LD_PRELOAD"), ([], 2, "COMMAND"),
                                    (["--library", "/none.so", "--", "true"], 127, "/none.so"),
                                    ([*LIBRARY, "--", "./is-not-there"], 127, "No such file"),
                                    ([*LIBRARY, "--", self.folder / "gone" / "mpiexec", "./a"], 127, "No such file")):
            self.assertIn(reason, self.weft_run(*words, expected=code).stderr)

    def test_an_installation(self):
        """It finds its library, which is for one MPI."""
        (self.folder / "bin").mkdir()
        program = shutil.copy(FACTS["weft"], self.folder / "bin")
        said = self.weft_run("--", "true", expected=127, program=program).stderr
        library = pathlib.Path(re.search(r"(/\S+) does not exist", said).group(1))
        self.assertTrue(library.is_relative_to(self.folder), said)
        library.parent.mkdir(parents=True, exist_ok=True)
        library.symlink_to(FACTS["weft_mpiio"])
        ours, other = ("openmpi", "mpich") if FACTS["mpi"] == "openmpi" else ("mpich", "openmpi")
        self.assertIn(str(library), self.weft_run("--", self.launcher(VERSIONS[ours]), "./a", program=program).stdout)
        refused = self.weft_run("--", self.launcher(VERSIONS[other]), "./a", expected=2, program=program)
        self.assertIn(f"library is for {FACTS['mpi']}", refused.stderr)

    def test_exit_code_and_pipes(self):
        self.weft_run(*LIBRARY, "--", "sh", "-c", "exit 7", expected=7)
        done = self.weft_run(*LIBRARY, "--", "sh", "-c", "trap | grep -c PIPE; kill -PIPE $$", expected=-13)
        self.assertEqual(done.stdout, "0\n")

    def test_ranks_have_it(self):
        """By the launcher at hand: only Weft writes a report."""
        file = self.folder / "a.dat"
        rights = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        launcher = shutil.which(f"mpiexec.{FACTS['mpi']}") or "mpiexec"
        done = self.weft_run(*LIBRARY, "--report", self.folder, "--", launcher, "-n", 2, FACTS["programs"]["excluded"], file, "-",
                             **rights)
        self.assertIn("weft run: ", done.stderr)
        self.assertEqual(file.read_bytes(), b"0123")
        self.assertEqual(len([path for path in self.folder.iterdir() if path.suffix == ".json"]), 1, list(self.folder.iterdir()))


if __name__ == "__main__":
    main()
