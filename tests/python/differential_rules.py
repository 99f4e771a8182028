# SPDX-License-Identifier: BSD-3-Clause
"""Where differential_test.py lets weftnc be different from netCDF4-python, and why."""

import numpy as np

import differential_draw


def is_caught_alike(ours, theirs):
    """Whether who catches theirs catches ours. (Some places behind the end are refused by netCDF's C library only, others by
    numpy. Where both the index and the values are wrong, either may be told.)"""
    is_of_index = isinstance(theirs, (RuntimeError, OverflowError, IndexError, ValueError))
    return isinstance(ours, type(theirs)) or is_of_index and isinstance(ours, (IndexError, OverflowError)) or \
        "fill_value" in str(theirs) or "Incompatible shape" in str(theirs)


def expected_after(step, shape):
    """The values in the file after an assignment, by numpy; None where it would refuse it."""
    before = step.before[step.name]
    padded = np.full(shape, filler(step), before.dtype)
    padded[tuple(slice(0, length) for length in before.shape)] = before
    with np.errstate(all="ignore"):
        return differential_draw.assigned_by_numpy(padded, counted_from_before(step), stored(step, before.dtype))


def counted_from_before(step):
    """The index, with places of the first dimension that are counted from the end counted from that of before, and booleans as
    places."""
    first, *rest = indices_of(step) or (...,)
    if first is Ellipsis and len(rest) == len(step.shape) > 0:
        first, *rest = rest
    if step.grows and isinstance(first, (list, np.ndarray)) and np.ndim(first):
        first = np.flatnonzero(first) if np.asarray(first).dtype == bool else np.asarray(first, int)
        first = np.where(first < 0, first + step.shape[0], first)
    return (first, *rest)


def filler(step):
    """What is where nobody has written."""
    fill = step.planned[2]
    return fill if fill else step.ours._external.default_fill


def stored(step, dtype):
    """The values as the file has them."""
    attributes = step.planned[3]
    values = np.ma.masked_all(()) if step.values is np.ma.masked else np.ma.array(step.values)
    if "scale_factor" in attributes or "add_offset" in attributes:
        values = (values - attributes.get("add_offset", 0)) / attributes.get("scale_factor", 1)
        values = np.rint(values) if dtype.kind in "iu" else values
    mark = np.ravel(attributes.get("missing_value", filler(step)))[0]
    if "_Unsigned" in attributes:
        values = np.ma.array(np.ma.getdata(values).astype(f"u{dtype.itemsize}").view(dtype), mask=np.ma.getmaskarray(values))
    return np.where(np.ma.getmaskarray(values), mark, np.ma.getdata(values).astype(dtype))


def indices_of(step):
    return step.index if isinstance(step.index, tuple) else (step.index,)


def has_large_step(step):
    return any(isinstance(one, slice) and one.step not in (None, 1, -1) for one in indices_of(step))


def sequences(step):
    return [np.asarray(one) for one in indices_of(step) if isinstance(one, (list, np.ndarray)) and np.ndim(one)]


def is_open(step):
    """Whether the unlimited dimension is chosen by a slice without an end."""
    first = (*indices_of(step), ...)[0]
    return step.grows and (first is Ellipsis or isinstance(first, slice) and first.stop is None)


def is_half_negative(step):
    """Whether a slice begins at a place counted from an end that it moves."""
    first = (*indices_of(step), ...)[0]
    return step.writes and step.grows and isinstance(first, slice) and (first.start or 0) < 0 and \
        (first.stop is None or first.stop > step.shape[0])


def mistake_of_theirs(step):
    """Of netCDF4-python, by which it writes or reads something else than what the index chooses."""
    if any(one.size == 0 or one.dtype == bool and not one.any() for one in sequences(step)):
        return "sequences without a place choose something"
    if "fill_value" in str(step.their_failure):
        return "its own mark for a missing value is none of the type"
    if has_large_step(step):
        return "slices with steps choose other places"
    if np.ma.is_masked(step.values) and step.values.dtype != np.dtype(step.planned[0]):
        return "what stands for missing values is converted to the type of the others"
    if np.ma.is_masked(step.values) and step.values.shape != step.shape:
        return "masks are lost where values are repeated"
    if {"scale_factor", "add_offset"} & set(step.planned[3]) and np.dtype(step.planned[0]).itemsize == 8:
        return "what stands for missing values goes through a float, which has not all integers of 8 bytes"
    if step.writes and any(np.ndim(one) == 0 for one in indices_of(step) if not isinstance(one, slice) and one is not Ellipsis):
        return "values are repeated along dimensions that an integer takes away"
    if is_half_negative(step):
        return "slices without an end begin at other places, if they are counted from the end"
    return None


def is_what_the_file_has(step, expected):
    """Whether weftnc reads these values, without what they stand for."""
    step.ours.set_auto_maskandscale(False)
    found = np.asarray(step.ours[step.index])
    step.ours.set_auto_maskandscale(True)
    return found.shape == np.shape(expected) == np.shape(step.our_result) and np.array_equal(found, expected)


def is_nothing(step):
    """Whether the index chooses no place."""
    places = differential_draw.chosen_places(step.index, step.shape)
    return places is None or 0 in [np.size(one) for one in places]


def reason_to_refuse(step):
    """What netCDF4-python does, and weftnc refuses."""
    if isinstance(step.our_failure, OverflowError):
        return "values that do not fit"
    if isinstance(step.our_failure, IndexError) and "out of range" in str(step.our_failure):
        return "places that do not exist, where the index chooses none"
    if np.size(step.values) == 0:
        return "no values, where some are wanted"
    if not step.shape and np.size(step.values) > 1:
        return "several values for one place"
    if sequences(step) and np.ndim(step.values):
        return "other values than a sequence has places, of which some would be dropped"
    if is_half_negative(step):
        return "a slice from a place counted from an end that it moves"
    if np.ndim(step.values) > 1:
        return "values of another shape, of which there are as many"
    if is_open(step):
        return "values that do not say where a slice without an end is to end"
    if has_large_step(step):
        return "slices with steps, whose places would be others"
    return None
