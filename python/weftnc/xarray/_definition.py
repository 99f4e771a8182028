# SPDX-License-Identifier: BSD-3-Clause
"""What a file that several processes write is to define: each finds it for its part, and process 0's is the file's."""

import dataclasses

from xarray.conventions import cf_encoder

from ._encoding import attribute, refuse_unknown, variable_as_stored
from ._storing import NETCDF4, about_storage, stored_as


@dataclasses.dataclass
class Definition:
    """lengths: of dimensions, those of characters among them; unlimited: which of them is, if any; variables: by name,
    (type, dimensions, attributes); storage: of netCDF-4 files, by name, what the encoding says of it; asked: whose encoding
    was asked for."""

    lengths: dict
    unlimited: list
    variables: dict
    attributes: dict
    storage: dict
    asked: set

    def make_room(self, all_lengths):
        """For the parts of all processes."""
        self.lengths = {name: max(lengths.get(name, 0) for lengths in all_lengths) for name in self.lengths}

    def make(self, file, is_filled):
        """Collective."""
        for name in sorted(self.lengths, key=lambda one: one not in self.unlimited):
            file.createDimension(name, None if name in self.unlimited else self.lengths[name])
        for name, (dtype, dimensions, attributes) in self.variables.items():
            variable = file.createVariable(name, dtype, dimensions, fill_value=None if is_filled else False,
                                           **self._stored(name, dimensions))
            variable.setncatts(attributes)
        file.setncatts(self.attributes)

    def _stored(self, name, dimensions):
        shape = [self.lengths[one] for one in dimensions]
        return stored_as(self.storage.get(name, {}), dimensions, shape, name in self.asked, self.unlimited)


def definition_of(variables, attributes, unlimited, data_model, asked, region):
    """Of one process's part of a dataset. asked: the variables whose encoding was asked for."""
    lengths = {name: length for variable in variables.values() for name, length in variable.sizes.items()}
    samples, attributes = cf_encoder({name: _sample(one, name) for name, one in variables.items()}, attributes)
    defined, storage = {}, {}
    for name, variable in samples.items():
        variable = variable_as_stored(variable, data_model)
        if name in asked:
            refuse_unknown(name, variable.encoding, data_model)
        if data_model in NETCDF4:
            storage[name] = about_storage(variable.encoding)
        for dimension, length in variable.sizes.items():
            lengths.setdefault(dimension, length)
        defined[name] = (variable.dtype, variable.dims, {key: attribute(value) for key, value in variable.attrs.items()})
    lengths.update({name: part.stop for name, part in region.items()})
    return Definition(lengths, unlimited, defined, {key: attribute(value) for key, value in attributes.items()}, storage, asked)


def _sample(variable, name):
    """Of numbers, types and attributes do not depend on the values, so that not all of them need be encoded for these."""
    if variable.dtype.kind in "iufb":
        return variable[tuple(slice(0, 1) for _ in variable.dims)]
    variable = variable.copy(deep=False)
    if variable.dtype.kind in "SUO":  # of the same name on all processes, however long their texts are
        variable.encoding = {"char_dim_name": f"string_{name}", **variable.encoding}
    return variable


def check_alike(own, definition, sizes, region):
    """ValueError where a process's own definition does not go with process 0's. sizes: of the process's part."""
    for name, length in sizes.items():
        if name not in region and length != definition.lengths.get(name):
            raise ValueError(f"dimension '{name}' has the length {length}, on process 0 {definition.lengths.get(name)}")
    for one, other, where in ((own, definition, "here"), (definition, own, "on process 0")):
        for name, (_, dimensions, _) in one.variables.items():
            if name not in other.variables or other.variables[name][1] != dimensions:
                raise ValueError(f"variable '{name}' of the dimensions {dimensions} is {where}, and not on all processes")
