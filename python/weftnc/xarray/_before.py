# SPDX-License-Identifier: BSD-3-Clause
"""A file as it was before records are appended: where that fails half way, it becomes so again."""

import os

_COUNTED = {b"CDF\x01": 8, b"CDF\x02": 8, b"CDF\x05": 12}  # bytes, up to the end of the number of records
_SET_MARK = b"weft_set"  # an attribute of a file whose values are in others
_HEADER_BYTES = 1 << 20  # in which a set has it


class FileBefore:
    """Appending changes the number of records and what is behind the last one, so that these two are all there is to restore.
    Of files on other machines, and of sets, nothing is known here, and nothing is restored."""

    def __init__(self, path):
        self._path = path
        self._begin = b""
        if os.path.isfile(path):
            with open(path, "rb") as file:
                header = file.read(_HEADER_BYTES)
            self._bytes = os.path.getsize(path)
            if _SET_MARK not in header:
                self._begin = header[:_COUNTED.get(header[:4], 0)]

    def restore(self):
        """When nobody has the file open."""
        if self._begin:
            with open(self._path, "r+b") as file:
                file.write(self._begin)
                file.truncate(self._bytes)
