# SPDX-License-Identifier: BSD-3-Clause
"""Where the file of a dataset is: at its name; or, of one that is in memory to the program, in the system's folder for what is
temporary, as long as it is open."""

import os
import shutil
import tempfile


class Place:
    """A file under its own name."""

    is_lasting = True

    def __init__(self, path):
        self.path = path

    def leave(self):
        """When the file is closed. What Dataset.close() returns."""
        return None


class TemporaryPlace(Place):
    """One that is gone when it is closed."""

    is_lasting = False

    def __init__(self, name, is_returned):
        """is_returned: what the file holds is what leave() returns."""
        self._folder = tempfile.mkdtemp(prefix="weftnc-")
        self._is_returned = is_returned
        super().__init__(os.path.join(self._folder, os.path.basename(name) or "memory"))

    def leave(self):
        try:
            if not self._is_returned or not os.path.exists(self.path):
                return None
            with open(self.path, "rb") as file:
                return memoryview(file.read())
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)


def place_of(name, mode, *, memory, is_diskless, encoding):
    """mode: "r", "w", "x" or "a". memory, encoding: as Dataset takes them. is_diskless: what is changed is never at the name."""
    if encoding is not None:
        name = os.fsdecode(name.encode(encoding))
    if memory is not None:
        return _in_memory(name, mode, memory)
    if not is_diskless or mode == "r" or mode == "x" and os.path.exists(name):
        return Place(name)
    place = TemporaryPlace(name, is_returned=False)
    if mode == "a" and os.path.exists(name):
        shutil.copyfile(name, place.path)
    return place


def _in_memory(name, mode, memory):
    if mode in "wx":
        if not isinstance(memory, int):
            raise ValueError(f"'{name}': for a new file in memory, memory must be its size in bytes, not {type(memory).__name__}")
        return TemporaryPlace(name, is_returned=True)
    content = memoryview(memory)
    place = TemporaryPlace(name, is_returned=mode == "a")
    with open(place.path, "wb") as file:
        file.write(content)
    return place
