#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""netCDF-4 files and the commands that read: what they say is what netCDF4-python and ncdump say."""

import json
import subprocess
import sys

from support import ToolTest, main, weft

try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)


def with_newer_type(path, number, size):
    """The only big-endian type of so many bytes gets a version that libhdf5 does not know yet."""
    written = path.read_bytes()
    kind = bytes([0x11, 0x21, number, 0, size, 0, 0, 0])
    if written.count(kind) != 1:
        raise AssertionError(f"{written.count(kind)} such types in {path}")
    path.write_bytes(written.replace(kind, bytes([0xf1]) + kind[1:]))


class NetCDF4Test(ToolTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "four.nc"
        self.values = np.arange(24, dtype="f4").reshape(3, 2, 4) * 1.5
        with netCDF4.Dataset(self.path, "w") as file:
            file.title = "four"
            file.createDimension("time", None)
            file.createDimension("y", 2)
            file.createDimension("x", 4)
            field = file.createVariable("field", "f4", ("time", "y", "x"), zlib=True, complevel=2, chunksizes=(2, 1, 3), fill_value=-1)
            field[:] = self.values
            field.units = "m"
            file.createVariable("count", "i2", ("x",), endian="little")[:] = [1, -2, 300, 4]
            file.createVariable("big", ">i4", ("x",), endian="big")[:] = [1, -2, 70000, 4]

    def test_dump_is_that_of_ncdump(self):
        theirs = subprocess.run(["ncdump", self.path], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.ok("dump", self.path), theirs)

    def test_copy_keeps_values_and_makes_records(self):
        copy = self.folder / "five.nc"
        self.ok("copy", "-k", "cdf5", self.path, copy)
        with netCDF4.Dataset(copy) as file:
            self.assertTrue(file.dimensions["time"].isunlimited())
            self.assertEqual(file["field"][:].tolist(), self.values.tolist())
            self.assertEqual(file["count"][:].tolist(), [1, -2, 300, 4])
            self.assertEqual(file["big"][:].tolist(), [1, -2, 70000, 4])
        self.assertIn("all 3 variables compared are the same", self.fails_with_output("diff", self.path, copy))

    def fails_with_output(self, *words):
        """Files of two formats differ in that alone."""
        done = weft(*words)
        lines = [line for line in done.stdout.decode().splitlines() if line.startswith("DIFF")]
        self.assertEqual((done.returncode, len(lines)), (1, 1), done)
        self.assertIn("format", lines[0])
        return done.stdout.decode()

    def test_diff_finds_one_value(self):
        other = self.folder / "other.nc"
        other.write_bytes(self.path.read_bytes())
        with netCDF4.Dataset(other, "a") as file:
            file["count"][2] = 301
        done = weft("diff", self.path, other)
        self.assertEqual(done.returncode, 1)
        self.assertIn('variable "count": 1 of 4 values, first at [2]: 300 != 301', done.stdout.decode())

    def test_diff_compares_the_records_that_both_have(self):
        longer, copy = self.folder / "longer.nc", self.folder / "five.nc"
        longer.write_bytes(self.path.read_bytes())
        with netCDF4.Dataset(longer, "a") as file:
            file["field"][3:5] = 0
        self.ok("copy", "-k", "cdf5", self.path, copy)
        for other in (self.path, copy):
            for pair in ((other, longer), (longer, other)):
                with self.subTest(pair=pair):
                    done = weft("diff", *pair).stdout.decode()
                    self.assertIn("records 3 to 4, which only the", done)
                    self.assertIn("all 3 variables compared are the same", done)

    def test_diff_compares_strings(self):
        with netCDF4.Dataset(self.path, "a") as file:
            file.createVariable("words", str, ("y", "x"))[1, 1:3] = np.array(["one", "two"], dtype=object)
        other = self.folder / "other.nc"
        other.write_bytes(self.path.read_bytes())
        self.assertIn("all 4 variables compared are the same", self.ok("diff", self.path, other))
        with netCDF4.Dataset(other, "a") as file:
            file["words"][1, 2:4] = np.array(["tow", "three"], dtype=object)
        done = weft("diff", self.path, other)
        self.assertEqual(done.returncode, 1)
        self.assertIn('variable "words": 2 of 8 values, first at [1, 2]: "two" != "tow"\n', done.stdout.decode())
        one = json.loads(weft("diff", "--json", self.path, other).stdout)["variables"][-1]
        self.assertEqual((one["differing"], one["first"]), (2, {"index": [1, 2], "values": ["two", "tow"]}))

    def test_what_has_no_numbers_is_not_compared(self):
        with netCDF4.Dataset(self.path, "a") as file:
            pair = file.createCompoundType(np.dtype([("a", "i4"), ("b", "f4")]), "pair")
            file.createVariable("pairs", pair, ("x",))
        done = weft("diff", self.path, self.path)
        self.assertEqual(done.returncode, 1)
        self.assertIn('Not compared: variable "pairs": it is pair', done.stdout.decode())
        self.assertIn("all 3 variables compared are the same", done.stdout.decode())
        names = [one["name"] for one in json.loads(self.ok("stats", "--json", self.path))[0]["variables"]]
        self.assertEqual(names, ["field", "count", "big"])

    def test_attributes_of_types_that_are_not_read_are_not_called_the_same(self):
        other = self.folder / "other.nc"
        other.write_bytes(self.path.read_bytes())
        for path, number in ((self.path, 1), (other, 2)):
            with h5py.File(path, "a") as file:
                file["field"].attrs["pair"] = np.array((number, 2.5), [("a", "i4"), ("b", "f8")])
        done = weft("diff", self.path, other)
        self.assertEqual(done.returncode, 1)
        self.assertIn('Not compared: variable "field" attribute "pair"', done.stdout.decode())

    def test_stats_are_those_of_numpy(self):
        its = {one["name"]: one for one in json.loads(self.ok("stats", "--json", self.path))[0]["variables"]}
        self.assertEqual((its["field"]["min"], its["field"]["max"]), (0, 34.5))
        self.assertAlmostEqual(its["field"]["mean"], float(self.values.mean()))
        self.assertEqual((its["count"]["min"], its["count"]["max"]), (-2, 300))
        self.assertEqual((its["big"]["min"], its["big"]["max"]), (-2, 70000))

    def test_info_tells_chunks_and_filters(self):
        its = json.loads(self.ok("info", "--json", self.path))
        field = next(one for one in its["variables"] if one["name"] == "field")
        self.assertEqual((field["chunk"], field["bytes"]), ([2, 1, 3], 96))
        self.assertEqual([one["name"] for one in field["filters"]], ["shuffle", "deflate"])
        with h5py.File(self.path) as file:
            self.assertEqual(field["stored_bytes"], file["field"].id.get_storage_size())
        self.assertIn("2 x 1 x 3", self.ok("info", self.path))

    def test_check_finds_a_damaged_chunk(self):
        self.assertIn("0 errors", self.ok("check", self.path))
        with h5py.File(self.path) as file:
            chunk = file["field"].id.get_chunk_info(3)
        content = bytearray(self.path.read_bytes())
        content[chunk.byte_offset:chunk.byte_offset + chunk.size] = b"\xff" * chunk.size
        self.path.write_bytes(content)
        done = weft("check", self.path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("variable 'field', chunk 3: filter 1 (deflate)", done.stdout.decode())

    def test_check_looks_at_the_chunks_of_every_variable(self):
        """Chunks of equal numbers are not taken for each other, though their lengths differ."""
        with netCDF4.Dataset(self.path, "a") as file:
            file.createDimension("long", 5000)
            for name, length in (("large", 5000), ("little", 10), ("last", 2500)):
                file.createVariable(name, "f8", ("long",), zlib=True, chunksizes=(length,))[:] = np.arange(5000) * 1.5
        self.assertIn("0 errors", self.ok("check", self.path))
        with h5py.File(self.path) as file:
            chunk = file["last"].id.get_chunk_info(1)
        content = bytearray(self.path.read_bytes())
        content[chunk.byte_offset:chunk.byte_offset + chunk.size] = b"\xff" * chunk.size
        self.path.write_bytes(content)
        done = weft("check", self.path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("variable 'last', chunk 1: filter 1 (deflate)", done.stdout.decode())

    def test_what_only_libhdf5_undoes_is_not_what_lies_in_its_memory(self):
        """It takes a chunk that is too short, and parameters of another length, and goes on behind their ends."""
        values = np.arange(100, 700, dtype="i4").reshape(20, 30)
        with h5py.File(self.path, "w") as file:
            file.create_dataset("v", data=values, chunks=(6, 7), scaleoffset=0, shuffle=True, compression="gzip")
        self.assertEqual(self.ok("dump", "--json", "-v", "v", self.path).count("699"), 1)
        self.assertIn("0 errors", self.ok("check", self.path))
        with h5py.File(self.path, "a") as file:
            file["v"].id.write_direct_chunk((6, 14), bytes(5), 6)  # without shuffle and deflate
        self.assertIn("variable 'v', chunk 7: filter 6 (scaleoffset): it has 5 bytes to decode", self.fails(1, "dump", "-v", "v", self.path))
        with h5py.File(self.path, "w") as file:
            file.create_dataset("v", data=values, chunks=(6, 7), scaleoffset=0)
        content = self.path.read_bytes()
        self.assertEqual(content.count(np.array([42, 0, 4], "<u4").tobytes()), 1)
        self.path.write_bytes(content.replace(np.array([42, 0, 4], "<u4").tobytes(), np.array([42, 0, 0], "<u4").tobytes()))
        self.assertIn("42 elements of 0 bytes", self.fails(1, "dump", "-v", "v", self.path))

    def test_what_lies_behind_compact_values_is_not_read(self):
        values = np.arange(1000, 1040, dtype="<i8")
        with h5py.File(self.path, "w") as file:
            plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            plist.set_layout(h5py.h5d.COMPACT)
            space = h5py.h5s.create_simple(values.shape)
            h5py.Dataset(h5py.h5d.create(file.id, b"v", h5py.h5t.STD_I64LE, space, plist))[:] = values
        self.assertIn("1039", self.ok("dump", self.path))
        content = self.path.read_bytes()
        begin = content.index(values.tobytes())
        self.assertEqual(content[begin - 2:begin], values.nbytes.to_bytes(2, "little"))
        self.path.write_bytes(content[:begin - 2] + (40).to_bytes(2, "little") + content[begin:])
        self.assertIn("40 values are said to be in 40 bytes", self.fails(1, "dump", self.path))

    def test_what_a_classic_file_cannot_have_is_refused_by_name(self):
        copy = self.folder / "five.nc"
        for name, add in (("'words' is of type string", lambda file: file.createVariable("words", str, ("x",))),
                          ("'names' is of type string", lambda file: file.setncattr_string("names", ["a", "b"])),
                          ("'g/v' is in a group", lambda file: file.createGroup("g").createVariable("v", "i4", ("x",))),
                          ("'none', which is not that of the records", lambda file: file.createDimension("none", None))):
            with self.subTest(name):
                self.setUp()
                with netCDF4.Dataset(self.path, "a") as file:
                    add(file)
                self.assertIn(name, self.fails(1, "copy", "-k", "cdf5", self.path, copy))
                self.assertFalse(copy.exists())

    def test_strings_are_strings(self):
        with netCDF4.Dataset(self.path, "a") as file:
            file.setncattr_string("names", ["a", "b c"])
            words = file.createVariable("words", str, ("y", "x"))
            words[:] = np.array([["a", "b\n", 'c"d', ""], ["ü" * 30, "f", "g" * 40, "h\\"]], dtype=object)
            file.createVariable("one", str, ())[...] = "single"
            file.createVariable("grown", str, ("time",))[1] = "x"
        for options in ((), ("-b", "c"), ("-f", "c")):
            with self.subTest(options):
                theirs = subprocess.run(["ncdump", *options, self.path], capture_output=True, text=True, check=True).stdout
                self.assertEqual(self.ok("dump", *options, self.path), theirs)
        data = json.loads(self.ok("dump", "--json", self.path))["data"]
        self.assertEqual(data["words"], [["a", "b\n", 'c"d', ""], ["ü" * 30, "f", "g" * 40, "h\\"]])
        self.assertEqual((data["one"], data["grown"]), ("single", ["", "x", ""]))
        part = json.loads(self.ok("dump", "--json", "-d", "x,1,3,2", "-v", "words", self.path))["data"]
        self.assertEqual(part["words"], [["b\n", ""], ["f", "h\\"]])
        header = self.ok("dump", "-h", self.path)
        self.assertIn('string :names = "a", "b c" ;', header)
        self.assertIn("string words(y, x) ;", header)
        told = json.loads(self.ok("dump", "-h", "--json", self.path))
        names = next(one for one in told["attributes"] if one["name"] == "names")
        self.assertEqual((names["type"], names["value"]), ("string", ["a", "b c"]))

    def test_strings_that_nobody_wrote_are_the_fill_value(self):
        with netCDF4.Dataset(self.path, "a") as file:
            for name, fill in (("told", "no word"), ("untold", None)):
                file.createVariable(name, str, ("time",), fill_value=fill)[:1] = np.array(["a"], dtype=object)
        with netCDF4.Dataset(self.path) as file:
            theirs = {name: file[name][:].tolist() for name in ("told", "untold")}
        self.assertEqual(theirs["told"], ["a", "no word", "no word"])
        self.assertEqual(json.loads(self.ok("dump", "--json", "-v", "told,untold", self.path))["data"], theirs)
        theirs = subprocess.run(["ncdump", self.path], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.ok("dump", self.path), theirs)
        # netCDF-C fails at a chunk that is missing in front of the end.
        with netCDF4.Dataset(self.path, "a") as file:
            file.createVariable("holes", str, ("time",), fill_value="none", chunksizes=(1,))[2] = "b"
        self.assertEqual(json.loads(self.ok("dump", "--json", "-v", "holes", self.path))["data"]["holes"], ["none", "none", "b"])

    def newer(self, number, size, make):
        path = self.folder / "newer.nc"
        with h5py.File(path, "w") as file:
            file["first"] = np.arange(3, dtype="i4")
            make(file)
            file["last"] = np.arange(4, dtype="i4")
        with_newer_type(path, number, size)
        return path

    def check_others(self, path, why):
        """That the rest is read, and what of the variable `odd` is not said as it is."""
        read = json.loads(self.ok("dump", "--json", "-v", "first,last", path))["data"]
        self.assertEqual(read, {"first": [0, 1, 2], "last": [0, 1, 2, 3]})
        checked = weft("check", path).stdout.decode()
        self.assertIn("variable 'odd'", checked)
        self.assertIn(why, checked)
        self.assertIn("variable 'odd'", self.fails(1, "copy", "-k", "cdf5", path, self.folder / "copy.nc"))
        self.assertIn("odd", self.ok("info", path))

    def test_a_variable_of_a_type_that_is_not_known_yet_leaves_the_others(self):
        path = self.newer(0x3f, 8, lambda file: file.create_dataset("odd", data=np.arange(3, dtype=">f8")))
        self.check_others(path, "bad version number for datatype message")
        self.assertIn("unknown odd", self.ok("dump", "-h", path))

    def test_an_attribute_of_a_type_that_is_not_known_yet_leaves_the_other_variables(self):
        def make(file):
            file.create_dataset("odd", data=np.arange(3, dtype="i4")).attrs["scale_factor"] = np.array(2, dtype=">f8")
        path = self.newer(0x3f, 8, make)
        self.check_others(path, "the attributes cannot be listed")
        self.assertIn("int odd(", self.ok("dump", "-h", path))

    def test_a_type_of_the_file_that_is_not_known_yet_leaves_the_variables(self):
        path = self.newer(0x3f, 8, lambda file: file.__setitem__("kind", np.dtype(">f8")))
        read = json.loads(self.ok("dump", "--json", path))["data"]
        self.assertEqual(read, {"first": [0, 1, 2], "last": [0, 1, 2, 3]})


if __name__ == "__main__":
    main()
