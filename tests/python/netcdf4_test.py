#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weftnc finds in netCDF-4 files what netCDF4-python finds, by itself and as xarray's engine."""

import pathlib
import pickle
import sys
import tempfile
import unittest
import warnings

import numpy as np

import package  # where the others are
import netcdf4_files
import python_tests
import weftnc

try:
    import netCDF4
except ImportError:
    netCDF4 = None
try:
    import h5py
except ImportError:
    h5py = None
try:
    import xarray
    from weftnc.xarray import WeftBackendEntrypoint
except ImportError:
    xarray = None

INDICES = [..., (slice(None, None, 2),), (slice(None, None, -1),), (1,), (slice(1, 3),), (slice(0, 0),), ([0, 2],), (..., -1)]


def kept(owner):
    return {name: owner.getncattr(name) for name in owner.ncattrs()}


def chosen_text(texts, index):
    found = np.asarray(texts, object)[index]
    return found if np.ndim(found) else np.asarray(found, object).item()


class Files(unittest.TestCase):
    """Of a folder with files."""

    @classmethod
    def setUpClass(cls):
        if netCDF4 is None:
            raise unittest.SkipTest("no netCDF4-python")
        warnings.simplefilter("ignore")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.paths = list(netcdf4_files.with_netcdf4(netCDF4, cls.folder))
        if h5py is not None:
            cls.paths += netcdf4_files.with_h5py(h5py, cls.folder)

    def path(self, name):
        return self.folder / f"{name}.nc"

    def assert_same(self, ours, theirs, what):
        """Values with their masks."""
        self.assertEqual(np.ma.isMaskedArray(ours), np.ma.isMaskedArray(theirs), what)
        self.assertEqual(np.shape(ours), np.shape(theirs), what)
        if isinstance(theirs, str):
            self.assertEqual(ours, theirs, what)
            return
        ours_plain, theirs_plain = np.ma.getdata(ours), np.ma.getdata(theirs)
        self.assertEqual(ours_plain.dtype.newbyteorder("="), theirs_plain.dtype.newbyteorder("="), what)
        np.testing.assert_array_equal(np.ma.getmaskarray(ours), np.ma.getmaskarray(theirs), str(what))
        shown = ~np.ma.getmaskarray(theirs)
        np.testing.assert_array_equal(ours_plain[shown], theirs_plain[shown], str(what))

    def assert_same_attributes(self, ours, theirs, what):
        self.assertEqual(ours.ncattrs(), theirs.ncattrs(), what)
        for name, value in kept(theirs).items():
            mine = ours.getncattr(name)
            self.assertIs(type(mine), type(value), (what, name))
            np.testing.assert_array_equal(mine, value, f"{what} {name}")
            self.assertEqual(np.asarray(mine).dtype, np.asarray(value).dtype, (what, name))

    def assert_same_dimensions(self, ours, theirs, what):
        self.assertEqual(list(ours.dimensions), list(theirs.dimensions), what)
        for name, dimension in theirs.dimensions.items():
            mine = ours.dimensions[name]
            self.assertEqual((len(mine), mine.isunlimited(), mine.group().path),
                             (len(dimension), dimension.isunlimited(), dimension.group().path), (what, name))


