#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weftnc writes netCDF-4 files in which netCDF4-python and h5py find what was written, stored as was asked for."""

import gc
import random
import sys
import unittest
import warnings

import netCDF4
import numpy as np

import package  # where the others are
import python_tests
import weftnc
from dataset_test import InFolder

try:
    import h5py
except ImportError:
    h5py = None

TYPES = ["i1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8"]
FORMATS = ("NETCDF4", "NETCDF4_CLASSIC")
# Of createVariable(), whose variable has the dimensions t (unlimited), y (12) and x (20).
OPTIONS = [{}, {"zlib": True}, {"zlib": True, "complevel": 0}, {"zlib": True, "shuffle": False, "complevel": 9}, {"shuffle": True},
           {"compression": "zlib", "complevel": 1}, {"compression": "zlib", "complevel": 0, "fletcher32": True}, {"compression": ""},
           {"fletcher32": True}, {"zlib": True, "fletcher32": True, "fill_value": -3}, {"fill_value": False, "zlib": True},
           {"endian": "little"}, {"zlib": True, "chunk_cache": 1000}, {"least_significant_digit": 1, "zlib": True},
           {"significant_digits": 3}, {"significant_digits": 2.9, "quantize_mode": "GranularBitRound", "zlib": True},
           {"significant_digits": np.int64(23), "quantize_mode": "BitRound", "fill_value": -3}, {"quantize_mode": "none of these"}]
CHUNKS = [(1, 12, 20), (5, 3, 7), (2, 0, 4), [1, 2.0, np.int64(3)], (100, 12, 1)]
FIXED = [{"contiguous": True}, {"contiguous": True, "shuffle": True}, {"chunksizes": (4, 20)}, {"chunksizes": (0, 0)}]
REFUSED = [({"compression": "szip"}, weftnc.Error, "compression='szip'"), ({"compression": "bzip2"}, weftnc.Error, "'bzip2'"),
           ({"compression": "blosc_lz4"}, weftnc.Error, "'blosc_lz4'"), ({"compression": "lzf"}, ValueError, "compression 'lzf'"),
           ({"endian": "big"}, weftnc.Error, "endian='big'"), ({"endian": "middle"}, ValueError, "endian"),
           *[({"significant_digits": digits, "quantize_mode": mode}, weftnc.Error, f"significant_digits={digits}.*1 to {most}")
             for mode, most in (("BitGroom", 7), ("GranularBitRound", 7), ("BitRound", 23)) for digits in (0, -1, most + 1)],
           ({"significant_digits": 3, "datatype": "i4"}, weftnc.Error, "significant_digits=3"),
           ({"significant_digits": 3, "quantize_mode": "bitround"}, ValueError, "quantize_mode"), ({"significant_digits": "3"}, TypeError, ""),
           ({"significant_digits": 0, "dimensions": ()}, weftnc.Error, "significant_digits=0"),
           ({"significant_digits": 16, "datatype": "f8"}, weftnc.Error, "1 to 15"),
           ({"significant_digits": 53, "datatype": "f8", "quantize_mode": "BitRound"}, weftnc.Error, "1 to 52"),
           ({"contiguous": True, "zlib": True}, weftnc.Error, "contiguous"),
           ({"contiguous": True, "fletcher32": True}, weftnc.Error, "contiguous"), ({"zlib": True, "complevel": 10}, weftnc.Error, "complevel=10"),
           ({"compression": "zstd", "complevel": 23}, weftnc.Error, "complevel=23"), ({"zlib": True, "complevel": -1}, weftnc.Error, "complevel"),
           ({"contiguous": True, "chunksizes": (2, 2)}, ValueError, "contiguous"), ({"chunksizes": (2,)}, ValueError, "chunksizes"),
           ({"chunksizes": (13, 20)}, ValueError, "chunksizes"), ({"chunksizes": (-1, 2)}, OverflowError, "chunksizes"),
           ({"chunksizes": 2}, TypeError, ""), ({"bzip2": True}, TypeError, "bzip2"),
           ({"dimensions": ("t", "x"), "contiguous": True}, weftnc.Error, "unlimited")]


