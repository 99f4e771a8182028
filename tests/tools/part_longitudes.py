# SPDX-License-Identifier: BSD-3-Clause
"""Ranges of longitudes that go round the globe (part_test.py runs these)."""

import itertools
import json
import os
import random
import shutil

from classic import Classic, Variable
from part_model import part_of
from support import ToolTest, replay_of, run, seeds, weft


class LongitudesTest(ToolTest):
    def test_ranges_that_go_round(self):
        """Longitudes from LO to the last, then from the first to HI: for any variable, against the model."""
        for seed in seeds(40, 2310):
            rng = random.Random(seed)
            first, size = rng.choice([0.0, -180.0, 10.0, -20.0]), rng.choice([2, 3, 4, 12, 90, 360])
            values = [first + i * 360 / size for i in range(size)]
            shape = rng.choice([(("lon", size),), (("lat", 3), ("lon", size)), (("lon", size), ("lat", 3)), (("t", 0), ("lat", 2), ("lon", size)),
                                (("t", 0), ("lon", size), ("z", 5)), (("lon", size), ("z", 2), ("lat", 2))])
            dimensions = list(dict.fromkeys([*shape, ("lon", size), ("x", 3)]))
            ids = [dimensions.index(one) for one in shape]
            axis, records = dimensions.index(("lon", size)), 3 if ("t", 0) in shape else 0
            count = lambda of: len(list(itertools.product(*(range(dimensions[d][1] or records) for d in of))))
            units = rng.choice(["degrees_east", "degree_E", "degreesE\0"]).encode()
            variables = [Variable("lon", rng.choice(["double", "float"]), [axis], values, [("units", "char", units)]),
                         Variable("x", "short", [len(dimensions) - 1], [1, 2, 3])]
            variables += [Variable(name, kind, ids, [i % 120 for i in range(count(ids))]) for name, kind in (("a", "byte"), ("b", "double"), ("c", "int"))]
            if size <= 12:
                variables.append(Variable("both", "short", [axis, axis], list(range(size * size))))
            made = Classic(rng.choice([1, 2, 5]), dimensions, [], variables, record_count=records)
            low = rng.randrange(1, size)
            high = rng.randrange(0, low)
            chosen = [range(length) if length else range(records) for _, length in dimensions]
            chosen[axis] = [*range(low, size), *range(0, high + 1)]
            words = ["-s", f"lon={values[low] - 0.001}:{values[high] + 0.001}"]
            source, model = made.write(self.folder / "in.nc"), part_of(made, chosen).write(self.folder / "model.nc")
            about = (replay_of(seed), words)
            self.assertEqual(self.ok("dump", *words, "-n", "x", source), self.ok("dump", "-n", "x", model), about)
            self.ok("copy", *words, source, self.folder / "out.nc")
            self.assertEqual(weft("diff", self.folder / "out.nc", model).returncode, 0, about)
            self.assertEqual(weft("diff", *words, source, source).returncode, 0, about)
            self.assertEqual(json.loads(self.ok("stats", "--json", *words, source))[0]["variables"],
                             json.loads(self.ok("stats", "--json", model))[0]["variables"], about)

    def test_large_rows_that_go_round(self):
        """Rows that are longer than one read, and many short ones."""
        for shape in ((2, 400_000), (40_000, 20), (400_000, 3)):
            axis = 1 if shape[0] == 2 else 0 if shape[1] == 3 else 1
            size = shape[axis]
            made = Classic(5, [("y", shape[0]), ("x", shape[1])], [], [
                Variable("lon", "double", [axis], [i * 360 / size for i in range(size)], [("units", "char", b"degrees_east")]),
                Variable("v", "int", [0, 1], list(range(shape[0] * shape[1])))])
            low, high = size * 3 // 4, size // 3
            chosen = [range(shape[0]), range(shape[1])]
            chosen[axis] = [*range(low, size), *range(high + 1)]
            source, model = made.write(self.folder / "in.nc"), part_of(made, chosen).write(self.folder / "model.nc")
            half = 180 / size
            self.ok("copy", "-s", f"lon={low * 360 / size - half}:{high * 360 / size + half}", source, self.folder / "out.nc")
            self.assertEqual(weft("diff", self.folder / "out.nc", model).returncode, 0, shape)

    def globe(self, longitudes, units=b"degrees_east", records=False):
        size = len(longitudes)
        return Classic(1, [("lon", 0 if records else size)], [], [
            Variable("lon", "float", [0], longitudes, [("units", "char", units)]), Variable("v", "int", [0], list(range(size)))],
            record_count=size if records else 0).write(self.folder / "globe.nc")

    def test_longitudes_as_ncks_does(self):
        source = self.globe([i * 30.0 for i in range(12)])
        self.ok("copy", "-s", "lon=320:65", source, self.folder / "ours.nc")
        ours = json.loads(self.ok("dump", "--json", self.folder / "ours.nc"))["data"]
        self.assertEqual(ours, {"lon": [330, 0, 30, 60], "v": [11, 0, 1, 2]})
        if shutil.which("ncks") is None:
            self.skipTest("nco is not installed")
        self.assertEqual(run("ncks", "-O", "-h", "-d", "lon,320.0,65.0", source, self.folder / "theirs.nc").returncode, 0)
        self.assertEqual(json.loads(self.ok("dump", "--json", self.folder / "theirs.nc"))["data"], ours)

    def test_what_does_not_go_round(self):
        whole = [i * 30.0 for i in range(12)]
        self.assertIn("its end is below its begin", self.fails(1, "dump", "-s", "lon=200:20", self.globe(whole, b"degrees_north")))
        twice = self.globe([i * 40.0 for i in range(18)])  # from 0 to 680
        self.assertIn("covers more than 360 degrees", self.fails(1, "dump", "-s", "lon=100:140", twice))
        for longitudes, expected in ((whole[::-1], [0, 330, 300, 270, 240, 210]), (whole[:10], [210, 240, 270, 0])):
            self.assertEqual(json.loads(self.ok("dump", "--json", "-s", "lon=200:20", self.globe(longitudes)))["data"]["lon"], expected)
        source = self.globe(whole)
        self.assertIn("no value of 'lon'", self.fails(1, "dump", "-s", "lon=335:-5", source))
        self.assertIn("different indices", self.fails(1, "dump", "-s", "lon=320:65", "-d", "lon,0,3", source))
        self.assertIn("different indices", self.fails(1, "dump", "-v", "v[0:4]", "-s", "lon=320:65", source))
        self.assertEqual(json.loads(self.ok("dump", "--json", "-s", "lon=335:5", source))["data"]["lon"], [0])
        self.assertEqual(json.loads(self.ok("dump", "--json", "-s", "lon=325:-5", source))["data"]["lon"], [330])
        self.assertIn("are not periodic", self.fails(1, "dump", "-s", "lon=320:65", self.globe(whole, records=True)))

    def test_a_turned_file_that_ends_early(self):
        """Only the value that is missing is zero, although it is not the last one of the part."""
        source = self.globe([i * 30.0 for i in range(12)])
        os.truncate(source, source.stat().st_size - 4)
        done = weft("dump", "--json", "-s", "lon=320:65", source)
        self.assertIn(b"ends before the data of 'v'", done.stderr)
        self.assertEqual(json.loads(done.stdout)["data"]["v"], [0, 0, 1, 2])
