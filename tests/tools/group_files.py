# SPDX-License-Identifier: BSD-3-Clause
"""netCDF-4 files with groups, for groups_test.py: `group_files.py PATH nested`, `... PATH classic` or `... PATH random SEED`.

Each file is made in a process of its own, because netCDF-C loses groups in one that has had a file of the classic model open.
"""

import random
import sys

import h5py
import netCDF4
import numpy as np

NUMBERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")
WORDS = ("", "a", "two words", 'a "quoted" one', "line\nbreak", "tab\t", "ü", "long " * 20, "back\\slash")


def nested(path):
    """One of each thing that a group may have, and of each way in which its dimensions may be named."""
    with netCDF4.Dataset(path, "w") as file:
        file.title = "nested"
        file.setncattr_string("one", "a string")
        file.setncattr_string("words", ["a", "b c"])
        file.umlaut = "ü"
        file.lines = "a\nb"
        file.createDimension("x", 3)
        file.createDimension("y", 2)
        file.createDimension("time", None)
        field = file.createVariable("field", "f4", ("time", "x"), zlib=True, complevel=3, shuffle=True, fletcher32=True, chunksizes=(1, 3))
        field[:] = np.arange(6).reshape(2, 3)
        file.createVariable("x", "f8", ("x",))[:] = [1, 2, 3]
        grown = file.createVariable("grown", "i4", ("x", "time", "y"))
        grown[:] = np.arange(12).reshape(3, 2, 2)
        kind = file.createEnumType("i1", "kind_t", {"no": 0, "yes": 1, "a b": -3})
        kinds = file.createVariable("kind", kind, ("x",), fill_value=-3)
        kinds[:2] = [0, 1]
        file.createGroup("empty")
        inner = file.createGroup("g 1")
        inner.note = "of the group"
        inner.number = np.int16(7)
        inner.createDimension("x", 2)
        inner.createDimension("member", None)
        inner.createVariable("x", "i4", ("x",), fill_value=False)[:] = [10, 20]
        inner.createVariable("big", ">i4", ("time", "x"), endian="big")[:] = np.arange(4).reshape(2, 2)
        inner.createVariable("none", "i4", ("member",))
        inner.createVariable("scalar", "f8", ())[...] = 1.25
        inner.createVariable("words", str, ("x",))[:] = np.array(["a", "b"], dtype=object)
        inner.createVariable("word", str, ())[...] = "hi"
        inner.createVariable("text", "S1", ("y", "x"))[:] = np.array([[b"a", b"\n"], [b"b", b""]], "S1")
        inner.createEnumType("u4", "long_t", {f"name_{i}": i for i in range(30)})
        time = inner.createVariable("when", "f8", ("x",))
        time.units = "hours since 2000-01-01"
        time.bounds = "when_bounds"
        time.valid_min = 3.0
        time[:] = [1, 2.5]
        inner.createVariable("when_bounds", "f8", ("x", "y"))[:] = [[0, 2], [2, 3]]
        deep = inner.createGroup("deep")
        deep.createDimension("y", 4)
        for group, length in ((file, 3), (deep, 2)):
            group.createDimension("1st", length)
        deep.createVariable("shadow", "i2", (file.dimensions["x"], inner.dimensions["x"], deep.dimensions["y"], file.dimensions["y"]))
        deep.createVariable("hidden", "i4", (file.dimensions["1st"],))
        deep.createVariable("time", "f4", ("y",))[:] = 2
        series = deep.createVariable("series", "f4", ("member",))
        series[:40] = np.arange(40) * 1.23456
        deep.createVariable("kind", kind, ("y",))[:] = [1, 1, 0, 1]
        file.createGroup("dimensions").createGroup("data").createVariable("9th", "i1", ("x", "time"))[:] = 1
    put(path, {"g 1/deep/shadow": np.arange(48).reshape(3, 2, 4, 2), "g 1/deep/hidden": np.arange(3)})


def classic(path):
    """A file of the classic model, with a variable that ends before its dimension does."""
    with netCDF4.Dataset(path, "w", format="NETCDF4_CLASSIC") as file:
        file.createDimension("time", None)
        file.createDimension("x", 3)
        file.title = "classic"
        file.createVariable("time", "f8", ("time",))[:] = np.arange(5)
        file.createVariable("t", "f4", ("time", "x"), zlib=True)[:] = np.arange(15).reshape(5, 3)
        file.createVariable("ended", "i2", ("time", "x"), chunksizes=(4, 3))[:2] = np.arange(6).reshape(2, 3)
        file.createVariable("unfilled", "i4", ("time",), fill_value=False, chunksizes=(3,))[:2] = [1, 2]
        file.createVariable("x", "S1", ("x",))[:] = np.array([b"a", b"b", b"c"])


def put(path, values):
    """Of variables with a dimension whose name means another one in their group: netCDF4-python takes them for those of the other one."""
    with h5py.File(path, "r+") as file:
        for name, its in values.items():
            group, own = name.rsplit("/", 1)
            name = next(one for one in (f"{group}/_nc4_non_coord_{own}", name) if one in file)
            if file[name].shape != its.shape:
                file[name].resize(its.shape)
            file[name][...] = its


