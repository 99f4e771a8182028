#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets of one process: random writes against arrays of numpy, and netCDF4-python as the other reader."""

import gc
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import netCDF4
import numpy as np

import package  # where the others are
import python_tests
import weftnc

TYPES = ["i1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8"]


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "file.nc")

    def assertSame(self, one, other, what):
        self.assertEqual(np.shape(one), np.shape(other), what)
        np.testing.assert_array_equal(np.ma.getmaskarray(one), np.ma.getmaskarray(other), what)
        np.testing.assert_array_equal(np.ma.filled(one), np.ma.filled(other), what)

    def assertReadAlike(self):
        with weftnc.Dataset(self.path) as ours, netCDF4.Dataset(self.path) as theirs:
            self.assertEqual(list(ours.variables), list(theirs.variables))
            self.assertEqual(ours.ncattrs(), theirs.ncattrs())
            for name, variable in theirs.variables.items():
                self.assertEqual(ours[name].dimensions, variable.dimensions)
                self.assertEqual(ours[name].dtype, variable.dtype)
                self.assertEqual(ours[name].ncattrs(), variable.ncattrs())
                for attribute in variable.ncattrs():
                    np.testing.assert_array_equal(ours[name].getncattr(attribute), variable.getncattr(attribute))
                self.assertSame(ours[name][...], variable[...], name)


class RandomPrograms(InFolder):
    def test_what_is_written_is_read(self):
        for seed in python_tests.seeds(60, 1):
            with self.subTest(python_tests.replay_of(seed)):
                self.run_program(random.Random(seed))

    def run_program(self, draw):
        shape = tuple(draw.randint(1, 6) for _ in range(draw.randint(0, 3)))
        types = [draw.choice(TYPES) for _ in range(draw.randint(1, 4))]
        model = {}
        with weftnc.Dataset(self.path, "w") as dataset:
            for dimension, length in enumerate(shape):
                dataset.createDimension(f"d{dimension}", length)
            for i, dtype in enumerate(types):
                variable = dataset.createVariable(f"v{i}", dtype, [f"d{k}" for k in range(len(shape))])
                variable[...] = 0
                model[f"v{i}"] = np.zeros(shape, dtype)
            for _ in range(draw.randint(0, 12)):
                self.step(draw, dataset, model, shape)
            for name, values in model.items():
                np.testing.assert_array_equal(dataset[name][...], values)
        self.assertReadAlike()
        with weftnc.Dataset(self.path) as dataset:
            for name, values in model.items():
                np.testing.assert_array_equal(dataset[name][...], values)

    def step(self, draw, dataset, model, shape):
        name = draw.choice(list(model))
        index = tuple(self.index(draw, length) for length in shape)
        values = np.array(draw.randint(0, 100), draw.choice(TYPES))
        if draw.random() < 0.6:
            values = np.arange(model[name][index].size).reshape(model[name][index].shape) % 100
            values = values.astype(draw.choice(TYPES))
        if draw.random() < 0.3:
            number = dataset[name].iput(index, values)
            dataset.wait(number)
        else:
            dataset[name][index] = values
        model[name][index] = values
        np.testing.assert_array_equal(dataset[name][index], model[name][index])

    @staticmethod
    def index(draw, length):
        if draw.random() < 0.3:
            return draw.randrange(-length, length)
        return slice(draw.choice([None, draw.randint(-length, length)]), draw.choice([None, draw.randint(-length, length)]),
                     draw.choice([None, 1, 2, -1, -2]))


