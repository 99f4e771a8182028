# SPDX-License-Identifier: BSD-3-Clause
"""Small netCDF-4 files, each of which has something of its own; FEATURES has a function for each that writes it."""

import ctypes

import h5py
import netCDF4
import numpy as np
from h5py import h5d, h5f, h5p, h5s, h5t

FEATURES = {}
EARLIEST, LATEST = ("earliest", "v110"), ("v110", "v110")
NUMBERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


def feature(function):
    FEATURES[function.__name__] = function
    return function


def numbers(shape, dtype, first=0):
    """All different, of both signs, and of the whole range where that is small."""
    count = int(np.prod(shape, dtype=int))
    kind = np.dtype(dtype)
    counted = np.arange(first, first + count, dtype="u8") * np.uint64(2654435761)
    if kind.kind == "f":
        return ((counted % np.uint64(2000003)).astype("f8") - 1e6).astype(kind).reshape(shape) / kind.type(8)
    return counted.astype(f"u{kind.itemsize}").view(kind.newbyteorder("=")).astype(kind).reshape(shape)


# By netCDF-C.

def by_netcdf(path, format="NETCDF4"):
    return netCDF4.Dataset(path, "w", format=format)


def all_types(path, format, dtypes):
    with by_netcdf(path, format) as file:
        file.createDimension("y", 5)
        file.createDimension("x", 7)
        for dtype in dtypes:
            variable = file.createVariable(f"v_{dtype}", dtype, ("y", "x"))
            variable[:] = numbers((5, 7), dtype, 3)
            variable.setncattr("one", np.array(17, dtype=dtype))
            variable.setncattr("several", numbers((4,), dtype))
        text = file.createVariable("text", "S1", ("y", "x"))
        text[:] = np.frombuffer(bytes(range(65, 100)), dtype="S1").reshape(5, 7)
        file.title = "All types"
        file.setncattr("empty", "")


@feature
def netcdf4_types(path):
    all_types(path, "NETCDF4", NUMBERS)


@feature
def netcdf4_classic_types(path):
    all_types(path, "NETCDF4_CLASSIC", ["i1", "i2", "i4", "f4", "f8"])


@feature
def netcdf4_records(path):
    with by_netcdf(path, "NETCDF4_CLASSIC") as file:
        file.createDimension("time", None)
        file.createDimension("x", 11)
        file.createVariable("time", "f8", ("time",))[:] = np.arange(9) * 0.5
        file.createVariable("v", "f4", ("time", "x"))[:] = numbers((9, 11), "f4")
        file.createVariable("shorter", "i2", ("time", "x"))[:4] = numbers((4, 11), "i2")
        file.createVariable("never", "i4", ("time",))
        file.createVariable("filled", "i4", ("time", "x"), fill_value=-77)[2:3] = numbers((1, 11), "i4")


@feature
def netcdf4_shorter(path):
    """Variables of all types that end before their dimension does, within a chunk and at the end of one, with and without a fill value."""
    with by_netcdf(path) as file:
        file.createDimension("time", None)
        file.createDimension("x", 3)
        kind = file.createEnumType(np.int16, "kind", {"no": 0, "yes": 1})
        file.createVariable("longest", "i4", ("time",))[:] = np.arange(20)
        for order in ("little", "big"):
            for dtype in NUMBERS:
                for name, fill in (("none", False), ("default", None), ("own", 7)):
                    variable = file.createVariable(f"{name}_{dtype}_{order}", dtype, ("time", "x"), endian=order, fill_value=fill,
                                                   zlib=dtype != "i4", chunksizes=(4, 2))
                    variable[:5 if dtype[1] != "8" else 8] = 1
        file.createVariable("letters", "S1", ("time",), fill_value=False)[:2] = np.array([b"a", b"b"])
        file.createVariable("kinds", kind, ("time",), fill_value=False)[:2] = np.array([1, 0], dtype="i2")
        file.createVariable("never", "f4", ("time", "x"), fill_value=False)
        file.createVariable("inside", "f4", ("x", "time"), fill_value=False, chunksizes=(2, 3))[:, :4] = 1
        holes = file.createVariable("holes", "f8", ("time", "x"), fill_value=False, chunksizes=(2, 2))
        holes[9] = 1