class RandomFile:
    """A file by chance, the same one for each seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.late = {}  # values for put()
        self.unlimited = {}  # names of unlimited dimensions by the path of the group, with their lengths

    def some(self, most, least=0):
        return self.chance.randint(least, most)

    def name(self, used):
        while True:
            name = self.chance.choice(("x", "y", "time", "a", "b b", "ü", "data", "9", "group", "long_name_of_something", "v.1", "d-e", "p(q)"))
            name += self.chance.choice(("", "", "1", "_2"))
            if name not in used:
                used.add(name)
                return name

    def number(self, kind):
        if kind[0] == "f":
            return self.chance.choice((0, 1.5, -2.25, 1e10, 3.14159, 1e-7, float("nan"), float("inf")))
        limits = np.iinfo(kind)
        return self.chance.choice((0, 1, 2, 100, limits.max, limits.min))

    def add_attributes(self, owner):
        for _ in range(self.some(3)):
            name = self.name(set(owner.ncattrs()))
            kind = self.chance.choice((*NUMBERS, "text", "string", "strings"))
            if kind == "text":
                owner.setncattr(name, self.chance.choice(WORDS))
            elif kind == "string":
                owner.setncattr_string(name, self.chance.choice(WORDS))
            elif kind == "strings":
                owner.setncattr_string(name, self.chance.choices(WORDS, k=self.some(4, 2)))
            else:
                owner.setncattr(name, np.array([self.number(kind) for _ in range(self.some(3, 1))], kind))

    def visible(self, group):
        """The dimensions of a group and of those around it, also those whose names mean others there."""
        found = []
        while group is not None:
            found += group.dimensions.values()
            group = group.parent
        return found

    def storage(self, dimensions, lengths):
        """How a variable may be kept."""
        if not dimensions:
            return {}
        if not any(one.isunlimited() for one in dimensions) and self.some(2) == 0:
            return {"contiguous": True}
        its = {"zlib": self.some(1) == 1, "complevel": self.some(9, 1), "shuffle": self.some(1) == 1, "fletcher32": self.some(3) == 0}
        if self.some(1) == 1:
            its["chunksizes"] = [self.some(4, 1) if one.isunlimited() else self.some(length, 1) for one, length in zip(dimensions, lengths)]
        return its

    def values(self, kind, lengths):
        count = int(np.prod(lengths))
        if kind == "S1":
            return np.array([self.chance.choice(b"abc\n\"\\ \0").to_bytes(1, "big") for _ in range(count)], "S1").reshape(lengths)
        if kind is str:
            return np.array([self.chance.choice(WORDS) for _ in range(count)], dtype=object).reshape(lengths)
        return np.array([self.number(kind) for _ in range(count)], kind).reshape(lengths)

    def length(self, dimension):
        """The same for all variables of an unlimited one, so that no value is left unwritten."""
        key = (dimension.group().path, dimension.name)
        if not dimension.isunlimited():
            return dimension.size
        return self.unlimited.setdefault(key, self.some(12, 1))

    def add_variable(self, group, used):
        choices = self.visible(group)
        dimensions = [self.chance.choice(choices) for _ in range(self.some(4))] if choices else []
        lengths = [self.length(one) for one in dimensions]
        if np.prod(lengths) > 2000:
            dimensions, lengths = [], []
        kind = self.chance.choice((*NUMBERS, "S1", str))
        options = {} if kind is str else self.storage(dimensions, lengths)
        if kind not in ("S1", str):
            options["endian"] = self.chance.choice(("little", "big"))
            kind = {"little": "<", "big": ">"}[options["endian"]] + kind
            if self.some(3) == 0:
                options["fill_value"] = self.chance.choice((False, self.number(kind[1:])))
        its = group.createVariable(self.name(used), kind, dimensions, **options)
        its.set_auto_maskandscale(False)
        its.set_auto_chartostring(False)
        self.add_attributes(its)
        values = self.values(kind if kind in ("S1", str) else kind[1:], lengths)
        if self.hides(group, dimensions):
            self.late[f"{group.path}/{its.name}"] = values
        elif lengths:
            its[tuple(slice(0, length) for length in lengths)] = values
        elif kind is str:
            its[...] = values.item()
        else:
            its[...] = values

    def hides(self, group, dimensions):
        """Whether a name means another dimension in the group."""
        nearest = {}
        for one in self.visible(group):
            nearest.setdefault(one.name, one)
        return any(nearest[one.name] is not one for one in dimensions)

    def add_enumeration(self, group, number):
        base = self.chance.choice(NUMBERS[:8])
        members = {f"member {i}" if self.some(5) == 0 else f"m{i}": i for i in range(self.some(25, 1))}
        its = group.createEnumType(base, f"enum_{number}", members)
        group.createVariable(f"of_enum_{number}", its, ())[...] = self.some(len(members) - 1)

    def fill(self, group, depth):
        used_dimensions, used = set(), set()
        for number in range(self.some(1)):
            self.add_enumeration(group, f"{depth}_{number}")
        for _ in range(self.some(3)):
            group.createDimension(self.name(used_dimensions), self.chance.choice((None, self.some(5, 1), self.some(12, 1))))
        for _ in range(self.some(4)):
            self.add_variable(group, used)
        self.add_attributes(group)
        used |= used_dimensions  # which are objects of the file, as groups are
        for _ in range(self.some(3) if depth < 3 else 0):
            self.fill(group.createGroup(self.name(used)), depth + 1)

    def write(self, path):
        with netCDF4.Dataset(path, "w") as file:
            self.fill(file, 0)
        put(path, self.late)


if __name__ == "__main__":
    if sys.argv[2] in ("nested", "classic"):
        {"nested": nested, "classic": classic}[sys.argv[2]](sys.argv[1])
    else:
        RandomFile(int(sys.argv[3])).write(sys.argv[1])
