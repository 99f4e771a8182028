# SPDX-License-Identifier: BSD-3-Clause
"""Slices, ranges of indices and of coordinates in dump, copy and diff; several files, patterns, and standard input."""

import json
import os
import random
import shutil

from classic import Classic, Variable
from part_longitudes import LongitudesTest  # its tests run here, too
from part_model import length, part_of
from random_files import dataset
from support import ToolTest, main, replay_of, run, seeds, weft


def ocean(version=1):
    return Classic(version, [("time", 0), ("lat", 5), ("lon", 8)], [],
                   [Variable("time", "double", [0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]), Variable("lat", "float", [1], [-60.0, -30.0, 0.0, 30.0, 60.0]),
                    Variable("lon", "float", [2], [315.0 - 45 * i for i in range(8)]), Variable("sst", "short", [0, 1, 2], list(range(240))),
                    Variable("mask", "byte", [1, 2], list(range(40)))], record_count=6)


class PartTest(ToolTest):
    def test_random_parts(self):
        """-d, slices, and both, of random datasets, against the model."""
        for seed in seeds(60, 2300):
            rng = random.Random(seed)
            made = dataset(rng)
            made.gap = 0
            chosen, words, slices = [], [], {}
            for d, (name, _) in enumerate(made.dimensions):
                size = length(made, d)
                if size == 0 or rng.random() < 0.3:
                    chosen.append(range(size))
                    continue
                low, step = rng.randrange(size), rng.choice([1, 1, 2, 3, 10])
                high = rng.randrange(low, size)
                chosen.append(range(low, high + 1, step))
                if rng.random() < 0.5:
                    words += ["-d", f"{name},{low},{high}" + (f",{step}" if step > 1 or rng.random() < 0.5 else "")]
                else:
                    first = low if rng.random() < 0.7 else low - size
                    slices[d] = f"{first}:{high + 1 if high + 1 < size or rng.random() < 0.5 else ''}:{step}"
            for variable in made.variables:
                if "," in variable.name:
                    continue
                items = [slices.get(d, rng.choice([":", "::1"])) for d in variable.dimensions]
                if any(d in slices for d in variable.dimensions):
                    words += ["-v", f"{variable.name}[{','.join(items)}]"]
            missing = [d for d in slices if not any(d in v.dimensions and "," not in v.name for v in made.variables)]
            for d in missing:
                words += ["-d", f"{made.dimensions[d][0]},{chosen[d].start},{chosen[d].stop - 1},{chosen[d].step}"]
            source, model = made.write(self.folder / "in.nc"), part_of(made, chosen).write(self.folder / "model.nc")
            about = (replay_of(seed), words)
            named = [name for word, name in zip(words, words[1:]) if word == "-v"]
            plain = [part for name in named for part in ("-v", name[:name.rindex("[")])]
            same = weft("dump", *words, "-n", "x", source)
            self.assertEqual((same.returncode, same.stderr), (0, b""), about)
            self.assertEqual(same.stdout, weft("dump", *plain, "-n", "x", model).stdout, about)
            target = self.folder / "out.nc"
            self.ok("copy", *words, source, target)
            self.ok("copy", *plain, "--var-align", "4", "--record-align", "4", model, self.folder / "model_part.nc")
            self.assertEqual(weft("diff", target, self.folder / "model_part.nc").returncode, 0, about)
            self.assertEqual(weft("diff", *words, source, source).returncode, 0, about)

    def test_as_ncks_does(self):
        if shutil.which("ncks") is None:
            self.skipTest("nco is not installed")
        source, theirs = ocean().write(self.folder / "ocean.nc"), self.folder / "theirs.nc"
        for ours, ncks in ((["-d", "time,1,4,2"], ["-d", "time,1,4,2"]), (["-s", "lat=-30:30"], ["-d", "lat,-30.0,30.0"]),
                           (["-s", "lon=100:"], ["-d", "lon,100.0,"]), (["-s", "lat=17"], ["-d", "lat,17.0"]),
                           (["-v", "sst[0:3,:,::3],lat,lon,time"], ["-d", "time,0,2", "-d", "lon,,,3", "-v", "sst"]),
                           (["-v", "mask[-1],lat,lon"], ["-d", "lat,4", "-v", "mask"])):
            self.assertEqual(run("ncks", "-O", "-h", *ncks, source, theirs).returncode, 0)
            self.ok("copy", *ours, source, self.folder / "ours.nc")
            data = [json.loads(self.ok("dump", "--json", file))["data"] for file in (self.folder / "ours.nc", theirs)]
            self.assertEqual(data[0], data[1], ours)
            self.assertEqual(json.loads(self.ok("dump", "--json", *ours, source))["data"], data[1], ours)

    def chosen_times(self, values, units, calendar, words, kind="double"):
        attributes = [("units", "char", units.encode())] + ([("calendar", "char", calendar.encode())] if calendar else [])
        source = Classic(2, [("time", 0)], [], [Variable("time", kind, [0], values, attributes)], record_count=len(values)).write(self.folder / "t.nc")
        return source, json.loads(self.ok("dump", "--json", "-s", f"time={words}", source))["data"]["time"]

    def test_dates(self):
        """A date is all of its month, day or hour, in the calendar and the units of the coordinate."""
        days = [float(i) for i in range(800)]
        for units, calendar, words, expected in (
                ("days since 2000-01-01", None, "2000-02", range(31, 60)), ("days since 2000-01-01", "noleap", "2000-02", range(31, 59)),
                ("days since 2000-01-01", "360_day", "2000-02-30", [59]), ("days since 2000-01-01", "standard", "2000-12:2001-01", range(335, 397)),
                ("days since 2000-1-1 00:00:00.0 UTC", "Gregorian", "2002-03:", range(790, 800)), ("days since 2000-01-01", "366_day", "2001-02-29", [425]),
                ("days since 1582-10-04", "standard", "1582-10-15", [1]), ("days since 1582-10-04", "proleptic_gregorian", "1582-10-15", [11]),
                ("days since 1500-02-28", "julian", "1500-03-01", [2]), ("days since 0000-12-31", "proleptic_gregorian", "0001-01-01", [1]),
                ("hours since 2000-01-01 12:00", None, "2000-01-02T06", [18]), ("hours since 2000-01-01 12:00:00 +02:00", None, "2000-01-02T06", [20]),
                ("minutes since 2000-01-01T00:30", None, "2000-01-01T01:2000-01-01T02", range(30, 150)), ("seconds since 2000-01-01", None, ":2000-01-01", range(800))):
            _, found = self.chosen_times(days, units, calendar, words)
            self.assertEqual(found, list(map(float, expected)), (units, calendar, words))
        _, found = self.chosen_times(list(range(100, 0, -1)), "days since 2000-01-01", None, "2000-02:2000-02-03", "int")
        self.assertEqual(found, [33, 32, 31])

    def test_dates_as_cdo_does(self):
        if shutil.which("cdo") is None:
            self.skipTest("cdo is not installed")
        for units, calendar in (("days since 1850-01-01", "standard"), ("days since 1850-01-01", "noleap"), ("days since 1850-01-01", "360_day"),
                                ("hours since 1499-12-30 06:00:00", "proleptic_gregorian")):
            values = [i * 37.25 for i in range(3000)]
            first = int(units.split("since ")[1][:4])
            for month, more in ((3, 0), (2, 1), (12, 14)):
                low, high = (first + 2, month), (first + 2 + (month - 1 + more) // 12, (month - 1 + more) % 12 + 1)
                source, found = self.chosen_times(values, units, calendar, "%04d-%02d:%04d-%02d" % (low + high))
                made = run("cdo", "-s", "-O", "-f", "nc", f"-seldate,{low[0]:04d}-{low[1]:02d}-01T00:00:00,{high[0]:04d}-{high[1]:02d}-{30 if calendar == '360_day' else [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][high[1] - 1]}T23:59:59",
                           self.with_a_variable(source, values, units, calendar), self.folder / "theirs.nc")
                self.assertEqual(made.returncode, 0, made.stderr)
                self.assertEqual(found, json.loads(self.ok("dump", "--json", self.folder / "theirs.nc"))["data"]["time"], (units, calendar, low, high))

    def with_a_variable(self, source, values, units, calendar):
        """cdo takes no file that has nothing but a coordinate."""
        return Classic(2, [("time", 0), ("x", 1)], [],
                       [Variable("time", "double", [0], values, [("units", "char", units.encode()), ("calendar", "char", calendar.encode()), ("standard_name", "char", b"time")]),
                        Variable("v", "float", [0, 1], [1.0] * len(values))], record_count=len(values)).write(self.folder / "cdo.nc")

    def test_what_is_no_date(self):
        times = lambda units, *more: Classic(1, [("time", 0)], [], [Variable("time", "double", [0], [0.0, 1.0], units and [("units", "char", units), *more] or [])],
                                             record_count=2).write(self.folder / "t.nc")
        since = b"days since 2000-01-01"
        for source_of, words, reason in (((b"",), "2000-01", 'a date needs units such as "days since 2000-01-01"'), ((b"months since 2000-01-01",), "2000-01", "a date needs units"),
                                         ((b"days since 2000-01-01 25h",), "2000-01", "a date needs units"), ((since,), "2001-02-29", "no 2001-02-29 in the calendar"),
                                         ((since,), "2001-13", "no 2001-13-01"), ((since,), "1582-10-10", "no 1582-10-10"),
                                         ((since, ("calendar", "char", b"mayan")), "2000-01", 'calendar "mayan"'), ((since,), "2031-01", "2031-01 is outside 'time', whose values go from 2000-01-01 to 2000-01-02")):
            error = self.fails(1, "dump", "-s", f"time={words}", times(*source_of))
            self.assertIn(reason, error)
        for words in ("2000-01-01T24", "2000-01-01T6:30", "400:2001-02", "2000-1-1-1", "2000-", "2000-01-01x"):
            self.fails(2, "dump", "-s", f"time={words}", times(since))

    def test_the_text_is_that_of_ncdump(self):
        if shutil.which("ncdump") is None:
            self.skipTest("ncdump is not installed")
        source, target = ocean().write(self.folder / "ocean.nc"), self.folder / "part.nc"
        for words in (["-s", "lat=-30:30", "-d", "time,2,3"], ["-v", "sst[1,::2]"]):
            self.ok("copy", *[word for word in words if word not in ("-v", "sst[1,::2]")], *(["-d", "time,1,1", "-d", "lat,0,4,2"] if "-v" in words else []),
                    source, target)
            theirs = run("ncdump", "-n", "x", *(["-v", "sst"] if "-v" in words else []), target).stdout.decode()
            self.same_text(theirs, self.ok("dump", "-n", "x", *words, source), words)

    def test_diff_of_parts(self):
        one, two = ocean(), ocean()
        two.variables[3].values[5 * 40 + 3] = -1
        one, two = one.write(self.folder / "one.nc"), two.write(self.folder / "two.nc")
        self.assertEqual(weft("diff", "-q", one, two).returncode, 1)
        for same in (["-d", "time,0,4"], ["-v", "sst[:5]"], ["-s", "lon=:100"], ["-v", "sst[::4,:,:]"]):
            self.assertEqual(weft("diff", *same, one, two).returncode, 0, same)
        text = weft("diff", "-v", "sst[3:]", one, two).stdout.decode()
        self.assertIn('variable "sst": 1 of 120 values, first at [2, 0, 3]: 203 != -1', text)
        shorter = ocean()
        shorter.record_count = 4
        shorter.variables[0].values, shorter.variables[3].values = [0.0, 1.0, 2.0, 3.0], list(range(160))
        self.assertEqual(weft("diff", "-d", "time,0,3", one, shorter.write(self.folder / "short.nc")).returncode, 0)

    def test_what_is_no_part(self):
        source = ocean().write(self.folder / "ocean.nc")
        for words, reason in ((["-v", "sst[0:9]"], "dimension 'time' has indices 0 to 5"), (["-v", "sst[3:3]"], "no indices from 3 up to 3"),
                              (["-v", "lat[0,0]"], "'lat' has 1 dimension"), (["-v", "sst[0:3]", "-d", "time,1,2"], "different indices of dimension 'time'"),
                              (["-v", "nosuch[0]"], "no variable 'nosuch'"), (["-d", "nosuch,0,1"], "no dimension 'nosuch'"),
                              (["-s", "nosuch=1:2"], "no variable 'nosuch'"), (["-s", "lat=70:"], "no value of 'lat', whose values go from -60 to 60"), (["-s", "sst=0:1"], "is not a coordinate"),
                              (["-v", "sst[a]"], "'a' is not a slice"), (["-v", "sst[::0]"], "step above 0")):
            for command in (["dump", *words, source], ["copy", *words, source, self.folder / "out.nc"]):
                error = self.fails(1, *command)
                self.assertIn("ocean.nc", error)
                self.assertIn(reason, error)
        for words in (["-s", "lat"], ["-s", "lat=:"], ["-s", "lat=a:b"], ["-s", "lat=nan:1"], ["-d", "time,one"]):
            self.fails(2, "stats", *words, source)
        zigzag = Classic(1, [("x", 3)], [], [Variable("x", "int", [0], [1, 3, 2])]).write(self.folder / "zigzag.nc")
        self.assertIn("index 2", self.fails(1, "dump", "-s", "x=1:2", zigzag))

    def test_a_file_that_ends_early(self):
        source = ocean().write(self.folder / "ocean.nc")
        os.truncate(source, source.stat().st_size - 200)
        done = weft("dump", "-d", "time,4,5", source)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"ends before the data of 'sst'", done.stderr)
        self.assertEqual(weft("dump", "-d", "time,0,1", source).stderr, b"")
        promising = Classic(5, [("t", 0), ("n", 1 << 40)], [], [Variable("v", "int", [0, 1])], record_count=1 << 20)
        file = self.folder / "promising.nc"
        file.write_bytes(promising.header([len(promising.header([0]))]))
        self.assertIn("bytes by the header", self.fails(1, "dump", "-d", "t,0,10,2", file))
        self.assertEqual(weft("diff", "--truncated", "-d", "t,0,1000,3", file, file).returncode, 0)  # and at once


class FilesTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.one, self.two = ocean().write(self.folder / "r1.nc"), ocean(5).write(self.folder / "r2.nc")

    def test_several_files(self):
        self.assertEqual(self.ok("dump", self.one, self.two), self.ok("dump", self.one) + self.ok("dump", self.two))
        self.assertEqual(len(json.loads(self.ok("dump", "--json", self.one, self.two))), 2)
        self.assertEqual([file["format"] for file in json.loads(self.ok("info", "--json", self.one, self.two))], ["classic", "cdf5"])
        done = weft("dump", "--json", self.folder / "missing", self.one, self.folder / "missing", self.two)
        self.assertEqual((done.returncode, len(json.loads(done.stdout))), (1, 2))
        self.fails(2, "dump", "-n", "x", self.one, self.two)

    def test_patterns(self):
        pattern = self.folder / "r*.nc"
        self.assertEqual(self.ok("dump", "-k", pattern), "classic\ncdf5\n")
        self.assertEqual(len(json.loads(self.ok("check", "--json", pattern))), 2)
        self.assertIn("x*.nc", self.fails(1, "info", self.folder / "x*.nc"))
        odd = ocean().write(self.folder / "r[12].nc")  # a name that looks like a pattern is a name first
        self.assertEqual(self.ok("info", "--format", odd).count("\n"), 1)

    def test_standard_input(self):
        content = self.one.read_bytes()
        with_input = lambda *words: weft(*words, input=content)
        self.assertEqual(with_input("dump", "-n", "r1", "-").stdout, weft("dump", self.one).stdout)
        self.assertEqual(with_input("copy", "-", self.folder / "out.nc").returncode, 0)
        self.assertEqual((self.folder / "out.nc").read_bytes(), content)
        self.assertEqual(with_input("copy", "-k", "cdf5", "-", self.folder / "out.nc").returncode, 0)
        self.assertEqual(with_input("diff", "-", self.one).returncode, 0)
        self.assertEqual(with_input("check", "-").stdout, b"-: 0 errors, 0 warnings\n")
        self.assertEqual(with_input("info", "--format", "-").stdout, b"-: CDF-1\n")
        self.assertEqual(weft("dump", "-", input=b"").returncode, 1)
        if "MPI none" not in self.ok("version"):
            launched = weft("dump", "-", input=content, env={**os.environ, "PMI_RANK": "0"})
            self.assertIn(b"several processes cannot share standard input", launched.stderr)


if __name__ == "__main__":
    main()
