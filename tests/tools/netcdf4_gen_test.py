#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft gen` makes netCDF-4 files, stored as the special attributes of ncdump -s say."""

import subprocess
import sys

from support import ToolTest, main, need

try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

need("ncgen")
TEXT = """netcdf made {
dimensions:
    t = UNLIMITED ;
    y = 4 ;
    x = 6 ;
variables:
    float f(t, y, x) ;
        f:_Storage = "chunked" ;
        f:_ChunkSizes = 2, 3, 4 ;
        f:_DeflateLevel = 4 ;
        f:_Shuffle = "true" ;
        f:_Fletcher32 = "true" ;
        f:units = "m" ;
    int big(x) ;
        big:_Endianness = "big" ;
        big:_FillValue = -3 ;
    int bare(y, x) ;
        bare:_NoFill = "true" ;
        bare:_Storage = "contiguous" ;
    double packed(y, x) ;
        packed:_Filter = "32015,3" ;
        packed:_ChunkSizes = 1, 6 ;
    char text(y, x) ;
    short one ;
    int64 wide(t) ;
// global attributes:
        :title = "made" ;
        :_Format = "netCDF-4" ;
data:
 f = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
  48, 49, 50, 51 ;
 big = 1, 2, _, 70000 ;
 bare = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 ;
 packed = 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5 ;
 text = "abc", "defghi" ;
 wide = 1, 12345678901234 ;
}
"""


def dumped(path, *options):
    """Without what tells who has written the file."""
    text = subprocess.run(["ncdump", "-n", "x", *options, path], capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in text.splitlines() if "_NCProperties" not in line and "_SuperblockVersion" not in line)


