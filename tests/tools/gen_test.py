# SPDX-License-Identifier: BSD-3-Clause
"""`weft gen` makes the file again that `weft dump --exact` has printed, byte by byte."""

import random
import struct

import random_files
from classic import Variable
from gen_files import Compact, all_types
from support import FERRET, ToolTest, main, replay_of, seeds, weft

SEED = 20250311


class RoundTripTest(ToolTest):
    def exact_text(self, file):
        """A file with its dump, which need not be UTF-8."""
        done = weft("dump", "--exact", file)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        text = self.folder / "text.cdl"
        text.write_bytes(done.stdout)
        return text

    def round_trip(self, file, *options):
        text, again = self.exact_text(file), self.folder / "again.nc"
        self.assertEqual(self.ok("gen", *options, "-o", again, text), "")
        before, after = file.read_bytes(), again.read_bytes()
        if before != after:
            at = next((i for i, (one, other) in enumerate(zip(before, after)) if one != other), min(len(before), len(after)))
            self.fail(f"{file}: {len(before)} bytes became {len(after)}; the first that differs is {at}\n{text.read_bytes()[:3000]}")

    def test_real_files(self):
        files = sorted(FERRET.glob("*"))
        if not files:
            self.skipTest(f"no data sets in {FERRET}; dev/setup installs them")
        self.assertEqual(len(files), 10)
        for file in files:
            self.round_trip(file)

    def test_all_types(self):
        for version in (1, 2, 5):
            self.round_trip(all_types(version).write(self.folder / f"all{version}.nc"))

    def test_random_files(self):
        for seed in seeds(150, SEED):
            with self.subTest(replay_of(seed)):
                made = random_files.dataset(random.Random(seed))
                made.__class__, made.gap = Compact, 0  # other layouts: gen_layout_test.py
                self.round_trip(made.write(self.folder / f"seed{seed}.nc"))

    def test_bits_of_nan_and_zero(self):
        floats, doubles = [0x7fc00000, 0xffc00000, 0x7f800001, 0x80000000, 0], [0x7ff8000000000000, 0xfff8000000000001, 1 << 63]
        marks = struct.pack(">f", 12345.5), struct.pack(">d", 54321.25)
        made = Compact(version=1, dimensions=[("x", 5), ("y", 3)], attributes=[("f", "float", [12345.5] * 5), ("d", "double", [54321.25] * 3)])
        made.variables = [Variable("f", "float", [0], [12345.5] * 5, [("_FillValue", "float", [0.0])]),
                          Variable("d", "double", [1], [54321.25] * 3, [("_FillValue", "double", [float("nan")])])]
        content = made.bytes()
        for mark, kind, patterns in ((marks[0], ">I", floats), (marks[1], ">Q", doubles)):
            for pattern in patterns * 2:
                content = content.replace(mark, struct.pack(kind, pattern), 1)
        file = self.folder / "bits.nc"
        file.write_bytes(content)
        self.round_trip(file)

    def test_long_attributes(self):
        made = Compact(version=5, attributes=[("text", "char", b"0123456789\n" * 100000), ("ints", "int", list(range(-100000, 100000))),
                                              ("doubles", "double", [i / 7 for i in range(50000)]),
                                              ("bytes", "byte", [i % 256 - 128 for i in range(70001)])])
        self.round_trip(made.write(self.folder / "long.nc"))

    def test_records_that_no_variable_has(self):
        made = Compact(version=2, dimensions=[("time", 0)], record_count=5)
        self.round_trip(made.write(self.folder / "records.nc"))

    def test_words_of_cdl_as_names(self):
        words = ["data", "variables", "dimensions", "types", "group", "netcdf", "float", "char", "unlimited", "NaN", "inf", "_", "_Format"]
        for padded in ("", " x"):
            made = Compact(dimensions=[(word + padded, 1) for word in words], attributes=[("_Format", "char", b"mine"), ("_Storage", "int", [1])])
            for number, word in enumerate(words):
                made.variables.append(Variable(word + padded, "int", [number], [number], [("units", "char", b"m"), (word, "int", [1])]))
            self.round_trip(made.write(self.folder / "words.nc"))

    def test_many_records_of_small_variables(self):
        made = Compact(version=1, dimensions=[("t", 0)], record_count=40000)
        for number, kind in enumerate(["byte", "short", "double", "char", "int"]):
            values = b"c" * 40000 if kind == "char" else [i % 100 for i in range(40000)]
            made.variables.append(Variable(f"v{number}", kind, [0], values))
        self.round_trip(made.write(self.folder / "small.nc"))

    def test_text_of_ncdump_with_enough_digits(self):
        """Without --exact the same file results if nothing is hidden behind text."""
        for seed in seeds(30, SEED):
            with self.subTest(replay_of(seed)):
                source = random.Random(seed)
                made = Compact(version=1, dimensions=[("t", 0), ("x", 5)], record_count=4)
                made.variables = [Variable("f", "float", [0, 1], random_files.values(source, "float", 20)),
                                  Variable("d", "double", [1], random_files.values(source, "double", 5)),
                                  Variable("s", "short", [0], random_files.values(source, "short", 4))]
                file, text, again = made.write(self.folder / "plain.nc"), self.folder / "plain.cdl", self.folder / "again.nc"
                text.write_text(self.ok("dump", "-p", "9,17", file))
                self.ok("gen", "-o", again, text)
                self.assertEqual(self.ok("dump", "-p", "9,17", "-n", "plain", again), text.read_text())
                if b"\x80\0\0\0" not in file.read_bytes():  # -0 equals no fill value, but NaN and others come back
                    self.assertEqual(file.read_bytes(), again.read_bytes())

    def test_kinds(self):
        cdl = self.exact_text(all_types(1).write(self.folder / "all.nc"))
        for kind, version in (("classic", 1), ("1", 1), ("64-bit-offset", 2), ("64-bit offset", 2), ("2", 2), ("cdf5", 5), ("5", 5)):
            again = self.folder / "again.nc"
            self.ok("gen", "-k", kind, "-b", "-o", again, cdl)
            self.assertEqual(again.read_bytes()[3], version)
        self.assertEqual(weft("gen", "-k", "netCDF-9", "-o", self.folder / "x.nc", cdl).returncode, 2)


if __name__ == "__main__":
    main()