@feature
def h5_shorter_than_time(path):
    """Variables of h5py, whose fill value is zero by default and by themselves, or which an attribute alone tells."""
    with h5(path, track_order=True) as file:
        file.create_dataset("time", data=np.arange(9.0), maxshape=(None,), chunks=(4,))
        file["time"].make_scale("time")
        for name, options in {"default": {}, "zero": {"fillvalue": 0}, "told": {}, "zipped": {"compression": 1}}.items():
            variable = file.create_dataset(name, data=numbers((2,), "i4"), maxshape=(None,), chunks=(3,), **options)
            variable.dims[0].attach_scale(file["time"])
        file["told"].attrs["_FillValue"] = np.int32(9)
        plist = h5p.create(h5p.DATASET_CREATE)
        plist.set_chunk((3,))
        plist.set_fill_value(np.array(5, dtype="i4"))
        plist.set_fill_time(h5d.FILL_TIME_NEVER)
        space = h5s.create_simple((2,), (h5s.UNLIMITED,))
        variable = h5py.Dataset(h5d.create(file.id, b"never_filled", h5t.STD_I32LE, space, dcpl=plist))
        variable[:] = [1, 2]
        variable.dims[0].attach_scale(file["time"])


@feature
def netcdf4_several_unlimited(path):
    with by_netcdf(path) as file:
        for name in ("a", "b", "c"):
            file.createDimension(name, None)
        file.createDimension("x", 3)
        file.createVariable("ab", "i4", ("a", "b"))[:] = numbers((6, 4), "i4")
        file.createVariable("bxc", "f8", ("b", "x", "c"))[:] = numbers((7, 3, 5), "f8")
        file.createVariable("xa", "u2", ("x", "a"), chunksizes=(2, 5))[:, :3] = numbers((3, 3), "u2")
        file.createVariable("aa", "i2", ("a", "a"))[:2, :2] = numbers((2, 2), "i2")


@feature
def netcdf4_no_records(path):
    with by_netcdf(path) as file:
        file.createDimension("time", None)
        file.createDimension("x", 4)
        file.createVariable("v", "f4", ("time", "x"))
        file.createVariable("w", "i4", ("x", "time"))


@feature
def netcdf4_scalars(path):
    with by_netcdf(path) as file:
        for dtype in NUMBERS:
            file.createVariable(f"v_{dtype}", dtype, ())[...] = numbers((), dtype, 5)
        file.createVariable("letter", "S1", ())[...] = b"z"
        file.createVariable("never", "f4", ())


@feature
def netcdf4_groups(path):
    with by_netcdf(path) as file:
        file.createDimension("x", 4)
        file.createDimension("time", None)
        file.createVariable("v", "i4", ("x",))[:] = numbers((4,), "i4")
        inner = file.createGroup("one/two")
        inner.createDimension("x", 3)
        inner.createDimension("own", None)
        inner.createVariable("v", "i4", ("x",))[:] = numbers((3,), "i4", 50)
        inner.createVariable("of_both", "f8", ("time", "own", "x"))[:] = numbers((2, 5, 3), "f8")
        inner.note = "in a group"
        file["one"].createVariable("outer_x", "u1", ("x", "time"))[:] = numbers((4, 2), "u1")
        file["one"].number = np.int16(3)


@feature
def netcdf4_names(path):
    with by_netcdf(path) as file:
        file.createDimension("breite", 3)
        file.createDimension("a b+c", 2)
        file.createVariable("temp\u00e9rature", "f4", ("breite",))[:] = [1, 2, 3]
        file.createVariable("n" * 200, "i4", ("a b+c",))[:] = [4, 5]
        file.setncattr("gr\u00f6\u00dfe", "m\u00b2")


