# SPDX-License-Identifier: BSD-3-Clause
"""Selections by longitude, latitude and time (-s), as a table of the chosen indices, checked against NCO and CDO if they choose the same."""

import json
import math
import random
import shutil

from classic import Classic, Variable
from support import ToolTest, main, replay_of, run, seeds, weft

EAST, NORTH = [("units", "char", b"degrees_east")], [("units", "char", b"degrees_north")]
RISING = [i * 30.0 for i in range(12)]  # 0 to 330
CENTRED = [-180.0 + i * 30 for i in range(12)]
FALLING = RISING[::-1]
REGION = [100.0 + i * 10 for i in range(7)]  # 100 to 160
GAUSSIAN = [87.8638, 85.0965, 82.3129, 79.5256, 0.5, -79.5256, -82.3129, -85.0965, -87.8638]

# The axis, the range, the chosen indices in order, and a program that chooses the same.
LONGITUDES = [
    (RISING, "150:-150", [5, 6, 7], "cdo"), (RISING, "-30:30", [11, 0, 1], "cdo"), (RISING, "0:360", range(12), "cdo"),
    (RISING, "330:30", [11, 0, 1], "ncks"), (RISING, "150:210", [5, 6, 7], "ncks"), (RISING, "-30", [11], None), (RISING, "359", [0], None),
    (RISING, "-180:180", range(12), None), (RISING, "95:125", [4], "cdo"), (RISING, "-260:-230", [4], "cdo"), (RISING, "710:730", [0], None),
    (CENTRED, "330:30", [5, 6, 7], "cdo"), (CENTRED, "150:210", [11, 0, 1], "cdo"), (CENTRED, "0:360", range(12), None),
    (CENTRED, "-30:30", [5, 6, 7], "ncks"), (CENTRED, "150:-150", [11, 0, 1], "ncks"), (CENTRED, "340:100", [6, 7, 8, 9], "cdo"),
    (CENTRED, "200", [1], None), (CENTRED, "-180:180", range(12), "ncks"), (CENTRED, "179.9:180.1", [0], None),
    (FALLING, "-30:30", [10, 11, 0], None), (FALLING, "150:210", [4, 5, 6], "ncks"), (FALLING, "0:360", range(12), "ncks"), (FALLING, "-60", [1], None),
    (REGION, "100:130", [0, 1, 2, 3], "cdo"), (REGION, "-260:-230", [0, 1, 2, 3], "cdo"), (REGION, "150:170", [5, 6], "cdo"), (REGION, "0:360", range(7), "cdo"),
    (REGION, "481", [2], None)]
LATITUDES = [(GAUSSIAN, "-90:90", range(9), "ncks"), (GAUSSIAN, "80:90", [0, 1, 2], "ncks"), (GAUSSIAN, "90", [0], "ncks"), (GAUSSIAN, "3", [4], "ncks"),
             (GAUSSIAN, ":0", [5, 6, 7, 8], "ncks")]
DAYS = [i * 91.3125 for i in range(16)]  # of four years, from 1980-12-31 18:00 on
TIMES = [("1982", range(4, 8), "selyear,1982"), ("1982-03:1982-08", [5, 6], "seldate,1982-03-01T00:00:00,1982-08-31T23:59:59"), ("1981:1982", range(0, 8), "selyear,1981/1982"),
         ("1983-04-01", [], None), ("1983-07-02:", range(10, 16), "seldate,1983-07-02T00:00:00,1999-01-01T00:00:00"), (":1981-04", [0, 1], "selmonth,1/4 -selyear,1981"),
         ("91.3125:400", range(1, 5), None), ("0", [0], None)]
assert len(LONGITUDES) + len(LATITUDES) + len(TIMES) >= 40


