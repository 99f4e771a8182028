# SPDX-License-Identifier: BSD-3-Clause
"""Variables: an array in a file, by index."""

import dataclasses
import operator
from ctypes import byref, c_int

import numpy as np

from ._attributes import HasAttributes, kept_by
from ._characters import chartostring, encoded
from ._fitting import fitted, side_by_side
from ._foreign import TEXT, UnreadType, texts_of_block
from ._habits import VariableHabits
from ._library import in_one_turn
from ._selection import select
from ._types import CHAR, in_memory
from ._values import Conventions


@dataclasses.dataclass(frozen=True)
class Description:
    """What does not change of a variable: its type in the file, and its dimensions."""

    external: object
    dimensions: list
    enumeration: object = None


def _with_infinities(values, external):
    """The values as short floats, if these are all that some of them cannot be for the library: infinite."""
    if external.dtype != np.float32 or np.asarray(values).dtype != np.float64 or not np.isinf(values).any():
        return values
    with np.errstate(over="ignore"):
        short = np.asarray(values, "f4")
    return short if np.array_equal(np.isinf(short), np.isinf(values)) else values


class Variable(HasAttributes, VariableHabits):
    """A variable of a dataset, made by Dataset.createVariable() or found in Dataset.variables.

    `variable[index]` reads, `variable[index] = values` writes. Of a dataset with a communicator, both are collective: all
    its processes do them together, each with an index and values of its own, an empty index among them; but between
    `with dataset.independent():` each does them by itself. Whatever exception one process gets, the others go on.
    """

    _fills = True  # places of new records that nobody writes
    _is_collective = False  # of datasets whose processes read and write by themselves
    _known_conventions = None  # until an attribute changes
    _known_description = None
    _group = None  # of a netCDF-4 file
    _path = None  # there

    def __init__(self, dataset, number, name, seen_as):
        """seen_as: _mask, _scale, _always_mask and _chartostring, as their setters below say."""
        # Not by setattr(): files may have very many variables.
        kept_by(self).update(seen_as, _dataset=dataset, _number=number, _name=name)

    @property
    def _description(self):
        if self._known_description is None:
            self._known_description = self._dataset._describe_variable(self._number, self._where)
        return self._known_description

    @property
    def _where(self):
        return f"variable '{self._name if self._path is None else self._path}'"

    @property
    def _external(self):
        return self._description.external

    @property
    def _dimensions(self):
        return self._description.dimensions

    # What it is.

    @property
    def name(self):
        """Its name; to set it is Dataset.renameVariable(), and collective."""
        return self._name

    @name.setter
    def name(self, value):
        self.group().renameVariable(self._name, value)

    @property
    def dtype(self):
        """Of the values in the file, as numpy has them in memory; str of texts of any length. UnreadableTypeError of types
        that are not read."""
        return self._external.dtype

    @property
    def datatype(self):
        """dtype; of an enumeration, the EnumType."""
        return self._description.enumeration or self.dtype

    @property
    def dimensions(self):
        """The names of its dimensions, a tuple."""
        return tuple(dimension.name for dimension in self._dimensions)

    def get_dims(self):
        """Its dimensions, a tuple of Dimension."""
        return tuple(self._dimensions)

    @property
    def shape(self):
        """The sizes of its dimensions, in elements."""
        return tuple([dimension.size for dimension in self._dimensions])

    @property
    def ndim(self):
        """The number of its dimensions."""
        return len(self._dimensions)

    @property
    def size(self):
        """The number of its elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    def __len__(self):
        """The size of its first dimension. TypeError if it has none."""
        if not self._dimensions:
            raise TypeError(f"variable '{self._name}' has no dimensions, and so no length")
        return self._dimensions[0].size

    def group(self):
        """The dataset, or the group of it that the variable is in."""
        return self._dataset if self._group is None else self._group

    def _attribute_count(self):
        count = c_int()
        self._dataset._check(self._dataset._library.inq_varnatts(self._dataset._open_id(), self._number, byref(count)),
                             self._where)
        return count.value

    def __reduce__(self):
        return operator.getitem, (self._dataset, self._name if self._path is None else self._path)

    def __repr__(self):
        if not self._dataset.isopen():
            return f"<weftnc.Variable '{self._name}' of a closed dataset>"
        return "\n".join([self._title, *self._attribute_lines()])

    @property
    def _title(self):
        shape = ", ".join(f"{dimension.name}: {dimension.size}" for dimension in self._dimensions)
        return f"<weftnc.Variable '{self._name}': {self._type_title} ({shape})>"

    @property
    def _type_title(self):
        if isinstance(self._external, UnreadType):
            return self._external.title
        return "str" if self._external is TEXT else str(self.dtype)

    def _conventions(self):
        if self._known_conventions is None:
            self._known_conventions = Conventions(self._external, self._readable_attributes().get, self._fills)
        return self._known_conventions

    def _attributes_changed(self):
        self._known_conventions = None

    # Its values.

    def __getitem__(self, index):
        """An array with what the index chooses; masked where values are missing. Integers in the index take a dimension
        away, sequences choose along theirs. IndexError for places that do not exist."""
        read = self._dataset._together(lambda: self._reads(index), self._is_collective)
        return self._shown(read)

    def _reads(self, index):
        selection = select(index, self.shape, self._name)
        if self._external is TEXT:
            return [], lambda: self._texts(selection)
        values = np.empty(selection.full_shape, self.dtype)
        jobs = []
        copies = []  # from memory that a block has by itself
        for runs, place in selection.blocks():
            part = values[(*place, ...)]  # a view, also of no dimensions
            if not part.flags.c_contiguous:
                part = np.empty_like(part, order="C")
                copies.append((place, part))
            jobs.append(("get", self._external.memory, self, runs, part))

        def finish():
            for place, part in copies:
                values[place] = part
            result = values[selection.reversal] if selection.is_reversed else values
            return result.reshape(selection.shape)
        return jobs, finish

    def _texts(self, selection):
        """Each process reads its own."""
        values = np.empty(selection.full_shape, object)
        for runs, place in selection.blocks():
            values[(*place, ...)] = texts_of_block(self._dataset, self._number, runs, self._where)
        result = values[selection.reversal] if selection.is_reversed else values
        return result.reshape(selection.shape)

    def _shown(self, values):
        if self._external is TEXT:
            return values if values.ndim else values[()]
        if not (self._mask or self._scale or self._external is CHAR):
            return values if values.ndim else values[()]
        conventions = self._conventions()
        if self._is_text(values, conventions):
            return chartostring(values, conventions.encoding)
        if self._scale:
            values = conventions.as_meant(values)
        mask = conventions.mask_of(values) if self._mask else None
        mark = None if mask is None else conventions.mark_of(values)
        if self._scale:
            values = conventions.unpacked(values)
        if not self._mask and not np.ndim(values):
            return values[()]
        if mask is None:
            return np.ma.asarray(values) if self._mask and self._always_mask and isinstance(values, np.ndarray) else values
        if not np.ndim(values):
            return np.ma.masked
        return np.ma.masked_array(values, mask, fill_value=mark)

    def _is_text(self, values, conventions):
        """Characters of an encoding, along all of the last dimension."""
        return conventions.encoding is not None and self._chartostring and values.ndim > 0 and \
            values.shape[-1] == self.shape[-1]

    def __setitem__(self, index, values):
        """Writes to what the index chooses: an array of the same shape, or one that numpy would broadcast to it. Missing
        values of masked arrays become _FillValue. Unlimited dimensions grow as needed. OutOfRangeError if values do
        not fit the variable's type; the others are written."""
        self._dataset._together(lambda: self._writes(index, values), self._is_collective)

    def _writes(self, index, values):
        self._dataset._require_writable()
        is_encoded = self._external is CHAR and self._chartostring and self._conventions().encoding is not None
        is_of_texts = is_encoded and (isinstance(values, (str, bytes)) or np.asarray(values).dtype.kind == "U")
        values = self._stored(values)
        rank = values.ndim
        array, kind = self._as_written(encoded(values, self._conventions().encoding) if is_encoded else values)
        if is_of_texts and array.ndim == rank:  # of single characters
            array = array[..., np.newaxis]
        is_of_texts = array.ndim > rank
        grows = [number for number, one in enumerate(self._dimensions) if one.isunlimited()]
        # One text does not say for how many places it is.
        shape = (-1,) if is_of_texts and rank == 0 and self.ndim > 1 else array.shape
        selection = select(index, self.shape, self._name, grows=grows, values_shape=shape)
        array = fitted(array, selection, self._name, self._external, is_of_texts, is_encoded)
        if grows:
            self._dataset._fill_records(self, selection)
        jobs = [("put", kind.memory, self, runs, side_by_side(array[(*place, ...)])) for runs, place in selection.blocks()]
        return jobs, lambda: None

    @in_one_turn
    def fill_record(self, record):
        """Fill values in all of a record. Collective."""
        self._dataset._require_writable()
        file = self._dataset._transfer()
        self._dataset._check(self._dataset._library.fill_var_rec(file, self._number, record), self._where)

    def _is_whole(self, selection):
        """Whether all of each record that it touches is chosen."""
        lengths = tuple([axis.runs[0].length for axis in selection.axes[1:]])
        return selection.block_count == 1 and lengths == self.shape[1:] and selection.axes[0].runs[0].stride == 1

    def _stored(self, values):
        conventions = self._conventions()
        if not np.ma.isMaskedArray(values):
            values = np.asarray(values)
        if values.dtype.kind not in "SUO":
            values = conventions.rounded(values)
            values = conventions.packed(values) if self._scale else values
        return conventions.filled(values)

    def _as_written(self, values):
        try:
            array, kind = in_memory(_with_infinities(values, self._external))
        except TypeError as failure:
            raise TypeError(f"variable '{self._name}': {failure}") from None
        if (kind is CHAR) != (self._external is CHAR):
            what = "characters" if kind is CHAR else "numbers"
            raise TypeError(f"variable '{self._name}' has the type {self.dtype}: {what} cannot be written to it")
        return array, kind

    def __array__(self, dtype=None, copy=None):
        """All of it, read: what numpy.asarray(variable) gives. Collective."""
        return np.asarray(self[...], dtype)

    # Several places at a time.

    def getn(self, indices):
        """A list with an array for each index of a sequence, as `self[index]`: all are read in one operation. Collective, as
        reading is; processes may have different numbers of indices."""
        return [self._shown(values) for values in self._dataset._together(lambda: _all(map(self._reads, indices)))]

    def putn(self, indices, values):
        """Writes `self[index] = one` for each index and each array of two sequences: all in one operation, in which no two
        overlap. Collective, as writing is; processes may have different numbers of indices."""
        def prepare():
            if len(indices) != len(values):
                raise ValueError(f"variable '{self._name}': {len(indices)} indices, and {len(values)} arrays of values")
            return _all(map(self._writes, indices, values))
        self._dataset._together(prepare)

    # Posted accesses.

    @in_one_turn
    def iput(self, index, values):
        """Posts a write, as `self[index] = values`, and returns a number for Dataset.wait(). `values` may be changed after
        this call. Not collective, but for the first access after definitions, which ends them on all processes together."""
        return self._dataset._post(self._writes(index, values))

    @in_one_turn
    def iget(self, index):
        """Posts a read of `self[index]` and returns a number for Dataset.wait(), which returns the array. Collective only
        as iput() is."""
        return self._dataset._post(self._reads(index), self._shown)


def _all(prepared):
    """Several accesses as one."""
    prepared = list(prepared)
    return [job for jobs, _ in prepared for job in jobs], lambda: [finish() for _, finish in prepared]