@feature
def netcdf4_coordinates(path):
    """Coordinate variables of one and of two dimensions, and a variable with the name of a dimension that is not its own."""
    with by_netcdf(path) as file:
        file.createDimension("x", 4)
        file.createDimension("n", 3)
        file.createDimension("odd", 2)
        file.createVariable("x", "f8", ("x",))[:] = [1, 2, 4, 8]
        file.createVariable("n", "i4", ("n", "x"))[:] = numbers((3, 4), "i4")
        file.createVariable("odd", "i4", ("x",))[:] = numbers((4,), "i4", 9)
        file.createVariable("v", "i2", ("odd", "n"))[:] = numbers((2, 3), "i2")


@feature
def netcdf4_late_definitions(path):
    """Dimensions and variables in an order of their own, after a first close."""
    with by_netcdf(path) as file:
        file.createDimension("z", 3)
        file.createVariable("b", "i4", ("z",))[:] = [1, 2, 3]
    with netCDF4.Dataset(path, "a") as file:
        file.createDimension("a", 2)
        file.createVariable("a", "i4", ("a",))[:] = [4, 5]
        file.renameVariable("b", "c")
        file.createVariable("b", "i8", ("z", "a"))[:] = numbers((3, 2), "i8")


@feature
def netcdf4_filters(path):
    with by_netcdf(path) as file:
        file.createDimension("y", 40)
        file.createDimension("x", 50)
        data = numbers((40, 50), "f4")
        for name, wanted in {
                "plain": {}, "zlib": {"zlib": True, "complevel": 1}, "shuffled": {"zlib": True, "shuffle": True},
                "unshuffled": {"zlib": True, "shuffle": False, "complevel": 9}, "checked": {"fletcher32": True},
                "all": {"zlib": True, "shuffle": True, "fletcher32": True},
                "contiguous": {"contiguous": True}, "big": {"zlib": True, "endian": "big"},
                "little": {"endian": "little", "zlib": True}}.items():
            file.createVariable(name, ">f4" if name == "big" else "f4", ("y", "x"), chunksizes=None if name == "contiguous" else (16, 17),
                                **wanted)[:] = data


@feature
def netcdf4_endian(path):
    with by_netcdf(path) as file:
        file.createDimension("x", 6)
        for dtype in ("i2", "u4", "i8", "f4", "f8"):
            for order in ("big", "little"):
                file.createVariable(f"{order}_{dtype}", (">" if order == "big" else "<") + dtype, ("x",), endian=order)[:] = numbers((6,), dtype, 11)


@feature
def netcdf4_quantized(path):
    with by_netcdf(path) as file:
        file.createDimension("x", 100)
        for mode in ("BitGroom", "GranularBitRound", "BitRound"):
            file.createVariable(mode, "f4", ("x",), zlib=True, significant_digits=4,
                                quantize_mode=mode)[:] = numbers((100,), "f4")


@feature
def netcdf4_foreign_types(path):
    with by_netcdf(path) as file:
        file.createDimension("x", 3)
        colours = file.createEnumType(np.uint8, "colour", {"red": 0, "green": 7, "blue": 255})
        file.createVariable("colours", colours, ("x",), fill_value=0)[:] = np.array([7, 255, 0], dtype="u1")
        deep = file.createEnumType(np.int64, "depth", {"low": -2 ** 62, "high": 2 ** 62})
        file.createVariable("deep", deep, ())[...] = np.int64(-2 ** 62)
        pair = file.createCompoundType(np.dtype([("a", "i4"), ("b", "f8")]), "pair")
        file.createVariable("pairs", pair, ("x",))[:] = np.array([(1, 2.0), (3, 4.0), (5, 6.0)], dtype="i4,f8")
        rows = file.createVLType(np.int32, "row")
        ragged = file.createVariable("rows", rows, ("x",))
        for i in range(3):
            ragged[i] = np.arange(i + 1, dtype="i4")
        file.createVariable("words", str, ("x",))[:] = np.array(["ab", "", "c\u00e9"], dtype=object)
        file.createVariable("beside", "i4", ("x",))[:] = [1, 2, 3]


