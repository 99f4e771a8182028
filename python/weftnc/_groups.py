# SPDX-License-Identifier: BSD-3-Clause
"""Groups of netCDF-4 files. To the library they are names with slashes: "a/b/v" is the variable v of the group b in a."""

from ctypes import byref, c_char, c_int, c_longlong

from ._absent import refuse
from ._attributes import RoomForName, kept_by
from ._dataset import Dataset
from ._dimension import Dimension
from ._errors import Error
from ._variable import Variable


class Group(Dataset):
    """A group of a netCDF-4 file, found in Dataset.groups: it has dimensions, variables, attributes and groups as a dataset has
    them, and `name`, `path` and `parent`. It is open as long as its dataset is. Of a file that is changed, values in it and
    attributes of its variables can be; nothing is made in it, and no file is made with one: Error."""

    def __init__(self, *arguments, **named):
        refuse("Group", "groups")

    @classmethod
    def _found(cls, parent, name, path):
        made = cls.__new__(cls)
        root = parent._dataset
        kept_by(made).update(
            _dataset=root, _where=f"group '{path}' of {root._where}", _prefix=path.encode() + b"/", name=name, path="/" + path,
            parent=parent, groups={}, keepweakref=root.keepweakref, _dimensions={}, _variables={}, _attribute_names=[], _seen_as=root._seen_as)
        return made

    def __getattr__(self, name):
        """What Python keeps for a dataset is the dataset's."""
        if name.startswith("_") and name in kept_by(self._dataset):
            return kept_by(self._dataset)[name]
        return super().__getattr__(name)

    @property
    def _id(self):
        return self._dataset._id

    @property
    def _rank(self):
        return self._dataset._rank

    @property
    def _ranks(self):
        return self._dataset._ranks

    @property
    def _is_independent(self):
        return self._dataset._is_independent

    def _define(self):
        self._require_writable()
        raise Error(f"{self._where}: nothing is made, renamed or removed in a group", where=self._where)

    def _begin_change(self):
        self._require_changeable()
        self._define()

    def independent(self):
        """Of the dataset."""
        return self._dataset.independent()

    def wait(self, *numbers):
        """Of the dataset."""
        return self._dataset.wait(*numbers)

    def close(self):
        """OSError: a group is closed with its dataset."""
        raise OSError(f"{self._where} cannot be closed by itself: close the dataset")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        """A group is closed with its dataset."""

    def __del__(self):
        """A group is closed with its dataset."""

    def __reduce__(self):
        return _group_of, (self._dataset, self.path)


def _group_of(dataset, path):
    return dataset[path]


def take_stock_of_groups(root):
    """All that a netCDF-4 file defines, in its groups. `root` is its dataset."""
    kept_by(root).update(_is_netcdf4=True, groups={}, _attribute_names=[])
    groups = _all_groups(root)
    _add_dimensions(root, groups)
    _add_variables(root, groups)
    for position in range(root._attribute_count()):
        owner, name = _owner(groups, root._attribute_name(position))
        owner._attribute_names.append(name)


def _all_groups(root):
    """By their paths."""
    library, file = root._library, root._open_id()
    groups = {"": root}
    count, length = c_int(), c_longlong()
    root._check(library.inq_groups(file, byref(count)), root._where)
    for number in range(count.value):
        root._check(library.inq_group(file, number, byref(length), None), root._where)
        text = (c_char * (length.value + 1))()
        root._check(library.inq_group(file, number, None, text), root._where)
        path = text.value.decode()
        above, _, name = path.rpartition("/")
        groups[path] = groups[above].groups[name] = Group._found(groups[above], name, path)
    return groups


def _owner(groups, full_name):
    """The group that a name with slashes belongs to, and its name there."""
    path = full_name.rpartition("/")[0]
    while path not in groups:
        path = path.rpartition("/")[0]
    return groups[path], full_name[len(path) + 1:] if path else full_name


def _add_dimensions(root, groups):
    library, file = root._library, root._open_id()
    count = c_int()
    root._check(library.inq_unlimdims(file, byref(count), None), root._where)
    unlimited = (c_int * max(1, count.value))()
    root._check(library.inq_unlimdims(file, byref(count), unlimited), root._where)
    growing = set(unlimited[:count.value])
    full_name, length = RoomForName(), c_longlong()
    numbered = kept_by(root)["_all_dimensions"] = []
    for number in range(root._counts()[0]):
        root._check(library.inq_dim(file, number, full_name, byref(length)), root._where)
        owner, name = _owner(groups, full_name.value.decode())
        dimension = owner._dimensions[name] = Dimension(root, number, name, number in growing, length.value)
        dimension._group = owner
        numbered.append(dimension)


def _add_variables(root, groups):
    library, file = root._library, root._open_id()
    full_name, no_fill = RoomForName(), c_int()
    for number in range(root._counts()[1]):
        root._check(library.inq_varname(file, number, full_name), root._where)
        path = full_name.value.decode()
        owner, name = _owner(groups, path)
        variable = owner._variables[name] = Variable(root, number, name, root._seen_as)
        root._check(library.inq_var_fill(file, number, byref(no_fill), None), variable._where)
        kept_by(variable).update(_group=owner, _path=path, _fills=not no_fill.value)
