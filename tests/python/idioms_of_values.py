# SPDX-License-Identifier: BSD-3-Clause
"""More of idioms.py: what values stand for, missing ones, packed ones, texts."""

import os

import numpy as np

from idioms import FORMAT, idiom, made


@idiom
def places_that_nobody_writes(nc):
    with made(nc) as root:
        root["temp"][4, 0, 0:2] = 1
        return root["temp"][3:], root["time"][:]


@idiom
def masked_values_written(nc):
    with made(nc) as root:
        root["temp"][0, 0] = np.ma.masked_greater(np.arange(6.0), 3)
        values = root["temp"][0, 0]
        return values, values.filled(0), values.mask, values.mean()


@idiom
def masks_turned_off(nc):
    with made(nc) as root:
        root["temp"][0, 0, 0] = np.ma.masked
        root.set_auto_mask(False)
        plain = root["temp"][0, 0]
        root["temp"].set_auto_mask(True)
        return type(plain).__name__, plain, root["temp"][0, 0], root["temp"].mask


@idiom
def masks_only_where_needed(nc):
    with made(nc) as root:
        before = type(root["temp"][0]).__name__
        root.set_always_mask(False)
        return before, type(root["temp"][0]).__name__, root["temp"].always_mask


@idiom
def packed_values(nc):
    with made(nc) as root:
        packed = root.createVariable("packed", "i2", ("lon",), fill_value=-32768)
        packed.scale_factor, packed.add_offset = 0.01, 20.0
        packed[:] = np.ma.masked_equal(20 + np.arange(6) * 0.5, 21)
        seen = packed[:]
        packed.set_auto_scale(False)
        return seen, packed[:], packed.scale


@idiom
def missing_value_and_valid_range(nc):
    with made(nc) as root:
        variable = root.createVariable("v", "i4", ("lon",))
        variable.missing_value = np.int32(3)
        variable.valid_range = np.array([1, 4], "i4")
        variable[:] = np.arange(6)
        return variable[:]


@idiom
def default_fill_values(nc):
    with made(nc) as root:
        root.createVariable("empty", "i2", ("lon",))
        return root["empty"][:], nc.default_fillvals["i2"], nc.default_fillvals["f8"]


@idiom
def no_fill(nc):
    with nc.Dataset("a.nc", "w", format=FORMAT) as root:
        root.set_fill_off()
        root.createDimension("x", 3)
        root.createVariable("v", "f4", ("x",))[:] = 1
        root.set_fill_on()
        root.createVariable("w", "f4", ("x",))
        return root["v"][:], root["w"][:]


@idiom
def texts_as_characters(nc):
    with made(nc) as root:
        root.createDimension("nchar", 8)
        names = root.createVariable("names", "S1", ("lat", "nchar"))
        names[:] = nc.stringtochar(np.array(["one", "two", "three", "four"], "S8"))
        return nc.chartostring(names[:]), nc.stringtoarr("ab", 4), names.dtype == np.dtype("S1")


@idiom
def texts_by_encoding(nc):
    with made(nc) as root:
        root.createDimension("nchar", 8)
        names = root.createVariable("names", "S1", ("lat", "nchar"))
        names._Encoding = "ascii"
        names[:] = np.array(["one", "two", "three", "four"], "S8")
        seen = names[:]
        names.set_auto_chartostring(False)
        return seen, seen.dtype.kind, np.asarray(names[0, :3])


@idiom
def texts_behind_the_last_record(nc):
    with made(nc) as root:
        root.createDimension("nchar", 8)
        names = root.createVariable("names", "S1", ("time", "nchar"))
        names._Encoding = "ascii"
        names[:] = np.array(["one", "two", "three", "four"], "S8")
        return names[:], len(root.dimensions["time"])


@idiom
def unsigned_by_attribute(nc):
    with made(nc) as root:
        bytes_ = root.createVariable("bytes", "i1", ("lat",))
        bytes_._Unsigned = "true"
        bytes_[:] = np.array([1, 128, 199, 254], "u1")
        seen = bytes_[:]
        bytes_.set_auto_scale(False)
        return seen.tolist(), seen.dtype == np.dtype("u1"), bytes_[:].tolist()


def characters(nc, attributes=(), **options):
    """A file, and in it some characters, one a zero."""
    root = made(nc)
    variable = root.createVariable("c", "S1", ("lat",), **options)
    variable.setncatts(dict(attributes))
    variable[:] = np.array([b"a", b"b", b"\0", b" "])
    return root, variable


@idiom
def characters_missing_by_default(nc):
    root, variable = characters(nc)
    with root:
        seen = variable[:], variable[0], variable[2] is np.ma.masked
        root.set_always_mask(False)
        return seen, variable[:2], variable[:]


@idiom
def characters_missing_by_fill_value(nc):
    root, variable = characters(nc, fill_value="b", attributes={"valid_min": "b"})
    with root:
        variable[3] = np.ma.masked
        seen = variable[:]
        root.set_auto_mask(False)
        return seen, variable[:]


@idiom
def characters_with_an_encoding_are_never_masked(nc):
    root, variable = characters(nc, fill_value="b", attributes={"_Encoding": "ascii"})
    with root:
        whole, part = variable[:], variable[:2]
        variable[:] = np.zeros(4, "S1")
        return whole.tolist(), part, variable[:].dtype.str


