# SPDX-License-Identifier: BSD-3-Clause
"""Commands for single files on sets: `check`, `recover` and `info` see each part, whatever is wrong
with it, and the commands that read a set as one file name the part that they cannot read."""

import json
import os
import shutil

from classic import Classic, Variable
from support import ToolTest, main, run, weft

INTERRUPT = os.environ.get("WEFT_INTERRUPT", "weft_interrupt")
HAS_PICTURES = os.environ.get("WEFT_HAS_PNG") == "1"
PARTS = 3


def sample(factor=1):
    return Classic(5, [("t", 0), ("y", 6), ("x", 4)], [("title", "char", b"sample")],
                   [Variable("grid", "int", [1, 2], [factor * i for i in range(24)]),
                    Variable("line", "short", [2], [1, 2, 3, 4]),
                    Variable("series", "double", [0, 1, 2], [i / 4 for i in range(72)])], record_count=3)


class SetFolder(ToolTest):
    """With a set of the sample."""

    def setUp(self):
        super().setUp()
        self.set = self.split(sample(), "set.nc")

    def split(self, dataset, name):
        source = dataset.write(self.folder / "in.nc")
        made = self.folder / name
        self.ok("split", "-n", PARTS, "--min-ndims", "2", "--least-bytes", "0", source, made)
        return made

    def part(self, number):
        return self.folder / f"set.nc.{number:04}"

    def check(self, *options):
        """The exit code, and the findings for each file."""
        done = weft("check", "--json", *options, self.set)
        return done.returncode, {os.path.basename(file["file"]): file for file in json.loads(done.stdout)}

    def sentences(self, name):
        return [finding["sentence"] for finding in self.check()[1][name]["findings"]]