def defined(module, path, form, dimensions, options):
    """A variable v; returns how it is stored, as is said at once."""
    with module.Dataset(path, "w", format=form) as file:
        file.createDimension("t")
        file.createDimension("y", 12)
        file.createDimension("x", 20)
        variable = file.createVariable("v", "f4", dimensions, **options)
        variable.units = "m"
        return variable.chunking(), (variable.filters(), variable.quantization())


def found(path):
    """The same, as netCDF4-python finds it in the file."""
    with netCDF4.Dataset(path) as file:
        v = file["v"]
        facts = [file.data_model, file.file_format, file.disk_format, v.filters(), v.quantization(), v.endian(), v.__dict__,
                 "filling off" in str(v)]
        return v.chunking(), facts


class Definitions(InFolder):
    def test_variables_are_stored_as_netcdf4_python_stores_them(self):
        chunks = [{"chunksizes": one, **more} for one in CHUNKS for more in ({}, {"zlib": True})]
        for form in FORMATS:
            for dimensions, all_options in ((("t", "y", "x"), OPTIONS + chunks), (("y", "x"), OPTIONS + FIXED), ((), OPTIONS + FIXED)):
                for options in all_options:
                    if form == "NETCDF4_CLASSIC" and "significant_digits" in options:
                        continue  # of which such a file of netCDF-C 4.9.0 does not tell
                    with self.subTest(form=form, dimensions=dimensions, **options):
                        self.compare(form, dimensions, options)

    def compare(self, form, dimensions, options):
        (_, theirs_now), (chunk, theirs) = defined(netCDF4, self.path, form, dimensions, options), found(self.path)
        (chunk_now, ours_now), (own_chunk, ours) = defined(weftnc, self.path, form, dimensions, options), found(self.path)
        self.assertEqual(ours_now, theirs_now)
        self.assertEqual(ours, theirs)
        self.assertEqual(chunk_now, own_chunk)
        if "chunksizes" in options or chunk == "contiguous":
            self.assertEqual(own_chunk, chunk)
        self.assertEqual(own_chunk == "contiguous", chunk == "contiguous")

    @unittest.skipIf(h5py is None, "no h5py")
    def test_zstd(self):
        """Which the netCDF-C of Debian does not know."""
        defined(weftnc, self.path, "NETCDF4", ("y", "x"), {"compression": "zstd", "complevel": 7, "chunksizes": (6, 20)})
        with h5py.File(self.path) as file:
            made = file["v"].id.get_create_plist()
            self.assertEqual([made.get_filter(at)[0] for at in range(made.get_nfilters())], [32015])
            self.assertEqual(made.get_filter(0)[2][0], 7)
        values = np.arange(240).reshape(12, 20)
        with weftnc.Dataset(self.path, "a") as file:
            file["v"][...] = values
        with weftnc.Dataset(self.path) as file:
            self.assertEqual((file["v"].filters()["zstd"], file["v"].filters()["complevel"]), (True, 7))
            np.testing.assert_array_equal(file["v"][...], values)
            self.assertTrue(file.has_zstd_filter())
            self.assertFalse(file.has_szip_filter() or file.has_bzip2_filter() or file.has_blosc_filter())

    def test_several_dimensions_grow_as_in_netcdf4_python(self):
        found = []
        for module in (netCDF4, weftnc):
            with module.Dataset(self.path, "w", format="NETCDF4") as file:
                for name, size in (("t", None), ("u", None), ("x", 3)):
                    file.createDimension(name, size)
                v = file.createVariable("v", "i4", ("t", "u"), fill_value=-1)
                w = file.createVariable("w", "i4", ("x", "u"), fill_value=-1)
                v[0:2, 0:4] = np.arange(8).reshape(2, 4)
                v[2, 5] = 7
                w[:, 6] = [1, 2, 3]
                w[:, 7:9] = np.arange(6).reshape(3, 2)
                v[4, :9] = np.arange(9)
            with netCDF4.Dataset(self.path) as file:
                growing = [name for name, one in file.dimensions.items() if one.isunlimited()]
                found.append((growing, file["v"][:].filled().tolist(), file["w"][:].filled().tolist()))
        self.assertEqual(found[0], found[1])
        with weftnc.Dataset(self.path, "a") as file:
            file["v"][5] = np.arange(9)
            file["w"][:, 9:] = np.arange(6).reshape(3, 2)
            self.assertEqual((file["v"].shape, file["w"].shape), ((6, 11), (3, 11)))
            self.assertEqual(file["w"][:, 9:].tolist(), [[0, 1], [2, 3], [4, 5]])

    def test_the_only_unlimited_dimension_may_be_behind_others(self):
        values = np.arange(15.).reshape(3, 5)
        for shorter in (False, True):
            with weftnc.Dataset(self.path, "w", format="NETCDF4") as file:
                file.createDimension("x", 3)
                file.createDimension("t", None)
                if shorter:
                    file.createVariable("t", "f8", ("t",))[0:2] = 1
                v = file.createVariable("v", "f8", ("x", "t"), zlib=True)
                v[:, 0:5] = values
                self.assertEqual(v.shape, (3, 5))
            with netCDF4.Dataset(self.path) as file:
                np.testing.assert_array_equal(file["v"][...], values)

    def test_infinities_fit_short_floats(self):
        for form in ("NETCDF4", "NETCDF3_CLASSIC"):
            with weftnc.Dataset(self.path, "w", format=form) as file:
                file.createDimension("x", 3)
                v = file.createVariable("v", "f4", ("x",))
                v[:] = [1, np.inf, -np.inf]
                np.testing.assert_array_equal(v[:], [1, np.inf, -np.inf])
                with self.assertRaises(weftnc.OutOfRangeError):
                    v[:] = [1e300, np.inf, 2]

    def test_what_is_not_written_is_refused_before_anything_is_made(self):
        with weftnc.Dataset(self.path, "w", format="NETCDF4") as file:
            file.createDimension("t")
            file.createDimension("y", 12)
            file.createDimension("x", 20)
            for options, kind, words in REFUSED:
                with self.subTest(**options), self.assertRaisesRegex(kind, words):
                    file.createVariable("v", **{"datatype": "f4", "dimensions": ("y", "x"), **options})
            self.assertRaisesRegex(ValueError, "variable length", file.createVariable, "v", str, ("x",))
            for wrong, words in [(lambda: file.createGroup("g"), "groups"), (lambda: file.setncattr("texts", ["a", "b"]), "one text")]:
                self.assertRaisesRegex(weftnc.Error, words, wrong)
            self.assertEqual(list(file.variables), [])
            file.createVariable("v", "i8", ("x",))[:] = 2**40
        with weftnc.Dataset(self.path, "w", format="NETCDF4_CLASSIC") as file:
            self.assertRaisesRegex(weftnc.Error, "'v'", file.createVariable, "v", "i8", ())
            file.createDimension("t")
            file.createDimension("x", 20)
            for wrong, words in [(lambda: file.createDimension("s"), "'s'"), (lambda: file.createVariable("v", "i4", ("x", "t")), "must come first")]:
                self.assertRaisesRegex(weftnc.Error, words, wrong)
            file.number = np.int64(5)
            self.assertEqual(file.number.dtype, "i4")

    def test_of_classic_files_only_the_byte_order_matters(self):
        for form in ("NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"):
            others = [one for one in OPTIONS if "endian" not in one]
            for options in (*others, {"chunksizes": (1, 2)}, {"contiguous": True}, {"compression": "szip"}, {"significant_digits": 99}):
                with weftnc.Dataset(self.path, "w", format=form) as file:
                    file.createDimension("x", 2)
                    variable = file.createVariable("v", "f4", ("x",), **options)
                    self.assertEqual((variable.chunking(), variable.filters(), variable.endian(), variable.quantization()),
                                     (None, None, "native", None))
                    self.assertRaisesRegex(weftnc.Error, "endian='big'", file.createVariable, "w", "f4", ("x",), endian="big")

    def test_chunks_of_hints_are_told_before_the_definition_ends(self):
        with weftnc.Dataset(self.path, "w", format="NETCDF4", info={"weft_chunk_bytes": 4096, "weft_compress": "deflate:1"}) as file:
            file.createDimension("y", 100)
            file.createDimension("x", 1000)
            told = file.createVariable("v", "f4", ("y", "x")).chunking()
        self.assertEqual((told, found(self.path)[0]), ([1, 1000], [1, 1000]))

    def test_chunks_with_records(self):
        """Small records share chunks, by a hint larger ones too."""
        hints = {"weft_compress": "deflate:1"}
        for more, wanted in [({}, {"t": [8192], "line": [8192, 2], "field": [1, 40, 60]}),
                             ({"weft_compress": "none"}, {"t": [512], "line": [512, 2], "field": [1, 40, 60]}),
                             ({"weft_record_chunk_bytes": 100_000}, {"t": [12500], "line": [12500, 2], "field": [10, 40, 60]}),
                             ({"weft_record_chunk_bytes": 100_000, "weft_chunk_bytes": 20_000}, {"t": [2500], "line": [2500, 2], "field": [2, 40, 60]})]:
            with self.subTest(more), weftnc.Dataset(self.path, "w", format="NETCDF4", info=hints | more) as file:
                for name, length in [("t", None), ("two", 2), ("y", 40), ("x", 60)]:
                    file.createDimension(name, length)
                made = [file.createVariable("t", "f8", ("t",)), file.createVariable("line", "f4", ("t", "two")),
                        file.createVariable("field", "f4", ("t", "y", "x"))]
                self.assertEqual({variable.name: variable.chunking() for variable in made}, wanted)


