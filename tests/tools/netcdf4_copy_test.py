#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft copy` to netCDF-4: chunks, compression and values, as nccopy, netCDF4-python and HDF5's tools see them."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from support import WEFT, ToolTest, main, run, weft

try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
MPI = os.environ.get("WEFT_MPI", "none")


def header(program, path, *options):
    done = subprocess.run([program, *options, path], capture_output=True, text=True, check=True)
    return done.stdout


def storage(path, name):
    """Chunks and filters of a variable, as libhdf5 tells them."""
    with h5py.File(path) as file:
        its = file[name]
        plist = its.id.get_create_plist()
        filters = [(plist.get_filter(i)[0], plist.get_filter(i)[2]) for i in range(plist.get_nfilters())]
        return its.chunks, [number for number, _ in filters], [list(values) for _, values in filters]


def levels(path, name):
    _, numbers, values = storage(path, name)
    return {number: value[:1] for number, value in zip(numbers, values)}


class NetCDF4CopyTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.classic, self.four, self.copy = (self.folder / name for name in ("classic.nc", "four.nc", "copy.nc"))
        rng = np.random.default_rng(7)
        self.values = {"field": np.cumsum(rng.integers(0, 3, (13, 45, 70)), axis=2).astype("f4"),
                       "fixed": np.arange(45 * 70, dtype="f8").reshape(45, 70), "small": np.arange(70, dtype="i2"),
                       "time": np.arange(13, dtype="i4") * 3, "text": np.frombuffer(b"abcdefg" * 10, "S1"), "one": np.array(2.5)}
        for path, kind in ((self.classic, "NETCDF3_CLASSIC"), (self.four, "NETCDF4")):
            with netCDF4.Dataset(path, "w", format=kind) as file:
                file.title = "a field"
                for name, length in (("t", None), ("y", 45), ("x", 70)):
                    file.createDimension(name, length)
                is_four = {"zlib": True, "complevel": 3, "chunksizes": (4, 10, 33)} if kind == "NETCDF4" else {}
                for name, dims in (("field", "tyx"), ("fixed", "yx"), ("small", "x"), ("time", "t"), ("text", "x"), ("one", "")):
                    its = file.createVariable(name, self.values[name].dtype, tuple(dims), **(is_four if name == "field" else {}))
                    its[...] = self.values[name]
                    its.units = "m"

    def same_values(self, path, names=None):
        with netCDF4.Dataset(path) as file:
            file.set_auto_mask(False)
            for name in names or self.values:
                np.testing.assert_array_equal(file[name][...], self.values[name], name)

    def same_definitions(self, one, other):
        """By ncdump; the name of the dataset differs."""
        self.assertEqual(header("ncdump", one, "-h", "-n", "x"), header("ncdump", other, "-h", "-n", "x"))

    def whole(self, path):
        """HDF5's own tools have nothing to say against it."""
        for program, options in (("h5dump", ["-H"]), ("h5stat", [])):
            if shutil.which(program):
                done = subprocess.run([program, *options, path], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done)

    def test_kinds_have_the_names_of_nccopy(self):
        for word, kind in (("netcdf4", "netCDF-4"), ("nc4", "netCDF-4"), ("netCDF-4", "netCDF-4"), ("3", "netCDF-4"), ("hdf5", "netCDF-4"),
                           ("netCDF-4 classic model", "netCDF-4 classic model"), ("nc7", "netCDF-4 classic model"), ("4", "netCDF-4 classic model"),
                           ("nc3", "classic"), ("nc6", "64-bit offset"), ("nc5", "cdf5")):
            with self.subTest(word):
                self.ok("copy", "-k", word, "-v", "small,one", self.classic, self.copy)
                self.assertEqual(header("ncdump", self.copy, "-k").strip(), kind)
                self.same_values(self.copy, ("small", "one"))
        self.assertIn("netCDF-4 classic model", self.fails(2, "copy", "-k", "nc9", self.classic, self.copy))

    def test_from_classic(self):
        self.ok("copy", "-k", "nc4", self.classic, self.copy)
        self.same_definitions(self.classic, self.copy)
        self.same_values(self.copy)
        self.whole(self.copy)
        self.assertEqual(storage(self.copy, "fixed")[0], None)
        self.assertIn("t = UNLIMITED ; // (13 currently)", header("ncdump", self.copy, "-h"))

    def test_compression_by_the_letters_of_nccopy(self):
        theirs = self.folder / "theirs.nc"
        subprocess.run(["nccopy", "-k", "nc4", "-d", "5", "-s", self.classic, theirs], check=True)
        for words in (["-d", "5", "-s"], ["-d5", "-s"], ["--deflate", "5", "--shuffle"], ["-s", "-d", "5"]):
            with self.subTest(words):
                self.ok("copy", "-k", "nc4", *words, self.classic, self.copy)
                for name in ("field", "fixed"):
                    self.assertEqual(levels(self.copy, name)[1], levels(theirs, name)[1])
                    self.assertEqual(storage(self.copy, name)[1], [2, 1])
                self.assertEqual(storage(self.copy, "small")[:2], (None, []))
                self.same_values(self.copy)
        self.whole(self.copy)
        self.same_definitions(theirs, self.copy)
        self.assertLess(self.copy.stat().st_size, self.classic.stat().st_size)

    def test_letters_that_choose_a_part_still_do(self):
        self.ok("copy", "-k", "nc4", "-d", "3", "-d", "x,10,19", "-s", "time=6:9", "-s", self.classic, self.copy)
        with netCDF4.Dataset(self.copy) as file:
            np.testing.assert_array_equal(file["field"][...], self.values["field"][2:4, :, 10:20])
        self.assertEqual(storage(self.copy, "field")[1], [2, 1])

    def test_zstd_and_checksums(self):
        self.ok("copy", "-k", "nc4", "--zstd", "3", "-s", "--checksum", "fletcher32", self.classic, self.copy)
        self.assertEqual(storage(self.copy, "field")[1], [2, 32015, 3])
        self.assertEqual(self.ok("dump", "-n", "x", self.copy), self.ok("dump", "-n", "x", self.classic))
        self.ok("copy", "--checksum", "none", "-d", "0", self.copy, self.four)
        self.assertEqual(storage(self.four, "field")[1], [])
        self.same_values(self.four)
        self.fails(2, "copy", "-k", "nc4", "--zstd", "3", "-d", "1", self.classic, self.copy)
        self.fails(2, "copy", "-k", "nc4", "-d", "10", self.classic, self.copy)

    def test_chunks(self):
        for spec, field, fixed in ((["t/5,y/9,x/70"], (5, 9, 70), (9, 70)), (["field:2,45,7"], (2, 45, 7), None), (["x/10", "fixed:45,1"], (1, 45, 10), (45, 1)),
                                   (["t/6,x/"], (6, 45, 70), (45, 70)), (["y/1000"], (1, 45, 70), (45, 70)), (["y/9", "fixed:"], (1, 9, 70), None)):
            with self.subTest(spec):
                options = [word for one in spec for word in ("-c", one)]
                self.ok("copy", "-k", "nc4", *options, self.classic, self.copy)
                self.assertEqual((storage(self.copy, "field")[0], storage(self.copy, "fixed")[0]), (field, fixed))
                self.same_values(self.copy)
                self.whole(self.copy)
        for spec, text in (("z/5", "no dimension 'z'"), ("fielt:1,1,1", "fielt"), ("field:1,1", "3 dimensions"), ("field:", "unlimited dimension")):
            self.assertIn(text, self.fails(1, "copy", "-k", "nc4", "--chunks", spec, self.classic, self.copy.with_name("none.nc")))
        self.assertIn("LENGTH", self.fails(2, "copy", "-k", "nc4", "--chunks", "x=5", self.classic, self.copy))
        self.assertFalse(self.copy.with_name("none.nc").exists())

    def test_chunks_are_compressed_once(self):
        """Each is behind another one, and between them is nothing."""
        self.ok("copy", "-k", "nc4", "-d", "1", "-c", "t/3,y/7,x/11", self.classic, self.copy)
        with h5py.File(self.copy) as file:
            self.assertEqual(file["field"].id.get_num_chunks(), 5 * 7 * 7)
            ids = [its.id for its in file.values() if its.chunks]
            infos = [its.get_chunk_info(i) for its in ids for i in range(its.get_num_chunks())]
        chunks = sorted((info.byte_offset, info.size) for info in infos)
        for (begin, size), (after, _) in zip(chunks, chunks[1:]):
            self.assertEqual(begin + size, after)

    def test_from_netcdf4_keeps_what_is_there(self):
        self.ok("copy", "--repack", self.four, self.copy)
        for name in ("field", "fixed", "time", "one"):
            self.assertEqual(storage(self.copy, name)[:2], storage(self.four, name)[:2], name)
        self.assertEqual(levels(self.copy, "field")[1], [3])
        self.same_definitions(self.four, self.copy)
        self.same_values(self.copy)
        without = [line for line in header("ncdump", self.four, "-h", "-s", "-n", "x").splitlines() if "_NCProperties" not in line and "Superblock" not in line]
        ours = [line for line in header("ncdump", self.copy, "-h", "-s", "-n", "x").splitlines() if "_NCProperties" not in line and "Superblock" not in line]
        self.assertEqual(ours, without)
        self.ok("copy", self.four, self.copy)
        self.assertEqual(self.copy.read_bytes(), self.four.read_bytes())
        self.ok("copy", "-d", "7", self.four, self.copy)
        self.assertEqual((levels(self.copy, "field")[1], storage(self.copy, "field")[0]), ([7], (4, 10, 33)))

    def test_byte_order_and_fill_stay(self):
        with netCDF4.Dataset(self.four, "a") as file:
            file.createVariable("big", ">i4", ("x",), endian="big", fill_value=-5)[:] = np.arange(70)
            file.createVariable("bare", "i4", ("x",), fill_value=False)[:] = np.arange(70)
        self.ok("copy", "--repack", self.four, self.copy)
        text = header("ncdump", self.copy, "-h", "-s")
        self.assertIn('big:_Endianness = "big"', text)
        self.assertIn('bare:_NoFill = "true"', text)
        self.assertNotIn('field:_NoFill', text)
        with netCDF4.Dataset(self.copy) as file:
            np.testing.assert_array_equal(file["big"][:], np.arange(70))

    def test_a_part_has_chunks_that_fit(self):
        self.ok("copy", "-v", "field[1:9:2,3:8,5]", "-C", self.four, self.copy)
        with netCDF4.Dataset(self.copy) as file:
            np.testing.assert_array_equal(file["field"][...], self.values["field"][1:9:2, 3:8, 5:6])
        self.assertEqual(storage(self.copy, "field")[:2], ((4, 5, 1), [2, 1]))

    def test_what_weft_does_not_write_is_told(self):
        with h5py.File(self.folder / "lzf.h5", "w") as file:
            file.create_dataset("v", data=self.values["field"], chunks=(4, 10, 33), compression="lzf")
        done = weft("copy", "--repack", self.folder / "lzf.h5", self.copy)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn(b"variable 'v': lzf is not written", done.stderr)
        with h5py.File(self.copy) as file:
            np.testing.assert_array_equal(file["v"][...], self.values["field"])
        self.ok("copy", "-d", "1", self.folder / "lzf.h5", self.copy)
        with netCDF4.Dataset(self.four, "a") as file:
            file.createDimension("more", None)
            file.createVariable("two", "i4", ("t", "more"))[:2, :3] = 7
            kind = file.createEnumType(np.uint8, "colour", {"red": 0, "blue": 1})
            file.createVariable("colours", kind, ("x",))[:] = np.arange(70) % 2
        done = weft("copy", "--repack", self.four, self.copy)
        self.assertEqual(done.returncode, 0, done)
        self.assertNotIn(b"'more'", done.stderr)
        with netCDF4.Dataset(self.copy) as file:
            self.assertTrue(file.dimensions["t"].isunlimited() and file.dimensions["more"].isunlimited())
            # Of one value netCDF4-python makes one record. netCDF-C gives anything behind its end in the source.
            self.assertEqual(file["two"][:3].tolist(), [[7] * 3, [None] * 3, [None] * 3])
        self.assertIn(b"variable 'colours' has the integers of its type colour", done.stderr)
        self.same_values(self.copy)
        done = weft("copy", "-k", "nc7", "-v", "two", self.four, self.copy)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn(b"dimension 'more' has the fixed length 3 in the copy", done.stderr)

    def test_what_cannot_be_is_refused_by_name(self):
        for name, add in (("'words' is of type string", lambda file: file.createVariable("words", str, ("x",))),
                          ("'g/v' is in a group", lambda file: file.createGroup("g").createVariable("v", "i4", ("x",)))):
            with self.subTest(name):
                self.setUp()
                with netCDF4.Dataset(self.four, "a") as file:
                    add(file)
                self.assertIn(name, self.fails(1, "copy", "--repack", self.four, self.copy))
                self.assertFalse(self.copy.exists())
        with netCDF4.Dataset(self.four, "a") as file:
            file.createVariable("long", "u8", ("x",))
        self.assertIn("'long' is of type uint64", self.fails(1, "copy", "-k", "nc7", self.four, self.copy))
        self.assertIn("only netCDF-4 files have chunks", self.fails(1, "copy", "-d", "1", self.classic, self.copy))

    def test_concat_to_netcdf4(self):
        self.ok("concat", "-k", "nc4", self.classic, self.classic, self.copy)
        with netCDF4.Dataset(self.copy) as file:
            np.testing.assert_array_equal(file["field"][...], np.concatenate([self.values["field"]] * 2))
            np.testing.assert_array_equal(file["fixed"][...], self.values["fixed"])
        self.whole(self.copy)

    @unittest.skipIf(MPI == "none", "the build has no MPI")
    def test_on_ranks(self):
        for ranks in (1, 4):
            for options in (["-k", "nc4", "-d", "1", "-s", "-c", "t/3,y/7,x/11", self.classic], ["--repack", self.four],
                            ["-k", "nc4", self.classic], ["-k", "nc4", "-v", "small,one", self.classic]):
                with self.subTest(ranks=ranks, options=options):
                    self.copy.unlink(missing_ok=True)
                    done = run(LAUNCHER, "--mpi", MPI, "--ranks", ranks, "--timeout", 100, "--", WEFT, "copy", *options, self.copy)
                    self.assertEqual((done.returncode, done.stderr), (0, b""), done)
                    self.same_values(self.copy, ("small", "one") if "-v" in options else None)
                    self.whole(self.copy)
        done = run(LAUNCHER, "--mpi", MPI, "--ranks", 4, "--timeout", 100, "--", WEFT, "concat", "-k", "nc4", self.classic, self.classic, self.copy)
        self.assertEqual(done.returncode, 0, done)
        with netCDF4.Dataset(self.copy) as file:
            np.testing.assert_array_equal(file["field"][...], np.concatenate([self.values["field"]] * 2))


