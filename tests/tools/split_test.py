# SPDX-License-Identifier: BSD-3-Clause
"""The results of `weft split`: sets that read and join as the original file, wherever the parts are; and that a
failure leaves nothing behind."""

import json
import os
import random

import random_files
from classic import Classic, Variable
from support import FERRET, ToolTest, main, replay_of, run, seeds, weft

SMALL_TOO = ["--min-ndims", "1", "--least-bytes", "0"]


def sample():
    return Classic(5, [("t", 0), ("y", 6), ("x", 4)], [("title", "char", b"sample")],
                   [Variable("grid", "int", [1, 2], list(range(24))), Variable("line", "short", [2], [1, 2, 3, 4]),
                    Variable("series", "double", [0, 1, 2], [i / 4 for i in range(72)])], record_count=3)


class SplitTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.source = sample().write(self.folder / "in.nc")
        self.set = self.folder / "set.nc"
        self.joined = self.folder / "joined.nc"

    def files(self):
        return sorted(name for name in os.listdir(self.folder) if name not in ("in.nc", "joined.nc"))

    def split(self, *options, source=None):
        return json.loads(self.ok("split", "--json", *SMALL_TOO, *options, source or self.source, self.set))

    def expect_joined(self, expected, about=None):
        self.ok("join", self.set, self.joined)
        # Trailing padding, and the place of future records, may differ.
        self.assertTrue(self.joined.read_bytes().rstrip(b"\0") == expected.read_bytes().rstrip(b"\0"), about)

    def remove_set(self):
        for name in self.files():
            os.unlink(self.folder / name)

    def test_parts_join_to_what_was_split(self):
        for parts in (1, 2, 3, 6, 9):
            report = self.split("-n", parts)
            self.assertEqual((report["parts"], report["divided"]), (parts, 3))
            self.assertEqual(self.files(), ["set.nc", *(f"set.nc.{part:04}" for part in range(parts))])
            self.expect_joined(self.source, parts)
            self.ok("diff", self.source, self.set)
            self.ok("check", self.set)
            self.remove_set()

    def test_real_files(self):
        files = sorted(FERRET.glob("*"))
        if not files:
            self.skipTest("no data sets")
        for file in files:
            self.split("-n", "3", source=file)
            self.expect_joined(file, file)
            self.remove_set()

    def test_random_files(self):
        for seed in seeds(60, 0):
            draw = random.Random(seed)
            # Variables of any number of dimensions; without any that could be divided, it is
            # refused.
            file = random_files.dataset(draw).write(self.folder / "in.nc")
            parts = draw.randint(1, 5)
            options = ["-n", parts]
            if draw.random() < 0.5:
                weights = [draw.randint(0, 3) for _ in range(parts)]
                weights[draw.randrange(parts)] = 1
                options += ["--weights", ",".join(map(str, weights))]
            done = weft("split", *SMALL_TOO, *options, file, self.set)
            if done.returncode != 0:
                self.assertIn(b"so there is none to divide", done.stderr, replay_of(seed))
                self.assertEqual(self.files(), [])
                continue
            self.expect_joined(file, replay_of(seed))
            self.remove_set()

    def test_folders_and_weights(self):
        for folder in ("one", "two"):
            os.mkdir(self.folder / folder)
        self.split("-n", "3", "--dirs", "one,two", "--weights", "1,0,2")
        self.assertEqual([len(os.listdir(self.folder / folder)) for folder in ("one", "two")], [2, 1])
        self.expect_joined(self.source)
        last = next(file for file in (self.folder / "one").iterdir() if file.name.endswith(".0002"))
        grid = json.loads(self.ok("dump", "--json", "-v", "grid", last))["data"]["grid"]
        self.assertEqual(grid, [[4 * y + x for x in range(4)] for y in range(2, 6)])

    def test_a_set_is_split_again(self):
        self.split("-n", "2")
        again = self.folder / "again.nc"
        self.ok("split", *SMALL_TOO, "-n", "5", self.set, again)
        self.remove_set_named("set.nc")
        self.set = again
        self.expect_joined(self.source)

    def remove_set_named(self, name):
        for file in self.files():
            if file.startswith(name):
                os.unlink(self.folder / file)

    def test_the_attribute_of_programs_is_heeded(self):
        made = sample()
        made.variables[0] = Variable("grid", "int", [1, 2], list(range(24)), [("par_dim_id", "int", [2])])
        made.write(self.source)
        self.split("-n", "2")
        grid = json.loads(self.ok("dump", "--json", "-v", "grid", f"{self.set}.0001"))["data"]["grid"]
        self.assertEqual(grid, [[4 * y + 2, 4 * y + 3] for y in range(6)])
        self.expect_joined(self.source)

    def test_what_cannot_be_is_refused_and_leaves_nothing(self):
        cases = [(["-n", "2", "--least-bytes", "1000000"], "there is none to divide"), (["-n", "2", "--weights", "1"], "there are 1 weights for 2"),
                 (["-n", "2", "--weights", "0,0"], "all weights are 0"), (["-n", "2", "--dirs", "nowhere"], "nowhere/set.nc.")]
        for options, words in cases:
            self.assertIn(words, self.fails(1, "split", *options[:2], *SMALL_TOO[:2], *options[2:],
                                            *([] if "--least-bytes" in options else SMALL_TOO[2:]), self.source, self.set))
            self.assertEqual(self.files(), [])
        self.fails(2, "split", "-n", "0", self.source, self.set)
        self.fails(2, "split", self.source, self.set)

    def test_nothing_of_others_is_overwritten(self):
        self.set.write_bytes(b"mine")
        self.assertIn("exists already", self.fails(1, "split", *SMALL_TOO, "-n", "2", self.source, self.set))
        self.assertEqual(self.set.read_bytes(), b"mine")
        self.set.unlink()
        stranger = self.folder / "set.nc.0001"
        stranger.write_bytes(b"mine, too")
        self.assertIn("exists already, and is not part of a set", self.fails(1, "split", *SMALL_TOO, "-n", "2", self.source, self.set))
        self.assertEqual((self.files(), stranger.read_bytes()), (["set.nc.0001"], b"mine, too"))
        stranger.unlink()
        self.split("-n", "3")
        self.set.unlink()  # parts without a master
        self.split("-n", "3")
        self.expect_joined(self.source)

    def test_a_file_that_is_too_short_is_told(self):
        self.source.write_bytes(self.source.read_bytes()[:-40])
        done = weft("split", *SMALL_TOO, "-n", "2", self.source, self.set)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"ends before its data", done.stderr)
        self.ok("join", self.set, self.joined)
        self.assertEqual(self.joined.read_bytes(), self.source.read_bytes() + bytes(40))

    def test_other_readers(self):
        self.split("-n", "2")
        for name in self.files():
            self.assertEqual(run("ncdump", "-h", self.folder / name).returncode, 0, name)


if __name__ == "__main__":
    main()