class Content(InFolder):
    def test_random_programs(self):
        """What other readers find is what a plain array would have."""
        for seed in python_tests.seeds(25, 1):
            with self.subTest(python_tests.replay_of(seed)):
                self.run_program(random.Random(seed))
                self.assertReadAlike()

    def run_program(self, draw):
        lengths = [draw.randint(1, 9) for _ in range(draw.randint(1, 3))]
        model = {}
        with weftnc.Dataset(self.path, "w", format="NETCDF4") as file:
            names = [f"d{number}" for number in range(len(lengths))]
            records = draw.random() < 0.6
            for number, (name, length) in enumerate(zip(names, lengths)):
                file.createDimension(name, None if records and number == 0 else length)
            for number in range(draw.randint(1, 3)):
                kind = draw.choice(TYPES)
                file.createVariable(f"v{number}", kind, names, fill_value=77, **self.drawn_storage(draw, lengths, records))
                model[f"v{number}"] = np.full(lengths, 77, kind)
        for _ in range(draw.randint(1, 3)):  # each time the file is opened
            with weftnc.Dataset(self.path, "a") as file:
                for _ in range(draw.randint(1, 5)):
                    name = draw.choice(list(model))
                    index = tuple(slice(*sorted(draw.sample(range(length + 1), 2)), draw.choice((1, 1, 2))) for length in lengths)
                    model[name][index] = values = np.asarray(draw.randrange(100) + np.arange(model[name][index].size) % 5).reshape(
                        model[name][index].shape)
                    file[name][index] = values
                if draw.random() < 0.4:
                    file.sync()
                if draw.random() < 0.3:
                    model[f"w{len(model)}"] = np.full(lengths, 3, "i2")
                    file.createVariable(f"w{len(model) - 1}", "i2", names, fill_value=77, zlib=True)[...] = np.full(lengths, 3)
        with netCDF4.Dataset(self.path) as file:
            file.set_auto_mask(False)
            for name, wanted in model.items():
                np.testing.assert_array_equal(file[name][...], wanted[:len(file.dimensions["d0"])], name)
                self.assertTrue((wanted[len(file.dimensions["d0"]):] == 77).all(), "these records are there")
        if h5py is not None:
            with h5py.File(self.path) as file:
                for name, wanted in model.items():
                    np.testing.assert_array_equal(file[name][...], wanted[:len(file[name])], name)

    @staticmethod
    def drawn_storage(draw, lengths, records):
        options = draw.choice([{}, {"zlib": True}, {"zlib": True, "fletcher32": True}, {"fletcher32": True}, {"compression": "zlib", "shuffle": False}])
        if draw.random() < 0.6:
            options = {**options, "chunksizes": [draw.randint(1, length) for length in lengths]}
        return options if options or records else {"contiguous": True}

    def test_files_of_others_are_changed(self):
        with netCDF4.Dataset(self.path, "w") as file:
            file.createDimension("t")
            file.createDimension("x", 5)
            file.createVariable("v", "f4", ("t", "x"), zlib=True, chunksizes=(2, 5))[:] = np.arange(20).reshape(4, 5)
            group = file.createGroup("g")
            group.createVariable("w", "i2", ("x",))[:] = np.arange(5)
            file.title, group.note = "a title", "of a group"
        for mode, last in (("a", 6), ("r+", 8)):
            with weftnc.Dataset(self.path, mode) as file:
                self.change(file, last)
            with netCDF4.Dataset(self.path) as file:
                self.assertEqual(file["v"][:, 0].tolist(), [0, 5, 10, 15, None, None, 6, None, 8][:last + 1])
                self.assertEqual(file["g/w"][:].tolist(), [0, -last, 2, 3, 4])
                self.assertEqual((file.ncattrs(), file.heading, file["g"].note, file["g/w"].long_name),
                                 (["heading"], f"{last}", "of a group", "in a group"))
                self.assertEqual(file[f"z{last}"][:last + 1, 1].tolist(), [None, None, 3, *[None] * (last - 2)])
        self.assertReadAlike()

    def change(self, file, last):
        file["v"][last] = last
        file["g/w"][1] = -last
        file["g/w"].long_name = "in a group"
        file.passing = 5
        self.assertEqual(file.ncattrs()[-1], "passing")
        del file.passing
        if "title" in file.ncattrs():
            file.renameAttribute("title", "heading")
        file.heading = f"{last}"
        self.assertEqual(file.ncattrs(), ["heading"])
        file.createVariable(f"z{last}", "i4", ("t", "x"), zlib=True, fill_value=-9)[2] = 3
        self.assertEqual([one.name for one in file[f"z{last}"].get_dims()], ["t", "x"])
        for wrong in (lambda: setattr(file["g"], "note", ""), lambda: file["g"].createDimension("y", 1), lambda: setattr(file["g/w"], "name", "u"),
                      lambda: file["g"].createVariable("y", "i4", ()), lambda: file["g"].renameAttribute("note", "n")):
            self.assertRaisesRegex(weftnc.Error, "group 'g'", wrong)

    def test_names_change(self):
        with weftnc.Dataset(self.path, "w", format="NETCDF4") as file:
            file.createDimension("t")
            file.createVariable("v", "f8", ("t",), zlib=True)[:3] = [1, 2, 3]
            file.renameVariable("v", "w")
            file.renameDimension("t", "time")
            file["w"][4] = 5
            self.assertEqual(file["w"].dimensions, ("time",))
        with netCDF4.Dataset(self.path) as file:
            self.assertEqual(file["w"][:].tolist(), [1, 2, 3, None, 5])
            self.assertEqual(file["w"].dimensions, ("time",))

    def test_values_are_rounded_and_packed(self):
        values = np.linspace(-3, 3, 50)
        for module, path in ((netCDF4, self.path), (weftnc, self.path + "2")):
            with module.Dataset(path, "w", format="NETCDF4") as file:
                file.createDimension("x", 50)
                file.createVariable("v", "f8", ("x",), zlib=True, least_significant_digit=2)[:] = values
                packed = file.createVariable("p", "i2", ("x",), zlib=True, fill_value=-999)
                packed.scale_factor, packed.add_offset = 0.01, 1.0
                packed[:] = np.ma.masked_less(values, -2)
        with netCDF4.Dataset(self.path) as theirs, netCDF4.Dataset(self.path + "2") as ours:
            for name in ("v", "p"):
                for file in (theirs, ours):
                    file[name].set_auto_maskandscale(False)
                np.testing.assert_array_equal(ours[name][:], theirs[name][:])
                self.assertEqual(ours[name].__dict__, theirs[name].__dict__)


