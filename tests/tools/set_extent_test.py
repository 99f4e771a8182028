# SPDX-License-Identifier: BSD-3-Clause
"""Sets whose files have more or fewer data than their headers say: how `check` repairs record counts, and the messages of commands
that read such a set as one file."""

import json
import struct

from classic import Variable
from set_test import PARTS, SetFolder, sample
from support import main, weft


class SetExtentTest(SetFolder):
    def count(self, file, count=None):
        """The record count of a file of the set, which becomes `count`."""
        with open(file, "r+b") as opened:
            before = struct.unpack(">q", opened.read(12)[4:])[0]
            if count is not None:
                opened.seek(4)
                opened.write(struct.pack(">q", count))
        return before

    def expect_repaired(self, *words):
        """After a repair of the master with these words, the set has all its records."""
        said = self.check("--repair")[1]["set.nc"]["repairs"]
        for word in words:
            self.assertIn(word, " ".join(said))
        self.ok("diff", self.set, self.folder / "in.nc")
        for name, file in self.check()[1].items():
            self.assertEqual(file["findings"], [], name)
        self.assertNotIn("repaired", self.ok("check", "--repair", self.set))

    def test_records_that_only_parts_have_are_found_and_counted(self):
        files = (self.set, *(self.part(number) for number in range(PARTS)))
        for counted in (0, 1, 9, -5, 2 ** 40):
            for file in files:
                self.count(file, counted)
            if counted >= 0:
                self.assertIn(f"{counted} records, but the files of the set have 3", " ".join(self.sentences("set.nc")))
            self.expect_repaired("record count set to 3, by the size of the set's files")

    def test_software_that_knows_the_conventions_finds_the_records(self):
        whole = {self.part(number): self.part(number).read_bytes() for number in range(PARTS)}
        for part, content in whole.items():
            part.write_bytes(content[:-64])  # the last of 3 records
        said = self.check("--repair")[1]["set.nc"]["repairs"]
        self.assertIn("record count set to 2", said[-1])
        self.assertIn("now describes the set", said[0])
        for part, content in whole.items():
            part.write_bytes(content)
        self.expect_repaired("now describes the set", "record count set to 3", "it was 2")

    def test_a_record_counts_that_any_file_has(self):
        whole = self.part(0).read_bytes()
        self.part(0).write_bytes(whole[:-2 * 4 * 2 * 8])  # its share of a record is 2 x 4 doubles
        self.count(self.set, 1)
        self.check("--repair")
        self.assertEqual(self.count(self.set), 3)
        for counted, expected in ((9, 9), (1, 3)):  # the part that is missing may have had more
            self.part(0).unlink(missing_ok=True)
            self.count(self.set, counted)
            self.check("--repair")
            self.assertEqual(self.count(self.set), expected)

    def test_a_short_master_hides_no_records_of_parts(self):
        dataset = sample()
        dataset.variables.append(Variable("time", "double", [0], [0, 0, 0]))
        for file in self.folder.glob("set.nc*"):
            file.unlink()
        self.split(dataset, "set.nc")
        self.set.write_bytes(self.set.read_bytes()[:-2 * 8])
        self.check("--repair")
        self.assertEqual(self.count(self.set), 3)

    def warned(self, *arguments, codes=(0,)):
        """The files of the set that the command warns about."""
        done = weft(*arguments)
        self.assertIn(done.returncode, codes, done)
        lines = done.stderr.decode().splitlines()
        for line in lines:
            self.assertIn("the file ends before its data; what is missing", line)
        return [line.split(": ")[1] for line in lines]

    def test_truncated_parts_are_told(self):
        out, source = self.folder / "out.nc", self.folder / "in.nc"
        whole = self.part(1).read_bytes()
        for cut in (1, 8, 65, 190, 200):  # 64 bytes of each of 3 records, behind 32 of a fixed variable
            self.part(1).write_bytes(whole[:-cut])
            for command in (["join"], ["copy", "-k", "cdf5"], ["copy", "--record-align", 64], ["copy", "-d", "y,0,4"], ["concat", self.set]):
                self.assertIn(f"{self.part(1)} ends before its data: --truncated", self.fails(1, *command, self.set, out))
            self.fails(1, "stats", self.set)
            self.fails(2, "diff", self.set, source)
            for command in (["join", "--truncated", self.set, out], ["copy", "--truncated", "-k", "cdf5", self.set, out],
                            ["copy", "--truncated", "--record-align", 64, self.set, out], ["copy", "--truncated", "-d", "y,0,4", self.set, out],
                            ["concat", "--truncated", self.set, self.set, out], ["dump", self.set], ["dump", "--json", self.set], ["stats", "--truncated", self.set]):
                said = self.warned(*command)
                self.assertEqual(set(said), {str(self.part(1))}, command)
            self.assertEqual(self.warned("diff", "--truncated", self.set, source, codes=(0, 1)), [str(self.part(1))])
            self.assertEqual(self.warned("plot", "-v", "grid", self.set), [str(self.part(1))])
            self.assertEqual(self.warned("split", "-n", 2, "--least-bytes", 0, self.set, self.folder / f"again{cut}.nc"),
                             [str(self.part(1))])
            self.ok("dump", "-h", self.set)
            self.ok("info", self.set)
            self.warned("join", "--truncated", self.set, out)
            self.assertEqual(out.stat().st_size, source.stat().st_size)
        grid = json.loads(weft("dump", "--json", out).stdout)["data"]["grid"]  # 8 of the bytes of row 3 are missing
        self.assertEqual(grid[3], [12, 13, 0, 0])
        self.assertEqual(grid[4:], [[16, 17, 18, 19], [20, 21, 22, 23]])

    def test_what_no_file_stores_is_no_part_of_the_copy(self):
        whole = self.part(2).read_bytes()
        self.part(2).write_bytes(whole[:-64])  # the last record of the last range
        self.assertEqual(self.warned("join", "--truncated", self.set, self.folder / "out.nc"), [str(self.part(2))])
        self.assertEqual((self.folder / "out.nc").read_bytes(), (self.folder / "in.nc").read_bytes()[:-64])

    def test_records_that_are_nowhere_are_holes(self):
        files = [str(self.part(number)) for number in range(PARTS)]
        self.count(self.set, 2 ** 24 + 3)
        out = self.folder / "out.nc"
        for command in (["join", "--truncated", self.set, out], ["copy", "--truncated", "--record-align", 64, self.set, out]):
            self.assertEqual(self.warned(*command), files)
            self.assertLess(out.stat().st_blocks, 1000)
            self.assertEqual(self.count(out), 2 ** 24 + 3)
        said = self.fails(1, "dump", self.set)
        self.assertIn("NC_ETRUNC", said)
        self.count(self.set, 2 ** 60)
        self.assertIn("records of 192 bytes end beyond 2^63-1", self.fails(1, "join", self.set, out))


if __name__ == "__main__":
    main()
