#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is no regular file is the MPI library's: devices, pipes, sockets and folders end as they do without Weft."""

import os
import re
import socket
import unittest

from support import MPI_ITSELF, WEFT, WEFT_ALONE, folder, main, run, start


def ends(said):
    """How the calls ended; MPI libraries may complain in between."""
    return re.findall(r"^(?:\w+: \d+|  \d+ bytes)$", said, re.MULTILINE)


class SpecialTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self._testMethodName)

    def assert_mpi_itself(self, name, what, ranks=2):
        wanted = ends(run("special", name, what, ranks=ranks, preload=MPI_ITSELF))
        self.assertTrue(wanted)
        self.assertEqual(ends(run("special", name, what, ranks=ranks, preload=WEFT)), wanted)
        return wanted

    def assert_leaks(self, name, what, function):
        done = start("special", name, what, ranks=1, preload=WEFT_ALONE)
        self.assertIn(f"leaked to the MPI library: {function}", done.stdout)

    def test_null(self):
        self.assertEqual(self.assert_mpi_itself("/dev/null", "w")[:3], ["open: 0", "write_at_all: 0", "  4 bytes"])
        link = self.folder / "link"
        link.symlink_to("/dev/null")
        # MPI libraries differ in how many bytes they say that there were.
        self.assertEqual(self.assert_mpi_itself(link, "r")[:2], ["open: 0", "read_at_all: 0"])
        self.assert_leaks("/dev/null", "w", "MPI_File_open")
        self.assert_leaks("ufs:/dev/null", "w", "MPI_File_open")

    def test_zero(self):
        self.assertEqual(self.assert_mpi_itself("/dev/zero", "r")[:3], ["open: 0", "read_at_all: 0", "  4 bytes"])

    def test_folder(self):
        self.assertEqual(len(self.assert_mpi_itself(self.folder, "w")), 1)  # it does not open

    def test_socket(self):
        os.chdir(self.folder)  # names of sockets are short
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("socket")
            self.assertEqual(len(self.assert_mpi_itself(self.folder / "socket", "w")), 1)

    def test_pipe(self):
        name = self.folder / "pipe"
        os.mkfifo(name)
        other_end = os.open(name, os.O_RDWR | os.O_NONBLOCK)  # nobody waits to open it
        for what in ("r", "w"):
            self.assert_mpi_itself(name, what, ranks=1)
        os.close(other_end)

    def test_deleting(self):
        name = self.folder / "pipe"
        os.mkfifo(name)
        self.assert_leaks(name, "d", "MPI_File_delete")
        self.assertEqual(run("special", name, "d", ranks=1, preload=WEFT), "delete: 0\n")
        self.assertFalse(name.exists())


if __name__ == "__main__":
    main()