class Quantization(InFolder):
    """The bits are those of netCDF4-python, but NaN and infinities stay, which netCDF-C 4.9.0 spoils."""
    DIGITS = [("BitGroom", 1), ("BitGroom", 4), ("GranularBitRound", 2), ("GranularBitRound", 5), ("BitRound", 1), ("BitRound", 12)]

    def setUp(self):
        super().setUp()
        if not getattr(netCDF4, "__has_quantization_support__", False):
            self.skipTest("netCDF-C before 4.9")

    @staticmethod
    def values(draw, kind):
        """Of all sizes, and such that are no numbers, or are missing."""
        values = (draw.normal(size=(6, 4, 10)) * 10.0 ** draw.integers(-9, 9, (6, 4, 10))).astype(kind)
        values.flat[draw.choice(240, 40, replace=False)] = np.repeat([0, np.nan, np.inf, -np.inf, -999, netCDF4.default_fillvals[kind], 1, 2**20], 5)
        return np.ma.masked_inside(values, 0.3, 0.4)

    def defined(self, module, path, kind, options):
        file = module.Dataset(path, "w", format="NETCDF4")
        for name, length in (("t", None), ("y", 4), ("x", 10)):
            file.createDimension(name, length)
        return file, file.createVariable("v", kind, ("t", "y", "x"), **options), file.createVariable("fixed", kind, ("y", "x"), **options)

    def assertBits(self, kind, written=None):
        """`written`: to v, whose first record is fixed."""
        with netCDF4.Dataset(self.path) as theirs, netCDF4.Dataset(self.path + "2") as ours:
            for name in ("v", "fixed"):
                self.assertEqual(ours[name].quantization(), theirs[name].quantization())
                for file in (theirs, ours):
                    file[name].set_auto_mask(False)
                expected, found = theirs[name][:], ours[name][:]
                if written is not None:
                    its = np.ma.filled(written if name == "v" else written[0], 0)
                    expected = np.where(np.isfinite(its), expected, its)
                np.testing.assert_array_equal(found.view(kind.replace("f", "u")), expected.view(kind.replace("f", "u")), name)

    def test_values(self):
        for seed in python_tests.seeds(2, 1):
            draw = np.random.default_rng(seed)
            for mode, digits in self.DIGITS:
                for kind in ("f4", "f8"):
                    for more in ({}, {"zlib": True, "fill_value": -999}, {"fill_value": False}):
                        options = {"significant_digits": digits, "quantize_mode": mode, **more}
                        values = self.values(draw, kind)
                        with self.subTest(python_tests.replay_of(seed), kind=kind, **options):
                            for module, path in ((netCDF4, self.path), (weftnc, self.path + "2")):
                                file, v, fixed = self.defined(module, path, kind, options)
                                v[:], fixed[:] = values, values[0]
                                told = v.quantization()
                                file.close()
                                self.assertEqual(told, (digits, mode))
                            self.assertBits(kind, values)
                            with weftnc.Dataset(self.path + "2") as file:
                                self.assertEqual((file["v"].quantization(), file["fixed"].quantization()), (told, told))

    def test_parts_and_files_that_are_opened_again(self):
        """BitGroom goes by the place of a value, which each part here has an even number of values before it."""
        draw = np.random.default_rng(3)
        for mode, digits in self.DIGITS:
            options = {"significant_digits": digits, "quantize_mode": mode, "zlib": True}
            values = self.values(draw, "f4")
            with self.subTest(mode=mode, digits=digits):
                for module, path in ((netCDF4, self.path), (weftnc, self.path + "2")):
                    file, v, fixed = self.defined(module, path, "f4", options)
                    v[0:3], fixed[1:] = values[0:3], values[0, 1:]
                    file.close()
                    with module.Dataset(path, "a") as file:
                        self.assertEqual(file["v"].quantization(), (digits, mode))
                        file["v"][3:], file["fixed"][0] = values[3:], values[0, 0]
                self.assertBits("f4", values)

    def test_files_of_the_classic_model_tell_it_too(self):
        values = np.linspace(1, 2, 40)
        for module, path in ((netCDF4, self.path), (weftnc, self.path + "2")):
            with module.Dataset(path, "w", format="NETCDF4_CLASSIC") as file:
                file.createDimension("x", 40)
                file.createVariable("v", "f4", ("x",), significant_digits=3)[:] = values
                file.createVariable("one", "f8", (), significant_digits=4, quantize_mode="BitRound")[...] = np.pi
        with netCDF4.Dataset(self.path) as theirs, netCDF4.Dataset(self.path + "2") as ours:
            for name, told in (("v", (3, "BitGroom")), ("one", (4, "BitRound"))):
                np.testing.assert_array_equal(ours[name][...], theirs[name][...])
                self.assertEqual(ours[name].quantization(), told)
            self.assertEqual(ours["one"][...], 3.125)

    def test_packed_and_rounded_values(self):
        for more, attributes in (({"least_significant_digit": 3}, {}), ({}, {"scale_factor": 0.01, "add_offset": 5.0})):
            for module, path in ((netCDF4, self.path), (weftnc, self.path + "2")):
                file, v, fixed = self.defined(module, path, "f8", {"significant_digits": 3, "quantize_mode": "GranularBitRound", **more})
                v.setncatts(attributes)
                v[:], fixed[:] = np.linspace(-3, 3, 80).reshape(2, 4, 10), 1.23456
                file.close()
            self.assertBits("f8")