@idiom
def bytes_missing_by_default(nc):
    with made(nc) as root:
        seen = []
        for kind in ("i1", "u1", "i2", "u8"):
            for how in ({}, {"fill_value": False}, {"fill_value": 3}):
                variable = root.createVariable(f"{kind}{len(seen)}", kind, ("lat",), **how)
                values = np.arange(4).astype(kind)
                values[1] = nc.default_fillvals[kind]
                variable[:] = values
                seen.append(variable[:])
        return seen


@idiom
def bytes_missing_in_what_is_only_read(nc):
    with made(nc) as root:
        root.createVariable("bytes", "u1", ("lat",), fill_value=False)[:] = np.array([0, 255, 1, 2])
    with nc.Dataset("a.nc") as root:
        return root["bytes"][:]


@idiom
def unsigned_missing_and_packed(nc):
    with made(nc) as root:
        bytes_ = root.createVariable("bytes", "i1", ("lat",), fill_value=-1)
        bytes_.setncatts({"_Unsigned": "true", "valid_max": np.int8(-6), "scale_factor": 0.5})
        bytes_[:] = np.ma.masked_equal([1, 100, 126, 3], 3)
        words = root.createVariable("words", "i2", ("lat",))
        words._Unsigned = "true"
        words[:] = np.array([1, 32769, 65535, 4], "u2")
        return bytes_[:], words[:]


@idiom
def single_values(nc):
    with made(nc) as root:
        packed = root.createVariable("packed", "i2", ("lat",), fill_value=-9)
        packed[:] = np.ma.masked_equal([1, 2, 3, 4], 2)
        plain = packed[0], packed[1] is np.ma.masked
        packed.scale_factor = 0.5
        return plain, packed[0], f"{packed[0]:.2f}", packed[1] is np.ma.masked


@idiom
def masked_values_of_other_types(nc):
    with made(nc) as root:
        seen = []
        for kind, written in (("i2", "i8"), ("i2", "f4"), ("f8", "f4"), ("f4", "f8")):
            variable = root.createVariable(f"v{len(seen)}", kind, ("lat",))
            variable[:] = np.ma.masked_equal(np.arange(4).astype(written), 2)
            variable.set_auto_mask(False)
            seen.append(variable[:])
        return seen


@idiom
def missing_value_before_fill_value(nc):
    with made(nc) as root:
        variable = root.createVariable("v", "i4", ("lat",), fill_value=2)
        variable.missing_value = np.int32(3)
        variable[:] = np.ma.masked_equal([1, 2, 3, 4], 4)
        seen = variable[:]
        root.set_auto_mask(False)
        return seen, seen.fill_value, variable[:]


@idiom
def changing_makes_what_is_missing(nc):
    seen = []
    for mode in ("a", "r+", "as", "r+s", "ws", "rs"):
        with nc.Dataset("a.nc", mode, format="NETCDF3_CLASSIC") as root:
            seen.append((root.data_model, list(root.dimensions)))
        if len(seen) < 4:
            os.unlink("a.nc")
    return seen


@idiom
def single_values_as_they_are(nc):
    with made(nc) as root:
        variable = root["temp"]
        variable.set_auto_mask(False)
        seen = variable[0, 1, 2]
        variable.set_auto_scale(False)
        return [type(one).__name__ for one in (seen, variable[0, 1, 2], variable[0, 1])], seen


@idiom
def what_is_printed_tells_attributes(nc):
    with made(nc) as root:
        root.title = "Heights"
        return "Heights" in str(root), "units: K" in str(root["temp"]), "units: K" in repr(root["temp"])


@idiom
def types_of_users(nc):
    with made(nc) as root:
        return root.cmptypes, root.vltypes, root.enumtypes, root.groups, root.keepweakref


@idiom
def files_of_which_one_has_missing_values(nc):
    for i in range(2):
        with nc.Dataset(f"part{i}.nc", "w", format="NETCDF3_CLASSIC") as root:
            root.createDimension("t")
            variable = root.createVariable("v", "f4", ("t",))
            variable[:] = np.ma.masked_equal(np.array([i, i + 1], "f4"), 2)
    with nc.MFDataset("part?.nc") as root:
        variable = root.variables["v"]
        return variable[:2], variable[:], variable[0], variable[2:], variable[3] is np.ma.masked


@idiom
def few_missing_values_of_many(nc):
    seen = []
    with nc.Dataset("a.nc", "w", format=FORMAT) as root:
        root.createDimension("y", 2)
        root.createDimension("x", 70001)
        for i, (attributes, odd) in enumerate((
                ({}, None), ({"missing_value": np.int16(7)}, 7), ({"valid_range": np.array([0, 9], "i2")}, 10),
                ({"valid_min": np.int16(1)}, 0), ({"_Unsigned": "true", "valid_max": np.int16(-5)}, 65535))):
            variable = root.createVariable(f"v{i}", "i2", ("y", "x"), fill_value=-9)
            variable.setncatts(attributes)
            values = np.ones((2, 70001), "u2" if odd == 65535 else "i2")
            variable[:] = values
            seen.append([np.ma.count_masked(variable[:])])
            values[1, -1] = 0 if odd is None else odd
            variable[:] = np.ma.masked_equal(values, 0) if odd is None else values
            seen += [np.ma.count_masked(variable[index]) for index in (np.s_[:], np.s_[::-1, ::-1], np.s_[1:, 60000:])]
            seen.append(np.ma.getmaskarray(variable[::-1, ::-1])[0, 0])
        nans = root.createVariable("nans", "f4", ("y", "x"), fill_value=np.nan)
        nans[:] = 1
        nans[0, 5] = np.nan
        return seen, np.ma.count_masked(nans[:]), np.ma.count_masked(nans[:, ::-2])
