#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets that are read while another process writes them."""

import os
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np

import package  # where the others are
import python_tests
import weftnc

RECORDS, LENGTH = 20, 50
LONG = 60  # seconds, after which something hangs

# Writes one record whenever a line comes, and answers with a line.
WRITER = f"""
import sys
sys.path[:0] = {[os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]!r}
import package, weftnc, numpy as np
with weftnc.Dataset(sys.argv[1], "w") as made:
    made.createDimension("time")
    made.createDimension("x", {LENGTH})
    time = made.createVariable("time", "f8", ("time",))
    value = made.createVariable("value", "i4", ("time", "x"))
    made.sync()
    print("made", flush=True)
    for number, line in enumerate(sys.stdin):
        time[number] = number
        if line.strip() == "die":
            import os
            os._exit(1)
        value[number] = np.full({LENGTH}, number)
        made.sync()
        print("synced", flush=True)
"""


class FollowingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "growing.nc")

    def start(self):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(writer.wait)
        self.addCleanup(writer.stdout.close)
        self.addCleanup(writer.stdin.close)
        self.assertEqual(writer.stdout.readline(), "made\n")
        return writer

    def tell(self, writer, word=""):
        writer.stdin.write(word + "\n")
        writer.stdin.flush()

    def test_records_of_another_process(self):
        writer = self.start()
        with weftnc.Dataset(self.path) as reader:
            for number in range(RECORDS):
                self.tell(writer)
                self.assertEqual(reader.wait_for_records(timeout=LONG), number + 1)
                self.assertEqual(reader.dimensions["time"].size, number + 1)
                self.assertEqual(reader["time"][number], number)
                np.testing.assert_array_equal(reader["value"][number], np.full(LENGTH, number))
                self.assertEqual(writer.stdout.readline(), "synced\n")

    def test_as_many_as_asked_for(self):
        writer = self.start()
        with weftnc.Dataset(self.path) as reader:
            self.assertEqual(reader.wait_for_records(0), 0, "there are as many")
            for _ in range(3):
                self.tell(writer)
            self.assertEqual(reader.wait_for_records(3, timeout=LONG, dimension="time"), 3)
            self.assertEqual(reader.wait_for_records(2), 3, "there are more")

    def test_time_is_over(self):
        self.start()
        with weftnc.Dataset(self.path) as reader:
            begun = time.monotonic()
            self.assertEqual(reader.wait_for_records(timeout=0.05), 0)
            self.assertGreaterEqual(time.monotonic() - begun, 0.05)
            self.assertEqual(reader.wait_for_records(timeout=0), 0)

    def test_a_sync_is_enough(self):
        writer = self.start()
        with weftnc.Dataset(self.path) as reader:
            self.tell(writer)
            self.assertEqual(writer.stdout.readline(), "synced\n")
            self.assertEqual(len(reader.dimensions["time"]), 0)
            reader.sync()
            self.assertEqual(len(reader.dimensions["time"]), 1)

    def test_a_record_that_is_never_finished_is_counted_when_its_writer_is_gone(self):
        writer = self.start()
        with weftnc.Dataset(self.path) as reader:
            self.tell(writer)
            self.assertEqual(reader.wait_for_records(timeout=LONG), 1)
            self.tell(writer, "die")
            self.assertEqual(reader.wait_for_records(timeout=LONG), 2)
            self.assertEqual(reader["time"][1], 1)
            self.assertEqual(writer.wait(LONG), 1)

    def test_what_does_not_grow(self):
        with weftnc.Dataset(self.path, "w") as made:
            made.createDimension("x", 3)
        with weftnc.Dataset(self.path) as reader:
            self.assertRaisesRegex(ValueError, "no unlimited dimension", reader.wait_for_records)
            self.assertRaisesRegex(ValueError, "not unlimited", reader.wait_for_records, dimension="x")
            self.assertRaisesRegex(ValueError, "no dimension 'y'", reader.wait_for_records, dimension="y")
        with weftnc.Dataset(self.path, "w", format="NETCDF4") as made:
            made.createDimension("time")
        with weftnc.Dataset(self.path) as reader:
            self.assertRaisesRegex(weftnc.FileError, "open it again", reader.wait_for_records, timeout=0)


if __name__ == "__main__":
    python_tests.main(sys.argv)
