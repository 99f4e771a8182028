# SPDX-License-Identifier: BSD-3-Clause
"""Files that end before their data: few missing bytes are zeros, too many are an error before anything is printed."""

import os

from classic import Classic, Variable
from support import ToolTest, main, weft

MIB = 1 << 20  # bytes
HUGE = 10_000_000_000_000


class ShortfallTest(ToolTest):
    def file(self, name, dimensions, variables, record_count=0, size=None):
        """A CDF-5 file with few written values and more in its header, cut or extended to a size."""
        path = self.folder / name
        made = Classic(5, dimensions, [], [Variable(name, "double", ids) for name, ids in variables], record_count)
        path.write_bytes(made.header(made.begins(len(made.header([0] * len(variables))))))
        if size is not None:
            os.truncate(path, size)
        return path

    def promising(self):
        return self.file("promising.nc", [("x", HUGE), ("y", 2)], [("here", [1]), ("gone", [0])], size=600)

    def test_the_header_is_printed(self):
        self.assertIn(f"x = {HUGE} ;", self.ok("dump", "-h", self.promising()))

    def test_data_are_refused_before_anything_is_printed(self):
        path = self.promising()
        for words in ([], ["--json"], ["--exact"], ["-v", "here,gone"]):
            done = weft("dump", *words, path)
            self.assertEqual((done.returncode, done.stdout), (1, b""), words)
            said = done.stderr.decode()
            for word in ("'gone'", f"{8 * HUGE} bytes", "ends at byte 600", "NC_ETRUNC"):
                self.assertIn(word, said)

    def test_variables_that_are_there_are_printed(self):
        self.assertIn("here = 0, 0 ;", self.ok("dump", "-v", "here", self.promising()))

    def test_records(self):
        path = self.file("records.nc", [("t", 0)], [("a", [0]), ("b", [0])], record_count=HUGE, size=600)
        self.assertIn(f"has {8 * HUGE} bytes by the header", self.fails(1, "dump", path))

    def test_many_that_miss_a_little_miss_much(self):
        variables = [(f"v{i}", [0]) for i in range(100)]
        path = self.file("many.nc", [("x", MIB)], variables)
        self.assertIn(f"has {8 * MIB} bytes by the header, but 0 in the file", self.fails(1, "dump", path))

    def test_a_little_is_zeros(self):
        path = self.file("little.nc", [("x", 4)], [("v", [0])])
        done = weft("dump", path)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"v = 0, 0, 0, 0 ;", done.stdout)
        self.assertIn(b"the file ends before the data of 'v'", done.stderr)

    def test_no_more_than_is_there_is_zeros(self):
        """80 MiB in the file allow 70 missing ones, but not 81."""
        length = 150 * MIB
        for present, code in ((80 * MIB, 0), (74 * MIB, 1)):
            path = self.folder / "text.nc"
            made = Classic(5, [("x", length)], [], [Variable("v", "char", [0])])
            path.write_bytes(made.header(made.begins(len(made.header([0])))))
            os.truncate(path, present)
            self.assertEqual(weft("dump", path).returncode, code, present)

    def test_comparing_and_copying_take_no_time(self):
        path, out = self.promising(), self.folder / "out.nc"
        self.assertEqual(weft("diff", "-q", "--truncated", path, path).returncode, 0)
        self.assertIn(weft("copy", "--truncated", "--record-align", "1024", path, out).returncode, (0, 1))
        self.assertTrue(not out.exists() or out.stat().st_blocks < 1000)


if __name__ == "__main__":
    main()