def globe(lon=RISING, lat=(-60.0, 0.0, 60.0), kind="double"):
    """v is the index of the longitude, w that of the latitude."""
    size = len(lon) * len(lat)
    return Classic(1, [("lat", len(lat)), ("lon", len(lon))], [], [
        Variable("lat", kind, [0], list(lat), NORTH), Variable("lon", kind, [1], list(lon), EAST),
        Variable("v", "float", [0, 1], [float(i % len(lon)) for i in range(size)]), Variable("w", "float", [0, 1], [float(i // len(lon)) for i in range(size)])])


class CoordinatesTest(ToolTest):
    def data(self, path):
        return json.loads(self.ok("dump", "--json", path))["data"]

    def chosen(self, source, words):
        self.ok("copy", "-s", words, source, self.folder / "ours.nc")
        return self.data(self.folder / "ours.nc")

    def theirs(self, *command):
        if shutil.which(command[0]) is None:
            return None
        target = self.folder / "theirs.nc"
        done = run(*command, target)
        self.assertEqual(done.returncode, 0, (command, done.stderr))
        data = self.data(target)
        target.unlink()
        return data

    def ncks(self, source, dimension, words):
        ends = [float(end) if end else "" for end in words.split(":")]
        return self.theirs("ncks", "-O", "-h", "-d", ",".join([dimension, *map(str, ends)]), source)

    def test_longitudes(self):
        for axis, words, expected, peer in LONGITUDES:
            for kind in ("double", "float"):
                source = globe(axis, kind=kind).write(self.folder / "in.nc")
                about = (axis[0], words, kind)
                found = self.chosen(source, f"lon={words}")
                self.assertEqual(found["v"][0], list(expected), about)
                self.assertEqual(found["lon"], [axis[i] for i in expected], about)
            low, _, high = words.partition(":")
            theirs = self.theirs("cdo", "-s", "-O", f"sellonlatbox,{low},{high},-90,90", source) if peer == "cdo" else self.ncks(source, "lon", words) if peer else None
            if theirs is not None:
                self.assertEqual(theirs["v"][0], list(expected), (about, peer))

    def test_latitudes(self):
        for axis, words, expected, _ in LATITUDES:
            source = globe(lat=axis).write(self.folder / "in.nc")
            self.assertEqual([row[0] for row in self.chosen(source, f"lat={words}")["w"]], list(expected), words)
            theirs = self.ncks(source, "lat", words)
            if theirs is not None:
                self.assertEqual([row[0] for row in theirs["w"]], list(expected), words)

    def test_times(self):
        made = Classic(1, [("time", 0), ("x", 1)], [], [Variable("time", "double", [0], DAYS, [("units", "char", b"Days Since 1981-01-01"), ("calendar", "char", b"Standard"),
                                                                                                ("standard_name", "char", b"time")]),
                                                      Variable("v", "float", [0, 1], [float(i) for i in range(16)])], record_count=16)
        source = made.write(self.folder / "in.nc")
        for words, expected, operator in TIMES:
            if not expected:
                self.assertIn("no value of 'time', whose values go from 1981-01-01 to", self.fails(1, "dump", "-s", f"time={words}", source))
                continue
            found = self.chosen(source, f"time={words}")
            self.assertEqual([row[0] for row in found["v"]], list(expected), words)
            if operator:
                theirs = self.theirs("cdo", "-s", "-O", *("-" + part.lstrip("-") for part in operator.split()), source)
                if theirs is not None:
                    self.assertEqual([row[0] for row in theirs["v"]], list(expected), words)

    def test_random_longitudes_against_the_model(self):
        """For a grid of any size, origin and direction: the indices from LO eastward to HI, to the precision of the type."""
        for seed in seeds(60, 7300):
            rng = random.Random(seed)
            size, first = rng.choice([2, 5, 36, 144]), rng.choice([0.0, -180.0, -179.5, 20.0, 0.25])
            axis = [first + i * 360 / size for i in range(size)]
            if rng.random() < 0.3:
                axis.reverse()
            source = globe(axis, (0.0,)).write(self.folder / "in.nc")
            low, width = rng.uniform(-400, 400), rng.uniform(0, 359)
            chosen = [i for i, value in enumerate(axis) if math.fmod(value - low + 1080, 360) <= width]
            words = f"lon={low!r}:{low + width!r}"
            about = (replay_of(seed), words)
            if not chosen:
                self.assertIn("no value of 'lon'", self.fails(1, "copy", "-s", words, source, self.folder / "ours.nc"))
                continue
            step = 1 if axis[0] < axis[-1] else -1
            eastward = sorted(chosen, key=lambda i: math.fmod(axis[i] - low + 1080, 360))[::step]
            found = self.chosen(source, words)["v"][0]
            self.assertEqual(sorted(found), chosen, about)
            if len(chosen) < size:
                self.assertEqual(found, eastward, about)

    def test_ends_outside_an_axis(self):
        """One step outside still belongs to the axis, also for a single value; values further away are an error."""
        source = globe(REGION, lat=(-60.0, -30.0, 0.0, 30.0, 60.0)).write(self.folder / "in.nc")
        self.assertEqual(len(self.chosen(source, "lat=-90:90")["lat"]), 5)
        self.assertEqual(self.chosen(source, "lat=90")["lat"], [60])
        for words, end in (("lat=-90.1:0", "-90.1"), ("lat=0:500", "500"), ("lat=95", "95"), ("lat=:-91", "-91"), ("lat=91:", "91")):
            self.assertIn(f"{end} is outside 'lat', whose values go from -60 to 60", self.fails(1, "dump", "-s", words, source))
        for words, end in (("lon=0", "0"), ("lon=-30:120", "-30"), ("lon=175:200", "175")):
            self.assertIn(f"{end} is outside 'lon', whose values go from 100 to 160", self.fails(1, "dump", "-s", words, source))
        self.assertIn("which only longitudes allow", self.fails(1, "dump", "-s", "lat=30:-30", source))
        one = Classic(1, [("lev", 1)], [], [Variable("lev", "double", [0], [500.0])]).write(self.folder / "one.nc")
        self.assertIn("whose only value is 500", self.fails(1, "dump", "-s", "lev=850", one))
        self.assertIn("lev = 500 ;", self.ok("dump", "-s", "lev=500", one))

    def test_packed_coordinates_are_chosen_by_what_they_mean(self):
        packed = [("scale_factor", "double", [0.1]), ("add_offset", "float", [-20.0])]
        source = Classic(1, [("lat", 5)], [], [Variable("lat", "short", [0], [0, 100, 200, 300, 400], NORTH + packed)]).write(self.folder / "in.nc")
        self.assertEqual(self.chosen(source, "lat=-10:10")["lat"], [100, 200, 300])
        self.assertEqual(self.chosen(source, "lat=19")["lat"], [400])

    def test_rounding(self):
        """Ends that are values of the axis are included, though a float of them is another number."""
        tenths = [i / 10 for i in range(11)]
        source = globe(REGION, tenths, "float").write(self.folder / "in.nc")
        for low in range(10):
            for high in range(low, 11):
                found = self.chosen(source, f"lat={tenths[low]}:{tenths[high]}")
                self.assertEqual([row[0] for row in found["w"]], list(range(low, high + 1)), (low, high))

    def test_times_to_the_millisecond(self):
        for units, calendar, values in ((b"days since 2000-01-01", b"noleap", [0, 0.083333333333, 0.9999999999999, 1.5]), (b"HOURS SINCE 2000-1-1 0:0:0", b"", [0, 1.9999999999, 23.99999999999, 36]),
                                        (b"weeks since 2000-01-01T00:00:00Z", b"360_day", [0, 0.0119047619047, 0.14285714285712, 0.2])):
            source = Classic(1, [("time", 0)], [], [Variable("time", "double", [0], [float(v) for v in values], [("units", "char", units), ("calendar", "char", calendar)])],
                             record_count=4).write(self.folder / "in.nc")
            self.assertEqual(self.chosen(source, "time=2000-01-01T02")["time"], values[1:2], units)
            self.assertEqual(self.chosen(source, "time=2000-01-02")["time"], values[2:], units)
            self.assertEqual(self.chosen(source, "time=2000")["time"], values, units)

    def test_years_are_values_where_nothing_is_since(self):
        source = Classic(1, [("year", 3)], [], [Variable("year", "int", [0], [1981, 1982, 1983], [("units", "char", b"1")])]).write(self.folder / "in.nc")
        self.assertEqual(self.chosen(source, "year=1982:1983")["year"], [1982, 1983])

    def test_hyperslabs_of_ncks(self):
        source = globe().write(self.folder / "in.nc")
        for words in (["-d", "lon,20.,60."], ["-d", "lon,320.,65."], ["-d", "lat,-30.0,"], ["-d", "lon,2"], ["-d", "lon,2,8,3"], ["-d", "lat,10.0", "-d", "lon,,4"]):
            self.ok("copy", "-O", *words, source, self.folder / "ours.nc")
            theirs = self.theirs("ncks", "-O", "-h", *words, source)
            if theirs is not None:
                self.assertEqual(self.data(self.folder / "ours.nc"), theirs, words)


if __name__ == "__main__":
    main()
