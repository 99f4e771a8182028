#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft refs`: a reader that knows nothing of netCDF and HDF5 gets the same values by the references, of classic files, sets and netCDF-4
files. So do xarray and VirtualiZarr (from PyPI, if installed; WEFT_ZARR_PYTHON may name their Python)."""

import base64
import os
import struct
import subprocess
import sys

from classic import CLASSIC_TYPES, TYPES, Classic, Variable
from support import ToolTest, main, skip, weft

try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    skip(str(error))

from zarr_references import References

PYTHON = os.environ.get("WEFT_ZARR_PYTHON", sys.executable)
KINDS = {"byte": "|i1", "char": "|S1", "short": ">i2", "int": ">i4", "float": ">f4", "double": ">f8", "ubyte": "|u1", "ushort": ">u2",
         "uint": ">u4", "int64": ">i8", "uint64": ">u8"}


class RefsTest(ToolTest):
    def references(self, *words):
        return References(self.ok("refs", *words), self.folder)

    def check(self, path, expected, *options):
        """The values of all variables; the references."""
        refs = self.references(*options, path)
        self.assertEqual(refs.variables(), sorted(expected))
        for name, values in expected.items():
            got = refs.array(name)
            self.assertEqual(got.shape, values.shape, name)
            self.assertEqual(got.dtype.kind, values.dtype.kind, name)
            np.testing.assert_array_equal(got, values, name)
        return refs


class ClassicTest(RefsTest):
    def test_every_type_in_every_format(self):
        for version in (1, 2, 5):
            kinds = list(TYPES) if version == 5 else CLASSIC_TYPES
            variables, expected = [], {}
            for number, kind in enumerate(kinds):
                for name, ids, shape in ((f"fixed_{kind}", [1, 2], (3, 5)), (f"record_{kind}", [0, 2], (4, 5)), (f"one_{kind}", [], ())):
                    values = (np.arange(np.prod(shape, dtype=int)) + number + 65).astype(KINDS[kind] if kind != "char" else "u1").reshape(shape)
                    variables.append(Variable(name, kind, ids, values.tobytes() if kind == "char" else values.flatten().tolist()))
                    expected[name] = values.view("S1") if kind == "char" else values
            path = Classic(version, [("t", 0), ("y", 3), ("x", 5)], [], variables, record_count=4, gap=8).write(self.folder / f"v{version}.nc")
            for options in ((), ("--inline", "0"), ("--inline", "0", "--chunk", "8")):
                with self.subTest(version=version, options=options):
                    refs = self.check(path, expected, *options)
                    if options:
                        self.assertNotIn("base64", str(refs.refs))
                        self.assertEqual({name for name, *_ in (one for one in refs.refs.values() if isinstance(one, list))}, {str(path)})
                    for name in expected:
                        self.assertEqual(refs.json(f"{name}/.zarray")["dtype"], KINDS[name.partition("_")[2]])
            self.assertEqual(refs.json("record_short/.zarray")["chunks"], [1, 5])
            self.assertEqual(refs.json("fixed_double/.zarray")["chunks"], [1, 1])

    def test_the_only_record_variable_is_one_array(self):
        values = np.arange(35).astype("i1").reshape(7, 5)  # records of 5 bytes, without padding
        path = Classic(1, [("t", 0), ("x", 5)], [], [Variable("v", "byte", [0, 1], values.flatten().tolist())],
                       record_count=7).write(self.folder / "one.nc")
        self.assertEqual(list(self.check(path, {"v": values}, "--inline", "0").chunks("v")), ["0.0"])
        refs = self.check(path, {"v": values}, "--inline", "0", "--chunk", "5")
        self.assertEqual(refs.json("v/.zarray")["chunks"], [1, 5])
        padded = Classic(1, [("t", 0), ("x", 5)], [], [Variable("v", "byte", [0, 1], values.flatten().tolist()),
                                                       Variable("w", "byte", [0], [0] * 7)], record_count=7).write(self.folder / "two.nc")
        refs = self.check(padded, {"v": values, "w": np.zeros(7, "i1")}, "--inline", "0")
        self.assertEqual([one[1] for one in refs.chunks("v").values()], [refs.chunks("v")["0.0"][1] + 12 * i for i in range(7)])

    def test_arrays_are_cut_into_equal_runs(self):
        for shape, chunk_bytes, chunk in (((12, 10, 4), 160, [1, 10, 4]), ((12, 10, 4), 320, [2, 10, 4]), ((12, 10, 4), 80, [1, 5, 4]),
                                          ((12, 10, 4), 8, [1, 1, 2]), ((12, 10, 4), 1920, [12, 10, 4]), ((7, 10, 4), 320, [1, 10, 4]),
                                          ((7, 10, 4), 640, [7, 10, 4]), ((1, 1, 6), 8, [1, 1, 2])):
            with self.subTest(shape=shape, chunk_bytes=chunk_bytes):
                values = np.arange(np.prod(shape)).astype("i4").reshape(shape)
                path = Classic(2, [("z", shape[0]), ("y", shape[1]), ("x", shape[2])], [],
                               [Variable("v", "int", [0, 1, 2], values.flatten().tolist())]).write(self.folder / "cut.nc")
                refs = self.check(path, {"v": values}, "--inline", "0", "--chunk", chunk_bytes)
                self.assertEqual(refs.json("v/.zarray")["chunks"], chunk)

    def test_small_values_are_in_the_document(self):
        many = 300
        path = Classic(5, [("t", 0), ("x", 100)], [], [
            Variable("x", "double", [1], [i / 4 for i in range(100)]),
            Variable("time", "double", [0], [float(i) for i in range(many)]),
            Variable("field", "double", [0, 1], list(range(many * 100)))], record_count=many).write(self.folder / "in.nc")
        expected = {"x": np.arange(100) / 4, "time": np.arange(many).astype("f8"), "field": np.arange(many * 100).astype("f8").reshape(many, 100)}
        refs = self.check(path, expected)  # a value of time in each record, 2400 bytes in all
        self.assertEqual([len(refs.chunks(name)) for name in ("x", "time", "field")], [1, 1, many])
        self.assertEqual([isinstance(refs.chunks(name).popitem()[1], str) for name in ("x", "time", "field")], [False, True, False])
        refs = self.check(path, expected, "--inline", "800")
        self.assertIsInstance(refs.chunks("x")["0"], str)
        refs = self.check(path, expected, "--inline", "7")
        self.assertEqual([len(refs.chunks(name)) for name in ("x", "time")], [1, many])

    def test_nothing_is_a_shape_too(self):
        path = Classic(1, [("t", 0), ("x", 3)], [], [Variable("v", "int", [0, 1])]).write(self.folder / "none.nc")
        for options in ((), ("--inline", "0")):
            refs = self.check(path, {"v": np.zeros((0, 3), "i4")}, *options)
            self.assertEqual(refs.chunks("v"), {})

    def test_attributes_and_fill_values(self):
        path = Classic(5, [("x", 2)], [("title", "char", "Zürich\0".encode()), ("none", "int", [])], [
            Variable("f", "float", [0], [1, 2], [("_FillValue", "float", [float("nan")]), ("scale_factor", "float", [np.float32(0.1)]),
                                                 ("valid_range", "double", [-1.5, float("inf")]), ("missing_value", "float", [float("nan")])]),
            Variable("g", "double", [0], [1, 2], [("_FillValue", "double", [float("-inf")])]),
            Variable("c", "char", [0], b"ab", [("_FillValue", "char", b"*")]),
            Variable("u", "uint64", [0], [1, 2**64 - 1], [("_FillValue", "uint64", [2**64 - 1])]),
            Variable("i", "int", [0], [1, 2], [("_FillValue", "short", [3]), ("flags", "byte", [1, -2])])]).write(self.folder / "a.nc")
        refs = self.check(path, {"f": np.array([1, 2], "f4"), "g": np.array([1, 2.]), "c": np.array([b"a", b"b"]),
                                 "u": np.array([1, 2**64 - 1], "u8"), "i": np.array([1, 2])})
        self.assertEqual(refs.attributes(""), {"title": "Zürich", "none": []})
        its = refs.attributes("f")
        self.assertEqual(list(its), ["_ARRAY_DIMENSIONS", "_FillValue", "scale_factor", "valid_range", "missing_value"])
        self.assertEqual((its["scale_factor"], its["valid_range"]), (float(np.float32(0.1)), [-1.5, float("inf")]))
        self.assertNotEqual(its["missing_value"], its["missing_value"])
        self.assertEqual([refs.json(f"{name}/.zarray")["fill_value"] for name in "fgcui"], ["NaN", "-Infinity", "Kg==", 2**64 - 1, None])
        # As xarray writes them beside arrays of Zarr's format 3: text of the eight bytes of a double, little-endian.
        self.assertEqual(refs.attributes("g")["_FillValue"], base64.b64encode(struct.pack("<d", float("-inf"))).decode())
        self.assertEqual([refs.attributes(name)["_FillValue"] for name in "cu"], ["Kg==", 2**64 - 1])
        self.assertEqual(refs.attributes("i"), {"_ARRAY_DIMENSIONS": ["x"], "_FillValue": 3, "flags": [1, -2]})

    def test_a_file_that_ends_too_soon_is_refused(self):
        path = Classic(1, [("x", 300)], [], [Variable("v", "int", [0], list(range(300))), Variable("w", "int", [0], [1])]).write(self.folder / "cut.nc")
        path.write_bytes(path.read_bytes()[:-4])
        self.assertIn("ends before its data do", self.fails(1, "refs", path))
        self.check(path, {"v": np.arange(300)}, "-v", "v")


class NamesTest(RefsTest):
    def sample(self, name="a.nc"):
        return Classic(1, [("x", 2)], [], [Variable("v", "int", [0], [1, 2]), Variable("w", "int", [0], [3, 4])]).write(self.folder / name)

    def names(self, *words):
        refs = References(self.ok("refs", "--inline", "0", *words))
        return sorted({one[0] for one in refs.refs.values() if isinstance(one, list)})

    def test_urls(self):
        path = self.sample()
        self.assertEqual(self.names(path), [str(path)])
        self.assertEqual(self.names("--url", "https://host/b.nc", path), ["https://host/b.nc"])
        self.assertEqual(self.names("--url", "s3://bucket/run/", path), ["s3://bucket/run/a.nc"])
        self.assertEqual(self.names("--url", 'http://h/"\\', path), ['http://h/"\\'])

    def test_chosen_variables(self):
        path = self.sample()
        self.assertEqual(References(self.ok("refs", "-v", "w", path)).variables(), ["w"])
        self.assertIn("no variable 'nosuch'", self.fails(1, "refs", "-v", "nosuch", path))
        self.assertIn("whole variables", self.fails(1, "refs", "-v", "v[0:1]", path))

    def test_several_files(self):
        paths = [self.sample(), self.sample("b.nc")]
        self.assertIn("-o FOLDER/", self.fails(2, "refs", *paths))
        made = self.folder / "made"
        made.mkdir()
        self.ok("refs", "-o", made, "--url", "https://host/", "--inline", "0", *paths)
        self.assertEqual(sorted(file.name for file in made.iterdir()), ["a.nc.json", "b.nc.json"])
        self.assertEqual(References((made / "b.nc.json").read_text()).refs["v/0"][0], "https://host/b.nc")
        self.assertIn("must be that of a folder", self.fails(2, "refs", "-o", made, "--url", "https://host/a.nc", *paths))
        self.assertIn("several documents", self.fails(2, "refs", "-o", made, paths[0], paths[0]))

    def test_a_failure_leaves_no_document(self):
        path, made = self.sample(), self.folder / "made.json"
        path.write_bytes(path.read_bytes()[:-8])
        self.fails(1, "refs", "-o", made, path)
        self.assertFalse(made.exists())
        self.assertIn("a.nc", self.fails(1, "refs", "-o", path, path))  # it would replace the file itself
        self.fails(2, "refs", "-")
        self.fails(2, "refs", "--chunk", "0", path)


class SetTest(RefsTest):
    def split(self, parts, *options):
        shapes = {"grid": ([1, 2], (12, 5)), "series": ([0, 1, 2], (3, 12, 5)), "cube": ([3, 1, 2], (4, 12, 5)), "line": ([2], (5,))}
        expected = {name: (np.arange(np.prod(shape)) + 1000 * i).astype(">f8").reshape(shape)
                    for i, (name, (_, shape)) in enumerate(shapes.items())}
        variables = [Variable(name, "double", ids, expected[name].flatten().tolist(), [("par_dim_id", "int", [1])] if name == "cube" else [])
                     for name, (ids, _) in shapes.items()]
        whole = Classic(5, [("t", 0), ("y", 12), ("x", 5), ("z", 4)], [], variables, record_count=3).write(self.folder / "in.nc")
        made = self.folder / f"set{parts}.nc"
        self.ok("split", "-n", parts, "--least-bytes", "0", *options, whole, made)
        return made, expected

    def test_each_part_is_named(self):
        for parts, options, rows in ((3, (), 4), (5, (), 1), (2, ("--weights", "2,1"), 4), (15, (), 1)):
            with self.subTest(parts=parts):
                made, expected = self.split(parts, *options)
                for more in (("--inline", "0"), (), ("--inline", "0", "--chunk", "40")):
                    refs = self.check(made, expected, *more)
                self.assertEqual(refs.json("cube/.zarray")["chunks"], [1, 1, 5])
                refs = self.references("--inline", "0", made)
                files = {one[0] for one in refs.chunks("grid").values()}
                self.assertEqual(files, {f"{made}.{part:04}" for part in range(parts)
                                         if os.path.getsize(f"{made}.{part:04}") > 0 and f"{made}.{part:04}" in files})
                self.assertGreaterEqual(len(files), min(parts, 12) - 1)
                self.assertEqual(refs.json("grid/.zarray")["chunks"], [rows, 5])
                self.assertEqual({one[0] for one in refs.chunks("line").values()}, {str(made)})
        refs = References(self.ok("refs", "--inline", "0", "--url", "https://host/run/set.nc", made))
        self.assertEqual({one[0].rpartition("/")[0] for one in refs.refs.values() if isinstance(one, list)}, {"https://host/run"})

    def test_parts_in_other_folders(self):
        parts = self.folder / "elsewhere"
        parts.mkdir()
        made, expected = self.split(3, "--dirs", parts)
        self.check(made, expected, "--inline", "0")
        refs = References(self.ok("refs", "--inline", "0", "--url", "s3://b/", made))
        names = {one[0] for one in refs.chunks("grid").values()}
        self.assertEqual({name.rpartition("/")[0] for name in names}, {"s3://b/elsewhere"})

    def test_a_part_that_is_missing_or_too_short_is_told(self):
        made, _ = self.split(3)
        part = self.folder / "set3.nc.0001"
        part.write_bytes(part.read_bytes()[:-8])
        self.assertIn("set3.nc.0001 ends before", self.fails(1, "refs", made))
        part.unlink()
        self.assertIn("part 1", self.fails(1, "refs", made))


class NetCDF4Test(RefsTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "four.nc"
        self.random = np.random.default_rng(7)

    def values(self, *shape, kind="f4"):
        return (self.random.integers(0, 100, shape)).astype(kind)

    def test_chunks_and_filters(self):
        expected, made = {}, {}
        with netCDF4.Dataset(self.path, "w") as file:
            for name, length in (("t", None), ("y", 7), ("x", 10)):
                file.createDimension(name, length)
            for name, options in (("plain", {}), ("packed", {"zlib": True, "complevel": 3}), ("bare", {"zlib": True, "shuffle": False}),
                                  ("summed", {"zlib": True, "fletcher32": True}), ("big", {"zlib": True, "endian": "big"}),
                                  ("checked", {"fletcher32": True})):
                kind = {"big": ">i4", "summed": "i2"}.get(name, "f8")
                variable = file.createVariable(name, kind, ("t", "y", "x"), chunksizes=(2, 3, 4), **options)
                expected[name] = self.values(5, 7, 10, kind=kind)
                variable[:] = expected[name]
            file.createVariable("fixed", "f4", ("y", "x"), contiguous=True)[:] = made["fixed"] = self.values(7, 10)
            file.createVariable("text", "S1", ("y",))[:] = made["text"] = np.array([*"abcdefg"], "S1")
            file.createVariable("scalar", "i8", ())[...] = 2**62 + 1
            made["scalar"] = np.array(2**62 + 1)
        refs = self.check(self.path, expected | made, "--inline", "0")
        self.check(self.path, expected | made)
        self.check(self.path, expected | made, "--inline", "0", "--chunk", "16")
        self.assertEqual(refs.json("packed/.zarray")["filters"], [{"id": "shuffle", "elementsize": 8}, {"id": "zlib", "level": 3}])
        self.assertEqual([one["id"] for one in refs.json("summed/.zarray")["filters"]], ["fletcher32", "shuffle", "zlib"])
        self.assertEqual(refs.json("big/.zarray")["dtype"], ">i4")
        self.assertEqual([len(refs.chunks(name)) for name in expected], [27] * 6)
        self.assertNotIn("base64", str(refs.refs))

    def test_an_array_along_a_dimension_that_may_grow(self):
        expected = self.values(3, 4)
        with h5py.File(self.path, "w") as file:
            for name, length, most in (("t", 3, None), ("x", 4, 4)):
                file.create_dataset(name, data=np.arange(length, dtype="f8"), maxshape=(most,), chunks=(2,)).make_scale(name)
            file.create_dataset("v", data=expected)
            for axis, name in enumerate("tx"):
                file["v"].dims[axis].attach_scale(file[name])
        refs = self.check(self.path, {"v": expected, "t": np.arange(3.0), "x": np.arange(4.0)}, "--inline", "0")
        self.assertEqual(len(refs.chunks("v")), 1, "it is one array")

    def test_what_nobody_has_written(self):
        with netCDF4.Dataset(self.path, "w") as file:
            for name, length in (("t", None), ("x", 10)):
                file.createDimension(name, length)
            for name, kind, options in (("stated", "f4", {"fill_value": -1.5}), ("usual", "i4", {}), ("none", "f8", {"fill_value": False}),
                                        ("packed", "i2", {"zlib": True})):
                file.createVariable(name, kind, ("t", "x"), chunksizes=(1, 4), **options)[3, 4:6] = [7, 8]
            file.createVariable("never", "f8", ("x",), contiguous=True, fill_value=9)
            file.createVariable("never_told", "i4", ("x",), contiguous=True)
            file.createVariable("grown", "f4", ("t",), chunksizes=(3,))[0:2] = [1, 2]
        with netCDF4.Dataset(self.path) as file:
            file.set_auto_mask(False)
            expected = {name: variable[:] for name, variable in file.variables.items()}
        expected["none"] = np.zeros((4, 10))  # netCDF-C leaves what lies in memory
        expected["none"][3, 4:6] = [7, 8]
        refs = self.check(self.path, expected, "--inline", "0")
        self.check(self.path, expected)
        self.assertEqual(list(refs.chunks("stated")), ["3.1"])
        for name in ("usual", "packed"):  # a reader would take Zarr's fill value for missing values
            self.assertIsNone(refs.json(f"{name}/.zarray")["fill_value"])
            self.assertEqual([isinstance(one, list) for one in refs.chunks(name).values()], [key == "3.1" for key in refs.chunks(name)])
        self.assertEqual(refs.chunks("never"), {})
        self.assertEqual([type(one) for one in refs.chunks("grown").values()], [str, str])

    def test_chunks_that_have_gone_another_way(self):
        values = self.values(4, 6, kind="i4")
        compact = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        compact.set_layout(h5py.h5d.COMPACT)
        with h5py.File(self.path, "w", libver="latest") as file:
            data = file.create_dataset("masked", (4, 6), "i4", chunks=(2, 3), shuffle=True, compression="gzip")
            data[:] = values
            data.id.write_direct_chunk((2, 3), values[2:, 3:].tobytes(), filter_mask=3)
            space = h5py.h5s.create_simple((4, 6))
            one = h5py.h5d.create(file.id, b"compact", h5py.h5t.NATIVE_INT32, space, compact)
            one.write(h5py.h5s.ALL, h5py.h5s.ALL, values)
            file.create_dataset("scaled", data=values, chunks=(2, 3), scaleoffset=8)
            file.create_dataset("swapped", data=values.astype(">i4"), chunks=(3, 4), compression="gzip")
        expected = {name: values for name in ("masked", "compact", "swapped")}
        refs = self.check(self.path, expected, "--inline", "0", "-v", ",".join(expected))
        self.assertEqual([isinstance(one, str) for one in refs.chunks("masked").values()], [False, False, False, True])
        odd = self.folder / "odd.nc"
        with netCDF4.Dataset(odd, "w") as file:
            file.createDimension("z", 6)
            file.createVariable("odd", "f8", ("z",), zlib=True, fletcher32=True)[:] = range(6)  # netCDF-C shuffles the checksum, too
        self.assertIn("'odd': readers of Zarr have no codec for filter 2, shuffle", self.fails(1, "refs", "--inline", "0", odd))
        self.assertIn("'scaled': readers of Zarr have no codec for filter 6, scaleoffset", self.fails(1, "refs", "--inline", "0", self.path))
        self.check(self.path, expected | {"scaled": values})

    def test_groups(self):
        with netCDF4.Dataset(self.path, "w") as file:
            file.title = "outer"
            file.createDimension("x", 3)
            file.createVariable("v", "i4", ("x",))[:] = [1, 2, 3]
            inner = file.createGroup("a").createGroup("b")
            inner.title = "inner"
            inner.createDimension("x", 2)
            inner.createDimension("y", 4)
            inner.createVariable("v", "i4", ("y",))[:] = [1, 2, 3, 4]
            file["a"].createVariable("w", "i4", ("x",))[:] = [4, 5, 6]
        refs = self.check(self.path, {"v": np.arange(1, 4), "a/w": np.arange(4, 7), "a/b/v": np.arange(1, 5)}, "--inline", "0")
        self.assertEqual([refs.json(f"{group}.zgroup") for group in ("", "a/", "a/b/")], [{"zarr_format": 2}] * 3)
        self.assertEqual((refs.attributes(""), refs.attributes("a/b")), ({"title": "outer"}, {"title": "inner"}))
        self.assertEqual([refs.attributes(name)["_ARRAY_DIMENSIONS"] for name in ("v", "a/w", "a/b/v")], [["x"], ["x"], ["y"]])

    def test_types_that_zarr_lacks(self):
        with netCDF4.Dataset(self.path, "w") as file:
            file.createDimension("x", 3)
            pair = file.createCompoundType(np.dtype([("a", "i4"), ("b", "f4")]), "pair")
            file.createVariable("pairs", pair, ("x",))
            file.createVariable("lists", file.createVLType("i4", "list"), ("x",))
            file.createVariable("words", str, ("x",))[:] = np.array(["one", "zwölf", ""], object)
            colour = file.createEnumType("u1", "colour", {"red": 1, "blue": 2})
            file.createVariable("colours", colour, ("x",))[:] = [1, 2, 1]
            file.createVariable("v", "i4", ("x",))[:] = [1, 2, 3]
            file["v"].names = ["a", "b"]
            file["v"].one = "text"
        said = self.fails(1, "refs", self.path)
        for name in ("variable 'pairs': Zarr has no type like pair", "variable 'lists': Zarr has no type like list", "--skip"):
            self.assertIn(name, said)
        done = weft("refs", "--skip", self.path)
        self.assertEqual((done.returncode, done.stderr.count(b"left out: variable")), (0, 2))
        refs = References(done.stdout, self.folder)
        self.assertEqual(refs.variables(), ["colours", "v", "words"])
        self.assertEqual(refs.array("words").tolist(), ["one", "zwölf", ""])
        self.assertEqual(refs.array("colours").tolist(), [1, 2, 1])
        self.assertEqual(refs.attributes("v"), {"_ARRAY_DIMENSIONS": ["x"], "names": ["a", "b"], "one": "text"})


# Opens a file itself and its references; prints the names of variables whose values or attributes differ.
READ = """
import sys, warnings
import numpy as np, xarray
warnings.simplefilter("ignore")
def through_zarr(path):
    return xarray.open_dataset(path, engine="kerchunk")
