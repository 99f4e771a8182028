#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes netCDF-4 files, by netCDF-C and h5py, and beside each what is in it (expectation.py).

    make.py FOLDER features         one for each feature of features.py
    make.py FOLDER random COUNT     by seeds, from WEFT_SEED on in the second half
    make.py FOLDER NAME             one of them alone
"""

import multiprocessing
import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import python_tests

try:
    import h5py
    import netCDF4
    import numpy as np
except ImportError as error:
    print(f"{error}: packages python3-h5py and python3-netcdf4")
    sys.exit(python_tests.SKIPPED)
import expectation
from features import EARLIEST, FEATURES, LATEST, NUMBERS, numbers

# netCDF-C does not open these, or tells less of them; to it, a dimension of no length is an unlimited one.
WITHOUT_NETCDF = {"h5_null", "h5_refused_types", "h5_links", "h5_external", "h5_texts", "h5_enums", "h5_zero_lengths",
                  "h5_scale_of_one_dimension", "h5_shorter_than_scales"}


def make(folder, name, write, by_netcdf=True):
    path = str(folder / f"{name}.nc")
    write(path)
    expectation.write(path, by_netcdf)


class RandomFile:
    """Dimensions, variables of any type, storage and filters, written in part and in pieces."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.next = 0

    def chance(self, share):
        return self.random.random() < share

    def write(self, path):
        self.by_netcdf(path) if self.chance(0.5) else self.by_h5py(path)

    def block(self, shape):
        """A part of an array."""
        begins = [self.random.randint(0, length - 1) for length in shape]
        return tuple(slice(begin, self.random.randint(begin + 1, length)) for begin, length in zip(begins, shape))

    def put_parts(self, variable, shape, dtype):
        if 0 in shape:
            return
        for _ in range(self.random.randint(0, 4)):
            part = self.block(shape)
            variable[part] = numbers([one.stop - one.start for one in part], dtype, self.next)
            self.next += 1000
        if self.chance(0.4):
            variable[tuple(slice(length) for length in shape)] = numbers(shape, dtype, self.next)

    def filters(self):
        kind = self.random.choice(["none", "zlib", "zlib", "checked"])
        if kind == "zlib":
            return {"zlib": True, "complevel": self.random.randint(1, 9), "shuffle": self.chance(0.5),
                    "fletcher32": self.chance(0.2)}
        return {"fletcher32": True} if kind == "checked" else {}

    def by_netcdf(self, path):
        classic = self.chance(0.3)
        with netCDF4.Dataset(path, "w", format="NETCDF4_CLASSIC" if classic else "NETCDF4") as file:
            groups = [file]
            if not classic:
                groups += [file.createGroup(f"g{i}") for i in range(self.random.randint(0, 2))]
            lengths = {}
            for i in range(self.random.randint(1, 5)):
                unlimited = self.chance(0.3) and not (classic and None in lengths.values())
                lengths[f"d{i}"] = None if unlimited else self.random.randint(1, 12)
                file.createDimension(f"d{i}", lengths[f"d{i}"])
            for i in range(self.random.randint(1, 7)):
                self.variable_by_netcdf(self.random.choice(groups), f"v{i}", lengths, classic)

    def variable_by_netcdf(self, group, name, lengths, classic):
        dimensions = [self.random.choice(sorted(lengths)) for _ in range(self.random.randint(0, 4))]
        if classic:
            dimensions.sort(key=lambda one: lengths[one] is not None)
        shape = [lengths[one] or self.random.randint(1, 9) for one in dimensions]
        dtype = self.random.choice(["i1", "i2", "i4", "f4", "f8"] if classic else NUMBERS)
        order = self.random.choice("<>")
        options = {"endian": "big" if order == ">" else "little"}
        if dimensions and self.chance(0.8):
            # NetCDF has no chunk that is longer than a dimension of fixed length.
            options["chunksizes"] = [self.random.randint(1, lengths[one] or 6) for one in dimensions]
            options |= self.filters()
        if self.chance(0.5):
            options["fill_value"] = self.random.choice([False, numbers((), dtype, 77)])
        variable = group.createVariable(name, order + dtype, dimensions, **options)
        variable.set_auto_maskandscale(False)
        self.put_parts(variable, shape, dtype) if dimensions else variable.assignValue(numbers((), dtype, self.next))
        if self.chance(0.5):
            variable.setncattr("values", numbers((self.random.randint(1, 9),), dtype, self.next))

    def by_h5py(self, path):
        options = {"libver": self.random.choice([EARLIEST, LATEST]), "track_order": self.chance(0.5),
                   "userblock_size": self.random.choice([0, 0, 512, 2048])}
        with h5py.File(path, "w", **options) as file:
            groups = [file] + [file.create_group(f"g{i}") for i in range(self.random.randint(0, 2))]
            for i in range(self.random.randint(1, 7)):
                self.dataset_by_h5py(self.random.choice(groups), f"v{i}")

    def dataset_by_h5py(self, group, name):
        shape = [self.random.randint(1, 11) for _ in range(self.random.randint(0, 4))]
        dtype = self.random.choice("<>") + self.random.choice(NUMBERS)
        options = {"fillvalue": numbers((), dtype, 5)} if self.chance(0.5) else {}
        is_chunked = bool(shape) and self.chance(0.8)
        if is_chunked:
            options["maxshape"] = [None if self.chance(0.3) else length + 5 * self.chance(0.2) for length in shape]
            options["chunks"] = tuple(self.random.randint(1, most or 8) for most in options["maxshape"])
            filters = self.filters()
            if filters.get("zlib"):
                options |= {"compression": self.random.choice(["gzip", "lzf"]), "shuffle": filters["shuffle"]}
            options["fletcher32"] = filters.get("fletcher32", False)
        dataset = group.create_dataset(name, shape, dtype, **options)
        self.put_parts(dataset, shape, dtype) if shape else dataset.__setitem__((), numbers((), dtype, 3))
        growing = [i for i, most in enumerate(options.get("maxshape", [])) if most is None]
        if growing and self.chance(0.5):
            for _ in range(self.random.randint(1, 3)):
                shape[self.random.choice(growing)] = self.random.randint(1, 13)
                dataset.resize(shape)
                self.put_parts(dataset, shape, dtype)


def make_one(folder, name):
    try:
        if name.startswith("random_"):
            make(folder, name, RandomFile(int(name.removeprefix("random_"))).write)
        else:
            make(folder, name, FEATURES[name], name not in WITHOUT_NETCDF)
    except Exception as error:
        raise RuntimeError(f"{name}, again with make.py {folder} {name}") from error


def main():
    folder, what = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    if what in ("features", "random"):
        for old in folder.glob("*.nc*"):
            old.unlink()
    np.seterr(over="ignore")
    names = [what]
    if what == "random":
        names = [f"random_{seed}" for seed in python_tests.seeds(int(sys.argv[3]), first=0)]
    elif what == "features":
        names = list(FEATURES)
    # Each in a process of its own: to netCDF-C, a file that follows one of the classic model is of that model, too.
    with multiprocessing.get_context("fork").Pool(maxtasksperchild=1) as pool:
        pool.starmap(make_one, [(folder, name) for name in names], chunksize=1)
    print(f"{len(list(folder.glob('*.nc')))} files in {folder}")


if __name__ == "__main__":
    main()