@feature
def netcdf4_string_attributes(path):
    with by_netcdf(path) as file:
        file.createDimension("x", 2)
        variable = file.createVariable("v", "i4", ("x",))
        variable[:] = [1, 2]
        variable.setncattr_string("one", "a string")
        variable.setncattr("several", ["first", "", "th\u00edrd"])
        file.setncattr_string("title", "\u00fcber")


@feature
def netcdf4_zero_chunks_written(path):
    with by_netcdf(path) as file:
        file.createDimension("time", None)
        file.createDimension("y", 9)
        file.createDimension("x", 10)
        holes = file.createVariable("holes", "f8", ("time", "y", "x"), chunksizes=(2, 4, 4), zlib=True, fill_value=1.25)
        holes[5, 3:5, 2:3] = numbers((2, 1), "f8")
        holes[11, :, 9] = numbers((9,), "f8", 100)
        unfilled = file.createVariable("unfilled", "i4", ("y", "x"), chunksizes=(4, 4), fill_value=False)
        unfilled[8, 9] = 4


# By h5py, in the oldest and the newest format: each has its own kinds of index for chunks.

def index_file(path, libver, shape, maxshape, chunks, early=False, filters=(), part=slice(None)):
    with h5py.File(path, "w", libver=libver) as file:
        for dtype in ("i2", "f8"):
            for name, filtered in (("plain", ()), ("filtered", filters)):
                plist = h5p.create(h5p.DATASET_CREATE)
                plist.set_chunk(chunks)
                if early:
                    plist.set_alloc_time(h5d.ALLOC_TIME_EARLY)
                plist.set_fill_value(np.array(-3, dtype=dtype))
                for each in filtered:
                    each(plist)
                space = h5s.create_simple(shape, tuple(h5s.UNLIMITED if one is None else one for one in maxshape))
                dataset = h5py.Dataset(h5d.create(file.id, f"{name}_{dtype}".encode(), h5t.py_create(np.dtype(dtype)),
                                                  space, dcpl=plist))
                data = numbers(shape, dtype, 7)
                dataset[part] = data[part]


GZIP = (lambda plist: plist.set_shuffle(), lambda plist: plist.set_deflate(4))
CHECKED = (lambda plist: plist.set_fletcher32(),)
FIXED = ((13, 10), (13, 10), (4, 3))
GROWING = ((13, 10), (None, 10), (4, 3))
GROWING_INSIDE = ((13, 10), (13, None), (4, 3))
GROWING_TWICE = ((13, 10), (None, None), (4, 3))
SINGLE = ((13, 10), (13, 10), (13, 10))
# A part that leaves chunks out.
PART = (slice(5, 9), slice(2, 7))
INDEXES = {
    "btree1": (EARLIEST, *FIXED), "btree1_growing": (EARLIEST, *GROWING), "btree1_twice": (EARLIEST, *GROWING_TWICE),
    "single": (LATEST, *SINGLE), "fixed_array": (LATEST, *FIXED), "extensible_array": (LATEST, *GROWING),
    "extensible_array_inside": (LATEST, *GROWING_INSIDE), "btree2": (LATEST, *GROWING_TWICE),
    # More chunks than a page, a block or a node of an index has.
    "btree1_many": (EARLIEST, (2100,), (2100,), (1,)), "fixed_array_many": (LATEST, (2100,), (2100,), (1,)),
    "extensible_array_many": (LATEST, (2100,), (None,), (1,)), "btree2_many": (LATEST, (70, 40), (None, None), (1, 1)),
}


def add_indexes():
    for name, given in INDEXES.items():
        is_many = name.endswith("_many")
        for kind, options in {"": {"filters": GZIP}, "_checked": {"filters": CHECKED},
                              "_part": {"filters": GZIP, "part": slice(1000, 1700) if given[1][0] > 2000 else PART},
                              "_early": {"early": True, "filters": GZIP}}.items():
            if is_many and kind in ("_checked", "_early"):
                continue
            FEATURES[f"index_{name}{kind}"] = lambda path, given=given, options=options: index_file(path, *given, **options)


add_indexes()


def h5(path, libver=EARLIEST, **options):
    return h5py.File(path, "w", libver=libver, **options)


