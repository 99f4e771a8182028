#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The shared pointer, where MPI has one-sided communication and where it has none, as between hosts over Debian's Open MPI."""

import array
import unittest

from support import WEFT_ALONE, folder, main, run

APART = "weft_pretended_nodes=2"  # no memory in common
WITHOUT_ONE_SIDED = "^sm,rdma,pt2pt,ucx"


class OrderedTest(unittest.TestCase):
    def check(self, ranks, expected, **variables):
        file = folder(self._testMethodName) / "ordered.dat"
        self.assertEqual(run("ordered", file, ranks=ranks, preload=WEFT_ALONE, **variables).split(), [expected])
        self.assertEqual(array.array("i", file.read_bytes()).tolist(), list(range(3 * ranks)))

    def test_in_shared_memory(self):
        for ranks in (1, 3):
            self.check(ranks, "done")

    def test_by_one_sided_calls(self):
        self.check(3, "done", WEFT_MPIIO_HINTS=APART)

    def test_with_neither(self):
        self.check(3, "refused", WEFT_MPIIO_HINTS=APART, OMPI_MCA_osc=WITHOUT_ONE_SIDED)


if __name__ == "__main__":
    main()
