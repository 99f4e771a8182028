#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The commands read and write a format that Weft does not have (src/formats/testing): none of them knows the formats by name."""

import json
import pathlib
import sys

from support import ToolTest, main, weft

TEXT = """netcdf any {
dimensions:
    time = UNLIMITED ; // (3 currently)
    x = 4 ;
    y = 2 ;
variables:
    double time(time) ;
        time:units = "days since 2000-01-01" ;
    float field(time, y, x) ;
        field:_FillValue = -1.f ;
        field:long_name = "a field" ;
    short table(y, x) ;
    char name(x) ;
    uint64 scalar ;

// global attributes:
        :title = "any" ;
        :numbers = 1, 2, 3 ;
data:

 time = 0, 1, 2 ;

 field =
  0, 1.5, _, 4,
  5, 6, 7, 8,
  9, 10, 11, 12,
  13, 14, 15, 16,
  17, 18, 19, 20,
  21, 22, 23, 24 ;

 table =
  1, 2, 3, 4,
  -5, 6, 7, 32767 ;

 name = "weft" ;

 scalar = 18446744073709551615 ;
}
""".replace("    ", "\t")


class OtherFormatTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.classic = self.folder / "any.nc"
        self.other = self.folder / "other" / "any.nc"
        self.other.parent.mkdir()
        (self.folder / "any.cdl").write_text(TEXT)
        self.ok("gen", "-k", "cdf5", "-o", self.classic, self.folder / "any.cdl")
        self.ok("copy", "-k", "folder", self.classic, self.other)

    def test_a_variable_is_a_file_of_its_values(self):
        self.assertEqual(self.other.read_bytes()[:8], b"# folder")
        table = pathlib.Path(f"{self.other}.values") / "3"
        self.assertEqual(table.read_bytes(), b"".join(value.to_bytes(2, "little", signed=True) for value in (1, 2, 3, 4, -5, 6, 7, 32767)))

    def test_dump(self):
        self.assertEqual(self.ok("dump", self.other), TEXT)
        self.assertEqual(self.ok("dump", "-k", self.other), "folder\n")
        self.assertEqual(self.ok("dump", "-v", "table", "-d", "x,1,2", self.other), self.ok("dump", "-v", "table", "-d", "x,1,2", self.classic))
        ours, theirs = (json.loads(self.ok("dump", "--json", path)) for path in (self.other, self.classic))
        self.assertEqual(ours.pop("format"), "folder")
        theirs.pop("format")
        self.assertEqual(ours, theirs)

    def test_copy_there_and_back_is_the_same_file(self):
        copies = [self.folder / "back.nc", self.folder / "same.nc"]
        for source, copy in zip((self.other, self.classic), copies):
            self.ok("copy", "-k", "cdf5", "--var-align", 8, source, copy)
        self.assertEqual(copies[0].read_bytes(), copies[1].read_bytes())
        self.assertIn("all 5 variables compared are the same", self.ok("diff", self.classic, copies[0]))

    def test_copy_of_a_part(self):
        parts = [self.folder / "part.nc", self.folder / "same.nc"]
        for source, part in zip((self.other, self.classic), parts):
            self.ok("copy", "-k", "cdf5", "-v", "field", "-d", "x,1,3", "-d", "time,1,2", source, part)
        self.assertEqual(parts[0].read_bytes(), parts[1].read_bytes())

    def test_diff(self):
        done = weft("diff", self.classic, self.other)
        self.assertEqual((done.returncode, done.stdout.count(b"DIFF")), (1, 1), done)
        self.assertIn(b"cdf5", done.stdout)
        values = pathlib.Path(f"{self.other}.values") / "3"
        values.write_bytes(values.read_bytes()[:-2] + b"\0\0")
        done = weft("diff", self.classic, self.other)
        self.assertIn(b"table", done.stdout)

    def test_stats(self):
        ours, theirs = (self.ok("stats", path).replace(str(path), "") for path in (self.other, self.classic))
        self.assertEqual(ours, theirs)

    def test_concat(self):
        joined = [self.folder / "joined.nc", self.folder / "same.nc"]
        for source, target in zip((self.other, self.classic), joined):
            self.assertEqual(weft("concat", "-k", "cdf5", source, self.classic, target).returncode, 0)
        self.assertEqual(joined[0].read_bytes(), joined[1].read_bytes())

    def test_a_format_that_no_table_has_is_named_with_those_it_has(self):
        said = weft("copy", "-k", "zarr", self.classic, self.folder / "new").stderr.decode()
        self.assertIn("'zarr' is none of classic, 64-bit offset, cdf5, netCDF-4, netCDF-4 classic model, folder", said)


if __name__ == "__main__":
    main()