@feature
def h5_contiguous(path):
    with h5(path) as file:
        for dtype in NUMBERS:
            for order in "<>":
                file[f"v_{dtype}_{'big' if order == '>' else 'little'}"] = numbers((4, 5), order + dtype)


@feature
def h5_contiguous_along_time(path):
    """Arrays in one piece whose dimensions may grow: they themselves cannot."""
    with h5(path) as file:
        for name, length, most in (("t", 3, None), ("x", 4, 4), ("s", 2, None)):
            file.create_dataset(name, data=np.arange(length, dtype="f8"), maxshape=(most,), chunks=(2,)).make_scale(name)
        for number, names in enumerate(("tx", "xt", "tsx", "t", "ts")):
            shape = tuple(file[name].shape[0] for name in names)
            variable = file.create_dataset("v_" + names, data=numbers(shape, "<f4", 100 * number))
            for axis, name in enumerate(names):
                variable.dims[axis].attach_scale(file[name])


@feature
def h5_latest_contiguous(path):
    with h5(path, LATEST) as file:
        file["v"] = numbers((4, 5), "f8")
        file.create_dataset("never", (3, 4), "i4", fillvalue=6)


@feature
def h5_compact(path):
    with h5(path) as file:
        for dtype in ("i1", "<i4", ">i4", ">f8"):
            plist = h5p.create(h5p.DATASET_CREATE)
            plist.set_layout(h5d.COMPACT)
            dataset = h5d.create(file.id, f"v{dtype[0] == '>'}_{dtype[-2:]}".encode(), h5t.py_create(np.dtype(dtype)),
                                 h5s.create_simple((3, 5)), dcpl=plist)
            h5py.Dataset(dataset)[:] = numbers((3, 5), dtype, 4)


@feature
def h5_user_block(path):
    with h5(path, userblock_size=512) as file:
        file["contiguous"] = numbers((6, 5), "i4")
        file.create_dataset("never", (3, 4), "f4", fillvalue=2.5)
        file.create_dataset("chunked", data=numbers((20, 30), "f8"), chunks=(7, 9), compression="gzip")
        file.create_dataset("holes", (20,), "i2", chunks=(3,), fillvalue=9)[4:5] = 1
    with open(path, "r+b") as file:
        file.write(b"not HDF5" * 64)


@feature
def h5_never_written(path):
    with h5(path) as file:
        for name, options in {"contiguous": {}, "chunked": {"chunks": (2, 2)}, "zipped": {"chunks": (2, 2), "compression": 1}}.items():
            file.create_dataset(f"{name}_filled", (5, 3), ">i4", fillvalue=-9, **options)
            file.create_dataset(f"{name}_zero", (5, 3), "f8", **options)


@feature
def h5_unfilled(path):
    """Nothing says what is where nothing was written: zeros."""
    with h5(path) as file:
        plist = h5p.create(h5p.DATASET_CREATE)
        plist.set_fill_time(h5d.FILL_TIME_NEVER)
        plist.set_chunk((4,))
        h5d.create(file.id, b"v", h5t.py_create(np.dtype("i4")), h5s.create_simple((9,)), dcpl=plist)


@feature
def h5_shrunk(path):
    """Chunks that lie outside of what is left, and others that it cuts."""
    for libver in (EARLIEST, LATEST):
        with h5py.File(path, "w" if libver == EARLIEST else "a", libver=libver) as file:
            dataset = file.create_dataset(f"v_{libver[0]}", data=numbers((20, 20), "i4"), maxshape=(None, 30), chunks=(6, 7),
                                          fillvalue=4)
            dataset.resize((8, 20))
            dataset.resize((15, 29))


@feature
def h5_phony(path):
    with h5(path) as file:
        file["square"] = numbers((4, 4), "i4")
        file["line"] = numbers((4,), "i4")
        file["other"] = numbers((3, 4), "i4")
        group = file.create_group("inner")
        group["line"] = numbers((4,), "i2")
        group.create_dataset("growing", data=numbers((4,), "i2"), maxshape=(None,))


