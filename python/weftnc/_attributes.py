# SPDX-License-Identifier: BSD-3-Clause
"""Attributes, of a dataset or of a variable."""

from ctypes import byref, c_char, c_int, c_longlong

import numpy as np

from ._errors import FileError, ReadOnlyAttributeError, UnreadableTypeError
from ._foreign import TEXT, taken_texts, type_of
from ._library import defining, in_one_turn
from ._types import CHAR, external_type_of, in_memory

RoomForName = c_char * 1024  # in UTF-8, with its end


def as_name(name):
    """As the library takes names."""
    if not isinstance(name, str):
        raise TypeError(f"a name must be a str, not {type(name).__name__}: {name!r}")
    return name.encode()


class Holder:
    """Objects of this have what Python keeps for them, whatever their `__dict__` says."""


kept_by = Holder.__dict__["__dict__"].__get__  # the dictionary of an object with what Python keeps for it


class HasAttributes(Holder):
    """Attributes as Python attributes, and by the methods of netCDF4-python.

    The first base of what derives from it, so that `__dict__` is the one of here.
    Names that begin with an underscore and are no names of the format's conventions are Python's own.
    """

    _CONVENTIONAL = ("_FillValue", "_Encoding", "_Unsigned")
    # Of the object, given by the class that derives: _dataset, _number (of the variable, -1 for the dataset), _where.
    _prefix = b""  # of the names of attributes in the file: those of groups have one
    _attribute_names = None  # where not all attributes under _number are this object's

    @property
    def __dict__(self):
        """The attributes by name, as netCDF4-python has them there: `copy.setncatts(original.__dict__)`. Not collective."""
        return {name: self.getncattr(name) for name in self.ncattrs()}

    def _is_own(self, name):
        return name.startswith("_") and name not in self._CONVENTIONAL or hasattr(type(self), name)

    def __getattr__(self, name):
        if name.startswith("_") and name not in self._CONVENTIONAL:
            raise AttributeError(name)
        if not self._dataset.isopen():
            raise AttributeError(f"{self._where}: a closed dataset has no attribute '{name}'")
        return self.getncattr(name)

    def __setattr__(self, name, value):
        if self._is_own(name):
            object.__setattr__(self, name, value)
        else:
            self.setncattr(name, value)

    def __delattr__(self, name):
        if self._is_own(name):
            object.__delattr__(self, name)
        else:
            self.delncattr(name)

    @in_one_turn
    def ncattrs(self):
        """The names of all attributes, in the order of the file. Not collective."""
        if self._attribute_names is not None and self._dataset._open_id() >= 0:
            return list(self._attribute_names)
        return [self._attribute_name(i) for i in range(self._attribute_count())]

    def _readable_attributes(self):
        """The attributes by name, but those of types that are not read."""
        return {name: value for name, value, why_not in self._attributes_told() if why_not is None}

    def _attributes_told(self):
        """For each attribute its name, its value, and why it is not read, or None."""
        for name in self.ncattrs():
            try:
                yield name, self.getncattr(name), None
            except UnreadableTypeError as failure:
                yield name, None, failure

    def _attribute_lines(self):
        """To be read by people."""
        return [f"    {name}: {value if why_not is None else f'({why_not})'}" for name, value, why_not in self._attributes_told()]

    def _attribute_name(self, position):
        name = RoomForName()
        self._dataset._check(self._dataset._library.inq_attname(self._dataset._open_id(), self._number, position, name),
                             self._where)
        return name.value.decode()

    def _find_attribute(self, name):
        """Its external type and its number of values, or None."""
        number, count = c_int(), c_longlong()
        library = self._dataset._library
        file = self._dataset._open_id()
        code = library.inq_att(file, self._number, self._stored_name(name), byref(number), byref(count))
        if code and library.name_of(code) == "NC_ENOTATT":
            return None
        where = f"{self._where}, attribute '{name}'"
        self._dataset._check(code, where)

        def user_type():
            called, base = RoomForName(), c_int()
            self._dataset._check(library.inq_att_user_type(file, self._number, self._stored_name(name), called, byref(base)), where)
            return called.value, base.value
        return type_of(number.value, user_type, where), count.value

    def _stored_name(self, name):
        """As the library knows it."""
        return self._prefix + as_name(name)

    @in_one_turn
    def getncattr(self, name):
        """The value of an attribute: a str, a number of numpy, an array, or a list of str. AttributeError if there is none.
        Not collective."""
        found = self._find_attribute(name)
        if found is None:
            raise AttributeError(f"{self._where} has no attribute '{name}'")
        kind, count = found
        where, stored_name = f"{self._where}, attribute '{name}'", self._stored_name(name)
        if kind is TEXT:
            return list(taken_texts(self._dataset, count, where, lambda room: self._dataset._library.get_att_string(
                self._dataset._open_id(), self._number, stored_name, room)))
        values = np.empty(count, kind.dtype)
        self._dataset._check(
            self._dataset._library.get_att(self._dataset._open_id(), self._number, stored_name, values.ctypes.data), where)
        if kind is CHAR:
            is_fill = name == "_FillValue" and self._number >= 0 and count == 1 and self._external is not TEXT
            return values.tobytes() if is_fill else _text_of(values.tobytes())
        return values[0] if count == 1 else values

    @defining
    def setncattr(self, name, value):
        """Makes or changes an attribute: a str, a number, or a sequence of numbers. Collective."""
        as_name(name)
        self._begin_change()
        where = f"{self._where}, attribute '{name}'"
        value = _one_text(value, where)
        if isinstance(value, (bytes, str)):
            value = value.encode() if isinstance(value, str) else value
            if name == "_FillValue" and not value:
                value = b"\0"  # numpy takes zeros off the end of characters
            values, kind = np.frombuffer(value, "S1"), CHAR
        else:
            values, kind = _numbers_of(value, self._dataset.data_model, where)
        if name == "_FillValue" and self._number >= 0:
            kind = self._external
            values = np.require(values.astype(kind.dtype), requirements="C")
        self._dataset._check(
            self._dataset._library.put_att(self._dataset._open_id(), self._number, as_name(name), kind.number, len(values),
                                           values.ctypes.data), where)
        self._note_name(None, name)

    def setncattr_string(self, name, value):
        """As setncattr(): one kind of text is written. Collective."""
        self.setncattr(name, value)

    def _require_changeable(self):
        if self._dataset._mode == "r":
            raise ReadOnlyAttributeError(f"{self._where}: the file was opened for reading (mode 'r')", where=self._where)

    def _begin_change(self):
        self._require_changeable()
        self._dataset._define()
        self._attributes_changed()

    def _attributes_changed(self):
        """Whoever keeps what attributes say reads them again."""

    def setncatts(self, attributes):
        """Makes or changes all attributes of a dictionary. Collective."""
        for name, value in dict(attributes).items():
            self.setncattr(name, value)

    @defining
    def delncattr(self, name):
        """Removes an attribute. Collective."""
        self._begin_change()
        self._dataset._check(self._dataset._library.del_att(self._dataset._open_id(), self._number, as_name(name)),
                             f"{self._where}, attribute '{name}'")
        self._note_name(name, None)

    @defining
    def renameAttribute(self, oldname, newname):
        """Gives an attribute another name. Collective."""
        self._begin_change()
        self._dataset._check(self._dataset._library.rename_att(self._dataset._open_id(), self._number, as_name(oldname),
                                                               as_name(newname)), f"{self._where}, attribute '{oldname}'")
        self._note_name(oldname, newname)

    def _note_name(self, before, after):
        """Of an attribute, where names are kept here, too."""
        names = self._attribute_names
        if names is None:
            return
        if before is None:
            names.extend([] if after in names else [after])
        else:
            names[names.index(before):names.index(before) + 1] = [] if after is None else [after]


