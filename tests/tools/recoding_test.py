# SPDX-License-Identifier: BSD-3-Clause
"""`weft concat` of files whose attributes give numbers another meaning: against a plain model in numpy."""

import datetime
import json
import random
import shutil

from classic import Classic, Variable
from support import ToolTest, main, replay_of, run, seeds, skip, weft

try:
    import numpy
except ImportError:
    skip("numpy is not installed")

KINDS = {"byte": numpy.int8, "short": numpy.int16, "int": numpy.int32}
UNIT = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}


def meaning(stored, attributes, kind):
    """The meaning of the values, NaN for missing ones."""
    known = {name: values for name, _, values in attributes}
    own = numpy.array(stored, KINDS[kind])
    marks = list(known.get("missing_value", [])) + list(known.get("_FillValue", [] if kind == "byte" else [{"short": -32767, "int": -2147483647}[kind]]))
    if known.get("_Unsigned") == b"true":
        unsigned = f"u{own.dtype.itemsize}"
        if "_FillValue" not in known:
            marks = list(known.get("missing_value", []))
        marks = list(numpy.array(marks, own.dtype).view(unsigned))
        own = own.view(unsigned)
    is_missing = numpy.isin(own, marks)
    for name, outside in (("valid_min", numpy.less), ("valid_max", numpy.greater)):
        if name in known:
            is_missing |= outside(own, known[name][0])
    meant = own.astype(float) * known.get("scale_factor", [1.0])[0] + known.get("add_offset", [0.0])[0]
    return numpy.where(is_missing, numpy.nan, meant)