class Datasets(Files):
    def test_all_is_the_same(self):
        for path in self.paths:
            with self.subTest(path.name), weftnc.Dataset(path) as ours, netCDF4.Dataset(path) as theirs:
                for name in ("data_model", "file_format", "disk_format"):
                    self.assertEqual(getattr(ours, name), getattr(theirs, name))
                self.compare(ours, theirs)

    def compare(self, ours, theirs):
        what = theirs.path
        self.assertEqual((ours.path, ours.name, list(ours.groups)), (theirs.path, theirs.name, list(theirs.groups)))
        self.assert_same_attributes(ours, theirs, what)
        self.assert_same_dimensions(ours, theirs, what)
        self.assertEqual(list(ours.variables), list(theirs.variables), what)
        for name, variable in theirs.variables.items():
            self.compare_variables(ours[name], variable, f"{what}:{name}")
        for name, group in theirs.groups.items():
            self.assertIs(ours.groups[name].parent, ours)
            self.compare(ours[name], group)

    def compare_variables(self, ours, theirs, what):
        for name in ("name", "dimensions", "shape", "ndim", "size"):
            self.assertEqual(getattr(ours, name), getattr(theirs, name), (what, name))
        self.assertEqual(ours.dtype, theirs.dtype if theirs.dtype is str else theirs.dtype.newbyteorder("="), what)
        for name in ("chunking", "filters", "endian", "quantization"):
            self.assertEqual(getattr(ours, name)(), getattr(theirs, name)(), (what, name))
        self.assert_same_attributes(ours, theirs, what)
        for index in INDICES if theirs.ndim and theirs.shape[0] > 2 else [...]:
            # netCDF4-python reads strings without strides only.
            self.assert_same(ours[index], chosen_text(theirs[:], index) if theirs.dtype is str else theirs[index], (what, index))
        for one in (ours, theirs):
            one.set_auto_maskandscale(False)
        self.assert_same(ours[...], theirs[...], (what, "as stored"))

    def test_paths_lead_through_groups(self):
        with weftnc.Dataset(self.path("groups")) as file:
            group = file["a/b"]
            self.assertIs(file["/a"]["b"], group)
            self.assertIs(file["a/b/w"].group(), group)
            self.assertIs(group.parent.parent, file)
            self.assertIsInstance(group, weftnc.Group)
            self.assertEqual((group.path, group.data_model, group.isopen()), ("/a/b", "NETCDF4", True))
            self.assertEqual([one.group().path for one in group["w"].get_dims()], ["/a", "/a/b"])
            self.assertIn("group 'a/b'", repr(group))
            self.assertRaises(IndexError, lambda: file["a/none"])
            self.assertRaises(KeyError, lambda: file["none/v"])
            self.assertRaises(OSError, group.close)
            self.assertRaises(weftnc.Error, lambda: group.createDimension("z", 1))
        self.assertFalse(group.isopen())
        self.assertRaises(weftnc.FileError, group.ncattrs)

    def test_set_of_all_groups(self):
        with weftnc.Dataset(self.path("groups")) as file:
            file.set_auto_mask(False)
            self.assertFalse(file["a/b/w"].mask)
            self.assertNotIsInstance(file["a/b/w"][:], np.ma.MaskedArray)

    def test_enumerations_tell_their_names(self):
        with weftnc.Dataset(self.path("enumeration")) as file:
            kind = file["clouds"].datatype
            self.assertIsInstance(kind, weftnc.EnumType)
            self.assertEqual((kind.name, kind.dtype, kind.enum_dict), ("cloud_t", np.dtype("u1"), {"clear": 0, "cumulus": 1, "missing": 255}))

    def test_groups_and_variables_can_be_pickled(self):
        with weftnc.Dataset(self.path("groups")) as file:
            group, variable = pickle.loads(pickle.dumps((file["a/b"], file["a/b/w"])))
            self.assertEqual((group.path, group.title), ("/a/b", "b in a"))
            np.testing.assert_array_equal(variable[:], file["a/b/w"][:])

    def test_posted_and_several_reads(self):
        with weftnc.Dataset(self.path("texts")) as file:
            first, second = file["names"].iget(slice(0, 2)), file["table"].iget((0, slice(None, None, -2)))
            ours = file.wait(first, second)
            self.assertEqual([list(one) for one in ours], [["one", ""], ["e", "c", "a"]])
            self.assertEqual([list(one) for one in file["names"].getn([slice(0, 1), slice(4, 5)])], [["one"], ["5"]])
            self.assertRaises(IndexError, lambda: file["names"][5])

    def test_texts_that_nobody_has_written_are_empty(self):
        """netCDF-C reads none of a variable in which there are such."""
        path = self.folder / "unwritten.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createDimension("t")
            file.createDimension("x", 4)
            file.createVariable("never", str, ("x",))
            file.createVariable("some", str, ("t", "x"), chunksizes=(1, 2))[0, 1] = "b"
            file.createVariable("longer", "i4", ("t",))[:2] = 0
        with weftnc.Dataset(path) as ours:
            self.assertEqual(ours["never"][:].tolist(), [""] * 4)
            self.assertEqual(ours["some"][:].tolist(), [["", "b", "", ""], [""] * 4])

    @unittest.skipIf(h5py is None, "no h5py")
    def test_fill_values_of_texts_are_texts(self):
        path = self.folder / "text_fill.nc"
        with h5py.File(path, "w") as file:
            file.create_dataset("letters", data=["a", "b"], dtype=h5py.string_dtype()).attrs["_FillValue"] = "b"
        with weftnc.Dataset(path) as ours, netCDF4.Dataset(path) as theirs:
            self.compare(ours, theirs)
            self.assertEqual(ours["letters"].getncattr("_FillValue"), "b")

    def test_variables_that_are_shorter_than_their_dimensions(self):
        """Where that is not the first, netCDF-C has values at other places."""
        path = self.folder / "shorter.nc"
        with netCDF4.Dataset(path, "w") as file:
            for name in ("t", "s"):
                file.createDimension(name)
            file.createVariable("v", "i4", ("t", "s"))[:2, :3] = np.arange(6).reshape(2, 3)
            file.createVariable("w", "i4", ("t", "s"))[:3, :5] = 0
        with weftnc.Dataset(path) as ours:
            self.assertEqual(ours["v"][:].tolist(), [[0, 1, 2, None, None], [3, 4, 5, None, None], [None] * 5])

    def test_files_that_are_read_or_only_opened_are_not_changed(self):
        path = self.path("numbers")
        before = path.read_bytes()
        for mode in ("a", "r+"):
            weftnc.Dataset(path, mode).close()
            self.assertEqual(path.read_bytes(), before)
        with weftnc.Dataset(path) as file:
            self.assertRaises(weftnc.ReadOnlyAttributeError, setattr, file, "title", "other")
            with self.assertRaises(weftnc.FileError):
                file["scalar"][...] = 1
        self.assertEqual(path.read_bytes(), before)

    def test_file_in_memory(self):
        with weftnc.Dataset("memory.nc", memory=self.path("packed").read_bytes()) as ours, netCDF4.Dataset(self.path("packed")) as theirs:
            self.assert_same(ours["v"][:], theirs["v"][:], "v")


