# SPDX-License-Identifier: BSD-3-Clause
"""The findings of `weft diff`, and its exit codes: 0 same, 1 different, 2 failure."""

import json
import math
import os

from classic import Classic, Variable
from support import ToolTest, main, weft


def sample(version=1, **changes):
    values = {"a": [1, 2, 3], "f": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "r": [1, 2, 3, 4, 5, 6], "c": b"abc"} | changes
    return Classic(version, [("t", 0), ("x", 3), ("y", 2)], [("title", "char", b"sample")],
                   [Variable("a", "int", [1], values["a"], [("units", "char", b"m")]),
                    Variable("f", "float", [2, 1], values["f"]), Variable("c", "char", [1], values["c"]),
                    Variable("r", "short", [0, 1], values["r"])], record_count=len(values["r"]) // 3)


class DiffTest(ToolTest):
    def write(self, name, classic):
        return classic.write(self.folder / name)

    def differ(self, first, second, *options):
        """The lines that say DIFF."""
        done = weft("diff", *options, self.write("a.nc", first), self.write("b.nc", second))
        self.assertEqual((done.returncode, done.stderr), (1, b""), done)
        return [line for line in done.stdout.decode().splitlines() if line.startswith("DIFF: ")]

    def test_same_files(self):
        for version in (1, 2, 5):
            one, two = self.write("a.nc", sample(version)), self.write("b.nc", sample(version))
            self.assertIn("all 4 variables", self.ok("diff", one, two))
            self.assertEqual(self.ok("diff", "-q", one, two), "")

    def test_layout_and_order_do_not_count(self):
        other = sample()
        other.gap = 64
        other.variables.reverse()
        self.assertNotIn("DIFF", self.ok("diff", self.write("a.nc", sample()), self.write("b.nc", other)))

    def test_first_difference_and_maxima(self):
        lines = self.differ(sample(), sample(f=[1.0, 2.0, 3.0, 4.0, 5.5, 8.0], r=[1, 2, 3, 4, 9, 6], c=b"abd", a=[1, 2, -3]))
        self.assertEqual(lines, [
            'DIFF: variable "a": 1 of 3 values, first at [2]: 3 != -3; largest difference 6 absolute, 2 relative',
            'DIFF: variable "f": 2 of 6 values, first at [1, 1]: 5 != 5.5; '
            'largest difference 2 absolute, 0.25 relative, 4194304 ULP',
            "DIFF: variable \"c\": 1 of 3 values, first at [2]: 'c' != 'd'",
            'DIFF: variable "r": 1 of 6 values, first at [1, 1]: 5 != 9; largest difference 4 absolute, 0.444444 relative'])

    def test_floating_values_that_look_alike(self):
        nan = math.nan
        same = self.write("a.nc", sample(f=[0.0, nan, 3.0, 4.0, math.inf, 6.0]))
        self.ok("diff", same, self.write("b.nc", sample(f=[-0.0, nan, 3.0, 4.0, math.inf, 6.0])))
        text = weft("diff", "--json", same, self.write("b.nc", sample(f=[1e-45, 1.0, 3.0, 4.0, -math.inf, 6.0]))).stdout
        found = {v["name"]: v for v in json.loads(text)["variables"]}["f"]
        self.assertEqual((found["differing"], found["nan_in_one_file"], found["largest_absolute"]), (3, 1, "Infinity"))
        self.assertEqual(found["first"], {"index": [0, 0], "values": [0, 1e-45]})
        step = weft("diff", "--json", same, self.write("b.nc", sample(f=[1e-45, nan, 3.0, 4.0, math.inf, 6.0])))
        self.assertEqual({v["name"]: v for v in json.loads(step.stdout)["variables"]}["f"]["largest_ulp"], 1)

    def test_tolerance_needs_both_bounds_exceeded(self):
        other = sample(a=[1, 2, 4], f=[1.0, 2.0, 3.0, 4.0, 5.5, 8.0])
        lines = self.differ(sample(), other, "-t", "0.3,0.24")
        self.assertEqual([line.split(",")[0] for line in lines],
                         ['DIFF: variable "a": 1 of 3 values', 'DIFF: variable "f": 1 of 6 values'])
        self.assertIn("[1, 2]: 6 != 8", lines[1])
        self.ok("diff", "-t", "2,0", self.folder / "a.nc", self.folder / "b.nc")
        self.fails(2, "diff", "-t", "-1,0", self.folder / "a.nc", self.folder / "b.nc")

    def test_headers(self):
        other = sample(5)
        other.dimensions[2] = ("z", 2)
        other.attributes = [("title", "char", b"simple"), ("more", "int", [1])]
        other.variables[0].attributes = [("units", "int", [1, 2])]
        other.variables[2].kind, other.variables[2].values = "byte", [1, 2, 3]
        lines = self.differ(sample(), other, "-h")
        for expected in ("file, format: classic != cdf5", 'global attribute "title", value: "sample" != "simple"',
                         'global attribute "more": not found != 1', 'dimension "y": defined != not found',
                         'variable "a" attribute "units", type: char != int', 'variable "a" attribute "units", value: "m" != 1, 2', 'variable "c", type: char != byte',
                         'variable "f", dimensions: (y, x) != (z, x)'):
            self.assertIn("DIFF: " + expected, lines)

    def test_both_values_of_an_attribute(self):
        """Also if only one file has it; of a long one the part that differs."""
        def with_attributes(*attributes):
            made = sample()
            made.attributes = list(attributes)
            made.variables[0].attributes = list(attributes)
            return made

        long = b"x" * 100
        pairs = [(("char", b"abc"), ("char", b"ab"), ['length: 3 != 2', 'value: "abc" != "ab"']),
                 (("char", long + b"abc"), ("char", long + b"abd"), ['value: "...' + "x" * 18 + 'abc" != "...' + "x" * 18 + 'abd"']),
                 (("char", b"a" + long), ("char", b"b" + long), ['value: "a' + "x" * 59 + '..." != "b' + "x" * 59 + '..."']),
                 (("double", [1.0, 2.5]), ("double", [1.0]), ["length: 2 != 1", "value: 1, 2.5 != 1"]), (("int", [7]), ("int", [8]), ["element 0: 7 != 8"]),
                 (("short", list(range(100))), ("int", []), ["type: short != int", "length: 100 != 0", "value: " + ", ".join(map(str, range(19))) + ", ... != no value"])]
        for first, second, expected in pairs:
            lines = self.differ(with_attributes(("a", *first)), with_attributes(("a", *second)), "-h")
            self.assertEqual(lines, [f'DIFF: {owner} "a", {text}' for owner in ("global attribute", 'variable "a" attribute') for text in expected])
        for first, second, text in ((("char", b"a\n" + long), None, '"a\\012' + "x" * 55 + '..." != not found'), (None, ("float", [0.5]), "not found != 0.5")):
            lines = self.differ(*(with_attributes(*([("a", *one)] if one else [])) for one in (first, second)), "-h")
            self.assertEqual([line for line in lines if '"a"' in line and "number" not in line], [f'DIFF: global attribute "a": {text}', f'DIFF: variable "a" attribute "a": {text}'])

    def test_chosen_variables_leave_out_the_rest(self):
        one, two = self.write("a.nc", sample()), self.write("b.nc", sample(5, a=[0, 0, 0]))
        self.ok("diff", "-v", "f,r", one, two)
        self.assertEqual(weft("diff", "-q", "-v", "a", one, two).returncode, 1)
        self.assertIn("'nosuch'", self.fails(2, "diff", "-v", "nosuch", one, two))

    def test_records_that_both_have_are_compared(self):
        lines = self.differ(sample(), sample(r=[1, 2, 3, 4, 5, 6, 7, 8, 9]))
        self.assertEqual(lines, ['DIFF: dimension "t", length: unlimited, now 2 != unlimited, now 3',
                                 'DIFF: variable "r", shape: 2 x 3 != 3 x 3'])
        lines = self.differ(sample(), sample(r=[1, 2, 3, 4, 5, 7, 7, 8, 9]), "-v", "r")
        self.assertIn("1 of 6 values, first at [1, 2]: 6 != 7", lines[-1])

    def test_verbose_says_what_is_the_same(self):
        one = self.write("a.nc", sample())
        text = self.ok("diff", "-b", one, one)
        self.assertIn('SAME: variable "f", shape: 2 x 3\n', text)
        self.assertIn('SAME: variable "f": all 6 values\n', text)

    def test_failures_are_2(self):
        one = self.write("a.nc", sample())
        text = self.folder / "text"
        text.write_text("not a netCDF file")
        for other in (self.folder / "missing.nc", text, self.folder):
            self.assertIn(str(other), self.fails(2, "diff", one, other))
            self.assertIn(str(other), self.fails(2, "diff", other, one))
        self.fails(2, "diff", one)

    def test_truncated_files_count_as_zeros_and_say_so(self):
        one = self.write("a.nc", sample())
        whole = one.read_bytes()
        cut = self.folder / "cut.nc"
        cut.write_bytes(whole[:-12])
        self.assertIn("cut.nc: the file ends before its data: --truncated goes on", self.fails(2, "diff", one, cut))
        self.assertIn("cut.nc", self.fails(2, "diff", "-q", cut, one))
        done = weft("diff", "--truncated", one, cut)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cut.nc: warning: the file ends before its data", done.stderr)
        self.assertIn(b'variable "r": 5 of 6 values, first at [0, 1]: 2 != 0', done.stdout)

    def test_every_cut_of_the_header_is_a_failure(self):
        one = self.write("a.nc", sample())
        cut = self.folder / "cut.nc"
        for length in range(0, len(sample().header([0] * 4)), 7):
            cut.write_bytes(one.read_bytes()[:length])
            self.fails(2, "diff", one, cut)

    def test_a_header_that_promises_exabytes_takes_no_time(self):
        huge = Classic(5, [("t", 0), ("x", 3), ("n", 1 << 59)], [],
                       [Variable("r", "double", [0, 1]), Variable("s", "byte", [0])], record_count=1 << 50)
        file = self.folder / "huge.nc"
        file.write_bytes(huge.header([400, 424]) + bytes(400))
        self.assertEqual(weft("diff", "-q", "--truncated", file, file).returncode, 0)
        fixed = Classic(5, [("n", 1 << 58)], [], [Variable("v", "double", [0])])
        file.write_bytes(fixed.header([400]) + bytes(400))
        self.assertEqual(weft("diff", "-q", "--truncated", file, file).returncode, 0)
        beyond = Classic(5, [("n", 1 << 59)], [], [Variable("v", "double", [0])])  # the library's limit for a file
        file.write_bytes(beyond.header([400]) + bytes(400))
        self.assertIn("'v' ends beyond 2^62 bytes", self.fails(2, "diff", "-q", "--truncated", file, file))

    def test_differences_across_buffers(self):
        count = 3_000_000  # several windows of a MiB
        first = Classic(2, [("n", count)], [], [Variable("v", "short", [0])])
        one, two = self.write("a.nc", first), self.folder / "b.nc"
        content = bytearray(one.read_bytes())
        begin = len(content) - 2 * count
        for index in (524_287, 524_288, count - 1):
            content[begin + 2 * index + 1] = 1
        two.write_bytes(content)
        done = weft("diff", one, two)
        self.assertIn(b"3 of 3000000 values, first at [524287]: 0 != 1", done.stdout)
        os.truncate(two, len(content) - 2)
        self.assertIn(b"2 of 3000000 values", weft("diff", "--truncated", one, two).stdout)


if __name__ == "__main__":
    main()
