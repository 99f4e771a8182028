#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Anything is given to anything of the package: what comes of it is a value or an exception, never a crash or a standstill.

    fuzz.py [CALLS]     so many calls, each thousand in a process of its own, with its own seed

Processes may use little memory and make small files only, so that what is too much fails soon.
"""

import contextlib
import faulthandler
import inspect
import os
import pickle
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np

import package  # where the others are
import python_tests
import weftnc

CALLS_OF_A_PROCESS = 1000
LONGEST_CALL_SECONDS = 30
MOST_MEMORY, LARGEST_FILE = 6 << 30, 4 << 20

THINGS = [
    None, True, False, ..., 0, 1, -1, 2, 3, 5, 100, 2**31, 2**63, -2**63, 10**30, 0.5, float("nan"), float("inf"), 1j, "", "v", "t", "x",
    "text", "new", "name", "a.nc", "b.nc", "no/where.nc", "r", "w", "a", "units", "_FillValue", "scale_factor", "ä", "x" * 3000, "a/b",
    "a b ", "\0", "hours since 2000-01-01", b"", b"bytes", bytearray(3), [], [0], [0, 2], [2, 0, 0], [True, False, True], [[1]], ["a"],
    (), (0,), ("x",), ("t", "x"), ("x", "x"), {}, {"a": 1}, set(), object(), object, len, range(2), slice(None), slice(2), slice(None, None, -1),
    slice(1, 100, 7), slice(0, 0), slice("a"), slice(None, None, 0), slice(10**30), (0, slice(None)), (..., 0), (..., ...),
    "f4", "i2", "f8", "S1", "c16", "O", str, float, int, np.int8, np.dtype("u8"), np.dtype([("a", "i4")]), np.float32(1.5), np.int64(2),
    np.bool_(True), np.zeros(3), np.zeros((2, 3), "i2"), np.zeros(0), np.arange(3)[::-1], np.zeros(3, ">f4"), np.zeros(3, "c16"),
    np.array("text"), np.array(["a", "bc"]), np.array([None, 1], object), np.zeros((2, 3), "f4", order="F"), np.zeros((0, 3)),
    np.ma.masked, np.ma.masked_equal([1, 2, 3], 2), np.datetime64("2000-01-01"), np.zeros((1,) * 30), np.broadcast_to(1.0, (2**20, 2**20)),
    memoryview(b"abc"), np.array([1, 2, 3], "u8") * np.uint64(2**62), "NETCDF3_CLASSIC", "NETCDF4"]
# What fits more often, by the names of parameters.
INDICES = [..., 0, 1, -1, 5, [0, 2], [2, 0, 0], [True, False, True], (0,), slice(None), slice(2), slice(None, None, -1), slice(0, 0),
           slice(1, 100, 7), (0, slice(None)), (..., 0), 10**30, "v", (..., ...), np.arange(3)[::-1]]
NAMES = ["v", "r", "t", "x", "text", "scalar", "new", "name", "units", "_FillValue", "scale_factor", "add_offset", "_Encoding", "ä",
         "x" * 3000, ""]
VALUES = [one for one in THINGS if isinstance(one, (int, float, np.ndarray, np.generic, list))] + ["text", b"bytes", None]
FITTING = {"index": INDICES, "indices": [[0, 1], [..., 0], [slice(2), (0,)], []], "name": NAMES, "varname": NAMES, "dimname": NAMES,
           "oldname": NAMES, "newname": NAMES, "value": VALUES, "values": VALUES, "size": [None, 0, 1, 3, 10**6], "filename": ["a.nc", "b.nc",
           "d.nc", "no/where.nc"], "mode": ["r", "w", "a", "x"], "dimensions": [("x",), ("t", "x"), (), "x", ("x", "x"), ("x", "t")],
           "datatype": ["f4", "i2", "f8", "S1", "u8", str, "c16"], "files": ["a.nc", ["a.nc", "b.nc"], "*.nc"], "attributes": [{}, {"a": 1}],
           "format": ["NETCDF3_CLASSIC", "NETCDF4"], "comm": [None], "info": [None, {"cb_nodes": 1}], "record": [0, 1, 7, -1]}
MORE_THAN_PUBLIC = ["__getitem__", "__setitem__", "__getitem__", "__setitem__", "__getattr__", "__setattr__", "__len__", "__repr__",
                    "__array__", "_repr_html_"]
FUNCTIONS = [getattr(weftnc, name) for name in weftnc.__all__ if not (isinstance(getattr(weftnc, name), type) and
             issubclass(getattr(weftnc, name), Exception)) and callable(getattr(weftnc, name))]


def made(path):
    dataset = weftnc.Dataset(path, "w")
    dataset.createDimension("t")
    dataset.createDimension("x", 3)
    dataset.createVariable("v", "f8", ("x",))[:] = 1
    dataset.createVariable("r", "i2", ("t", "x"))[:2] = 2
    dataset.createVariable("text", "S1", ("x",))
    dataset.createVariable("scalar", "u1")
    return dataset


class Fuzzer:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.datasets = []

    def dataset(self):
        """One that writes, reads, or is closed."""
        self.datasets = [one for one in self.datasets if one.isopen()][-4:]
        if len(self.datasets) < 3:
            made("a.nc" if self.draw.random() < 0.5 else "b.nc").close()
            for path, mode in (("b.nc", "a"), ("a.nc", "r")):
                with contextlib.suppress(weftnc.Error):
                    self.datasets.append(weftnc.Dataset(path, mode))
            self.datasets.append(made("c.nc"))
        return self.draw.choice(self.datasets)

    def owner(self):
        dataset = self.dataset()
        inside = [*dataset.variables.values(), *dataset.dimensions.values()]
        return dataset if not inside or self.draw.random() < 0.3 else self.draw.choice(inside)

    def thing(self, parameter=None):
        if parameter in FITTING and self.draw.random() < 0.8:
            return self.draw.choice(FITTING[parameter])
        chance = self.draw.random()
        if chance < 0.05:
            return self.owner()
        if chance < 0.1:
            return [self.draw.choice(THINGS) for _ in range(self.draw.randint(0, 3))]
        if chance < 0.15:
            return tuple(self.draw.choice(THINGS) for _ in range(self.draw.randint(0, 3)))
        return self.draw.choice(THINGS)

    def arguments(self, function, given):
        """As many as it takes, most of the time, in order."""
        parameters = list(inspect.signature(function).parameters.values())[given:]
        needed = [one for one in parameters if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD]
        named = [one for one in parameters if one.kind is not one.KEYWORD_ONLY]
        count = self.draw.randint(len(needed), max(len(needed), len(named))) if self.draw.random() < 0.95 else self.draw.randint(0, 5)
        return [self.thing(named[i].name if i < len(named) else None) for i in range(count)]

    def call(self):
        if self.draw.random() < 0.1:
            function, owner = self.draw.choice(FUNCTIONS), ()
        else:
            one = self.owner()
            names = [name for name in dir(type(one)) if not name.startswith("_")]
            names += [name for name in MORE_THAN_PUBLIC if hasattr(type(one), name)]
            name = self.draw.choice(names)
            if name == "close" and self.draw.random() < 0.8:
                return
            found = getattr(type(one), name, None)
            if name == "wait_for_records":  # which nobody writes
                return found(one, self.thing("records"), 0.001, self.thing("dimension"))
            if not callable(found):
                return getattr(one, name) if self.draw.random() < 0.9 else setattr(one, name, self.thing("name"))
            function, owner = found, (one,)
        result = function(*owner, *self.arguments(function, len(owner)))
        if isinstance(result, contextlib.AbstractContextManager) and not isinstance(result, weftnc.Dataset):
            with result:
                self.owner()
        if self.draw.random() < 0.02:
            pickle.dumps(self.owner())


def run(seed, calls):
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    warnings.simplefilter("ignore")
    fuzzer = Fuzzer(seed)
    raised = 0
    for _ in range(calls):
        faulthandler.dump_traceback_later(LONGEST_CALL_SECONDS, exit=True)
        try:
            fuzzer.call()
        except Exception as failure:
            raised += 1
            assert not isinstance(failure, SystemError), failure
    faulthandler.cancel_dump_traceback_later()
    assert calls // 10 < raised < calls - calls // 10, f"{raised} of {calls} calls raised something"
    # What is left works.
    for path in ("a.nc", "d.nc"):
        with made(path) as dataset:
            assert dataset["v"][:].tolist() == [1, 1, 1]


def main():
    if sys.argv[1:2] == ["--one"]:
        faulthandler.enable()
        run(int(sys.argv[2]), int(sys.argv[3]))
        return 0
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 6 * CALLS_OF_A_PROCESS
    for seed in python_tests.seeds(-(-calls // CALLS_OF_A_PROCESS), 1):
        folder = tempfile.mkdtemp(prefix="weft-fuzz-")
        done = subprocess.run([sys.executable, os.path.abspath(__file__), "--one", str(seed), str(CALLS_OF_A_PROCESS)], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
        shutil.rmtree(folder)
        if done.returncode:
            print(f"{done.stdout}\n{python_tests.replay_of(seed)}: ended with {done.returncode}")
            return 1
    print(f"{calls} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