class Conventions(InFolder):
    def test_missing_and_packed_values_are_those_of_netcdf4(self):
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.title = "größe"
            dataset.createDimension("x", 6)
            for name, dtype, attributes in [
                    ("plain", "f4", {}), ("filled", "f8", {"_FillValue": -1.0}),
                    ("packed", "i2", {"_FillValue": -9, "scale_factor": 0.5, "add_offset": 10.0}),
                    ("bounded", "i4", {"valid_range": np.array([1, 3], "i4")}), ("missing", "i4", {"missing_value": 2})]:
                variable = dataset.createVariable(name, dtype, ("x",), fill_value=attributes.pop("_FillValue", None))
                variable.setncatts(attributes)
                variable[0:5] = np.ma.masked_equal(np.arange(5.0) + (10 if name == "packed" else 0), 4)
        self.assertReadAlike()

    def test_missing_values_are_the_same_integer_whatever_is_written(self):
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("x", 3)
            for kind in ("i8", "u8", "i2"):
                for written in ("i8", "u8", "u1", "f8"):
                    variable = dataset.createVariable(kind + written, kind, ("x",))
                    variable[:] = np.ma.masked_equal(np.array([1, 2, 3], written), 2)
                    self.assertEqual(variable[:].tolist(), [1, None, 3], variable.name)
            variable = dataset.createVariable("real", "f4", ("x",), fill_value=np.nan)
            variable[:] = np.ma.masked_equal([1, 2, 3], 2)
            self.assertEqual(variable[:].tolist(), [1, None, 3])
            with self.assertRaises(weftnc.OutOfRangeError):
                dataset["u8i8"][:] = np.ma.masked_equal([-1, 2, 3], 2)

    def test_records_appear_as_they_are_written(self):
        with weftnc.Dataset(self.path, "w", format="NETCDF3_64BIT_OFFSET") as dataset:
            dataset.createDimension("t")
            dataset.createDimension("x", 3)
            values = dataset.createVariable("values", "f4", ("t", "x"))
            times = dataset.createVariable("times", "i4", "t")
            values[0] = [1, 2, 3]
            values[1:3] = 7
            values[3:, ::2] = np.arange(4).reshape(2, 2)
            values[6, 1] = 5
            times[:] = np.arange(5)
            self.assertEqual(values.shape, (7, 3))
            self.assertEqual(np.ma.count_masked(values[5:]), 5)
            self.assertEqual(np.ma.count_masked(times[:]), 2)
            self.assertTrue(dataset.dimensions["t"].isunlimited())
        self.assertReadAlike()

    def test_characters(self):
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("n", 2)
            dataset.createDimension("length", 5)
            names = dataset.createVariable("names", "S1", ("n", "length"))
            names[:] = np.array(["ab", "cde"])
            names[1, 0] = "z"
            self.assertEqual(names[1].tolist(), [b"z", b"d", b"e", None, None])
            with self.assertRaisesRegex(TypeError, "'names'.*numbers cannot be written"):
                names[0] = 5
        self.assertReadAlike()


class Mistakes(InFolder):
    def test_each_has_an_exception_that_names_what_is_wrong(self):
        with self.assertRaisesRegex(weftnc.MissingFileError, "nowhere.nc"):
            weftnc.Dataset(os.path.join(self.folder.name, "nowhere.nc"))
        with self.assertRaisesRegex(ValueError, "'q' is not a mode"):
            weftnc.Dataset(self.path, "q")
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("x", 3)
            with self.assertRaisesRegex(ValueError, "no dimension 'y'"):
                dataset.createVariable("v", "f4", ("y",))
            with self.assertRaisesRegex(TypeError, "complex128"):
                dataset.createVariable("v", "c16")
            variable = dataset.createVariable("v", "i2", ("x",))
            with self.assertRaisesRegex(weftnc.Error, "'v'") as caught:
                dataset.createVariable("v", "i2", ("x",))
            self.assertEqual(caught.exception.name, "NC_ENAMEINUSE")
            with self.assertRaisesRegex(ValueError, r"'v'.*\(2,\).*\(3,\)"):
                variable[:] = [1, 2]
            with self.assertRaisesRegex(weftnc.OutOfRangeError, "'v'"):
                variable[:] = [1, 2, 70000]
            self.assertEqual(list(variable[:2]), [1, 2], "what fits is written")
            with self.assertRaises(AttributeError):
                variable.units
        with self.assertRaisesRegex(weftnc.FileError, "closed"):
            variable[0]
        with weftnc.Dataset(self.path) as dataset:
            with self.assertRaisesRegex(weftnc.FileError, "reading"):
                dataset["v"][0] = 1
            with self.assertRaisesRegex(weftnc.ReadOnlyAttributeError, "reading"):
                dataset.title = "x"

    def test_an_exception_in_a_with_block_closes_the_file(self):
        with self.assertRaises(ZeroDivisionError):
            with weftnc.Dataset(self.path, "w") as dataset:
                dataset.createDimension("x", 3)
                dataset.createVariable("v", "i2", ("x",))[:] = 1
                raise ZeroDivisionError
        self.assertFalse(dataset.isopen())
        self.assertReadAlike()

    def test_random_arguments_raise_and_never_crash(self):
        things = [None, 0, -1, 3.5, "v", b"v", "", "x" * 2000, "a/b", [], [1, 2], {}, object(), slice(None), np.zeros(3),
                  np.zeros(3, "c16"), ("x",), float("nan"), True, ..., np.array("text"), 10**30, np.ma.masked]
        for seed in python_tests.seeds(20, 1):
            draw = random.Random(seed)
            with self.subTest(python_tests.replay_of(seed)), weftnc.Dataset(self.path, "w") as dataset:
                dataset.createDimension("x", 3)
                variable = dataset.createVariable("v", "f8", ("x",))
                for _ in range(200):
                    owner = draw.choice([dataset, variable])
                    name = draw.choice([name for name in dir(type(owner)) if not name.startswith("_") and name not in
                                        ("close", "independent", "wait_for_records")] + ["__getitem__", "__setitem__"])
                    call = getattr(type(owner), name, None)
                    if not callable(call):
                        continue
                    try:
                        call(owner, *(draw.choice(things) for _ in range(draw.randint(0, 3))))
                    except Exception:
                        continue
                dataset.wait()
                self.assertTrue(dataset.isopen())


