# SPDX-License-Identifier: BSD-3-Clause
"""A file as it was before records are appended: where that fails half way, it becomes so again.

Blocks of dask's arrays may still be on their way when another has failed. Each is written under a lock that they share, and which
restoring has alone; one that comes later finds that its records are gone, and writes nothing. (Workers on other machines do
not see the lock.)
"""

import contextlib
import fcntl
import os
import tempfile

_COUNTED = {b"CDF\x01": 8, b"CDF\x02": 8, b"CDF\x05": 12}  # bytes, up to the end of the number of records
_SET_MARK = b"weft_set"  # an attribute of a file whose values are in others
_HEADER_BYTES = 1 << 20  # in which a set has it


class Guard:
    """What those who write blocks of appended records need to know; it can be pickled."""

    def __init__(self, lock, dimension, records):
        self._lock = lock
        self._dimension = dimension
        self._records = records

    @contextlib.contextmanager
    def held(self):
        with _locked(self._lock, fcntl.LOCK_SH):
            yield

    def require_records(self, file):
        """RuntimeError if the file has been restored."""
        if len(file.dimensions[self._dimension]) < self._records:
            raise RuntimeError(f"{file.filepath()!r}: the records of this block were taken back, since another block has failed")


class FileBefore:
    """Appending changes the number of records and what is behind the last one, so that these two are all there is to restore.
    Of files on other machines, and of sets, nothing is known here, and nothing is restored."""

    def __init__(self, path):
        self._path = path
        self._begin = b""
        self._lock = None
        if os.path.isfile(path):
            with open(path, "rb") as file:
                header = file.read(_HEADER_BYTES)
            facts = os.stat(path)
            self._bytes = facts.st_size
            self._lock = os.path.join(tempfile.gettempdir(), f"weftnc-{os.getuid()}-{facts.st_dev}-{facts.st_ino}.lock")
            if _SET_MARK not in header:
                self._begin = header[:_COUNTED.get(header[:4], 0)]

    def guard(self, dimension, records):
        """For those who write blocks, when the file has this many records."""
        return Guard(self._lock, dimension, records) if self._begin else None

    def restore(self):
        """When nobody but writers of blocks has the file open."""
        if self._begin:
            with _locked(self._lock, fcntl.LOCK_EX), open(self._path, "r+b") as file:
                file.write(self._begin)
                file.truncate(self._bytes)

    def forget(self):
        """When all is written."""
        if self._lock is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._lock)


@contextlib.contextmanager
def _locked(path, kind):
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, kind)
        yield
    finally:
        os.close(descriptor)
