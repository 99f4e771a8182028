# SPDX-License-Identifier: BSD-3-Clause
"""Random datasets, indices and values for differential_test.py, and what an index chooses by numpy."""

import numpy as np

TYPES = {"NETCDF3_CLASSIC": ["i1", "i2", "i4", "f4", "f8"], "NETCDF3_64BIT_OFFSET": ["i1", "i2", "i4", "f4", "f8"],
         "NETCDF3_64BIT_DATA": ["i1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8"]}
TYPES["NETCDF4"] = TYPES["NETCDF3_64BIT_DATA"]
SHAPES = {"records": ("t",), "table": ("t", "x"), "cube": ("t", "x", "y"), "plane": ("x", "y"), "line": ("x",), "one": (),
          "text": ("t", "n"), "words": ("x", "n"), "letters": ("x",)}
VALUE_TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", ">i4", ">f8", "?", "f2"]


def plan(draw):
    """What both packages make: the format, the lengths of dimensions, and variables as (type, dimensions, fill_value,
    attributes)."""
    form = draw.choice(list(TYPES))
    lengths = {"t": None, "x": draw.randint(1, 5), "y": draw.randint(1, 4), "n": draw.randint(1, 4)}
    variables = {}
    for name, dimensions in SHAPES.items():
        kind = "S1" if name in ("text", "words", "letters") else draw.choice(TYPES[form])
        # What is in chunks without fill values, netCDF-C leaves to chance.
        fills = [7, 9] if dimensions[:1] == ("t",) or form == "NETCDF4" else [False, 7]
        fill = None if kind == "S1" or draw.random() < 0.5 else draw.choice(fills)
        variables[name] = (kind, dimensions, fill, {} if kind == "S1" else attributes(draw, kind))
    return form, lengths, variables


def attributes(draw, kind):
    """By which values are missing, or packed."""
    chosen = {}
    of_kind = np.dtype(kind).type
    if draw.random() < 0.15:
        chosen["missing_value"] = draw.choice([of_kind(5), np.array([5, 11], kind)])
    if draw.random() < 0.1:
        chosen.update(draw.choice([{"valid_range": np.array([2, 60], kind)}, {"valid_min": of_kind(3)}, {"valid_max": of_kind(70)}]))
    if draw.random() < 0.2:
        chosen["scale_factor"] = draw.choice([np.float64(0.5), np.float32(2), np.float64(4)])
    if draw.random() < 0.2:
        chosen["add_offset"] = draw.choice([np.float64(10), np.float32(-4), np.float64(0)])
    if np.dtype(kind).kind == "i" and draw.random() < 0.1:
        chosen["_Unsigned"] = "true"
    return chosen


def make(package, path, planned):
    form, lengths, variables = planned
    dataset = package.Dataset(path, "w", format=form)
    for name, length in lengths.items():
        dataset.createDimension(name, length)
    for name, (kind, dimensions, fill, more) in variables.items():
        dataset.createVariable(name, kind, dimensions, fill_value=fill, zlib=True).setncatts(more)  # of classic files, without effect
    return dataset


def index(draw, shape, grows):
    """grows: places behind the end of the first dimension are as likely as others."""
    if not shape and draw.random() < 0.9:
        return draw.choice([..., slice(None), (), 0])
    indices = [one_index(draw, length, grows and at == 0) for at, length in enumerate(shape)]
    if draw.random() < 0.25:
        at = draw.randint(0, len(indices))
        indices[at:draw.randint(at, len(indices))] = [Ellipsis]
    elif draw.random() < 0.3:
        del indices[draw.randint(0, len(indices)):]
    if draw.random() < 0.02:
        indices.append(draw.choice([0, slice(None), Ellipsis]))
    return indices[0] if len(indices) == 1 and draw.random() < 0.8 else tuple(indices)


