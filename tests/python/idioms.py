# SPDX-License-Identifier: BSD-3-Clause
"""What programs do with netCDF4-python: each function takes the package, weftnc or netCDF4 itself, works in an empty folder, and
returns what it saw."""

import datetime

import numpy as np

FORMAT = "NETCDF3_64BIT_DATA"
IDIOMS = []
KINDS = (OSError, FileNotFoundError, AttributeError, IndexError, KeyError, ValueError, TypeError)


def idiom(function):
    IDIOMS.append(function)
    return function


def made(nc, path="a.nc"):
    """A file with a little of everything."""
    root = nc.Dataset(path, "w", format=FORMAT)
    root.createDimension("time", None)
    root.createDimension("lat", 4)
    root.createDimension("lon", 6)
    root.createVariable("time", "f8", ("time",)).units = "hours since 2001-01-01 00:00:00"
    temperature = root.createVariable("temp", "f4", ("time", "lat", "lon"), fill_value=-999.0)
    temperature.units = "K"
    temperature[0:3, :, :] = np.arange(72).reshape(3, 4, 6)
    return root


@idiom
def with_block_closes(nc):
    with nc.Dataset("a.nc", "w", format=FORMAT) as root:
        root.createDimension("x", 2)
    return root.isopen()


@idiom
def format_of_a_file(nc):
    with made(nc) as root:
        return root.data_model, root.file_format


@idiom
def dimensions_by_name(nc):
    with made(nc) as root:
        return {name: (len(one), one.size, one.isunlimited(), one.name) for name, one in root.dimensions.items()}


@idiom
def only_unlimited_dimension(nc):
    with made(nc) as root:
        return [one.name for one in root.dimensions.values() if one.isunlimited()]


@idiom
def scalar_variable(nc):
    with made(nc) as root:
        depth = root.createVariable("depth", "i4")
        depth.assignValue(7)
        depth[...] = depth.getValue() + 1
        return depth.ndim, depth.shape, depth.getValue(), depth[:]


@idiom
def global_attributes(nc):
    with made(nc) as root:
        root.description = "a test"
        root.setncattr("levels", np.array([1, 2, 3], "i4"))
        root.setncatts({"one": np.float32(0.5), "two": "zwei"})
        root.renameAttribute("two", "zwo")
        del root.one
        return {name: root.getncattr(name) for name in root.ncattrs()}


@idiom
def attributes_of_a_variable(nc):
    with made(nc) as root:
        variable = root["temp"]
        variable.long_name = "temperature"
        variable.valid_min = np.float32(0)
        variable.delncattr("valid_min")
        return variable.ncattrs(), getattr(variable, "units", None), hasattr(variable, "valid_min")


@idiom
def facts_of_a_variable(nc):
    with made(nc) as root:
        variable = root.variables["temp"]
        return (variable.name, str(variable.dtype), str(variable.datatype), variable.dimensions, variable.shape, variable.ndim,
                int(variable.size), len(variable), variable.chunking(), variable.filters(), variable.endian())


@idiom
def dimensions_of_a_variable(nc):
    with made(nc) as root:
        return [(one.name, len(one)) for one in root["temp"].get_dims()]


@idiom
def group_of_a_variable(nc):
    with made(nc) as root:
        return root["temp"].group() is root, len(root.groups), root.parent, root.path


@idiom
def slices(nc):
    with made(nc) as root:
        variable = root["temp"]
        return variable[0], variable[:, 1], variable[..., ::2], variable[1, -1, ::-1], variable[0:2, 1:3, 4], variable[2, 3, 5]


@idiom
def orthogonal_indices(nc):
    with made(nc) as root:
        variable = root["temp"]
        lat, lon = np.arange(4) * 10, np.arange(6)
        return variable[[0, 2], [1, 3], :], variable[0, lat > 5, lon < 3], variable[:, [True, False, True, False], 0]


@idiom
def appended_records(nc):
    with made(nc) as root:
        for record in range(3, 6):
            root["temp"][record] = np.full((4, 6), record)
            root["time"][len(root["time"]) - 1] = record
        return root["temp"].shape, root["time"][:], root["temp"][5, 0, 0]


@idiom
def times_of_dates(nc):
    with made(nc) as root:
        times = root["time"]
        times.calendar = "standard"
        dates = [datetime.datetime(2001, 3, 1) + datetime.timedelta(hours=12 * n) for n in range(3)]
        times[:] = nc.date2num(dates, units=times.units, calendar=times.calendar)
        again = nc.num2date(times[:], units=times.units, calendar=times.calendar)
        return times[:], [str(one) for one in again], nc.date2index(dates[1], times), nc.date2index(
            datetime.datetime(2001, 3, 1, 13), times, select="nearest")


@idiom
def copied_with_dict(nc):
    with made(nc) as root, nc.Dataset("copy.nc", "w", format=FORMAT) as copy:
        root.title = "original"
        copy.setncatts(root.__dict__)
        attributes = {name: str(value) for name, value in root["temp"].__dict__.items()}
        return copy.title, attributes


@idiom
def names_changed(nc):
    with made(nc) as root:
        root.renameVariable("temp", "temperature")
        root.renameDimension("lat", "latitude")
        return list(root.variables), sorted(root.dimensions), root["temperature"].dimensions


@idiom
def variables_by_attributes(nc):
    with made(nc) as root:
        return ([one.name for one in root.get_variables_by_attributes(units="K")],
                [one.name for one in root.get_variables_by_attributes(units=lambda value: value is not None)])


@idiom
def changed_later(nc):
    made(nc).close()
    with nc.Dataset("a.nc", "a") as root:
        root.history = "changed"
        root["temp"][0, 0, 0] = 5
    with nc.Dataset("a.nc", "r+") as root:
        return root.history, root["temp"][0, 0, :2], "temp" in root.variables


@idiom
def compression_is_no_matter(nc):
    with made(nc) as root:
        return root.createVariable("z", "f4", ("lat", "lon"), zlib=True, complevel=4, chunksizes=(2, 3)).filters()


@idiom
def written_to_disk_before_the_end(nc):
    root = made(nc)
    root.sync()
    with nc.Dataset("a.nc") as other:
        seen = other["temp"][1, 1, 1]
    root.close()
    return seen


@idiom
def several_files(nc):
    for number in range(3):
        with made(nc, f"part{number}.nc") as root:
            root["time"][:] = np.arange(3) + 3 * number
    joined = nc.MFDataset("part*.nc")
    seen = np.asarray(joined.variables["time"][:]), np.asarray(joined.variables["temp"][2:8:2, 0, 1]), joined.variables["temp"].shape, joined[
        "temp"][-1, 0, 0], len(joined.dimensions["time"])
    joined.close()
    return seen


@idiom
def wrong_names(nc):
    seen = []
    root = made(nc)
    for call in (lambda: nc.Dataset("nowhere.nc"), lambda: root["nothing"].shape, lambda: root.nothing,
                 lambda: root["temp"][9, 9, 9], lambda: root.variables["nothing"], lambda: root.delncattr("nothing"),
                 lambda: root.renameVariable("nothing", "a"), lambda: root.renameDimension("nothing", "a"),
                 lambda: root.createVariable("v", "f4", ("nothing",)), lambda: root["temp"].nothing):
        try:
            call()
        except Exception as failure:
            seen.append([isinstance(failure, kind) for kind in KINDS])
    root.close()
    return seen


@idiom
def names_to_complete(nc):
    with made(nc) as root:
        root.title = "T"
        return "title" in dir(root), "units" in dir(root["temp"]), "_FillValue" in vars(root["temp"]), dict(vars(root))