class QuantizeTest(ToolTest):
    """--quantize: the bits are those of netCDF-C, and what must be exact stays."""
    MODES = {"bitround": "BitRound", "granular": "GranularBitRound", "bitgroom": "BitGroom"}

    def setUp(self):
        super().setUp()
        if not getattr(netCDF4, "__has_quantization_support__", False):
            self.skipTest("netCDF-C before 4.9")
        self.source, self.four, self.copy = (self.folder / name for name in ("source.nc", "four.nc", "copy.nc"))
        rng = np.random.default_rng(5)
        fields = rng.normal(280, 9, (6, 20, 30))
        fields[2, 3] = 1e20
        self.values = {"air": fields.astype("f4"), "sea": fields * 1.1, "lat": np.linspace(-1, 1, 20), "area": rng.normal(size=(20, 30)),
                       "gaps": fields[0].astype("f4"), "number": np.arange(20, dtype="i4")}
        for path, kind, more in ((self.source, "NETCDF3_CLASSIC", {}), (self.four, "NETCDF4", {"zlib": True})):
            with netCDF4.Dataset(path, "w", format=kind) as file:
                for name, length in (("t", None), ("lat", 20), ("x", 30)):
                    file.createDimension(name, length)
                for name, dims in (("air", ("t", "lat", "x")), ("sea", ("t", "lat", "x")), ("lat", ("lat",)), ("area", ("lat", "x")),
                                   ("gaps", ("lat", "x")), ("number", ("lat",))):
                    file.createVariable(name, self.values[name].dtype, dims, fill_value=1e20 if name in ("air", "sea") else None,
                                        **more)[...] = self.values[name]
                file["air"].cell_measures = "area: area"
                file["gaps"].missing_value = np.float32(7)

    def rounded(self, name, mode, digits):
        """What netCDF-C makes of a variable's values."""
        values = self.values[name]
        with netCDF4.Dataset(self.folder / "theirs.nc", "w") as file:
            file.createDimension("n", values.size)
            its = file.createVariable("v", values.dtype, ("n",), fill_value=1e20, significant_digits=digits, quantize_mode=self.MODES[mode])
            its.set_auto_mask(False)
            its[:] = values.ravel()
        with netCDF4.Dataset(self.folder / "theirs.nc") as file:
            file.set_auto_mask(False)
            return file["v"][:].reshape(values.shape)

    def expect(self, rounded):
        """Of the copy: values and attributes; variables without a mode have the values of the source."""
        with netCDF4.Dataset(self.copy) as file:
            file.set_auto_mask(False)
            for name, values in self.values.items():
                how = rounded.get(name)
                self.assertEqual(file[name].quantization(), (how[1], self.MODES[how[0]]) if how else None, name)
                np.testing.assert_array_equal(file[name][...], self.rounded(name, *how) if how else values, name)

    def test_all_but_what_must_be_exact(self):
        for mode, digits in (("bitround", 9), ("granular", 4), ("bitgroom", 3)):
            for source, options in ((self.source, ["-k", "nc4", "-d", "1"]), (self.source, ["-k", "nc7"]), (self.four, [])):
                with self.subTest(mode=mode, options=options):
                    self.ok("copy", *options, "--quantize", f"{mode}:{digits}", source, self.copy)
                    self.expect({"air": (mode, digits), "sea": (mode, digits)})
        self.ok("copy", "--quantize", "bitround:30", self.four, self.copy)
        self.expect({"air": ("bitround", 23), "sea": ("bitround", 30)})
        self.ok("copy", "-k", "nc4", "-d", "1", self.source, self.four)
        self.ok("copy", "--quantize", "bitround:6", self.four, self.copy)
        with h5py.File(self.four) as before, h5py.File(self.copy) as after:
            for name in ("air", "sea"):
                self.assertLess(after[name].id.get_storage_size(), 0.6 * before[name].id.get_storage_size(), name)

    def test_variables_that_are_named(self):
        for options, rounded in ((["granular:3,sea"], {"sea": ("granular", 3)}), (["bitround:5,lat,gaps"], {"lat": ("bitround", 5), "gaps": ("bitround", 5)}),
                                 (["bitround:7", "granular:2,sea", "bitgroom:5,area"], {"air": ("bitround", 7), "sea": ("granular", 2), "area": ("bitgroom", 5)})):
            with self.subTest(options):
                self.ok("copy", "-k", "nc4", *[word for one in options for word in ("--quantize", one)], self.source, self.copy)
                self.expect(rounded)
        self.ok("copy", "--quantize", "granular:1,air", self.copy, self.four)
        with netCDF4.Dataset(self.four) as file:
            self.assertEqual([name for name in file["air"].ncattrs() if "uantize" in name], ["_QuantizeGranularBitRoundNumberOfSignificantDigits"])
            self.assertEqual((file["air"].quantization(), file["sea"].quantization()), ((1, "GranularBitRound"), (2, "GranularBitRound")))

    def test_what_cannot_be(self):
        for word in ("bitround", "bitround:", "bitround:0", "bitround:-1", "bitround:x", "rounding:3", "none:3", "bitround:53", "granular:16", ",air"):
            with self.subTest(word):
                self.assertIn("--quantize", self.fails(2, "copy", "-k", "nc4", "--quantize", word, self.source, self.copy))
        for word, text in (("bitround:3,air,airs", "airs"), ("granular:3,number", "'number': only floating values"), ("granular:8,air", "1 to 7")):
            with self.subTest(word):
                self.assertIn(text, self.fails(1, "copy", "-k", "nc4", "--quantize", word, self.source, self.copy))
        for options in ([], ["-k", "nc5"]):
            self.assertIn("-k nc4", self.fails(1, "copy", *options, "--quantize", "bitround:3", self.source, self.copy))
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["four.nc", "source.nc"])

    @unittest.skipIf(MPI == "none", "the build has no MPI")
    def test_on_ranks(self):
        for options in ([], ["-c", "t/4,lat/7,x/30"]):
            done = run(LAUNCHER, "--mpi", MPI, "--ranks", 3, "--timeout", 100, "--", WEFT, "copy", "-k", "nc4", "-d", "1", *options,
                       "--quantize", "granular:4", "--quantize", "bitround:5,lat", self.source, self.copy)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done)
            self.expect({"air": ("granular", 4), "sea": ("granular", 4), "lat": ("bitround", 5)})


    @unittest.skipIf(MPI == "none", "the build has no MPI")
    def test_what_is_rounded_stays_on_ranks(self):
        target = self.folder / "again.nc"
        ranks = [LAUNCHER, "--mpi", MPI, "--ranks", 3, "--timeout", 100, "--", WEFT, "copy"]
        for mode in ("bitround:6", "granular:3", "bitgroom:3"):
            # With other chunks, BitGroom would give other values the ones.
            for options in (["--repack"], ["-c", "x/7"], ["--quantize", "granular:2"]):
                with self.subTest(mode, options=options):
                    self.ok("copy", "--quantize", mode, self.four, self.copy)
                    done = run(*ranks, *options, self.copy, target)
                    self.assertEqual(done.returncode, 0, done)
                    self.ok("diff", self.copy, target)
                    with netCDF4.Dataset(self.copy) as first, netCDF4.Dataset(target) as second:
                        for name in first.variables:
                            self.assertEqual(first[name].ncattrs(), second[name].ncattrs())
                    target.unlink()