def one_index(draw, length, grows):
    beyond = length + 3 if grows else length
    kind = draw.random()
    if kind < 0.25:
        place = draw.randint(-length, max(beyond - 1, 0)) if draw.random() < 0.97 else draw.randint(-length - 2, beyond + 2)
        return draw.choice([int, int, np.int64, np.int32, np.array])(place)
    if kind < 0.8:
        ends = [None, *range(-length - 2, beyond + 3)]
        steps = [None, None, None, 1, 2, 3, -1, -2, -3, 1000, -1000]
        if draw.random() < 0.4:
            return slice(draw.choice([None, 0, length]), None, None)
        return slice(draw.choice(ends), draw.choice(ends), draw.choice(steps))
    if kind < 0.9 and beyond:
        places = [draw.randint(-length, beyond - 1) for _ in range(draw.randint(0, 4))]
        if draw.random() < 0.7:
            places = sorted({place % length if place < 0 else place for place in places})
        return draw.choice([list, list, np.array])(places) if places else draw.choice([[], np.array([], "i4")])
    mask = [draw.random() < 0.5 for _ in range(length + (draw.choice([0, 0, 0, 1, -1]) if length and draw.random() < 0.2 else 0))]
    return np.array(mask, bool) if draw.random() < 0.7 or not mask else mask


def chosen_places(index, shape):
    """For each dimension an integer or an array of places; None where numpy would refuse them."""
    indices = list(index) if isinstance(index, tuple) else [index]
    dots = [at for at, one in enumerate(indices) if one is Ellipsis]
    if not shape and len(indices) == 1 and not dots:
        return [] if chosen_places(index, (1,)) else None
    if len(dots) > 1 or len(indices) - len(dots) > len(shape):
        return None
    at = dots[0] if dots else len(indices)
    indices[at:at + 1] = [slice(None)] * (len(shape) - len(indices) + len(dots))
    try:
        return [np.arange(length)[np.asarray(one, None if np.size(one) else int) if isinstance(one, (list, np.ndarray)) else one]
                for one, length in zip(indices, shape)]
    except IndexError:
        return None


def chosen_by_numpy(array, index):
    """What reading gives; None where numpy would refuse it."""
    places = chosen_places(index, array.shape)
    if places is None:
        return None
    for dimension, one in reversed(list(enumerate(places))):
        array = np.take(array, one, dimension)
    return array


def assigned_by_numpy(array, index, values):
    """The array afterwards; None where numpy would refuse it."""
    places = chosen_places(index, array.shape)
    if places is None:
        return None
    result = array.copy()
    wanted = [len(one) for one in places if np.ndim(one)]
    if [n for n in values.shape if n != 1] == [n for n in wanted if n != 1]:
        values = values.reshape(wanted)
    if values.dtype.kind == "S" and values.ndim == len(wanted) > 0 and 1 < values.shape[-1] < wanted[-1]:  # short texts
        values = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, wanted[-1] - values.shape[-1])], constant_values=b"\0")
    try:
        values = np.broadcast_to(values, wanted)
    except ValueError:
        return None
    result[np.ix_(*[np.atleast_1d(one) for one in places])] = values.reshape([np.size(one) for one in places])
    return result


def values(draw, shape, is_text):
    """To be assigned where an index chooses `shape`."""
    shape = list(shape)
    chance = draw.random()
    if chance < 0.25:
        shape = []
    elif chance < 0.45 and shape:
        at = draw.randrange(len(shape))
        shape = draw.choice([shape[at:], shape[:at] + [1] + shape[at + 1:], [1, *shape], [*shape, 1], shape[::-1],
                             shape[:at] + [shape[at] + 1] + shape[at + 1:]])
    count = int(np.prod(shape, dtype=int))
    if is_text:
        return np.array([draw.choice([b"a", b"b", b"\0", b" ", b"z"]) for _ in range(count)], "S1").reshape(shape)
    kind = np.dtype(draw.choice(VALUE_TYPES))
    numbers = [draw.randint(0, 100) + (draw.choice([0, 0, 0.5, 0.25]) if kind.kind == "f" else 0) for _ in range(count)]
    array = np.array(numbers, "f8").astype(kind).reshape(shape)
    chance = draw.random()
    if chance < 0.2:
        return np.ma.masked_array(array, np.array([draw.random() < 0.4 for _ in range(count)], bool).reshape(shape))
    if chance < 0.4:
        return array.tolist()
    if chance < 0.5:
        return np.asfortranarray(array)
    if chance < 0.6 and array.ndim:
        return np.repeat(array, 2, axis=-1)[..., ::2]
    if chance < 0.63 and array.ndim == 0:
        return np.ma.masked
    return array[()] if array.ndim == 0 and chance < 0.8 else array
