# SPDX-License-Identifier: BSD-3-Clause
"""Whether a file ends before its data, as one does that was not copied to its end: what is missing is read as zeros."""

import os
import stat
import warnings
from ctypes import byref, c_longlong

from ._errors import IncompleteFileWarning

_SET_MARK = b"weft_set"  # an attribute of a file whose values are in others
_HEADER_BYTES = 1 << 20  # in which a set has it


def warn_if_incomplete(dataset, path):
    """Of a file on this machine; not of a set, whose parts `weft check` looks at."""
    try:
        facts = os.stat(path)
    except OSError:
        return
    if stat.S_ISREG(facts.st_mode) and facts.st_size < _end_of_data(dataset) and not _is_set(path):
        warnings.warn(f"{dataset._where} ends before its data, at {facts.st_size} bytes: what is missing is read as zeros",
                      IncompleteFileWarning, stacklevel=4)


def _end_of_data(dataset):
    library, file = dataset._library, dataset._id
    number = c_longlong()
    dataset._check(library.inq_recsize(file, byref(number)), dataset._where)
    record_bytes, end = number.value, 0
    for variable in dataset.variables.values():
        dataset._check(library.inq_varoffset(file, variable._number, byref(number)), dataset._where)
        shape = variable.shape
        bytes_ = variable.dtype.itemsize
        is_record = bool(shape) and variable._dimensions[0].isunlimited()
        for length in shape[1:] if is_record else shape:
            bytes_ *= length
        records = shape[0] if is_record else 1
        if records:
            end = max(end, number.value + (records - 1) * record_bytes + bytes_)
    return end


def _is_set(path):
    with open(path, "rb") as file:
        return _SET_MARK in file.read(_HEADER_BYTES)