class Handles(InFolder):
    def setUp(self):
        super().setUp()
        with weftnc.Dataset(self.path, "w") as dataset:
            dataset.createDimension("x", 1000)
            dataset.createVariable("v", "i4", ("x",))[:] = np.arange(1000)

    def test_threads_read_one_handle_and_write_to_their_own(self):
        """For WEFT_STRESS_SECONDS, 2 without."""
        end = time.monotonic() + float(os.environ.get("WEFT_STRESS_SECONDS", "2"))
        wrong = []
        with weftnc.Dataset(self.path) as dataset, weftnc.Dataset(self.path + "2", "w") as other:
            other.createDimension("x", 8 * 50)
            other.createVariable("w", "i2", ("x",))
            other.sync()

            def work(thread):
                draw = random.Random(thread)
                while time.monotonic() < end and not wrong:
                    start = draw.randrange(1000)
                    values = dataset["v"][start:start + 50]
                    other["w"][thread * 50:thread * 50 + 50] = start
                    with weftnc.Dataset(f"{self.path}.{thread}", "w") as own:
                        own.createDimension("x", 3)
                        own.createVariable("v", "i4", "x")[:] = thread
                    if not np.array_equal(values, np.arange(start, min(1000, start + 50))) or \
                            not np.all(other["w"][thread * 50:thread * 50 + 50] == start):
                        wrong.append((thread, start))

            threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_handles_that_read_are_pickled_and_forked(self):
        dataset = weftnc.Dataset(self.path)
        copy = pickle.loads(pickle.dumps(dataset))
        self.assertEqual(copy["v"][7], 7)
        child = os.fork()
        if child == 0:
            os._exit(0 if dataset["v"][8] == 8 else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        dataset.close()
        with weftnc.Dataset(self.path, "a") as writer, self.assertRaises(TypeError):
            pickle.dumps(writer)

    def test_only_who_writes_measures_the_file_system(self):
        """Which takes a while, and a file in the folder: its bytes are those that a new process writes."""
        program = ("import sys; sys.path[:] = {path!r}; import weftnc; weftnc.Dataset({file!r}, {mode!r}).close()\n"
                   "print(dict(line.split(': ') for line in open('/proc/self/io').read().splitlines())['wchar'])")
        written = {}
        for mode in ("r", "a"):
            command = [sys.executable, "-c", program.format(path=sys.path, file=self.path, mode=mode)]
            written[mode] = int(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
        self.assertLess(written["r"], 1 << 16)
        self.assertGreater(written["a"], 1 << 16)

    def test_what_is_forgotten_is_closed(self):
        for _ in range(3000):
            weftnc.Dataset(self.path)
        gc.collect()


if __name__ == "__main__":
    python_tests.main(sys.argv)
