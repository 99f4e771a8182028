# SPDX-License-Identifier: BSD-3-Clause
"""A part of a dataset: a plain model of the command."""

import copy
import itertools


def length(made, dimension):
    return made.dimensions[dimension][1] or made.record_count


def part_of(made, chosen):
    """The dataset with the indices chosen[d] of each dimension d: the plain model of the command."""
    part = copy.deepcopy(made)
    part.dimensions = [(name, len(chosen[d]) if size else 0) for d, (name, size) in enumerate(made.dimensions)]
    records = [d for d, (_, size) in enumerate(made.dimensions) if size == 0]
    part.record_count = len(chosen[records[0]]) if records else 0
    for variable in part.variables:
        shape = [length(made, d) for d in variable.dimensions]
        picked = []
        for index in itertools.product(*(chosen[d] for d in variable.dimensions)):
            at = 0
            for i, size in zip(index, shape):
                at = at * size + i
            picked.append(variable.values[at])
        variable.values = bytes(picked) if variable.kind == "char" else picked
    return part