class LostSpaceTest(ToolTest):
    def test_info_tells_what_nothing_names(self):
        path, copy = self.folder / "four.nc", self.folder / "copy.nc"
        with h5py.File(path, "w") as file:
            file.create_dataset("gone", data=np.arange(100_000.0))
            file.create_dataset("kept", data=np.arange(5000.0))
        before = json.loads(self.ok("info", "--json", path))["lost_bytes"]
        self.assertLess(before, 8192)
        with h5py.File(path, "a") as file:
            del file["gone"]
            file.create_dataset("last", data=np.arange(10.0))
            file.create_dataset("chunks", data=np.arange(5000.0), chunks=(100,), compression="gzip")
        lost = json.loads(self.ok("info", "--json", path))["lost_bytes"]
        with h5py.File(path) as file:
            values = sum(file[name].id.get_storage_size() for name in file)
        self.assertLessEqual(lost, path.stat().st_size - values)
        self.assertGreater(lost, 500_000)
        self.assertIn(f"{lost} that nothing names", self.ok("info", path))
        self.ok("copy", "--repack", path, copy)
        self.assertLess(json.loads(self.ok("info", "--json", copy))["lost_bytes"], 100_000)

    def test_strings_are_not_looked_for(self):
        path = self.folder / "four.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createDimension("x", 3)
            file.createVariable("words", str, ("x",))[:] = np.array(["a", "b", "c"], dtype=object)
        self.assertNotIn("lost_bytes", json.loads(self.ok("info", "--json", path)))


if __name__ == "__main__":
    main()
