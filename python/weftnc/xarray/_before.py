# SPDX-License-Identifier: BSD-3-Clause
"""A file as it was before records are appended: where that fails half way, it becomes so again.

Blocks of dask's arrays may still be on their way when another has failed. Each is written under the lock of a file beside, which
they share and restoring has alone. That file is gone afterwards, so that a block that comes later is not written.
"""

import contextlib
import fcntl
import os
import struct
import tempfile

# Of the beginning of a file, how many bytes say what there is: up to the end of the number of records, or, of a netCDF-4 file,
# where the rest of its books begins.
_COUNTED = {b"CDF\x01": 8, b"CDF\x02": 8, b"CDF\x05": 12, b"\x89HDF": 96}
# What Weft writes in front of the books of a netCDF-4 file (src/hdf5/books_place.hpp): a mark, begin and bytes of the two places
# that books have in turn, and a sum.
_BOOKS_RECORD = struct.Struct("=8s4qQ")
_BOOKS_MARK = b"weftbook"
_ROOT_OFFSET = 36  # of the address of the books in the superblock of versions 2 and 3
_SET_MARK = b"weft_set"  # an attribute of a file whose values are in others
_HEADER_BYTES = 1 << 20  # in which a set has it


class Guard:
    """What those who write blocks of appended records need to know; it can be pickled."""

    def __init__(self, lock):
        self._lock = lock

    @contextlib.contextmanager
    def held(self):
        """RuntimeError if the file has been restored."""
        given_up = RuntimeError("the records of this block were taken back, since another block has failed")
        with contextlib.ExitStack() as stack:
            try:
                descriptor = stack.enter_context(_locked(self._lock, fcntl.LOCK_SH))
            except FileNotFoundError:
                raise given_up from None
            if os.fstat(descriptor).st_nlink == 0:
                raise given_up
            yield


class FileBefore:
    """Appending changes the number of records, the books of a netCDF-4 file, and what is behind the last record, so that these are
    all there is to restore. Of files on other machines, and of sets, nothing is known here, and nothing is restored."""

    def __init__(self, path):
        self._path = path
        self._overwritten = []  # pairs of an offset and the bytes there
        self._lock = None
        if os.path.isfile(path):
            with open(path, "rb") as file:
                header = file.read(_HEADER_BYTES)
                self._bytes = os.path.getsize(path)
                begin = header[:_COUNTED.get(header[:4], 0)]
                if begin and _SET_MARK not in header:
                    self._overwritten = [*_books(file, header), (0, begin)]

    def guard(self):
        """For those who write blocks; None where nothing would be restored."""
        if self._overwritten and self._lock is None:
            folder, name = os.path.split(os.path.abspath(self._path))
            descriptor, self._lock = tempfile.mkstemp(prefix=f".{name}.append-", dir=folder)
            os.close(descriptor)
        return Guard(self._lock) if self._lock else None

    def restore(self):
        """When nobody but writers of blocks has the file open."""
        if self._overwritten:
            with contextlib.nullcontext() if self._lock is None else _locked(self._lock, fcntl.LOCK_EX):
                with open(self._path, "r+b") as file:
                    for offset, values in self._overwritten:
                        file.seek(offset)
                        file.write(values)
                    file.truncate(self._bytes)
                self.forget()

    def forget(self):
        """Nothing is to be restored any more."""
        if self._lock is not None:
            os.unlink(self._lock)
            self._lock = None


def _books(file, header):
    """The places of the books that Weft has written, as pairs of an offset and the bytes there."""
    if header[:4] != b"\x89HDF" or header[8:9] < b"\x02":
        return
    books = int.from_bytes(header[_ROOT_OFFSET:_ROOT_OFFSET + 8], "little")
    file.seek(max(0, books - _BOOKS_RECORD.size))
    record = file.read(_BOOKS_RECORD.size)
    if len(record) == _BOOKS_RECORD.size and record.startswith(_BOOKS_MARK):
        _, *places, _ = _BOOKS_RECORD.unpack(record)
        for begin, room in zip(places[::2], places[1::2]):
            if begin >= _BOOKS_RECORD.size and room > 0:
                file.seek(begin - _BOOKS_RECORD.size)
                yield file.tell(), file.read(_BOOKS_RECORD.size + room)


@contextlib.contextmanager
def _locked(path, kind):
    descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):  # some file systems have no such locks
            fcntl.flock(descriptor, kind)
        yield descriptor
    finally:
        os.close(descriptor)
