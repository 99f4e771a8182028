#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that leave a file open, or whose error handler ends them: they say so, and what was written is there."""

import struct
import unittest

from support import FACTS, WEFT_ALONE, folder, main, run, start

# MPICH's launcher may lose all that ranks have written when they abort the job right after it.
TRIES = 5 if FACTS["mpi"] == "mpich" else 1


class EndingTest(unittest.TestCase):
    def setUp(self):
        self.file = folder(self._testMethodName) / "numbers.dat"

    def assert_numbers(self):
        self.assertEqual(self.file.read_bytes(), struct.pack("=3i", 0, 1, 2))

    def test_a_file_that_is_open_at_the_end(self):
        said = run("ending", self.file, "open", ranks=3, preload=WEFT_ALONE)
        self.assertIn("came to its end", said)
        self.assertEqual(said.count(f"'{self.file}' was not closed before MPI_Finalize"), 3, said)
        self.assert_numbers()

    def test_a_file_that_is_closed_in_mpi_finalize(self):
        said = run("ending", self.file, "late", ranks=3, preload=WEFT_ALONE)
        self.assertEqual(said, "came to its end\n")
        self.assert_numbers()

    def test_more_files_than_have_their_pointer_in_shared_memory(self):
        said = run("ending", self.file, "many", ranks=3, preload=WEFT_ALONE)
        self.assertIn("came to its end", said)
        for rank in range(3):
            of_rank = self.file.with_name(f"{self.file.name}.{rank}").read_text()
            self.assertEqual(of_rank, f"MPI-IO (Weft): '{self.file}' was not closed before MPI_Finalize\n" * 70)

    def test_an_error_that_ends_the_job(self):
        for handler in ("fatal", "abort"):
            if handler == "abort" and FACTS["mpi"] != "mpich":
                continue  # of MPI-4
            for _ in range(TRIES):
                done = start("ending", self.file, handler, ranks=3, preload=WEFT_ALONE)
                self.assertNotIn(done.returncode, (0, 2, 3, 124), done.stdout)
                self.assertNotIn("came to its end", done.stdout)
                self.assert_numbers()
                if done.stdout:
                    break
            self.assertIn(f"'{self.file}': the seek leads to -1", done.stdout)


if __name__ == "__main__":
    main()
