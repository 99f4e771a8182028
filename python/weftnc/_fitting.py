# SPDX-License-Identifier: BSD-3-Clause
"""Values in the shape of the places that they are written to."""

import numpy as np

from ._errors import IndexingError
from ._types import CHAR


def fitted(array, selection, name, external, is_of_texts, is_encoded):
    """In the full shape of the selection, of the variable of this name. is_of_texts: its last dimension is along texts that it
    was made from. is_encoded: the variable's characters are those of texts, so that single ones may be such, too."""
    if external is CHAR:
        array = _padded(array, selection, is_of_texts, is_encoded)
    if array.shape != selection.shape:
        array = _broadcast(array, selection, name)
    if selection.is_reversed:
        array = array.reshape(selection.full_shape)[selection.reversal]
    return selection.last_of_each(array.reshape(selection.full_shape))


def _padded(array, selection, is_of_texts, is_encoded):
    """Texts as long as those of the variable."""
    if is_encoded and not is_of_texts and array.shape == selection.shape[:-1]:
        array, is_of_texts = array[..., np.newaxis], True
    # A single character is for all places, as numpy has it, unless it is a text.
    is_of_texts = is_of_texts or array.ndim == len(selection.shape) and array.shape[-1:] > (1,)
    if is_of_texts and array.ndim and selection.shape and array.shape[-1] < selection.shape[-1]:
        padding = [(0, 0)] * (array.ndim - 1) + [(0, selection.shape[-1] - array.shape[-1])]
        array = np.pad(array, padding, constant_values=b"\0")
    return array


def _broadcast(array, selection, name):
    lean = array.reshape(tuple(n for n in array.shape if n != 1))
    wanted = tuple(n for n in selection.shape if n != 1)
    if lean.shape == wanted:
        return lean.reshape(selection.shape)
    try:
        return np.broadcast_to(array, selection.shape)
    except ValueError:
        raise IndexingError(f"variable '{name}': values of shape {array.shape} where the index chooses "
                            f"{selection.shape}") from None


def side_by_side(part):
    """Itself, if its values lie in memory one behind the other."""
    return part if part.flags.c_contiguous else part.copy()
