# SPDX-License-Identifier: BSD-3-Clause
"""Makes netCDF-4 files of many kinds: by netCDF4-python, and some as others make them, by h5py."""

import numpy as np
from weftnc import default_fillvals

SEED = 4


def with_netcdf4(netCDF4, folder):
    """Paths of files, each made by one of the functions below."""
    for make in (numbers, chunks, groups, texts, packed, enumeration, grown, classic_model):
        path = folder / f"{make.__name__}.nc"
        form = "NETCDF4_CLASSIC" if make is classic_model else "NETCDF4"
        with netCDF4.Dataset(path, "w", format=form) as file:
            make(file)
        yield path


def numbers(file):
    random = np.random.default_rng(SEED)
    file.createDimension("x", 7)
    for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "S1"):
        variable = file.createVariable(f"v_{kind}", kind, ("x",))
        variable[:] = random.integers(0, 100, 7).astype(kind) if kind != "S1" else np.array(list("weftnet"), "S1")
        if kind != "S1":
            variable[3:5] = default_fillvals[kind] if kind not in ("i1", "u1") else 7
            variable.setncattr(f"a_{kind}", np.array([1, 2], kind))
    file.createVariable("scalar", "f8", ())[...] = 2.5
    file.createVariable("nothing", "f4", ("x",))
    file.createVariable("bytes", "u1", ("x",))
    file.createVariable("unfilled", "i1", ("x",), fill_value=False)[:] = -127
    file.createVariable("big", "i4", ("x",), endian="big")[:] = random.integers(-9, 9, 7)
    file.title, file.number = "Zahlen: \u00e4\u00f6\u00fc", np.int64(5)


def chunks(file):
    random = np.random.default_rng(SEED)
    file.createDimension("y", 31)
    file.createDimension("x", 45)
    for name, options in {"plain": {"chunksizes": (10, 10)}, "deflated": {"zlib": True, "complevel": 5, "chunksizes": (8, 45)},
                          "shuffled": {"zlib": True, "shuffle": True}, "checked": {"fletcher32": True, "chunksizes": (31, 3)},
                          "unshuffled": {"zlib": True, "shuffle": False, "complevel": 1}, "rounded": {"zlib": True, "least_significant_digit": 1}}.items():
        variable = file.createVariable(name, "f4", ("y", "x"), fill_value=-1.0, **options)
        variable[:20] = random.normal(size=(20, 45))
        variable[5, 7:9] = np.ma.masked


def groups(file):
    file.createDimension("x", 4)
    file.createDimension("t")
    file.title = "the root"
    file.createVariable("v", "i4", ("t", "x"))[:2] = np.arange(8).reshape(2, 4)
    a = file.createGroup("a")
    a.title, a.level = "a", 1
    a.createDimension("y", 3)
    a.createVariable("v", "f8", ("y", "x"))[:] = np.arange(12).reshape(3, 4)
    b = a.createGroup("b")
    b.title = "b in a"
    b.createDimension("x", 2)
    inner = b.createVariable("w", "f4", ("y", "x"))
    inner.units = "m"
    inner[:] = np.arange(6).reshape(3, 2)
    file.createGroup("empty/deep")


def texts(file):
    file.createDimension("x", 5)
    file.createDimension("t")
    file.createDimension("len", 6)
    names = file.createVariable("names", str, ("x",))
    names[:] = np.array(["one", "", "drei \u00e4", "a longer text than the others", "5"], object)
    file.createVariable("name", str, ())[...] = "only one"
    table = file.createVariable("table", str, ("t", "x"), chunksizes=(1, 2))
    table[0] = np.array(list("abcde"), object)
    table[1] = np.array(["f", "gh", "", "\u00e4", "j"], object)
    file.setncattr_string("texts", ["a", "bc", "d\u00e9f"])
    file.setncattr_string("one", ["alone"])
    file.empty = ""
    characters = file.createVariable("characters", "S1", ("x", "len"))
    characters._Encoding = "utf-8"
    characters.set_auto_chartostring(False)
    characters[:] = np.array(["ab", "cde", "", "f", "ghijkl"], "S6").view("S1").reshape(5, 6)


def packed(file):
    file.createDimension("x", 10)
    variable = file.createVariable("v", "i2", ("x",), zlib=True, fill_value=-5)
    variable.setncatts({"scale_factor": 0.5, "add_offset": 10.0, "valid_min": np.int16(-3), "units": "K"})
    variable.set_auto_maskandscale(False)
    variable[:] = [-5, -4, -3, 0, 1, 2, 3, 4, 5, 6]
    unsigned = file.createVariable("u", "i1", ("x",))
    unsigned.setncattr("_Unsigned", "true")
    unsigned.set_auto_maskandscale(False)
    unsigned[:] = np.arange(-5, 5)
    marked = file.createVariable("m", "f4", ("x",))
    marked.missing_value = np.float32(3)
    marked.set_auto_maskandscale(False)
    marked[:] = np.arange(10)
    times = file.createVariable("x", "f8", ("x",))
    times.units = "hours since 2000-01-01"
    times[:] = np.arange(10) * 6


def enumeration(file):
    file.createDimension("x", 4)
    clouds = file.createEnumType("u1", "cloud_t", {"clear": 0, "cumulus": 1, "missing": 255})
    variable = file.createVariable("clouds", clouds, ("x",), fill_value=255)
    variable[:3] = [0, 1, 0]


def grown(file):
    for name in ("t", "s"):
        file.createDimension(name)
    file.createDimension("x", 3)
    file.createVariable("both", "i4", ("t", "x", "s"))[:4, :, :6] = np.arange(72).reshape(4, 3, 6)
    file.createVariable("short", "f4", ("t",))[:2] = [1, 2]
    file.createVariable("short_texts", str, ("t",))[:2] = np.array(["a", "b"], object)
    file.createVariable("second", "f8", ("x", "s"), zlib=True)[:] = np.arange(18).reshape(3, 6)


def classic_model(file):
    file.createDimension("time")
    file.createDimension("x", 6)
    variable = file.createVariable("v", "f4", ("time", "x"), zlib=True, shuffle=True)
    variable[:3] = np.arange(18).reshape(3, 6)
    variable.units = "m"
    file.history = "made for tests"


def with_h5py(h5py, folder):
    """As with_netcdf4(), in files without the conventions of netCDF-4."""
    random = np.random.default_rng(SEED)
    for libver in ("earliest", "v110"):  # which libhdf5 of 1.10 knows
        path = folder / f"h5py_{libver}.nc"
        with h5py.File(path, "w", libver=libver, track_order=True) as file:
            values = random.integers(0, 1000, (40, 30))
            for at, options in enumerate(({}, {"chunks": (7, 30)}, {"chunks": (40, 30), "compression": "gzip"},
                                          {"chunks": (9, 11), "maxshape": (None, 30), "shuffle": True, "compression": 3},
                                          {"chunks": (9, 11), "maxshape": (None, None), "fletcher32": True},
                                          {"dtype": ">i4"}, {"fillvalue": 7})):
                file.create_dataset(f"v{at}", **{"data": values, **options})
            inner = file.create_group("group/inner", track_order=True)
            inner.attrs["title"] = "in a group"
            inner.attrs["numbers"] = np.arange(3.0)
            inner["v"] = values[:3]
            scale = file.create_dataset("x", data=np.arange(30.0))
            scale.make_scale("x")
            file["v0"].dims[1].attach_scale(scale)
            file.create_dataset("names", data=["a", "bc", "\u00e4"], dtype=h5py.string_dtype())
            file.attrs["names"] = ["p", "qr"]
        yield path