@feature
def h5_scales(path):
    with h5(path, track_order=True) as file:
        file["time"] = np.arange(4.0)
        file["x"] = np.arange(3.0)
        file["time"].make_scale("time")
        file["x"].make_scale()
        file["v"] = numbers((4, 3), "f4")
        file["v"].dims[0].attach_scale(file["time"])
        file["v"].dims[1].attach_scale(file["x"])


@feature
def h5_several_scales(path):
    """For one dimension."""
    with h5(path, track_order=True) as file:
        for name, length in (("a", 4), ("b", 4), ("c", 3), ("d", 3)):
            file[name] = np.arange(float(length))
            file[name].make_scale(name)
        file["v"] = numbers((4, 3), "f4")
        for dimension, names in enumerate(("ab", "dc")):
            for name in names:
                file["v"].dims[dimension].attach_scale(file[name])


@feature
def h5_passed_over(path):
    """By netCDF-C, which numbers the dimensions of the others."""
    with h5(path) as file:
        file["b"] = numbers((5, 7), "f4")
        file["a"] = np.array([file["b"].ref] * 11, dtype=h5py.ref_dtype)
        file.create_dataset("c", (3,), dtype=np.dtype(("i4", (3,))))
        file["d"] = numbers((9,), "i2")
        file["group/e"] = np.array([file["b"].ref] * 13, dtype=h5py.ref_dtype)
        file["group/f"] = numbers((2, 6), "i1")


@feature
def h5_attributes_of_other_programs(path):
    """With names that netCDF keeps for itself, as PyTables gives some to groups, and with names like these."""
    with h5(path) as file:
        group = file.create_group("table")
        for its in (file, group):
            its.attrs["CLASS"] = np.bytes_("GROUP")
            its.attrs["NAME"] = "table"
            its.attrs["VERSION"] = np.bytes_("1.0")
        group["axis"] = numbers((4,), "i4")
        group["axis"].attrs["CLASS"] = np.bytes_("ARRAY")
        group["axis"].attrs["FLAVOR"] = np.bytes_("numpy")
        for name in ("_ARRAY_DIMENSIONS", "_Codecs", "_Format", "_IsNetcdf4", "_NCProperties", "_NCZARR_ATTR", "_SuperblockVersion",
                     "REFERENCE_LIST", "_Netcdf4Dimid", "_Storage", "_NCZARR_ARRAY", "_Filter", "DIMENSION_LABELS", "name"):
            for number, its in enumerate((file, group, group["axis"], file.require_dataset("v", (2,), "f4"))):
                its.attrs[name] = np.int32(number) if name != "_Format" else np.bytes_("text")


@feature
def h5_groups_with_two_names(path):
    with h5(path) as file:
        file["first/inner/v"] = numbers((3,), "i4")
        file["second"] = file["first"]
        file["third/again"] = file["first/inner"]


@feature
def h5_scale_of_one_dimension(path):
    with h5(path, track_order=True) as file:
        file["time"] = np.arange(4.0)
        file["time"].make_scale("time")
        file["partly"] = numbers((4, 5), "f4")
        file["partly"].dims[0].attach_scale(file["time"])


@feature
def h5_zero_lengths(path):
    with h5(path) as file:
        file.create_dataset("none", (0,), "i4")
        file.create_dataset("none_of_many", (3, 0, 2), "f8", chunks=(1, 1, 1), maxshape=(None, None, None))
        file["some"] = numbers((2,), "i4")


@feature
def h5_null(path):
    with h5(path) as file:
        file["nothing"] = h5py.Empty("f4")
        file["v"] = numbers((2,), "i4")
        file["v"].attrs["nothing"] = h5py.Empty("i4")
        file["v"].attrs["no text"] = h5py.Empty(h5py.string_dtype())


