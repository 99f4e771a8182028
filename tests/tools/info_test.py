# SPDX-License-Identifier: BSD-3-Clause
"""The output of `weft info` on the layout of a file."""

import json

from classic import Classic, Variable
from support import ToolTest, main


def sample(gap):
    return Classic(2, [("t", 0), ("x", 3)], [],
                   [Variable("r", "short", [0, 1], [1] * 6), Variable("a", "byte", [1], [1] * 3),
                    Variable("b", "int", [1], [1] * 3), Variable("s", "double", [0], [1.0] * 2)], record_count=2, gap=gap)


class InfoTest(ToolTest):
    def test_layout_with_gaps(self):
        made = sample(gap=8)
        header_bytes = len(made.header([0] * 4))
        file = made.write(self.folder / "file.nc")
        told = json.loads(self.ok("info", "--json", file))
        begin = header_bytes + 8
        self.assertEqual(told["header_bytes"], header_bytes)
        self.assertEqual(told["header_extent"], begin)
        self.assertEqual((told["record_count"], told["record_bytes"]), (2, 16))
        self.assertEqual((told["fixed_end"], told["record_begin"]), (begin + 24, begin + 32))
        self.assertEqual((told["file_bytes"], told["expected_bytes"]), (begin + 64, begin + 64))
        rows = [(v["name"], v["offset"], v["bytes"], v["gap_before"]) for v in told["variables"]]
        self.assertEqual(rows, [("a", begin, 3, 8), ("b", begin + 12, 12, 8), ("r", begin + 32, 6, 8), ("s", begin + 40, 8, 0)])
        gaps = self.ok("info", "-g", file).splitlines()
        self.assertEqual([line.split()[-1] for line in gaps], ["a", "b", "r"])
        self.assertIn(f" 8 bytes at {begin + 4} before variable b", gaps[1])

    def test_text_and_selection(self):
        file = sample(gap=0).write(self.folder / "file.nc")
        text = self.ok("info", file)
        self.assertIn("CDF-2 (64-bit offset)", text)
        self.assertIn("2 of 16 bytes", text)
        self.assertRegex(text, r"r +short +2 x 3 +\d+ +6 +0  per record")
        self.assertEqual(self.ok("info", "-g", file), "")
        only = json.loads(self.ok("info", "--json", "-v", "b,s", file))
        self.assertEqual([v["name"] for v in only["variables"]], ["b", "s"])
        self.assertIn("'q'", self.fails(1, "info", "-v", "q", file))

    def test_missing_data_are_counted(self):
        file = self.folder / "file.nc"
        file.write_bytes(sample(gap=0).bytes()[:-5])
        self.assertIn("5 less than its data need", self.ok("info", file))

    def test_a_single_record_variable_is_not_padded(self):
        made = Classic(1, [("t", 0)], [], [Variable("r", "short", [0], [1, 2, 3])], record_count=3)
        told = json.loads(self.ok("info", "--json", made.write(self.folder / "file.nc")))
        self.assertEqual(told["record_bytes"], 2)
        self.assertEqual(told["variables"][0]["end"] - told["variables"][0]["offset"], 2)

    def test_a_file_without_variables(self):
        told = json.loads(self.ok("info", "--json", Classic(5).write(self.folder / "file.nc")))
        self.assertEqual((told["header_bytes"], told["expected_bytes"], told["variables"]), (told["file_bytes"], told["file_bytes"], []))


if __name__ == "__main__":
    main()
