# SPDX-License-Identifier: BSD-3-Clause
"""`weft concat` and `weft stats`: against plain models, NCO and CDO."""

import functools
import json
import math
import operator
import os
import random
import shutil
import struct
from fractions import Fraction

from classic import TYPES, Classic, Variable, size_of
from random_files import FILLS, dataset, values
from support import ToolTest, main, replay_of, run, seeds, weft


def with_records(made, count, rng):
    """Another file of the same definitions, with this number of records."""
    other = Classic(made.version, list(made.dimensions), list(made.attributes), [], record_count=count)
    for v in made.variables:
        is_record = v.dimensions and made.dimensions[v.dimensions[0]][1] == 0
        kept = values(rng, v.kind, made.slab_count(v) * count) if is_record else v.values
        other.variables.append(Variable(v.name, v.kind, v.dimensions, kept, v.attributes))
    return other


class ConcatTest(ToolTest):
    def test_random_files_against_the_model(self):
        tried = 0
        for seed in seeds(80, 4100):
            rng = random.Random(seed)
            made = dataset(rng)
            made.gap = 0
            records = [v for v in made.variables if v.dimensions and made.dimensions[v.dimensions[0]][1] == 0]
            if not records:
                continue
            tried += 1
            files = [made] + [with_records(made, rng.choice([0, 1, 3]), rng) for _ in range(rng.randint(0, 3))]
            model = with_records(made, sum(f.record_count for f in files), rng)
            for v, *parts in zip(model.variables, *(f.variables for f in files)):
                if v.dimensions and made.dimensions[v.dimensions[0]][1] == 0:
                    v.values = functools.reduce(operator.add, (part.values for part in parts))
            paths = [f.write(self.folder / f"in{i}.nc") for i, f in enumerate(files)]
            expected = model.write(self.folder / "model.nc")
            self.ok("concat", *paths, self.folder / "out.nc")
            self.assertEqual(weft("diff", self.folder / "out.nc", expected).returncode, 0, replay_of(seed))
            self.ok("check", self.folder / "out.nc")
        self.assertGreater(tried, 10)

    def sample(self, count=3, first=0, **changes):
        return Classic(1, [("t", 0), ("x", 2)], [], [Variable("c", changes.get("kind", "int"), [1], changes.get("c", [1, 2])),
                                                     Variable("t", "double", [0], [float(first + i) for i in range(count)]),
                                                     Variable("v", "float", [0, 1], [first + i / 4 for i in range(2 * count)])], record_count=count)

    def test_files_that_threads_share(self):
        """72 MiB of records in each: a thread's part ends in the middle of one."""
        slab, count = 12 << 20, 6
        paths, expected = [], b""
        for name in "ab":
            empty = Classic(2, [("t", 0), ("x", slab // 4)], [], [Variable("v", "float", [0, 1], [])], record_count=0)
            path = empty.write(self.folder / f"{name}.nc")
            begin = path.stat().st_size
            piece = random.Random(name).randbytes((1 << 20) + 4)  # no neighbours of a megabyte are the same
            data = (piece * (slab * count // len(piece) + 1))[:slab * count]
            with open(path, "r+b") as file:
                file.seek(4)
                file.write(struct.pack(">i", count))
                file.seek(begin)
                file.write(data)
            paths.append(path)
            expected += data
        self.ok("concat", *paths, self.folder / "out.nc")
        self.assertEqual((self.folder / "out.nc").read_bytes()[-len(expected):], expected)
        self.ok("copy", "-k", "cdf5", self.folder / "out.nc", self.folder / "copy.nc")
        self.assertEqual((self.folder / "copy.nc").read_bytes()[-len(expected):], expected)

    def test_as_ncrcat_does(self):
        if shutil.which("ncrcat") is None:
            self.skipTest("nco is not installed")
        files = [self.sample(n, f).write(self.folder / f"{f}.nc") for n, f in ((3, 0), (1, 10), (4, 20))]
        self.assertEqual(run("ncrcat", "-O", "-h", *files, self.folder / "theirs.nc").returncode, 0)
        self.ok("concat", self.folder / "*0.nc", self.folder / "ours.nc")  # a pattern, in the order of names: 0, 10, 20
        self.ok("diff", "--no-attributes", self.folder / "ours.nc", self.folder / "theirs.nc")  # which says cell_methods

    def test_format_and_json(self):
        one = self.sample().write(self.folder / "one.nc")
        done = json.loads(self.ok("concat", "-k", "cdf5", "--json", one, one, self.folder / "out.nc"))
        self.assertEqual((done["files"], done["records"], done["format"], done["variables"]), (2, 6, "cdf5", 3))
        self.assertEqual(done["bytes"], (self.folder / "out.nc").stat().st_size)

    def test_what_does_not_fit(self):
        one = self.sample().write(self.folder / "one.nc")
        out = self.folder / "out.nc"
        other = self.sample(c=[1, 3]).write(self.folder / "other.nc")
        done = weft("concat", one, other, out)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"other.nc: warning: variable 'c', which has no records, has other values", done.stderr)
        out.unlink()
        wide = self.sample()
        wide.dimensions[1] = ("x", 1)
        wide.variables = [Variable("t", "double", [0], [1.0] * 3), Variable("v", "float", [0, 1], [1.0] * 3)]
        short = self.sample()
        short.variables.pop()
        more = self.sample()
        more.variables.append(Variable("w", "int", [0], [1, 2, 3]))
        typed = self.sample()
        typed.variables[1] = Variable("t", "float", [0], [1.0, 2.0, 3.0])
        for made, reason in ((wide, "does not have the same shape"), (short, "no variable 'v'"), (more, "'w' has records"), (typed, "'t' is float")):
            error = self.fails(1, "concat", one, made.write(other), out)
            self.assertIn("other.nc", error)
            self.assertIn(reason, error)
        fixed = Classic(1, [("x", 2)], [], [Variable("c", "int", [0], [1, 2])]).write(self.folder / "fixed.nc")
        self.assertIn("no variable has a record dimension", self.fails(1, "concat", fixed, fixed, out))
        self.assertIn("missing.nc", self.fails(1, "concat", one, self.folder / "missing.nc", out))
        self.fails(2, "concat", one)
        before = one.read_bytes()
        self.assertIn("is one of the files", self.fails(1, "concat", one, one, one))
        self.assertEqual(one.read_bytes(), before)
        self.assertFalse(out.exists())
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".weft")], [])


class StatsTest(ToolTest):
    def test_random_files_against_the_model(self):
        for seed in seeds(60, 5200):
            rng = random.Random(seed)
            made = dataset(rng)
            path = made.write(self.folder / "in.nc")
            counted = json.loads(weft("stats", "--json", path).stdout)[0]["variables"]
            self.assertEqual([v["name"] for v in counted], [v.name for v in made.variables if v.kind != "char"])
            for one, v in zip(counted, (v for v in made.variables if v.kind != "char")):
                missing, has_fill = set(), False
                for name, kind, vals in v.attributes:
                    if name == "_FillValue" and kind != "char" and all(has(v.kind, x) for x in vals):
                        missing.update(as_stored(v.kind, x) for x in vals)
                        has_fill = has_fill or len(vals) > 0
                if not has_fill and size_of(v.kind) > 1:
                    missing.add(FILLS[v.kind])
                present = [x for x in v.values if x not in missing and x == x]
                about = (replay_of(seed), v.name)
                self.assertEqual((one["values"], one["missing"]), (len(v.values), len(v.values) - len(present)), about)
                if not present:
                    self.assertEqual((one["min"], one["max"], one["mean"]), (None, None, None), about)
                    continue
                number = lambda x: float(x) if isinstance(x, str) else x
                for key, value in (("min", min(present)), ("max", max(present))):
                    self.assertEqual(number(one[key]) if isinstance(one[key], str) or v.kind != "float" else struct_float(one[key]), value, about)
                if all(math.isfinite(x) for x in present):
                    mean = Fraction(0)
                    for x in present:
                        mean += Fraction(x)
                    mean = mean / len(present)
                    scale = max(abs(x) for x in present)
                    self.assertLessEqual(abs(Fraction(one["mean"]) - mean), Fraction(scale) * Fraction(1, 1 << 44), about)

    def test_as_cdo_does(self):
        if shutil.which("cdo") is None:
            self.skipTest("cdo is not installed")
        rng = random.Random(7)
        numbers = [rng.choice([rng.uniform(-5, 300), -999.0]) for _ in range(3 * 40 * 60)]
        made = Classic(2, [("time", 0), ("lat", 40), ("lon", 60)], [],
                       [Variable("time", "double", [0], [0.0, 1.0, 2.0], [("units", "char", b"days since 2000-01-01")]),
                        Variable("v", "float", [0, 1, 2], numbers, [("_FillValue", "float", [-999.0])])], record_count=3)
        path = made.write(self.folder / "in.nc")
        ours = json.loads(self.ok("stats", "--json", "-v", "v", path))[0]["variables"][0]
        theirs = []
        for operators in ("-timmin -fldmin", "-timmax -fldmax"):
            done = run("cdo", "-s", "-L", "outputf,%.9g,1", *operators.split(), path)
            theirs.append(float(done.stdout.split()[0]))
        for ours_value, their_value in zip((ours["min"], ours["max"]), theirs):
            self.assertAlmostEqual(ours_value, their_value, delta=1e-6 * abs(their_value) + 1e-9)
        if shutil.which("ncwa") is None:
            self.skipTest("nco is not installed")
        self.assertEqual(run("ncwa", "-O", "-h", "-y", "avg", "-v", "v", path, self.folder / "mean.nc").returncode, 0)
        mean = json.loads(self.ok("dump", "--json", self.folder / "mean.nc"))["data"]["v"]
        self.assertAlmostEqual(ours["mean"], mean, delta=1e-5 * abs(mean))

    def test_large_variables_parts_and_text(self):
        # More than one block, and a NaN and an infinity in the last.
        numbers = [float(i % 1000) for i in range(200_001)]
        numbers[-1], numbers[-2] = math.nan, math.inf
        path = Classic(5, [("n", 200_001)], [], [Variable("v", "double", [0], numbers), Variable("t", "char", [0], b"x" * 200_001)]).write(self.folder / "a.nc")
        one = json.loads(self.ok("stats", "--json", path))[0]["variables"]
        self.assertEqual(len(one), 1)  # text is not counted
        self.assertEqual((one[0]["values"], one[0]["missing"], one[0]["max"], one[0]["mean"]), (200_001, 1, "Infinity", "Infinity"))
        part = json.loads(self.ok("stats", "--json", "-v", "v[0:199000]", path))[0]["variables"][0]
        self.assertEqual((part["values"], part["min"], part["max"], part["mean"]), (199_000, 0, 999, 499.5))
        self.assertIn("v ", self.ok("stats", path))
        self.assertIn("nosuch", self.fails(1, "stats", "-v", "nosuch", path))
        self.assertIn("'t' is text", self.fails(1, "stats", "-v", "t", path))

    def test_a_file_for_several_threads(self):
        # Some 80 MB: on several cores more than one thread has work.
        count, times = 100_000, 64
        values = [float(i % 1000) for i in range(count)]
        values[17] = -1.0
        one = Classic(5, [("t", 0), ("n", count)], [],
                      [Variable("v", "double", [0, 1], values, [("_FillValue", "double", [-1.0])]), Variable("w", "int", [0, 1], [int(v) for v in values])],
                      record_count=1).write(self.folder / "one.nc")
        self.ok("concat", *[one] * times, self.folder / "all.nc")
        counted = json.loads(self.ok("stats", "--json", self.folder / "all.nc"))[0]["variables"]
        total = sum(values)
        self.assertEqual([(v["values"], v["missing"], v["min"], v["max"]) for v in counted], [(count * times, times, 0, 999), (count * times, 0, -1, 999)])
        self.assertEqual([v["mean"] for v in counted], [(total + 1) / (count - 1), total / count])


def as_stored(kind, value):
    """A number of any type as a value of this one, or None."""
    try:
        if kind in ("float", "double"):
            return struct_float(value) if kind == "float" else float(value)
        return int(value) if value == int(value) else None
    except (OverflowError, ValueError):
        return None


def has(kind, value):
    """Whether the type has the number."""
    stored = as_stored(kind, value)
    try:
        struct.pack(">" + TYPES[kind][1], stored)
    except struct.error:
        return False
    return value != value or float(stored) == float(value)


def struct_float(value):
    return struct.unpack(">f", struct.pack(">f", value))[0]


if __name__ == "__main__":
    main()