class RecodingTest(ToolTest):
    def packing(self, rng, kind):
        low, high = numpy.iinfo(KINDS[kind]).min, numpy.iinfo(KINDS[kind]).max
        attributes = []
        if rng.random() < 0.7:
            attributes.append(("scale_factor", "double", [rng.choice([0.25, 0.5, 1.0, 2.0, 0.1, 0.01])]))
        if rng.random() < 0.5:
            attributes.append(("add_offset", "double", [rng.choice([0.0, 10.0, -4.0, 0.5])]))
        if rng.random() < 0.7:
            attributes.append(("_FillValue", kind, [rng.choice([low, high, -1, 0, -9])]))
        if rng.random() < 0.4:
            attributes.append(("missing_value", kind, rng.sample([-99, -9, 7, 9, 99], rng.randint(1, 3))))
        if rng.random() < 0.2:
            attributes.append(("_Unsigned", "char", b"true"))
        elif rng.random() < 0.2:
            attributes.append(("valid_min", kind, [-50]))
        elif rng.random() < 0.2:
            attributes.append(("valid_max", kind, [100]))
        return attributes

    def file(self, name, kind, stored, attributes):
        made = Classic(1, [("t", 0), ("x", 3)], [], [Variable("q", kind, [0, 1], stored, attributes), Variable("other", "int", [0], list(range(len(stored) // 3)))],
                       record_count=len(stored) // 3)
        return made.write(self.folder / name)

    def test_random_packing(self):
        """Joined values keep their meaning; a refused file has a value that the first file's attributes cannot express."""
        joined = refused = 0
        for seed in seeds(150, 6100):
            rng = random.Random(seed)
            kind = rng.choice(list(KINDS))
            both = [self.packing(rng, kind) for _ in range(2)]
            pool = [0, 1, 2, 3, 4, 8, 10, 20, -1, -9, 7, 99, 100, -99, -20]
            stored = [[rng.choice(pool) for _ in range(3 * rng.choice([1, 4]))] for _ in range(2)]
            paths = [self.file(f"{i}.nc", kind, stored[i], both[i]) for i in range(2)]
            out = self.folder / "out.nc"
            out.unlink(missing_ok=True)
            done = weft("concat", *paths, out)
            wanted = numpy.concatenate([meaning(stored[i], both[i], kind) for i in range(2)])
            about = (replay_of(seed), kind, both, stored, done.stderr)
            if done.returncode == 0:
                joined += 1
                values = [v for row in json.loads(self.ok("dump", "--json", out))["data"]["q"] for v in row]
                numpy.testing.assert_allclose(meaning(values, both[0], kind), wanted, rtol=1e-12, atol=1e-9, err_msg=str(about))
                self.assertEqual(values[:len(stored[0])], stored[0], about)
                continue
            refused += 1
            self.assertEqual((done.returncode, out.exists()), (1, False), about)
            self.assertIn(b"1.nc", done.stderr, about)
            self.assertIn(b"'q'", done.stderr, about)
            # Tries each stored value of the first file's type. Without a mark in the first file
            # nothing is missing there.
            marks = [name for name, _, _ in both[0] if name in ("_FillValue", "missing_value")] or kind != "byte" and ("_Unsigned", "char", b"true") not in both[0]
            info = numpy.iinfo(KINDS[kind])
            every = numpy.arange(info.min, info.max + 1) if kind != "int" else numpy.arange(-200_000, 200_000)
            held = meaning(every, both[0], kind)
            fits = [bool(numpy.any(numpy.isclose(held, value, rtol=1e-12, atol=1e-9, equal_nan=bool(marks)))) for value in meaning(stored[1], both[1], kind)]
            self.assertFalse(all(fits), about)
        self.assertGreater(joined, 20)
        self.assertGreater(refused, 20)

    def time_file(self, name, kind, values, units, calendar=None, bounds=False):
        attributes = [("units", "char", units.encode())] + ([("calendar", "char", calendar.encode())] if calendar else [])
        variables = [Variable("time", kind, [0], values, attributes + ([("bounds", "char", b"time_bnds")] if bounds else [])), Variable("v", "float", [0], [1.0] * len(values))]
        if bounds:
            variables.append(Variable("time_bnds", kind, [0, 1], [edge for value in values for edge in (value, value + 1)]))
        return Classic(2, [("time", 0), ("nv", 2)], [], variables, record_count=len(values)).write(self.folder / name)

    def test_random_times(self):
        for seed in seeds(60, 6200):
            rng = random.Random(seed)
            origin = datetime.datetime(1970, 1, 1)
            units, moments, paths = [], [], []
            at = origin + datetime.timedelta(days=rng.randint(-40_000, 20_000))
            for i in range(rng.randint(2, 4)):
                unit, start = rng.choice(list(UNIT)), origin + datetime.timedelta(days=rng.randint(-50_000, 20_000), seconds=rng.choice([0, 0, 43200, 3600]))
                spelled = rng.choice([unit, unit[:-1], unit.upper()])
                units.append((unit, start, f"{spelled} {rng.choice(['since', 'Since'])} {start:%Y-%m-%d %H:%M:%S}"))
                here = []
                for _ in range(rng.choice([1, 3])):
                    at += datetime.timedelta(seconds=rng.choice([1800, 3600, 86400, 30 * 86400]))
                    here.append(at)
                moments += here
                values = [(moment - start).total_seconds() / UNIT[unit] for moment in here]
                paths.append(self.time_file(f"{i}.nc", "double", values, units[-1][2], bounds=True))
            self.ok("concat", *paths, self.folder / "out.nc")
            data = json.loads(self.ok("dump", "--json", self.folder / "out.nc"))["data"]
            unit, start, _ = units[0]
            for value, bounds, moment in zip(data["time"], data["time_bnds"], moments, strict=True):
                found = start + datetime.timedelta(seconds=value * UNIT[unit])
                self.assertLessEqual(abs(found - moment), datetime.timedelta(milliseconds=1), replay_of(seed))
                self.assertAlmostEqual(bounds[0], value, delta=1e-3 / UNIT[unit], msg=replay_of(seed))
            if shutil.which("ncrcat") is not None and seed % 10 == 0:
                self.assertEqual(run("ncrcat", "-O", "-h", *paths, self.folder / "theirs.nc").returncode, 0)
                theirs = json.loads(self.ok("dump", "--json", self.folder / "theirs.nc"))["data"]["time"]
                numpy.testing.assert_allclose(data["time"], theirs, rtol=1e-12, atol=1e-3 / UNIT[unit])

    def test_calendars_and_units_that_are_none_of_time(self):
        first = self.time_file("a.nc", "double", [0.0], "days since 2000-01-01", "noleap")
        out = self.folder / "out.nc"
        error = self.fails(1, "concat", first, self.time_file("b.nc", "double", [0.0], "days since 2001-01-01", "360_day"), out)
        for word in ("b.nc", "'time'", "'calendar'", "360_day", "noleap"):
            self.assertIn(word, error)
        same = self.time_file("b.nc", "double", [0.0], "hours since 2001-01-01", "365_day")
        self.ok("concat", first, same, out)
        self.assertEqual(json.loads(self.ok("dump", "--json", out))["data"]["time"], [0, 365])
        for units in ("months since 2001-01-01", "K", "days since then", ""):
            error = self.fails(1, "concat", first, self.time_file("b.nc", "double", [0.0], units, "noleap"), out)
            self.assertIn("'units'", error)
            self.assertIn("b.nc", error)
        whole = self.time_file("a.nc", "int", [0], "days since 2000-01-01")
        self.ok("concat", whole, self.time_file("b.nc", "int", [48], "hours since 2000-01-01"), out)
        self.assertIn("cannot be expressed without loss", self.fails(1, "concat", whole, self.time_file("b.nc", "int", [36], "hours since 2000-01-01"), out))
        self.ok("concat", "--as-stored", whole, self.time_file("b.nc", "int", [36], "hours since 2000-01-01"), out)
        self.assertEqual(json.loads(self.ok("dump", "--json", out))["data"]["time"], [0, 36])

    def test_times_that_do_not_follow(self):
        units, out = "days since 2000-01-01", self.folder / "out.nc"
        a, b = self.time_file("a.nc", "double", [0.0, 1.0, 2.0], units), self.time_file("b.nc", "double", [2.0, 3.0], units)
        c, d = self.time_file("c.nc", "double", [3.0, 1.0, 5.0], units), self.time_file("d.nc", "double", [72.0], "hours since 2000-01-01")
        for paths, warned in (((a, b), "b.nc: warning: its times, from 2000-01-03 on, overlap or do not follow those of"), ((b, a), "a.nc: warning: its times"), ((a, c), "neither only rise nor only fall"),
                              ((a, d), ""), ((d, b), "b.nc: warning: its times")):
            done = weft("concat", *paths, out)
            self.assertEqual(done.returncode, 0)
            self.assertIn(warned, done.stderr.decode())
            self.assertEqual(bool(warned), bool(done.stderr), done.stderr)

    def test_fixed_variables_with_other_attributes(self):
        def made(name, scale):
            return Classic(1, [("t", 0), ("x", 2)], [], [Variable("c", "short", [1], [1, 2], [("scale_factor", "float", [scale])]), Variable("v", "int", [0], [1])], record_count=1).write(self.folder / name)
        done = weft("concat", made("a.nc", 1.0), made("b.nc", 2.0), self.folder / "out.nc")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"b.nc: warning: variable 'c', which has no records, has other attributes than in the first file (scale_factor)", done.stderr)


if __name__ == "__main__":
    main()