@feature
def h5_texts(path):
    with h5(path) as file:
        file["letters"] = np.array([b"a", b"", b"c"], dtype="S1")
        file["fixed"] = np.array([b"abc", b"de"], dtype="S5")
        file["strings"] = np.array(["x", "yz"], dtype=h5py.string_dtype())
        attributes = file["letters"].attrs
        attributes["fixed"] = np.bytes_(b"abc")
        attributes["string"] = "d\u00e9f"
        attributes["strings"] = np.array(["g", "hi"], dtype=h5py.string_dtype())
        attributes["fixed strings"] = np.array([b"jkl", b"m"], dtype="S4")
        attributes["letters"] = np.array([b"n", b"o"], dtype="S1")
        attributes["table"] = np.arange(6, dtype="i2").reshape(2, 3)
        attributes["none"] = np.zeros((0,), dtype="f8")
        attributes["yes"] = True
        attributes["flags"] = np.array([True, False])


@feature
def h5_enums(path):
    with h5(path) as file:
        file["flags"] = np.array([True, False, True])
        kind = h5py.enum_dtype({"a": 1, "b": 300, "c": -5}, basetype=">i2")
        file.create_dataset("big", (4,), dtype=kind)[:] = np.array([1, 300, -5, 1], dtype=">i2")
        file.create_dataset("zipped", (40,), dtype=h5py.enum_dtype({"a": 1, "b": 2}, basetype="u8"), chunks=(7,),
                            compression=1)[:] = 2


@feature
def h5_refused_types(path):
    with h5(path) as file:
        file["compound"] = np.zeros(3, dtype=[("a", "i4"), ("b", "f8", (2,))])
        file["opaque"] = np.zeros(3, dtype="V5")
        file.create_dataset("vlen", (2,), dtype=h5py.vlen_dtype("i4"))[0] = [1, 2]
        file.create_dataset("half", (2,), dtype="f2")[:] = [1, 2]
        file.create_dataset("array", (2,), dtype=np.dtype(("i4", (3,))))
        file["reference"] = file["half"].ref
        file["complex"] = np.zeros(2, dtype="c8")
        short = h5t.STD_I32LE.copy()
        short.set_precision(12)
        h5d.create(file.id, b"short", short, h5s.create_simple((3,)))
        bits = h5t.STD_B16LE.copy()
        h5d.create(file.id, b"bits", bits, h5s.create_simple((3,)))
        file["beside"] = numbers((3,), "i4")
        file["beside"].attrs["pair"] = np.zeros((), dtype=[("a", "i4")])


@feature
def h5_external(path):
    with h5(path) as file:
        file.create_dataset("v", (4,), "i4", external=[("elsewhere.bin", 0, 16)])
        file["beside"] = numbers((3,), "i4")


@feature
def h5_links(path):
    with h5(path) as file:
        file["v"] = numbers((3,), "i4")
        file["group/inner"] = numbers((2,), "i4")
        file["group/root"] = h5py.SoftLink("/v")
        file["nowhere"] = h5py.SoftLink("/missing")
        file["out"] = h5py.ExternalLink("missing.h5", "/v")
        file["around"] = h5py.SoftLink("/out")


@feature
def h5_soft_links(path):
    with h5(path) as file:
        file["v"] = numbers((3,), "i4")
        file["same"] = h5py.SoftLink("/v")
        file["group/inner"] = numbers((2, 4), "f8")
        file["group/root"] = h5py.SoftLink("/v")
        file["twin"] = h5py.SoftLink("group")


@feature
def h5_attributes_dense(path):
    with h5(path, LATEST, track_order=True) as file:
        file["v"] = numbers((3,), "i4")
        for i in range(40):
            file.attrs[f"a{39 - i}"] = i
            file["v"].attrs[f"b{39 - i}"] = np.arange(i, dtype="f4")


def one_filter(path, name, dtype, shape, chunks, **options):
    with h5(path) as file:
        file.create_dataset(name, shape, dtype, chunks=chunks, **options)[...] = numbers(shape, dtype)


@feature
def h5_gzip(path):
    one_filter(path, "v", "f8", (300, 400), (64, 50), compression="gzip", compression_opts=6, shuffle=True, fletcher32=True)


@feature
def h5_lzf(path):
    one_filter(path, "v", "i4", (50, 60), (16, 16), compression="lzf", shuffle=True)


