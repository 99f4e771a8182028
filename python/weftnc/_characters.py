# SPDX-License-Identifier: BSD-3-Clause
"""Texts as arrays of characters, and back, under the names that netCDF4-python has for it."""

import numpy as np


def chartostring(characters, encoding="utf-8"):
    """An array of texts from one of characters, whose last dimension is along the texts. encoding: of the bytes; "none" or
    "bytes" leaves them as bytes."""
    characters = np.ma.filled(characters, b"\0") if np.ma.isMaskedArray(characters) else np.asarray(characters)
    if characters.dtype.kind not in "SU" or characters.dtype.itemsize > np.dtype(characters.dtype.kind + "1").itemsize:
        raise TypeError(f"an array of single characters is required, not of type {characters.dtype}")
    if characters.ndim == 0:
        raise ValueError("an array of characters must have a dimension along the texts, but has none")
    single = np.ascontiguousarray(characters.astype("S1"))
    length = single.shape[-1]
    texts = single.view(f"S{length}").reshape(single.shape[:-1]) if length else np.zeros(single.shape[:-1], "S1")
    return texts if encoding in ("none", "None", "bytes") else np.char.decode(texts, encoding).astype(f"U{max(1, length)}")


def encoded(values, encoding):
    """An array of texts in the bytes of a variable's attribute _Encoding; those that are bytes as they are."""
    if values.dtype.kind != "U":
        return values
    return np.char.encode(values, "utf-8" if encoding in ("none", "None", "bytes") else encoding)


def stringtochar(texts, encoding="utf-8", n_strlen=None):
    """An array of characters from one of texts, with one more dimension, as long as the longest text, or n_strlen."""
    texts = np.asarray(texts)
    if texts.dtype.kind == "U":
        texts = np.char.encode(texts, "utf-8" if encoding in ("none", "None", "bytes") else encoding)
    if texts.dtype.kind != "S":
        raise TypeError(f"an array of texts is required, not of type {texts.dtype}")
    length = texts.dtype.itemsize if n_strlen is None else int(n_strlen)
    texts = np.ascontiguousarray(texts.astype(f"S{max(1, length)}"))
    return texts.view("S1").reshape(*np.shape(texts), max(1, length))


def stringtoarr(text, NUMCHARS, dtype="S"):
    """An array of NUMCHARS characters from one text. dtype: "S" or "U"."""
    if not isinstance(text, (str, bytes)) or not isinstance(dtype, str) or dtype not in ("S", "U"):
        raise TypeError(f"a text, and 'S' or 'U' as dtype, are required, not {text!r} and {dtype!r}")
    result = np.zeros(NUMCHARS, f"{dtype}1")
    characters = list(np.asarray(text).astype(f"{dtype}{max(1, len(text))}").reshape(1).view(f"{dtype}1"))
    result[:len(characters)] = characters[:NUMCHARS]
    return result
