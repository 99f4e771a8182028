# SPDX-License-Identifier: BSD-3-Clause
"""Types that classic files lack, and netCDF-4 files have: texts of any length, enumerations, and those that are not read."""

import dataclasses
from ctypes import byref, c_char, c_char_p, c_int, c_longlong

import numpy as np

from ._absent import refuse
from ._errors import UnreadableTypeError
from ._types import BY_NUMBER, ExternalType

_TEXT, _ENUMERATION = 12, 15  # nc_type
_KINDS = {13: "of variable length", 14: "opaque", 16: "compound"}


@dataclasses.dataclass(frozen=True)
class TextType:
    """Texts of any length: str, in arrays of objects."""

    dtype = str
    memory = None
    default_fill = ""


TEXT = TextType()


class UnreadType:
    """One that numpy has nothing simple for: whoever asks for values hears of it."""

    memory = None
    default_fill = None

    def __init__(self, where, number, name):
        self._where = where
        kind = _KINDS.get(number)
        self.title = f"{name} ({kind})" if kind and kind != name else name

    @property
    def dtype(self):
        raise UnreadableTypeError(f"{self._where}: its type is {self.title}, which is not read", name="NC_EBADTYPE", where=self._where)


class EnumType:
    """The `datatype` of a variable whose values are those of an enumeration: its `name`, the `dtype` of the integers, and
    `enum_dict`, names with their values. Files are not made with one: Error."""

    def __init__(self, *arguments, **named):
        refuse("EnumType", "enumerations")

    @classmethod
    def _found(cls, name, dtype, enum_dict):
        made = cls.__new__(cls)
        made.name, made.dtype, made.enum_dict = name, dtype, enum_dict
        return made

    def __repr__(self):
        return f"<weftnc.EnumType '{self.name}': {self.dtype} {self.enum_dict}>"


def type_of(number, user_type, where):
    """The type with this nc_type. user_type: a function to its name and the nc_type of its integers, as bytes and a number."""
    if number in BY_NUMBER:
        return BY_NUMBER[number]
    if number == _TEXT:
        return TEXT
    name, base = user_type()
    if number == _ENUMERATION and base in BY_NUMBER:
        return BY_NUMBER[base]
    return UnreadType(where, number, name.decode(errors="replace"))


def is_enumeration(number, external):
    return number == _ENUMERATION and isinstance(external, ExternalType)


def enumeration_of(dataset, number, where, name, dtype):
    """Of a variable, by its number."""
    library, file = dataset._library, dataset._open_id()
    count, value, member = c_int(), c_longlong(), (c_char * 1024)()
    dataset._check(library.inq_var_enum(file, number, byref(count)), where)
    members = {}
    for one in range(count.value):
        dataset._check(library.inq_var_enum_member(file, number, one, member, byref(value)), where)
        members[member.value.decode(errors="replace")] = value.value
    return EnumType._found(name, dtype, members)


def texts_of_block(dataset, number, runs, where):
    """An array of the texts of a block of a variable. By one who has the dataset's turn."""
    shape = tuple(run.length for run in runs)
    offsets = c_longlong * max(1, len(runs))
    block = [offsets(*places) for places in zip(*runs)] or [offsets()] * 3
    return taken_texts(dataset, int(np.prod(shape, dtype=np.int64)), where,
                       lambda room: dataset._library.get_vars_string(dataset._open_id(), number, *block, room)).reshape(shape)


def taken_texts(dataset, count, where, get):
    """What a function of the library hands over, which fills an array of texts."""
    room = (c_char_p * max(1, count))()
    dataset._check(get(room), where)
    texts = np.empty(count, object)
    try:
        for at in range(count):
            texts[at] = (room[at] or b"").decode(errors="replace")
    finally:
        dataset._library.free_strings(count, room)
    return texts
