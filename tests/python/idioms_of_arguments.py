# SPDX-License-Identifier: BSD-3-Clause
"""More of idioms.py: arguments, files in memory, several files, records behind the last, and what is refused."""

import os
import pathlib

import numpy as np

from idioms import FORMAT, idiom, made

CLASSIC = "NETCDF3_CLASSIC"


class Raised:
    """An exception, by what programs catch it as."""

    def __init__(self, failure):
        self.kinds = {kind for kind in type(failure).__mro__ if kind.__module__ == "builtins"}
        self.text = repr(failure)


def kinds_of(*calls):
    """What is raised."""
    seen = []
    for call in calls:
        try:
            call()
            seen.append("done")
        except Exception as failure:
            seen.append(Raised(failure))
    return seen


@idiom
def arguments_that_change_nothing(nc):
    for name, value in {"parallel": False, "diskless": False, "persist": False, "keepweakref": False, "memory": None,
                        "encoding": None}.items():
        nc.Dataset("a.nc", "w", format=CLASSIC, **{name: value}).close()
    with nc.Dataset("a.nc", "w", True, CLASSIC, keepweakref=True) as root:
        return root.keepweakref, root.data_model, root.filepath(), root.disk_format


@idiom
def file_named_by_a_path(nc):
    with nc.Dataset(pathlib.Path("a.nc"), mode="w", format=CLASSIC) as root:
        root.title = "p"
    with nc.Dataset(pathlib.Path("a.nc")) as root:
        return root.title


@idiom
def file_read_from_memory(nc):
    made(nc).close()
    content = pathlib.Path("a.nc").read_bytes()
    with nc.Dataset("not-there.nc", memory=content) as root:
        seen = root["temp"][1, 1], root.filepath()
    return seen, os.path.exists("not-there.nc")


@idiom
def file_made_in_memory(nc):
    made(nc).close()
    root = nc.Dataset("not-there.nc", "w", memory=1024, format=CLASSIC)
    root.createDimension("x", 3)
    root.createVariable("v", "i2", ("x",))[:] = [1, 2, 3]
    content = root.close()
    with nc.Dataset("again.nc", memory=bytes(content)) as again:
        return type(content).__name__, again["v"][:], os.path.exists("not-there.nc")


@idiom
def diskless_files(nc):
    made(nc).close()
    with nc.Dataset("gone.nc", "w", diskless=True, format=CLASSIC) as root:
        root.createDimension("x", 2)
        root.createVariable("v", "f4", ("x",))[:] = 1
        seen = root["v"][:]
    nc.Dataset("kept.nc", "w", diskless=True, persist=True, format=CLASSIC).close()
    with nc.Dataset("a.nc", diskless=True) as root:
        again = root["temp"][0, 0]
    return seen, again, os.path.exists("gone.nc"), os.path.exists("kept.nc")


@idiom
def records_behind_the_last(nc):
    with made(nc) as root:
        temperature, times = root["temp"], root["time"]
        for step in range(3):
            temperature[len(temperature):] = np.full((1, 4, 6), step)
            times[len(times) - 1:] = np.array([step])
        temperature[len(temperature):, :, :] = [np.full((4, 6), 9)]
        temperature[len(temperature):] = np.ones((2, 4, 6))
        return temperature.shape, temperature[-4:, 0, 0], times[:], len(root.dimensions["time"])


@idiom
def one_value_for_a_dimension_without_records(nc):
    with nc.Dataset("a.nc", "w", format=CLASSIC) as root:
        root.createDimension("t", None)
        root.createDimension("x", 2)
        line, table = root.createVariable("line", "i4", ("t",)), root.createVariable("table", "i4", ("t", "x"))
        table[:] = 1
        before = table.shape
        line[:] = 7
        table[:] = np.array([[1, 2]])
        return before, line[:], table[:]


@idiom
def values_for_several_places_of_which_some_are_the_same(nc):
    with made(nc) as root:
        variable = root.createVariable("v", "i4", ("lon",))
        variable[[1, 1, 3]] = [5, 6, 7]
        variable[np.array([0, 4])] = 9
        variable[[True, False, False, False, False, True]] = [1, 2]
        return variable[:], variable[[4, 0, 4]]


@idiom
def times_of_several_files(nc):
    for number, start in enumerate(("2000-01-01", "2000-01-03")):
        with made(nc, f"part{number}.nc") as root:
            root["time"].units, root["time"].calendar = f"days since {start}", "standard"
            root["time"][0:3] = np.arange(3)
    joined = nc.MFDataset(["part0.nc", "part1.nc"])
    times = nc.MFTime(joined.variables["time"])
    dates = nc.num2date(times[:], times.units, times.calendar)
    seen = times[:], times[4], times.units, times.calendar, len(times), str(dates[5]), joined.variables["time"][:]
    joined.close()
    return seen


@idiom
def settings_of_several_files(nc):
    for number in range(2):
        with made(nc, f"part{number}.nc") as root:
            packed = root.createVariable("packed", "i2", ("time",), fill_value=-1)
            packed.scale_factor = 0.5
            packed[0:3] = np.ma.masked_equal([number, 1.5, 2.0], 1.5)
    joined = nc.MFDataset("part*.nc")
    packed = joined.variables["packed"]
    seen = [packed[:]]
    packed.set_auto_scale(False)
    seen.append(packed[:])
    joined.set_auto_mask(False)
    seen.append(joined.variables["packed"][:])
    joined.set_auto_maskandscale(True)
    seen += [packed[:], joined.variables["packed"][2:4], joined["temp"][-1, 0]]
    joined.close()
    return seen


