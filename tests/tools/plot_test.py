# SPDX-License-Identifier: BSD-3-Clause
"""`weft plot`: places of cells, missing values, and refusals."""

import os
import random
import unittest

from classic import Classic, Variable
from png import read_png
from support import ToolTest, main, weft


class PlotTest(ToolTest):
    def map_of(self, lat, values, of_lat=(), of_v=()):
        """of_lat, of_v: attributes."""
        made = Classic(1, [("lat", 2), ("lon", 2)], [], [
            Variable("lat", "double", [0], lat, list(of_lat)), Variable("lon", "double", [1], [10.0, 20.0]),
            Variable("v", "double", [0, 1], values, list(of_v)), Variable("name", "char", [0], b"ab")])
        return made.write(self.folder / f"{lat[0]}.nc")

    def drawing(self, *words):
        lines = self.ok("plot", *words, "--width", "40", "--height", "4").splitlines()
        return [line.split("┤")[-1].split("│")[-1] for line in lines if "┤" in line or "│" in line], lines

    def test_north_is_at_the_top_whichever_way_latitudes_run(self):
        rising, lines = self.drawing(self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0]), "-v", "v")
        falling, _ = self.drawing(self.map_of([45.0, -45.0], [2.0, 3.0, 0.0, 1.0]), "-v", "v")
        self.assertEqual(rising, falling)
        self.assertEqual(rising, ["▓" * 14 + "█" * 14] * 2 + ["░" * 14 + "▒" * 14] * 2)
        self.assertTrue(lines[3].startswith("        45 ┤"), lines)

    def test_missing_values_are_dots(self):
        drawing, lines = self.drawing(self.map_of([-45.0, 45.0], [0.0, float("nan"), 2.0, 3.0]), "-v", "v")
        self.assertEqual(drawing[-1], "░" * 14 + "·" * 14)
        self.assertIn("1 of 4 missing", lines[0])

    def test_what_is_positive_down_grows_downwards(self):
        up, _ = self.drawing(self.map_of([0.0, 100.0], [0.0, 1.0, 2.0, 3.0]), "-v", "v")
        down, lines = self.drawing(self.map_of([0.0, 100.0], [0.0, 1.0, 2.0, 3.0], [("positive", "char", b"down")]), "-v", "v")
        self.assertEqual(down, up[::-1])
        self.assertTrue(lines[3].startswith("         0 ┤"), lines)

    def test_longitudes_that_go_round_are_not_mirrored(self):
        def drawn(longitudes, values, *words):
            made = Classic(1, [("lon", 4)], [], [Variable("lon", "double", [0], longitudes, [("units", "char", b"degrees_east")]),
                                                 Variable("v", "double", [0], values)])
            return self.drawing(made.write(self.folder / "globe.nc"), "-v", "v", *words)

        drawing, lines = drawn([0.0, 90.0, 180.0, 270.0], [3.0, 4.0, 1.0, 2.0], "-s", "lon=180:90")
        self.assertEqual(drawing, drawn([-180.0, -90.0, 0.0, 90.0], [1.0, 2.0, 3.0, 4.0])[0])
        self.assertEqual(lines[-2].split(), ["180", "270", "0", "90"])

    def test_packed_values_are_unpacked(self):
        """Stored values decide what is missing."""
        packing = [("scale_factor", "double", [-10.0]), ("add_offset", "double", [100.0]), ("_FillValue", "double", [2.0])]
        drawing, lines = self.drawing(self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0], of_v=packing), "-v", "v")
        self.assertEqual(lines[0], "v: 70 to 100, 1 of 4 missing")
        self.assertEqual(drawing[0], "·" * 14 + "░" * 14)

    def test_control_characters_of_units_do_not_reach_the_terminal(self):
        _, lines = self.drawing(self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0], of_v=[("units", "char", b"\x1b[2Jm")]), "-v", "v")
        self.assertTrue(lines[0].startswith("v (?[2Jm): "), lines[0])

    def test_a_line_rises(self):
        drawing, _ = self.drawing(self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0]), "-v", "lat")
        self.assertNotEqual(drawing[0][-1], "⠀")
        self.assertEqual(drawing[0][0], "⠀")
        self.assertNotEqual(drawing[-1][0], "⠀")
        self.assertEqual(drawing[-1][-1], "⠀")

    def test_refusals(self):
        path = self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0])
        refused = [(["-v", "name"], 1, "is text"), (["-v", "v[0,0]"], 1, "single value"), (["-v", "w"], 1, "no variable 'w'")]
        for words, code, text in refused:
            done = weft("plot", path, *words)
            self.assertEqual(done.returncode, code, done)
            self.assertIn(text, str(done.stderr))

    def test_the_first_map_is_drawn(self):
        """Not a coordinate with two dimensions, nor a line, nor text; a line has dates along its axis."""
        since = [("units", "char", b"days since 2000-01-01")]
        path = Classic(1, [("time", 2), ("y", 2), ("x", 3)], [], [
            Variable("lon", "float", [1, 2], [0.0] * 6), Variable("text", "char", [1, 2], b"abcdef"), Variable("time", "double", [0], [0.0, 31.25], since),
            Variable("a", "float", [0], [1.0, 2.0]), Variable("v", "short", [1, 2], [1, 2, 3, 4, 5, 6], [("coordinates", "char", b"lon")])]).write(self.folder / "in.nc")
        self.assertTrue(self.ok("plot", path).startswith("v: 1 to 6"))
        self.assertTrue(self.ok("plot", "-v", "?", path).startswith("a: 1 to 2"))
        line = self.ok("plot", "-v", "a", path)
        self.assertIn("2000-01-01 ", line)
        self.assertIn("2000-02-01\n", line)
        self.assertIn("0 ░▒▓█ 600", self.ok("plot", "--range", "0,600", path))
        self.assertNotIn("█", self.ok("plot", "--range", "0,600", path).rsplit("\n", 2)[0])
        self.fails(2, "plot", "--range", "6,1", path)
        lines = Classic(1, [("x", 3)], [], [Variable("a", "float", [0], [1.0, 2.0, 3.0])]).write(self.folder / "lines.nc")
        self.assertIn("no variable makes a map", self.fails(1, "plot", lines))

    def line_of(self, values, attributes=(), width=80):
        """The labels below a line whose axis has these values, and the columns of the marks above them."""
        made = Classic(1, [("x", len(values))], [], [Variable("x", "double", [0], values, list(attributes)), Variable("v", "double", [0], [float(i) for i in range(len(values))])])
        lines = self.ok("plot", made.write(self.folder / "line.nc"), "-v", "v", "--width", str(width)).splitlines()
        return lines[-2].split(), [at - 12 for at, character in enumerate(lines[-3]) if character == "┬"]

    def test_marks_are_round_and_where_they_belong(self):
        """For equidistant values along an axis a mark lies at its value."""
        draw = random.Random(6)
        for _ in range(40):
            low, span = draw.uniform(-1000, 1000), 10 ** draw.uniform(-2, 5)
            count = draw.randint(2, 300)
            labels, columns = self.line_of([low + span * i / (count - 1) for i in range(count)])
            values = [float(label) for label in labels]
            self.assertGreaterEqual(len(values), 3, labels)
            self.assertLessEqual(len(columns), 8, labels)
            if len(columns) == len(labels):
                for value, column in zip(values, columns):
                    self.assertAlmostEqual((value - low) / span * 67, column, delta=1.01 + 67e-3 * abs(value) / span)
                steps = {float(f"{b - a:.3g}") for a, b in zip(values, values[1:])}
                self.assertIn(f"{min(steps):e}"[0], "125")

    def test_marks_of_dates(self):
        since = lambda units, calendar="standard": [("units", "char", units.encode()), ("calendar", "char", calendar.encode())]
        years = [365.0 * i for i in range(30)]
        for values, attributes, expected in (
                ([float(i) for i in range(366)], since("days since 2000-01-01"), ["2000-01-01", "2000-04-01", "2000-07-01", "2000-10-01", "2001-01-01"][:4]),
                (years, since("days since 1990-01-01", "noleap"), ["1990-01-01", "2000-01-01", "2010-01-01"]),
                ([0.0, 24.0], since("hours since 2000-02-29"), ["2000-02-29", "2000-02-29", "06", "2000-02-29", "12", "2000-02-29", "18", "2000-03-01"]),
                ([30.0 * i for i in range(13)], since("days since 2001-01-01", "360_day"), ["2001-01-01", "2001-04-01", "2001-07-01", "2001-10-01", "2002-01-01"])):
            self.assertEqual(self.line_of(values, attributes)[0], expected)

    def test_marks_of_what_neither_rises_nor_falls(self):
        self.assertEqual(self.line_of([5.0, 1.0, 7.0])[0], ["5", "1", "7"])
        self.assertEqual(self.line_of([5.0, float("nan"), 7.0])[0], ["5", "missing", "7"])
        self.assertEqual(self.line_of([3.0, 3.0])[0], ["3", "3"])

    def globe(self, east, north):
        degrees = lambda begin, span, count: [begin + span * (i + 0.5) / count for i in range(count)]
        return Classic(1, [("y", 18), ("x", 36)], [], [
            Variable("y", "double", [0], degrees(-north / 2, north, 18), [("units", "char", b"degrees_north")]),
            Variable("x", "double", [1], degrees(0, east, 36), [("units", "char", b"degrees_east")]), Variable("v", "double", [0, 1], [float(i) for i in range(18 * 36)])])

    def test_a_degree_has_the_same_length_in_both_directions(self):
        """In characters, which are twice as tall as wide."""
        for east, north, size in ((360, 180, (68, 17)), (90, 90, (40, 20)), (10, 80, (10, 20)), (360, 10, (68, 3))):
            lines = self.ok("plot", self.globe(east, north).write(self.folder / "globe.nc"), "-v", "v", "--width", "80").splitlines()
            drawing = [line.split("┤")[-1].split("│")[-1] for line in lines if "┤" in line or "│" in line]
            self.assertEqual((len(drawing[0]), len(drawing)), size)
        lines = self.ok("plot", self.globe(360, 180).write(self.folder / "globe.nc"), "-v", "v", "--width", "80").splitlines()
        self.assertEqual(lines[-3].split(), ["60", "120", "180", "240", "300"])
        self.assertEqual([line.split()[0] for line in lines if "┤" in line], ["60", "30", "0", "-30", "-60"])

    def test_sizes(self):
        path = self.map_of([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0])
        for words, text in ((["--width", "39"], "40 to 1000 characters"), (["--height", "501"], "3 to 500 characters"),
                            (["--png", "o.png", "--width", "199"], "200 to 2000 pixels"), (["--png", "o.png", "--height", "2001"], "150 to 2000 pixels")):
            self.assertIn(text, self.fails(2, "plot", path, "-v", "v", *words))


