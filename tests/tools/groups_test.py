#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`weft dump` of netCDF-4 files with groups, and with -s: its text is that of ncdump, byte by byte."""

import json
import pathlib
import sys
import xml.etree.ElementTree as xml

from support import WEFT, ToolTest, main, need, replay_of, run, seeds, skip, weft

need("ncdump")
try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    skip(error)

SEED = 20261128
MAKER = pathlib.Path(__file__).with_name("group_files.py")


class GroupsTest(ToolTest):
    def make(self, *words):
        path = self.folder / "-".join(("made", *words))
        done = run(sys.executable, "-W", "ignore", MAKER, path, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def compare(self, path, *options):
        theirs = run("ncdump", *options, path)
        self.assertEqual(theirs.returncode, 0, (options, theirs.stderr))
        its = weft("dump", *options, path)
        self.assertEqual((its.returncode, its.stderr), (0, b""), options)
        self.same_text(theirs.stdout, its.stdout, f"{path.name} {options}")

    def compare_words(self, path, *options):
        """Where ncdump breaks the lines of types depends on the comments of -f before them."""
        theirs, its = (run(*words, *options, path).stdout.split() for words in (("ncdump",), (WEFT, "dump")))
        self.assertIn(b"netcdf", theirs)
        self.same_text(b"".join(theirs), b"".join(its), f"{path.name} {options}")

    def test_everything_that_a_group_may_have(self):
        path = self.make("nested")
        for options in ((), ("-h",), ("-s",), ("-h", "-s"), ("-c",), ("-t",), ("-i",), ("-b", "c"), ("-b", "f"), ("-n", "other"),
                        ("-p", "3,4"), ("-l", "40"), ("-k",)):
            with self.subTest(options):
                self.compare(path, *options)
        self.compare_words(path, "-f", "c")
        self.compare_words(path, "-f", "f", "-v", "field,grown,words,series,kind")

    def test_variables_are_named_with_their_groups(self):
        path = self.make("nested")
        for names in ("x", "field", "shadow", "deep/shadow", "/g 1/deep/shadow", "g 1/x", "x,/g 1/deep/time", "kind"):
            with self.subTest(names):
                self.compare(path, "-v", names)
        # ncdump finds none of the outermost group by its path.
        text = self.ok("dump", "-v", "/x", path)
        self.assertIn(" x = 1, 2, 3 ;", text)
        self.assertNotIn("10, 20", text)
        self.assertIn("no variable", self.fails(1, "dump", "-v", "/shadow", path))

    def test_a_part_of_a_group(self):
        path = self.make("nested")
        text = self.ok("dump", "-v", "/g 1/deep/shadow[1:2,:,0:2,1]", path)
        self.assertIn("shadow =\n  17,\n  19,\n  25,\n  27 ;", text)
        self.assertEqual(text, self.ok("dump", "-v", "shadow", "-d", "x,1,1", "-d", "g 1/deep/y,0,1", "-d", "y,1,1", path))

    def test_storage_as_other_programs_write_it(self):
        path = self.folder / "five.nc"
        with h5py.File(path, "w") as file:
            scale = file.create_dataset("x", data=np.arange(8))
            scale.make_scale("x")
            for name, options in (("lzf", {"compression": "lzf"}), ("gzip", {"compression": "gzip", "compression_opts": 5, "fletcher32": True}),
                                  ("szip", {"compression": "szip", "compression_opts": ("nn", 8)}),
                                  ("szip_ec", {"compression": "szip", "compression_opts": ("ec", 8)}), ("offset", {"scaleoffset": 4})):
                file.create_dataset(name, data=np.arange(8), **options).dims[0].attach_scale(scale)
            for name, filters in (("two", ((32015, (3,)), (307, (9,)))), ("unknown", ((12345, ()),)), ("twice", ((1, (4,)), (1, (7,))))):
                creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
                creation.set_chunk((8,))
                for number, parameters in filters:
                    creation.set_filter(number, h5py.h5z.FLAG_OPTIONAL, parameters)
                space = h5py.h5s.create_simple((8,))
                h5py.Dataset(h5py.h5d.create(file.id, name.encode(), h5py.h5t.STD_I32LE, space, creation)).dims[0].attach_scale(scale)
            creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            creation.set_layout(h5py.h5d.COMPACT)
            creation.set_fill_value(np.array(7, "i4"))
            h5py.h5d.create(file.id, b"compact", h5py.h5t.STD_I32BE, h5py.h5s.create_simple((8,)), creation)
        self.compare(path, "-h", "-s")

    def test_marks_of_netcdf4(self):
        """Files of h5py without, with one, and with two of the attributes by which netCDF-4 keeps dimensions."""
        for number, marks in enumerate((((), ()), (("NAME",), ()), (("NAME", "CLASS"), ()), (("NAME",), ("CLASS",)))):
            path = self.folder / f"marks{number}.nc"
            with h5py.File(path, "w") as file:
                for name, its in zip(("a", "g/b"), marks):
                    file[name] = np.arange(3)
                    for mark in its:
                        file[name].attrs[mark] = "text"
            with self.subTest(marks):
                self.compare(path, "-s")

    def test_a_file_of_the_classic_model(self):
        path = self.make("classic")
        for options in ((), ("-s",), ("-h", "-s"), ("-k",)):
            with self.subTest(options):
                self.compare(path, *options)

    def test_attributes_as_h5py_writes_them(self):
        path = self.folder / "attributes.nc"
        with h5py.File(path, "w", libver="latest") as file:
            file.attrs["any length"] = "one"
            file.attrs["fixed"] = np.bytes_("fixed")
            file.attrs["array of one"] = np.array([b"k\nl"])
            file.attrs["several"] = ["a", "bb"]
            file.attrs["several fixed"] = np.array([b"a", b"bb"])
            file.attrs["empty"] = ""
            file["kind"] = h5py.enum_dtype({"p": 1, "q": 2}, basetype="i1")
            file["v"] = np.arange(3.0)
            file["v"].attrs["e"] = np.array([2, 1], dtype=h5py.enum_dtype({"p": 1, "q": 2}, basetype="i1"))
        self.compare(path, "-s")

    def test_types_are_told(self):
        path = self.folder / "types.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createVLType(np.int16, "row")
            group = file.createGroup("g")
            inner = group.createCompoundType(np.dtype([("a", "i4"), ("b c", "f8", (2, 3))]), "in side")
            group.createCompoundType(np.dtype([("one", inner.dtype), ("code", "S1", (4,)), ("n", "u2")], align=True), "outer")
            for count in range(1, 12):
                group.createEnumType("i8", f"enum_{count}", {f"{'m' * 3 * count}{i}": -i for i in range(count)})
        self.compare(path, "-h", "-s")
        self.compare(path, "-h", "-l", "30")

    def test_one_group_in_another_as_ncml(self):
        path = self.make("nested")
        space = "{https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2}"
        root = xml.fromstring(weft("dump", "-x", path).stdout)
        self.assertEqual([one.get("name") for one in root.findall(f"{space}group")], ["empty", "g 1", "dimensions"])
        deep = root.find(f"{space}group[@name='g 1']/{space}group[@name='deep']")
        self.assertEqual([one.get("name") for one in deep.findall(f"{space}dimension")], ["y", "1st"])
        shapes = {one.get("name"): one.get("shape") for one in deep.findall(f"{space}variable")}
        self.assertEqual(shapes, {"shadow": "/x x y /g 1/y", "hidden": "/g 1/1st", "time": "y", "series": "member", "kind": "y"})
        kinds = root.find(f"{space}enumTypedef")
        self.assertEqual({one.text: one.get("key") for one in kinds}, {"no": "0", "yes": "1", "a b": "-3"})

    def test_json_keeps_names_with_slashes(self):
        told = json.loads(self.ok("dump", "--json", self.make("nested")))
        self.assertEqual(told["data"]["g 1/x"], [10, 20])
        self.assertEqual(told["data"]["g 1/deep/kind"], [1, 1, 0, 1])

    def test_random_files(self):
        for seed in seeds(40, SEED):
            with self.subTest(replay_of(seed)):
                path = self.make("random", str(seed))
                for options in ((), ("-h", "-s"), ("-b", "c"), ("-c", "-l", str(30 + seed % 60))):
                    self.compare(path, *options)
                self.compare_words(path, "-f", "c")


if __name__ == "__main__":
    main()