def _text_of(characters):
    """Without the zero that C programs leave at the end."""
    try:
        text = characters.decode()
    except UnicodeDecodeError:
        text = characters.decode("latin-1")
    return text.rstrip("\0")


def _one_text(value, where):
    """Of an array or a sequence of one text, that; other values as they are."""
    if isinstance(value, (bytes, str)):
        return value
    array = np.asarray(value)
    if array.ndim > 1:
        raise ValueError(f"{where}: an attribute has one dimension, not {array.ndim}")
    is_of_texts = array.dtype.kind in "SU" or array.dtype.kind == "O" and any(isinstance(one, (bytes, str)) for one in array.flat)
    if not is_of_texts or array.size == 0:
        return value
    if array.size > 1:
        raise FileError(f"{where}: attributes are written with one text, not with {array.size}", where=where)
    text = array.reshape(-1)[0]
    return text if isinstance(text, bytes) else str(text)


def _numbers_of(value, data_model, where):
    """As an array, and their type."""
    try:
        values, kind = in_memory(np.atleast_1d(value))
    except TypeError as failure:
        raise TypeError(f"{where}: {failure}") from None
    if values.ndim != 1:
        raise TypeError(f"{where}: an attribute must be a text, a number or a sequence of numbers")
    return _storable(values, kind, data_model, where)


def _storable(values, kind, data_model, where):
    """Attributes of types that an older format does not know are stored as one that it does."""
    if kind.is_classic or data_model in ("NETCDF3_64BIT_DATA", "NETCDF4"):
        return values, kind
    smaller = external_type_of("i4")
    narrowed = values.astype(smaller.dtype)
    if not np.array_equal(narrowed, values):
        raise TypeError(f"{where}: {data_model} cannot hold {values.dtype}, and the values do not fit 32 bits")
    return narrowed, smaller