@idiom
def variables_by_path(nc):
    with made(nc) as root:
        root.createVariable("/depth", "f4", ("lat",))
        return root["/temp"].name, root["./temp"].name, root["temp/"].name, "depth" in root.variables, kinds_of(
            lambda: root[1], lambda: "temp" in root)


@idiom
def least_significant_digit(nc):
    with made(nc) as root:
        variable = root.createVariable("v", "f4", ("lat",), zlib=True, least_significant_digit=1)
        variable[:] = [1.23456, 2.71828, np.pi, -1e3 / 7]
        return variable[:], variable.least_significant_digit, variable.quantization()


@idiom
def attributes_of_one_text(nc):
    with made(nc) as root:
        root.setncattr("a", np.array("bar"))
        root.setncattr("b", ["one"])
        root.c = np.array(["two"])
        root.d = np.str_("three")
        root.e = b"four"
        return {name: root.getncattr(name) for name in root.ncattrs()}


@idiom
def attributes_that_are_refused(nc):
    with made(nc) as root:
        return kinds_of(lambda: root.setncattr("a", ["a", "b"]), lambda: root.setncattr("b", np.zeros((2, 2))),
                        lambda: root.setncattr("c", {"a": 1}), lambda: root.setncattr("d", np.array(["a", "bb"])))


@idiom
def fill_values_of_any_kind(nc):
    with made(nc) as root:
        seen = []
        for name, (kind, fill) in enumerate([("i4", 3.0), ("f8", "7"), ("i2", np.int64(5)), ("S1", "x"), ("S1", b"y"), ("f4", np.nan)]):
            variable = root.createVariable(f"v{name}", kind, ("lat",), fill_value=fill)
            seen.append((str(variable._FillValue), type(variable._FillValue).__name__, variable[:].mask.tolist()))
    with made(nc, "b.nc") as root:
        return seen, kinds_of(lambda: root.createVariable("w", "i4", ("lat",), fill_value="none"))


@idiom
def what_only_netcdf4_files_have(nc):
    made(nc).close()
    with made(nc, "b.nc") as root:
        variable = root["temp"]
        return kinds_of(
            lambda: root.createGroup("g"), lambda: root.createVLType("i4", "v"), lambda: root.createEnumType("i4", "e", {"a": 1}),
            lambda: root.createCompoundType(np.dtype([("a", "i4")]), "c"), lambda: root.createVariable("s", str, ("lat",)),
            lambda: variable.get_var_chunk_cache(), lambda: variable.set_var_chunk_cache(1000, 10, 0.5),
            lambda: root.createVariable("e", "f4", ("lat",), endian="big")), isinstance(root, nc.Group)


@idiom
def chunk_caches(nc):
    made(nc).close()
    before = nc.get_chunk_cache()
    nc.set_chunk_cache(1000000, 101, 0.5)
    seen = nc.get_chunk_cache()
    nc.set_chunk_cache(*before)
    return len(before), seen, isinstance(nc.getlibversion(), str)


@idiom
def files_that_cannot_be_opened(nc):
    made(nc).close()
    pathlib.Path("text.nc").write_text("no netCDF file at all")
    pathlib.Path("empty.nc").touch()
    pathlib.Path("hdf.nc").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
    seen = kinds_of(*[lambda name=name: nc.Dataset(name) for name in ("text.nc", "empty.nc", "hdf.nc", "nowhere.nc", ".")],
                    lambda: nc.Dataset("no/folder.nc", "w", format=CLASSIC), lambda: nc.Dataset("a.nc", "x", format=CLASSIC),
                    lambda: nc.Dataset("a.nc", "w", clobber=False, format=CLASSIC), lambda: nc.Dataset("a.nc", "q"),
                    lambda: nc.Dataset("a.nc", "w", format="NETCDF"), lambda: nc.MFDataset("none*.nc"), lambda: nc.MFDataset([]))
    try:
        nc.Dataset("nowhere.nc")
    except OSError as failure:
        return seen, failure.errno, os.fspath(os.fsdecode(failure.filename))


@idiom
def changes_that_are_refused(nc):
    with made(nc) as root:
        seen = kinds_of(
            lambda: root.createDimension("lat", 3), lambda: root.createVariable("temp", "f4", ("lat",)),
            lambda: root.createDimension("other", None), lambda: root.createVariable("v", "f4", ("lat", "time")),
            lambda: root.createDimension("a/b", 1), lambda: root["temp"].delncattr("none"),
            lambda: root.createVariable("w", "M8[s]", ("lat",)))
    with nc.Dataset("a.nc") as root:
        seen += kinds_of(lambda: root.createDimension("z", 1), lambda: root["temp"].__setitem__(0, 1))
    return seen, kinds_of(lambda: root.createDimension("z", 1)), hasattr(root, "title")


@idiom
def texts_shorter_than_their_dimension(nc):
    with made(nc) as root:
        root.createDimension("nchar", 10)
        names = root.createVariable("names", "S1", ("lat", "nchar"))
        names._Encoding = "utf-8"
        for number, name in enumerate(("London", "0123456789", "Oslo", "")):
            names[number] = name
        return names[:], names[1], names[0:2]