def through_fsspec(path):
    import fsspec
    return xarray.open_zarr(fsspec.get_mapper("reference://", fo=path), consolidated=False)
def through_virtualizarr(path):
    from obstore.store import LocalStore
    from virtualizarr.parsers import KerchunkJSONParser
    from virtualizarr.registry import ObjectStoreRegistry
    registry = ObjectStoreRegistry({"file://": LocalStore()})
    store = KerchunkJSONParser()(url="file://" + path, registry=registry)
    return xarray.open_zarr(store, consolidated=False, zarr_format=3)
file, document, reader = sys.argv[1:]
ours = globals()["through_" + reader](document)
theirs = xarray.open_dataset(file, engine="netcdf4")
wrong = [] if set(ours.variables) == set(theirs.variables) else [f"variables {sorted(ours.variables)}"]
for name in theirs.variables:
    if ours[name].dims != theirs[name].dims or not ours[name].equals(theirs[name]):
        wrong.append(f"{name}: {ours[name].values} and not {theirs[name].values}")
    if ours[name].attrs.get("units") != theirs[name].attrs.get("units"):
        wrong.append(f"{name}: {ours[name].attrs}")
print("; ".join(wrong))
"""


class OtherReadersTest(RefsTest):
    """The same values as by netCDF-C."""
    def setUp(self):
        super().setUp()
        values = np.arange(3 * 12 * 300).reshape(3, 12, 300) * 0.5
        self.four, self.classic, self.set = self.folder / "four.nc", self.folder / "classic.nc", self.folder / "set.nc"
        with netCDF4.Dataset(self.four, "w") as file:
            file.title = "for other readers"
            for name, length in (("time", None), ("y", 12), ("x", 300)):
                file.createDimension(name, length)
            time = file.createVariable("time", "f8", ("time",))
            time[:], time.units = [0, 1, 2], "days since 2000-01-01"
            for name, kind, options in (("field", "f4", {"zlib": True, "fill_value": -1, "chunksizes": (1, 5, 70)}), ("plain", "f8", {})):
                variable = file.createVariable(name, kind, ("time", "y", "x"), **options)
                variable[:], variable.units = values, "K"
            file.createVariable("summed", "f4", ("y", "x"), zlib=True, fletcher32=True)[:] = values[0]
            file.createVariable("sparse", "f4", ("time", "x"), zlib=True, fill_value=-5, chunksizes=(1, 70))[1:, 298:] = [-5, 7]
            packed = file.createVariable("packed", "i2", ("y", "x"), zlib=True, fill_value=-9)
            packed.scale_factor, packed.add_offset = 0.5, 2.0
            packed[:] = np.ma.masked_less(values[0] / 10, 3)
        self.ok("copy", "-k", "64-bit offset", self.four, self.classic)
        self.ok("split", "-n", "3", "--least-bytes", "0", self.classic, self.set)

    def check_reader(self, reader, modules, *options):
        if subprocess.run([PYTHON, "-c", f"import {modules}"], capture_output=True).returncode != 0:
            self.skipTest(f"{modules} are not installed (pip install kerchunk zarr fsspec xarray virtualizarr; "
                          "WEFT_ZARR_PYTHON may name their Python)")
        for source, whole in ((self.classic, self.classic), (self.set, self.classic), (self.four, self.four)):
            document = self.folder / f"{source.name}.json"
            self.ok("refs", *options, "-o", document, source)
            done = subprocess.run([PYTHON, "-c", READ, whole, document, reader], capture_output=True, timeout=240)
            self.assertEqual((done.returncode, done.stdout.decode()), (0, "\n"), done.stderr.decode())

    def test_xarray_by_kerchunk(self):
        self.check_reader("zarr", "kerchunk, zarr, fsspec, xarray, netCDF4")

    def test_xarray_by_fsspec(self):
        self.check_reader("fsspec", "zarr, fsspec, xarray, netCDF4", "--inline", "0")

    def test_virtualizarr(self):
        self.check_reader("virtualizarr", "virtualizarr, zarr, xarray, netCDF4", "--inline", "0", "--url", f"file://{self.folder}/")


if __name__ == "__main__":
    main()