class NetCDF4GenTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.text, self.ours, self.theirs = (self.folder / name for name in ("made.cdl", "ours.nc", "theirs.nc"))

    def test_several_unlimited_dimensions(self):
        with netCDF4.Dataset(self.theirs, "w") as file:
            for name, size in (("t", None), ("u", None), ("w", None), ("x", 3)):
                file.createDimension(name, size)
            for name, dimensions, shape in (("a", ("t", "u"), (2, 4)), ("b", ("x", "t", "u"), (3, 2, 4)), ("c", ("x", "w"), (3, 5)),
                                            ("d", ("u",), (4,)), ("e", ("t", "u", "w"), (2, 3, 5))):
                file.createVariable(name, "i4", dimensions)[tuple(slice(0, one) for one in shape)] = np.arange(np.prod(shape)).reshape(shape)
            file.createVariable("s", "S1", ("t", "w"))[:2, :5] = np.array([list("abcde"), list("fghij")], "S1")
        for text in (self.ok("dump", "-n", "x", self.theirs), dumped(self.theirs)):
            self.text.write_text(text)
            self.assertIn("exists already", self.fails(1, "gen", "-o", self.ours, self.text))
            self.ok("gen", "-k", "nc4", "-o", self.ours, self.text)
            self.assertEqual(dumped(self.ours), dumped(self.theirs))
            self.assertIn("unlimited", self.fails(1, "gen", "-k", "nc7", "-o", self.ours, self.text))

    def gen(self, text, *options):
        self.text.write_text(text)
        self.ok("gen", *options, "-o", self.ours, self.text)

    def refused(self, text, *words):
        self.text.write_text(text)
        said = self.fails(1, "gen", "-k", "nc4", "-o", self.ours, self.text)
        for word in words:
            self.assertIn(word, said)
        self.assertFalse(self.ours.exists())

    def test_as_ncgen_makes_it(self):
        text = TEXT.replace('        packed:_Filter = "32015,3" ;\n', "")  # needs a plugin of netCDF-C's
        self.gen(text)
        subprocess.run(["ncgen", "-o", self.theirs, self.text], check=True)
        self.assertEqual(dumped(self.ours, "-s"), dumped(self.theirs, "-s"))

    def test_filters_and_byte_order(self):
        self.gen(TEXT)
        with h5py.File(self.ours) as file:
            f = file["f"]
            self.assertEqual((f.chunks, f.compression, f.compression_opts, f.shuffle, f.fletcher32), ((2, 3, 4), "gzip", 4, True, True))
            self.assertEqual(f.shape, (3, 4, 6))
            np.testing.assert_array_equal(f[...].ravel()[:52], np.arange(52))
            self.assertTrue((f[...].ravel()[52:] > 9e36).all())
            self.assertEqual((file["big"].dtype, file["big"][...].tolist()), (np.dtype(">i4"), [1, 2, -3, 70000, -3, -3]))
            self.assertEqual(file["packed"].id.get_create_plist().get_filter(0)[0], 32015)
            self.assertEqual(file["one"][()], -32767)
            self.assertEqual(file["wide"][...].tolist()[:2], [1, 12345678901234])
        if subprocess.run(["h5dump", "-H", self.ours], capture_output=True).stderr:
            self.fail("h5dump complains")

    def test_round_trip(self):
        self.gen(TEXT)
        kinds = {"nc4": None, "nc7": TEXT.replace("int64 wide(t)", "int wide(t)").replace("12345678901234", "123456").replace("netCDF-4", "netCDF-4 classic model")}
        for kind, text in kinds.items():
            with self.subTest(kind):
                self.gen(text or TEXT)
                first, again = self.ok("dump", "-s", "-n", "x", self.ours), self.folder / "again.nc"
                self.text.write_text(first)
                for options in (["-k", kind], []):
                    self.ok("gen", *options, "-o", again, self.text)
                    self.assertEqual(self.ok("dump", "-s", "-n", "x", again), first)

    def test_files_of_netcdf_c_come_back(self):
        rng = np.random.default_rng(3)
        with netCDF4.Dataset(self.theirs, "w") as file:
            for name, length in (("t", None), ("x", 300)):
                file.createDimension(name, length)
            its = file.createVariable("v", "i4", ("t", "x"), zlib=True, complevel=2, chunksizes=(7, 50))
            its[:] = rng.integers(-9, 9, (40, 300))
            file.createVariable("u", "u2", ("x",), contiguous=True)[:] = np.arange(300)
        self.text.write_text(self.ok("dump", "-s", self.theirs))
        self.ok("gen", "-k", "nc4", "-o", self.ours, self.text)
        self.assertEqual(dumped(self.ours, "-s"), dumped(self.theirs, "-s"))
        with h5py.File(self.ours) as file:
            its = file["v"].id
            chunks = sorted((its.get_chunk_info(i).byte_offset, its.get_chunk_info(i).size) for i in range(its.get_num_chunks()))
        self.assertEqual(len(chunks), 6 * 6)
        for (begin, size), (after, _) in zip(chunks, chunks[1:]):
            self.assertEqual(begin + size, after)  # each was compressed once

    def test_the_kind_is_that_of_the_option_then_of_the_text(self):
        for options, word, kind in (((), "netCDF-4", "netCDF-4"), ((), "netCDF-4 classic model", "netCDF-4 classic model"), (("-k", "nc3"), "netCDF-4", "classic"),
                                    (("-k", "netCDF-4 classic model"), "classic", "netCDF-4 classic model"), (("-k", "hdf5"), "classic", "netCDF-4"), ((), "classic", "classic")):
            with self.subTest((options, word)):
                self.gen(f'netcdf q {{ dimensions: x = 2; variables: int v(x); v:_DeflateLevel = 1; :_Format = "{word}"; data: v = 1, 2; }}', *options)
                self.assertEqual(subprocess.run(["ncdump", "-k", self.ours], capture_output=True, text=True, check=True).stdout.strip(), kind)

    def test_errors_name_the_line(self):
        for line, words in (('v:_Filter = "307,9" ;', ("line 4, column 13", "filter 307 (bzip2) is not written")), ("v:_ChunkSizes = 2 ;", ("line 4", "2 dimensions, and its chunk 1")),
                            ("v:_ChunkSizes = 2, 9 ;", ("line 4", "length 9 along 'x'")), ("v:_DeflateLevel = 11 ;", ("line 4", "levels 0 to 9")),
                            ('v:_Storage = "compact" ;', ("line 4", "compact")), ('v:_Storage = "contiguous" ;', ("line 4", "unlimited dimension")),
                            ('v:_Endianness = "middle" ;', ("line 4", "little or big")), ("one:_DeflateLevel = 1 ;", ("line 4", "a single value has no filters")),
                            ('v:_Filter = "zlib" ;', ("line 4", "filters are numbers")), ("string v:a = \"b\" ;", ("line 4", "netCDF-4"))):
            with self.subTest(line):
                text = "netcdf q {\ndimensions: t = UNLIMITED; x = 3;\nvariables: int v(t, x); int one;\n" + line + "\n}\n"
                self.refused(text, *words)
                if "string" not in line:
                    self.ok("gen", "-k", "nc3", "-o", self.ours, self.text)
                    self.ours.unlink()
                    self.fails(1, "gen", "-k", "nc4", "--check", self.text)


if __name__ == "__main__":
    main()
