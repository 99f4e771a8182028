# SPDX-License-Identifier: BSD-3-Clause
"""`weft plot`: which cell is where, what is missing, and what it refuses."""

from classic import Classic, Variable
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
        self.assertTrue(lines[2].startswith("        45 ┤"), lines)

    def test_missing_values_are_dots(self):
        drawing, lines = self.drawing(self.map_of([-45.0, 45.0], [0.0, float("nan"), 2.0, 3.0]), "-v", "v")
        self.assertEqual(drawing[-1], "░" * 14 + "·" * 14)
        self.assertIn("1 of 4 missing", lines[0])

    def test_what_is_positive_down_grows_downwards(self):
        up, _ = self.drawing(self.map_of([0.0, 100.0], [0.0, 1.0, 2.0, 3.0]), "-v", "v")
        down, lines = self.drawing(self.map_of([0.0, 100.0], [0.0, 1.0, 2.0, 3.0], [("positive", "char", b"down")]), "-v", "v")
        self.assertEqual(down, up[::-1])
        self.assertTrue(lines[2].startswith("         0 ┤"), lines)

    def test_longitudes_that_go_round_are_not_mirrored(self):
        def drawn(longitudes, values, *words):
            made = Classic(1, [("lon", 4)], [], [Variable("lon", "double", [0], longitudes, [("units", "char", b"degrees_east")]),
                                                 Variable("v", "double", [0], values)])
            return self.drawing(made.write(self.folder / "globe.nc"), "-v", "v", *words)

        drawing, lines = drawn([0.0, 90.0, 180.0, 270.0], [3.0, 4.0, 1.0, 2.0], "-s", "lon=180:90")
        self.assertEqual(drawing, drawn([-180.0, -90.0, 0.0, 90.0], [1.0, 2.0, 3.0, 4.0])[0])
        self.assertEqual(lines[-2].split(), ["180", "0", "90"])

    def test_packed_values_are_unpacked(self):
        """And a value is missing as it stands in the file."""
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
        refused = [([], 2, "which variable"), (["-v", "name"], 1, "is text"), (["-v", "v[0,0]"], 1, "single value"), (["-v", "w"], 1, "no variable 'w'")]
        for words, code, text in refused:
            done = weft("plot", path, *words)
            self.assertEqual(done.returncode, code, done)
            self.assertIn(text, str(done.stderr))


if __name__ == "__main__":
    main()
