# SPDX-License-Identifier: BSD-3-Clause
"""`weft diff`, `weft copy` and `weft gen` on 1, 2 and 4 ranks do the same as on one."""

import os
import pathlib
import random
import shutil

from classic import Classic, Variable
from copy_test import sample
from support import WEFT, ToolTest, main, run, skip, weft

MPI = os.environ.get("WEFT_MPI", "none")
LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"


def on_ranks(count, *words):
    done = run(LAUNCHER, "--mpi", MPI, "--ranks", count, "--timeout", 60, "--", WEFT, *words)
    # mpiexec prints messages of its own for exit codes other than 0.
    return done.returncode, done.stdout.decode().replace("\r\n", "\n"), done.stderr.decode()


class ParallelTest(ToolTest):
    def setUp(self):
        super().setUp()
        random.seed(20)
        values = [random.randrange(1 << 31) for _ in range(200_000)]
        self.source = Classic(1, [("t", 0), ("n", 1000), ("m", 7)], [],
                              [Variable("f", "int", [2, 1], values[:7000]), Variable("b", "byte", [2], list(range(7))),
                               Variable("r", "int", [0, 1], values[:90_000]), Variable("s", "short", [0, 2], list(range(630))),
                               Variable("q", "int", [0, 1], values[90_000:180_000])], record_count=90)
        self.one = self.source.write(self.folder / "one.nc")

    def test_copies_are_those_of_one_process(self):
        alone, together = self.folder / "alone.nc", self.folder / "together.nc"
        for ranks in (1, 2, 4):
            for options in ([], ["-k", "cdf5"], ["-v", "s,q"], ["-v", "b,r", "-d", "n,10,900", "-d", "t,3,80"],
                            ["--var-align", "4096"]):
                self.ok("copy", *options, self.one, alone)
                code, text, errors = on_ranks(ranks, "copy", *options, self.one, together)
                self.assertEqual((code, text, errors), (0, "", ""), options)
                self.assertTrue(alone.read_bytes() == together.read_bytes(), (ranks, options))
                together.unlink()
        self.assertEqual(sorted(os.listdir(self.folder)), ["alone.nc", "one.nc"])

    def test_another_library_s_launcher_starts_no_team(self):
        """Each process would make the whole copy."""
        other = {"openmpi": "mpich", "mpich": "openmpi"}.get(MPI)
        if other is None or shutil.which(f"mpiexec.{other}") is None:
            self.skipTest("there is no other MPI here")
        done = run(LAUNCHER, "--mpi", other, "--ranks", 2, "--timeout", 60, "--", WEFT, "copy", self.one, self.folder / "copy.nc")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"a launcher started 2 processes, but each is alone", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["one.nc"])
        self.assertEqual(run(LAUNCHER, "--mpi", other, "--ranks", 1, "--timeout", 60, "--", WEFT, "copy", self.one, self.folder / "copy.nc").returncode, 0)

    def test_concat_and_stats_are_those_of_one_process(self):
        alone, together = self.folder / "alone.nc", self.folder / "together.nc"
        self.ok("concat", self.one, self.one, self.one, alone)
        counted, part = self.ok("stats", "--json", self.one, alone), self.ok("stats", "--json", "-d", "t,3,80,7", self.one)
        for ranks in (1, 3):
            self.assertEqual(on_ranks(ranks, "concat", self.one, self.one, self.one, together), (0, "", ""))
            self.assertTrue(alone.read_bytes() == together.read_bytes(), ranks)
            self.assertEqual(on_ranks(ranks, "stats", "--json", self.one, alone)[:2], (0, counted))
            self.assertEqual(on_ranks(ranks, "stats", "--json", "-d", "t,3,80,7", self.one)[:2], (0, part))
            code, _, errors = on_ranks(ranks, "concat", self.one, self.folder / "missing.nc", self.folder / "none.nc")
            self.assertEqual((code, errors.count("missing.nc: error")), (1, 1))
        self.assertFalse((self.folder / "none.nc").exists())

    def test_differences_are_those_of_one_process(self):
        for place, index in (("f", 6999), ("r", 44_999), ("r", 45_000), ("q", 0), ("b", 3), ("s", 629)):
            variable = next(v for v in self.source.variables if v.name == place)
            variable.values[index] ^= 1
        other = self.source.write(self.folder / "other.nc")
        alone = weft("diff", "-b", self.one, other)
        self.assertEqual(alone.returncode, 1)
        for ranks in (1, 2, 4):
            code, text, _ = on_ranks(ranks, "diff", "-b", self.one, other)
            lines = [line for line in text.splitlines() if line.startswith(("SAME", "DIFF", "The "))]
            self.assertEqual((code, "\n".join(lines)), (1, alone.stdout.decode().strip()), ranks)
            self.assertEqual(on_ranks(ranks, "diff", "-q", self.one, self.one)[0], 0)

    def test_many_make_a_set_and_join_it(self):
        made, joined = self.folder / "set.nc", self.folder / "joined.nc"
        for ranks in (2, 4):
            words = ["--least-bytes", "1", "-n", "3", self.one, made]
            self.assertEqual(on_ranks(ranks, "split", *words), (0, "", ""))
            self.assertEqual(on_ranks(ranks, "join", made, joined), (0, "", ""))
            self.assertTrue(joined.read_bytes() == self.one.read_bytes(), ranks)
            code, text, errors = on_ranks(ranks, "split", *words)
            self.assertEqual((code, (text + errors).count("exists already")), (1, 1), (text, errors))
            for file in self.folder.glob("set.nc*"):
                file.unlink()

    def test_failures_are_told_once_and_leave_nothing(self):
        missing = self.folder / "missing.nc"
        for ranks in (2, 4):
            code, text, errors = on_ranks(ranks, "diff", self.one, missing)
            self.assertEqual((code, (text + errors).count("missing.nc\": No such file")), (2, 1), (text, errors))
            for words in ([missing, self.folder / "out.nc"], [self.one, self.one], ["-v", "nosuch", self.one, self.folder / "out.nc"]):
                code, text, errors = on_ranks(ranks, "copy", *words)
                self.assertEqual((code, (text + errors).count("weft: ")), (1, 1), (text, errors))
        self.assertEqual(os.listdir(self.folder), ["one.nc"])

    def test_one_rank_makes_the_file_of_a_text(self):
        text, made = self.folder / "text.cdl", self.folder / "made.nc"
        text.write_bytes(weft("dump", "--exact", self.one).stdout)
        for ranks in (1, 2, 4):
            self.assertEqual(on_ranks(ranks, "gen", "-o", made, text), (0, "", ""))
            self.assertTrue(made.read_bytes() == self.one.read_bytes(), ranks)
            made.unlink()
        text.write_text("netcdf a { nonsense }")
        code, words, errors = on_ranks(4, "gen", "-o", made, text)
        self.assertEqual((code, (words + errors).count("weft: ")), (1, 1), (words, errors))
        self.assertEqual(sorted(os.listdir(self.folder)), ["one.nc", "text.cdl"])

    def test_more_ranks_than_bytes(self):
        small = Classic(1, [("n", 2)], [], [Variable("v", "byte", [0], [1, 2])]).write(self.folder / "small.nc")
        out = self.folder / "out.nc"
        self.assertEqual(on_ranks(4, "copy", "-k", "cdf5", small, out)[0], 0)
        self.assertEqual(on_ranks(4, "diff", "-v", "v", small, out)[0], 0)
        empty = Classic(1).write(self.folder / "empty.nc")
        self.assertEqual(on_ranks(4, "copy", "-k", "cdf5", empty, out)[0], 0)
        self.assertEqual(on_ranks(4, "diff", "-q", sample().write(small), empty)[0], 1)


if __name__ == "__main__":
    if MPI == "none":
        skip("a build without MPI")
    main()