class Ends(InFolder):
    """A file is complete after sync(), close(), and an exception."""

    def begun(self, **more):
        file = weftnc.Dataset(self.path, "w", format="NETCDF4", **more)
        file.createDimension("t")
        file.createVariable("v", "i4", ("t",), zlib=True)[:3] = [1, 2, 3]
        return file

    def values(self):
        with netCDF4.Dataset(self.path) as theirs:
            return theirs["v"][:].tolist()

    def test_sync(self):
        with self.begun() as file:
            file.sync()
            self.assertEqual(self.values(), [1, 2, 3])
            file["v"][1:5] = [5, 6, 7, 8]
            file.sync()
            self.assertEqual(self.values(), [1, 5, 6, 7, 8])
            file["v"][0] = 9
        self.assertEqual(self.values(), [9, 5, 6, 7, 8])
        file.close()

    def test_exceptions(self):
        with self.assertRaises(ZeroDivisionError), self.begun() as file:
            file["v"][3] = 1 // 0
        self.assertFalse(file.isopen())
        self.assertEqual(self.values(), [1, 2, 3])
        with self.assertRaises(KeyboardInterrupt), weftnc.Dataset(self.path, "a") as file:
            file["v"][3] = 4
            file.createDimension("x", 2)  # in a definition that has not ended
            raise KeyboardInterrupt
        self.assertEqual(self.values(), [1, 2, 3, 4])

    def test_forgotten(self):
        file = self.begun()
        del file
        gc.collect()
        self.assertEqual(self.values(), [1, 2, 3])

    def test_in_memory(self):
        file = self.begun(memory=1000)
        content = bytes(file.close())
        with netCDF4.Dataset("none", memory=content) as theirs:
            self.assertEqual(theirs["v"][:].tolist(), [1, 2, 3])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    python_tests.main(sys.argv)