@feature
def h5_szip(path):
    with h5(path) as file:
        for dtype in ("i2", "f4", ">f8", "u1"):
            for coding in ("ec", "nn"):
                file.create_dataset(f"v_{dtype[-2:]}_{coding}", data=numbers((50, 64), dtype), chunks=(16, 32),
                                    compression="szip", compression_opts=(coding, 16))


@feature
def h5_scaleoffset(path):
    with h5(path) as file:
        file.create_dataset("v", data=np.arange(100, 700, dtype="i4").reshape(20, 30), chunks=(6, 7), scaleoffset=0)
        file.create_dataset("big", data=np.arange(600, dtype=">i2").reshape(20, 30), chunks=(6, 7), scaleoffset=10)
        file.create_dataset("float", data=np.arange(600, dtype="f4").reshape(20, 30) / 4, chunks=(6, 7), scaleoffset=2)
        file.create_dataset("holes", (20, 30), "i4", chunks=(6, 7), scaleoffset=0, fillvalue=3)[7, 8] = 5


@feature
def h5_nbit(path):
    with h5(path) as file:
        plist = h5p.create(h5p.DATASET_CREATE)
        plist.set_chunk((8,))
        plist.set_filter(5, 0, ())
        dataset = h5d.create(file.id, b"v", h5t.STD_I16LE, h5s.create_simple((30,)), dcpl=plist)
        h5py.Dataset(dataset)[:] = numbers((30,), "i2")
        truth = h5t.py_create(np.dtype(bool), logical=True)
        dataset = h5d.create(file.id, b"truth", truth, h5s.create_simple((30,)), dcpl=plist)
        h5py.Dataset(dataset)[:] = np.arange(30) % 3 == 0


@feature
def h5_mask(path):
    """Chunks to which a filter was not applied, as its mask says."""
    with h5(path) as file:
        dataset = file.create_dataset("v", (12, 8), "<i4", chunks=(4, 8), compression="gzip", shuffle=True)
        data = numbers((12, 8), "<i4")
        dataset[:4] = data[:4]
        dataset.id.write_direct_chunk((4, 0), data[4:8].tobytes(), 3)
        dataset[8:] = data[8:]


@feature
def h5_more_ranks(path):
    with h5(path, LATEST) as file:
        file.create_dataset("six", data=numbers((3, 2, 4, 2, 3, 5), "i2"), chunks=(2, 1, 3, 2, 2, 2), compression=1)
        file.create_dataset("nine", data=numbers((2,) * 9, "u1"), chunks=(1, 2) * 4 + (1,))


@feature
def h5_large_chunks(path):
    """Several threads decompress these."""
    one_filter(path, "v", "f4", (600, 1000), (100, 300), compression="gzip", compression_opts=1, shuffle=True)


@feature
def h5_plain_edges(path):
    """The chunks that the ends of dimensions cut are stored without filters."""
    with h5(path, LATEST) as file:
        plist = h5p.create(h5p.DATASET_CREATE)
        plist.set_chunk((4, 3))
        plist.set_shuffle()
        plist.set_deflate(3)
        with open("/proc/self/maps", encoding="utf-8") as maps:
            library = next(line.split()[-1] for line in maps if "libhdf5" in line and "_hl" not in line)
        ctypes.CDLL(library).H5Pset_chunk_opts(ctypes.c_int64(plist.id), ctypes.c_uint(2))
        dataset = h5d.create(file.id, b"v", h5t.STD_I32LE, h5s.create_simple((13, 10)), dcpl=plist)
        h5py.Dataset(dataset)[:] = numbers((13, 10), "i4")


@feature
def h5_shorter_than_scales(path):
    """Dimensions have grown since an array was made."""
    with h5(path, track_order=True) as file:
        file.create_dataset("time", data=np.arange(3.0), maxshape=(None,), chunks=(2,))
        file["time"].make_scale("time")
        file["array"] = numbers((3, 2), "f4")
        file.create_dataset("chunked", data=numbers((3, 2), "f4"), chunks=(2, 2), fillvalue=-1)
        for name in ("array", "chunked"):
            file[name].dims[0].attach_scale(file["time"])
        file["time"].resize((5,))