GREY, LINE, PAPER, INK = (208, 208, 208), (33, 102, 172), (255, 255, 255), (32, 32, 32)
LEAST, LARGEST = (68, 1, 84), (253, 231, 37)


@unittest.skipUnless(os.environ.get("WEFT_HAS_PNG", "1") == "1", "this build is without libpng")
class PictureTest(ToolTest):
    def picture(self, made, *words):
        path = made.write(self.folder / "in.nc")
        self.ok("plot", path, "--png", self.folder / "out.png", *words)
        return read_png((self.folder / "out.png").read_bytes())

    def grid(self, lat, values, attributes=()):
        return Classic(1, [("lat", 2), ("lon", 2)], [], [Variable("lat", "double", [0], lat), Variable("lon", "double", [1], [10.0, 20.0]),
                                                         Variable("v", "double", [0, 1], values, list(attributes))])

    def test_a_map_has_the_colours_of_its_values_where_they_belong(self):
        for lat, values in (([-45.0, 45.0], [0.0, float("nan"), 2.0, 3.0]), ([45.0, -45.0], [2.0, 3.0, 0.0, float("nan")])):
            rows = self.picture(self.grid(lat, values), "-v", "v", "--width", "400", "--height", "250")
            self.assertEqual((len(rows), len(rows[0])), (250, 400))
            inside = {name: rows[y][x] for name, y, x in (("south west", 200, 80), ("south east", 200, 300), ("north west", 40, 80), ("north east", 40, 300))}
            self.assertEqual((inside["south west"], inside["south east"], inside["north east"]), (LEAST, GREY, LARGEST))
            self.assertEqual(inside["north west"], (74, 182, 112))  # two thirds of the way
            legend = [row[320] for row in rows]
            self.assertLess(legend.index(LARGEST), legend.index(LEAST))

    def test_sizes_and_labels(self):
        """Labels are drawn with the font, twice as large in a picture that is twice as large."""
        made = self.grid([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0], [("units", "char", "\u00b0C".encode())])
        small = self.picture(made, "-v", "v", "--width", "400", "--height", "250")
        large = self.picture(made, "-v", "v", "--width", "800", "--height", "500")
        self.assertEqual((len(large), len(large[0])), (500, 800))
        title = [[small[y][x] == INK for x in range(4, 40)] for y in range(4, 12)]
        self.assertEqual([[large[2 * y][2 * x] == INK for x in range(4, 40)] for y in range(4, 12)], title)
        self.assertEqual(["".join(".#"[dot] for dot in row) for row in title], [  # "v (\u00b0C)"
            "...............#...##....###...#....",
            "..............#...#..#..#...#...#...",
            "#...#........#....#..#..#........#..",
            "#...#........#.....##...#........#..",
            "#...#........#..........#........#..",
            ".#.#..........#.........#...#...#...",
            "..#............#.........###...#....",
            "...................................."])

    def test_a_line_goes_from_the_lower_left_to_the_upper_right(self):
        made = Classic(1, [("x", 50)], [], [Variable("v", "int", [0], list(range(50)))])
        rows = self.picture(made, "-v", "v", "--width", "400", "--height", "250")
        dots = [(y, x) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == LINE]
        columns = sorted({x for _, x in dots})
        self.assertEqual(columns, list(range(columns[0], columns[-1] + 1)))
        heights = [max(y for y, x in dots if x == column) for column in columns]
        self.assertEqual(heights, sorted(heights, reverse=True))
        self.assertGreater(heights[0] - heights[-1], 180)

    def test_missing_values_are_a_gap_in_a_line(self):
        made = Classic(1, [("x", 3)], [], [Variable("v", "double", [0], [1.0, float("nan"), 2.0])])
        rows = self.picture(made, "-v", "v", "--width", "400", "--height", "250")
        self.assertEqual({x for row in rows for x, pixel in enumerate(row) if pixel == LINE}, {70, 309})

    def test_a_map_has_the_aspect_of_its_degrees(self):
        """And the picture becomes lower, if no height is given."""
        whole = PlotTest.globe(self, 360, 180)
        for words, height in (([], None), (["--height", "600"], 600)):
            rows = self.picture(whole, "-v", "v", *words)
            down = [y for y, row in enumerate(rows) if row[400] not in (PAPER, INK)]
            across = [x for x, pixel in enumerate(rows[down[0]]) if pixel not in (PAPER, INK) and x < 785]
            self.assertAlmostEqual(len(across) / len(down), 2, delta=0.02)
            self.assertEqual(len(rows), height or 600 - (488 - len(down)))

    def test_records_with_many_values(self):
        """More values than pixels: a pixel has the mean of its values."""
        made = Classic(1, [("t", 0), ("x", 1000)], [], [Variable("v", "short", [0, 1], [i % 2 * 100 for i in range(600_000)])], record_count=600)
        rows = self.picture(made, "-v", "v", "--width", "400", "--height", "250")
        two_of_four, two_of_five, three_of_five = (33, 145, 140), (43, 120, 140), (57, 167, 123)
        self.assertEqual({rows[y][x] for y in range(30, 210) for x in range(75, 305)}, {two_of_four, two_of_five, three_of_five})

    def test_one_value_and_none(self):
        for value in (7.0, float("nan")):
            rows = self.picture(self.grid([0.0, 1.0], [value] * 4), "-v", "v", "--width", "200", "--height", "150")
            self.assertEqual(rows[60][80], GREY if value != 7.0 else (33, 145, 140))

    def test_where_it_goes(self):
        path = self.grid([-45.0, 45.0], [0.0, 1.0, 2.0, 3.0]).write(self.folder / "in.nc")
        done = weft("plot", path, "-v", "v", "--png", "-")
        self.assertEqual((done.returncode, len(read_png(done.stdout))), (0, 600))
        self.assertIn("but -v names several", self.fails(2, "plot", path, "-v", "v,lat", "--png", self.folder / "o.png"))
        before = path.read_bytes()
        self.fails(1, "plot", path, "-v", "v", "--png", path)
        self.assertEqual(path.read_bytes(), before)
        self.fails(1, "plot", path, "-v", "v", "--png", self.folder / "none" / "o.png")
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["in.nc"])


class WithoutLibraryTest(ToolTest):
    def test_it_says_what_is_missing(self):
        if os.environ.get("WEFT_HAS_PNG", "1") == "1":
            self.skipTest("this build has libpng")
        path = Classic(1, [("x", 3)], [], [Variable("v", "int", [0], [1, 2, 3])]).write(self.folder / "in.nc")
        self.assertIn("built without libpng", self.fails(1, "plot", path, "-v", "v", "--png", self.folder / "o.png"))
        self.assertFalse((self.folder / "o.png").exists())


if __name__ == "__main__":
    main()