class SetTest(SetFolder):
    def expect_error(self, number, *words):
        """`check` finds the error in that part and in no other; commands that read the part fail and name it."""
        code, files = self.check()
        self.assertEqual(code, 1)
        for name, file in files.items():
            self.assertEqual(file["valid"], name != self.part(number).name, name)
        for word in words:
            self.assertIn(word, " ".join(self.sentences(self.part(number).name)))
        for command in ("dump", "join"):
            said = self.fails(1, command, self.set, *([self.folder / "out.nc"] if command == "join" else []))
            self.assertIn(str(self.part(number)), said, command)
            self.assertIn(f"part {number}", said, command)

    def test_sound_sets_pass(self):
        code, files = self.check()
        self.assertEqual((code, list(files)), (0, ["set.nc", *(self.part(number).name for number in range(PARTS))]))
        for name, file in files.items():
            self.assertEqual(file["findings"], [], name)
        self.assertEqual(len(self.ok("check", self.set).splitlines()), 1 + PARTS)

    def test_missing_part(self):
        self.part(1).unlink()
        code, files = self.check()
        self.assertEqual((code, files[self.part(1).name]["readable"]), (2, False))
        self.assertIn(str(self.part(1)), self.fails(2, "check", "-q", self.set))
        self.assertIn("part 1 of the set", self.fails(1, "dump", self.set))
        self.assertIn("part 1 of the set", self.fails(2, "diff", self.set, self.folder / "in.nc"))
        self.assertIn("part 1 of the set", self.fails(1, "copy", self.set, self.folder / "out.nc"))
        self.assertFalse((self.folder / "out.nc").exists())

    def test_swapped_parts(self):
        self.part(0).rename(self.folder / "spare")
        self.part(2).rename(self.part(0))
        (self.folder / "spare").rename(self.part(2))
        self.assertIn("it is part 2 of the set, not part 0", self.sentences(self.part(0).name))
        self.assertIn("it is part 0 of the set, not part 2", self.sentences(self.part(2).name))
        self.assertIn("it is part 2", self.fails(1, "dump", self.set))

    def test_foreign_part(self):
        self.split(sample(2), "other.nc")
        shutil.copy(self.folder / "other.nc.0002", self.part(2))
        self.expect_error(2, "another set")

    def test_file_that_is_no_part(self):
        sample().write(self.part(1))
        self.expect_error(1, "not part of a set")

    def test_truncated_and_broken_headers(self):
        whole = self.part(0).read_bytes()
        for length in (0, 3, 40, 200):
            self.part(0).write_bytes(whole[:length])
            self.expect_error(0)
        self.part(0).write_bytes(b"HDF" + whole[3:])
        self.expect_error(0)

    def test_a_part_with_fewer_records_is_odd(self):
        whole = bytearray(self.part(1).read_bytes())
        self.assertEqual(whole[11], 3)
        whole[11] = 2
        self.part(1).write_bytes(whole)
        code, files = self.check()
        self.assertEqual(code, 0)
        self.assertIn("2 records, but 3 by the master of the set", files[self.part(1).name]["findings"][0]["sentence"])
        self.ok("diff", self.set, self.folder / "in.nc")  # it has the values all the same
        self.check("--repair")
        self.assertEqual(self.sentences(self.part(1).name), [])

    def test_damaged_masters(self):
        whole = self.set.read_bytes()
        for old, new, words in ((b"version: 1", b"version: 3", "version is missing or unknown"), (b"next number: ", b"next nomber: ", "the number of the next variable is missing"),
                                (b"position: 0", b"position: 7", "divided along none"), (b"weights: 1", b"weights: x", "weights of its parts are missing")):
            self.assertIn(old, whole)
            self.set.write_bytes(whole.replace(old, new))
            self.assertEqual(self.check()[0], 1, new)
            self.assertIn(words, " ".join(self.sentences("set.nc")), new)
            for command in ("dump", "info", "recover"):
                self.assertIn("the master of a set is damaged", self.fails(1, command, self.set))
        self.set.write_bytes(whole)
        self.ok("check", self.set)

    def test_what_other_software_reads_is_checked(self):
        whole = self.set.read_bytes()
        uri = whole.rindex(b"set.nc.0002")
        self.set.write_bytes(whole[:uri] + b"sit" + whole[uri + 3:])
        code, files = self.check()
        self.assertEqual(code, 0)
        self.assertIn("CF conventions", files["set.nc"]["findings"][0]["sentence"])
        self.ok("diff", self.set, self.folder / "in.nc")

    def interrupt(self, file):
        """An interrupted change of this file, which others notice."""
        whole = file.read_bytes()
        for call in range(1, 100):
            if run(INTERRUPT, file, 200, call).returncode == 3 and weft("check", "-q", file).returncode == 1:
                return
            file.write_bytes(whole)
        self.fail("no interruption was noticed")

    def test_interrupted_parts_are_recovered(self):
        text = self.ok("dump", self.set)
        whole = self.part(1).read_bytes()
        self.interrupt(self.part(1))
        self.expect_error(1, "weft recover")
        told = self.ok("recover", self.set).splitlines()
        self.assertEqual((len(told), told[0]), (2, f"{self.set}: nothing to recover"))
        self.assertIn(f"{self.part(1)}: undid the interrupted change", told[1])
        self.assertEqual((self.part(1).read_bytes(), self.ok("dump", self.set)), (whole, text))
        self.assertEqual(self.ok("recover", self.set), f"{self.set}: nothing to recover\n")
        self.part(0).unlink()
        self.assertIn(str(self.part(0)), self.fails(1, "recover", self.set))

    def test_info_shows_the_parts(self):
        self.part(2).unlink()
        told = json.loads(self.ok("info", "--json", self.set))
        self.assertEqual([variable["divided_along"] for variable in told["variables"]], ["y", "", "y"])
        self.assertEqual([file["bytes"] for file in told["part_files"]],
                         [self.part(0).stat().st_size, self.part(1).stat().st_size, None])
        text = self.ok("info", self.set)
        self.assertIn(f"{self.part(0)}, {self.part(0).stat().st_size} bytes, 33.3 %", text)
        self.assertIn(f"{self.part(2)}, cannot be read", text)
        self.assertIn("per record  divided along y", text)

    def test_copies_of_a_set_are_single_files(self):
        out = self.folder / "out.nc"
        self.ok("copy", self.set, out)
        self.ok("diff", out, self.folder / "in.nc")
        self.ok("copy", "-C", "-v", "grid", "-d", "y,2,3", self.set, out)  # part 1 alone has these rows
        self.assertEqual(json.loads(self.ok("dump", "--json", out))["data"]["grid"], [[8, 9, 10, 11], [12, 13, 14, 15]])

    def test_no_command_writes_over_its_source_set(self):
        whole = {file: file.read_bytes() for file in (self.set, *(self.part(number) for number in range(PARTS)))}
        link = self.folder / "link.nc"
        link.symlink_to(self.part(1))
        for target in (self.part(1), link):
            for command in (["join"], ["copy"], ["copy", "-k", "1"], ["concat"]):
                self.fails(1, *command, self.set, target)
        self.fails(1, "concat", self.folder / "in.nc", self.set, self.part(2))
        self.fails(1, "copy", self.part(0), self.set)
        if HAS_PICTURES:
            self.fails(1, "plot", "--png", self.part(0), "-v", "grid", self.set)
        self.assertEqual({file: file.read_bytes() for file in whole}, whole)
        moved = self.folder / "moved.nc"
        self.set.rename(moved)  # its parts keep their names
        self.assertIn("file of the source", self.fails(1, "split", "-n", 2, "--least-bytes", 0, moved, self.set))
        self.ok("check", moved)

    def test_parts_of_other_sets_are_not_written_over(self):
        whole = self.part(1).read_bytes()
        self.assertIn(f'a part of the set "{self.set}"', self.fails(1, "copy", self.folder / "in.nc", self.part(1)))
        self.assertEqual(self.part(1).read_bytes(), whole)
        self.set.unlink()
        self.ok("copy", self.folder / "in.nc", self.part(1))
        self.assertEqual(self.part(1).read_bytes(), (self.folder / "in.nc").read_bytes())

    def test_parts_go_with_the_master_that_is_replaced(self):
        source = self.folder / "in.nc"
        self.split(sample(2), "other.nc").rename(self.folder / "lost.nc")
        foreign = self.folder / "other.nc.0000"
        foreign.rename(self.part(0))  # has the name of a part, and is one of another set
        self.fails(1, "copy", self.folder / "no.nc", self.set)
        self.assertTrue(self.part(1).exists())
        self.ok("copy", source, self.set)
        self.assertEqual(self.set.read_bytes(), source.read_bytes())
        self.assertEqual([self.part(number).exists() for number in range(PARTS)], [True, False, False])
        self.assertTrue((self.folder / "other.nc.0001").exists())


if __name__ == "__main__":
    main()