class OtherTypes(Files):
    """Those that are not read."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.made = cls.folder / "others.nc"
        with netCDF4.Dataset(cls.made, "w") as file:
            file.createDimension("x", 2)
            pair = file.createCompoundType(np.dtype([("a", "i4"), ("b", "f8")]), "pair_t")
            file.createVariable("pairs", pair, ("x",))
            file.createVariable("ragged", file.createVLType(np.int32, "ragged_t"), ("x",))
            variable = file.createVariable("v", "i4", ("x",))
            variable.setncattr("pair", np.array((1, 2.0), pair.dtype))
            variable[:] = [1, 2]

    def test_they_are_refused_by_name(self):
        with weftnc.Dataset(self.made) as file:
            self.assertEqual(list(file.variables), ["pairs", "ragged", "v"])
            for name, kind in (("pairs", "pair_t"), ("ragged", "ragged_t")):
                self.assertEqual(file[name].shape, (2,))
                with self.assertRaisesRegex(weftnc.UnreadableTypeError, f"'{name}'.*{kind}"):
                    file[name][:]
            self.assertIn("pair_t", repr(file))
            self.assertIn("pair_t", file._repr_html_())
            np.testing.assert_array_equal(file["v"][:], [1, 2])
            with self.assertRaisesRegex(weftnc.UnreadableTypeError, "attribute 'pair'"):
                file["v"].getncattr("pair")

    @unittest.skipIf(xarray is None, "no xarray")
    def test_xarray_leaves_them_out(self):
        with self.assertWarnsRegex(UserWarning, "pair_t"), xarray.open_dataset(self.made, engine=WeftBackendEntrypoint) as ours:
            self.assertEqual((list(ours.variables), dict(ours["v"].attrs)), (["v"], {}))


@unittest.skipIf(xarray is None, "no xarray")
class Xarray(Files):
    def test_engines_are_alike(self):
        for path in self.paths:
            with netCDF4.Dataset(path) as file:
                groups = [None, *self.all_groups(file)]
            for group in groups:
                with self.subTest(path.name, group=group), xarray.open_dataset(path, engine="netcdf4", group=group) as theirs, \
                        xarray.open_dataset(path, engine=WeftBackendEntrypoint, group=group) as ours:
                    xarray.testing.assert_identical(theirs, ours)
                    # Of texts, xarray keeps no more than a type.
                    for name, variable in [one for one in theirs.variables.items() if one[1].dtype.kind in "iufM"]:
                        self.compare_encodings(ours.variables[name].encoding, variable.encoding)

    def compare_encodings(self, ours, theirs):
        for key in ("chunksizes", "zlib", "complevel", "shuffle", "fletcher32", "contiguous", "original_shape"):
            self.assertEqual(ours.get(key), theirs.get(key), key)

    def test_fill_values_are_of_the_same_types(self):
        path = self.folder / "fills.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createDimension("x", 2)
            file.createVariable("characters", "S1", ("x",), fill_value="X")[:] = np.array(["a", "X"], "S1")
            file.createVariable("texts", str, ("x",), fill_value="X")[:] = np.array(["a", "X"], object)
            file.createVariable("numbers", "f4", ("x",), fill_value=3)[:] = [1, 3]
        with xarray.open_dataset(path, engine="netcdf4") as theirs, xarray.open_dataset(path, engine=WeftBackendEntrypoint) as ours:
            xarray.testing.assert_identical(theirs, ours)
            for name, variable in theirs.variables.items():
                their_fill, our_fill = (one.encoding.get("_FillValue") for one in (variable, ours.variables[name]))
                self.assertIs(type(our_fill), type(their_fill), name)
                self.assertEqual(our_fill, their_fill, name)

    def all_groups(self, file):
        for group in file.groups.values():
            yield group.path
            yield from self.all_groups(group)

    def test_dask_takes_the_chunks(self):
        with xarray.open_dataset(self.path("chunks"), engine=WeftBackendEntrypoint, chunks={}) as ours:
            self.assertEqual(ours["plain"].chunks, ((10, 10, 10, 1), (10, 10, 10, 10, 5)))
            with xarray.open_dataset(self.path("chunks"), engine="netcdf4") as theirs:
                np.testing.assert_array_equal(ours["deflated"].mean("x").compute(), theirs["deflated"].mean("x"))

    def test_group_that_is_not_there(self):
        self.assertRaises(OSError, xarray.open_dataset, self.path("groups"), engine=WeftBackendEntrypoint, group="a/none")

    def test_a_dataset_for_each_group(self):
        found = WeftBackendEntrypoint().open_groups_as_dict(self.path("groups"))
        self.assertEqual(list(found), ["/", "/a", "/a/b", "/empty", "/empty/deep"])
        self.assertEqual(found["/a/b"]["w"].attrs, {"units": "m"})
        found["/"].close()

    @unittest.skipIf(not hasattr(xarray, "open_datatree"), "this xarray has no trees")
    def test_trees_are_alike(self):
        with xarray.open_datatree(self.path("texts"), engine="netcdf4") as theirs, \
                xarray.open_datatree(self.path("texts"), engine=WeftBackendEntrypoint) as ours:
            xarray.testing.assert_identical(theirs, ours)

    def test_what_is_read_is_written_as_a_classic_file(self):
        # Versions of xarray differ in what they write of _Unsigned.
        with xarray.open_dataset(self.path("packed"), engine=WeftBackendEntrypoint, drop_variables="u") as ours:
            ours.weft.to_netcdf(self.folder / "copy.nc")
            with xarray.open_dataset(self.folder / "copy.nc", engine=WeftBackendEntrypoint) as copy:
                xarray.testing.assert_identical(ours.load(), copy.load())

    def test_files_are_recognised(self):
        self.assertTrue(WeftBackendEntrypoint().guess_can_open(self.path("chunks")))


if __name__ == "__main__":
    python_tests.main(sys.argv)
