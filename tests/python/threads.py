#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Eight threads on the same datasets: reading one, writing another, each at places of its own, defining, posting, asking, opening
and closing; and four threads with files of their own. Every value that is read is compared.

WEFT_THREAD_SECONDS says for how long (3).
"""

import os
import random
import sys
import tempfile
import threading
import time
import unittest

import package  # first: where the others are

import numpy as np
import python_tests
import weftnc

THREADS, ROWS, COLUMNS = 8, 64, 500
SECONDS = float(os.environ.get("WEFT_THREAD_SECONDS", 3))
LEAST_STEPS = 20  # of each thread, however long these take


def value_at(row):
    return row * COLUMNS + np.arange(COLUMNS, dtype="i4")


class Worker(threading.Thread):
    """Draws what it does. Rows of the written file whose number is its own, counted by THREADS, are its alone."""

    def __init__(self, number, seed, read, written, path, end):
        super().__init__()
        self.number, self.draw, self.read, self.written, self.path, self.end = number, random.Random(seed), read, written, path, end
        self.expected = {row: value_at(row) for row in range(number, ROWS, THREADS)}
        self.done = 0
        self.failure = None

    def run(self):
        steps = [self.reads, self.reads_many, self.writes, self.writes_back, self.posts, self.asks, self.opens, self.defines]
        try:
            while time.monotonic() < self.end or self.done < LEAST_STEPS:
                self.draw.choice(steps)()
                self.done += 1
        except Exception as failure:
            self.failure = failure

    def compare(self, what, found, expected):
        if not np.array_equal(found, expected):
            raise AssertionError(f"thread {self.number}, {what}: {found} is not {expected}")

    def reads(self):
        row, step = self.draw.randrange(ROWS), self.draw.choice([1, 2, 7, -1])
        self.compare("a row", self.read["v"][row, ::step], value_at(row)[::step])

    def reads_many(self):
        rows = self.draw.sample(range(ROWS), 3)
        for row, found in zip(rows, self.read["v"].getn(rows)):
            self.compare("a row of several", found, value_at(row))

    def writes(self):
        row = self.draw.choice(list(self.expected))
        self.expected[row] = np.full(COLUMNS, self.draw.randrange(1 << 30), "i4")
        self.written["v"][row] = self.expected[row]

    def writes_back(self):
        row = self.draw.choice(list(self.expected))
        self.compare("a row of its own", self.written["v"][row], self.expected[row])

    def posts(self):
        rows = self.draw.sample(list(self.expected), 2)
        posted = [self.written["v"].iget(row) for row in rows]
        for row, found in zip(rows, self.written.wait(*posted)):
            self.compare("a posted row", found, self.expected[row])

    def asks(self):
        assert self.read["v"].units == "m" and self.read["v"].shape == (ROWS, COLUMNS)
        assert "puts" in self.written.report() and "read.nc" in repr(self.read)

    def opens(self):
        row = self.draw.randrange(ROWS)
        with weftnc.Dataset(self.path) as own:
            self.compare("a row of a dataset of its own", own["v"][row], value_at(row))

    def defines(self):
        """Rarely: what is written moves."""
        if self.draw.random() < 0.05:
            text = "x" * self.draw.randrange(1, 40)
            self.written["v"].setncattr(f"note{self.number}", text)
            assert self.written["v"].getncattr(f"note{self.number}") == text


class Threads(unittest.TestCase):
    def make(self, name):
        with weftnc.Dataset(name, "w") as made:
            made.createDimension("y", ROWS)
            made.createDimension("x", COLUMNS)
            variable = made.createVariable("v", "i4", ("y", "x"))
            variable.units = "m"
            variable[:] = np.stack([value_at(row) for row in range(ROWS)])
        return name

    def test_eight_threads(self):
        seed = python_tests.seeds(2, 1)[-1]
        with tempfile.TemporaryDirectory() as folder, self.subTest(python_tests.replay_of(seed)):
            path = self.make(f"{folder}/read.nc")
            with weftnc.Dataset(path) as read, weftnc.Dataset(self.make(f"{folder}/written.nc"), "a") as written:
                end = time.monotonic() + SECONDS
                workers = [Worker(number, f"{seed} {number}", read, written, path, end) for number in range(THREADS)]
                for worker in workers:
                    worker.start()
                for worker in workers:
                    worker.join(SECONDS + 60)
                    self.assertFalse(worker.is_alive(), f"thread {worker.number} stands still")
                self.assertEqual([worker.failure for worker in workers], [None] * THREADS)
            with weftnc.Dataset(f"{folder}/written.nc") as again:
                for worker in workers:
                    for row, expected in worker.expected.items():
                        self.assertTrue(np.array_equal(again["v"][row], expected), row)
        print(sum(worker.done for worker in workers), "operations")

    def test_files_of_their_own(self):
        """Records of two variables, of which no run is long: all values pass through memory of the library."""
        failures, done = [], []

        def work(number):
            while time.monotonic() < end and not failures:
                done.append(number)
                short, long = number * 1000 + np.arange(9), np.full((9, 50), number * 1e6 + len(done))
                path = f"{folder}/{number}.nc"
                with weftnc.Dataset(path, "w") as own:
                    own.createDimension("t", None)
                    own.createDimension("x", 50)
                    own.createVariable("short", "i8", "t")[0:9] = short
                    variable = own.createVariable("long", "f8", ("t", "x"))
                    variable[0:9, ::2], variable[0:9, 1::2] = long[:, ::2], long[:, 1::2]
                    compare(own, number, short, long)
                with weftnc.Dataset(path) as again:
                    compare(again, number, short, long)

        def compare(dataset, number, short, long):
            for name, expected in ("short", short), ("long", long):
                if not np.array_equal(dataset[name][:], expected):
                    failures.append((number, name, dataset[name][:]))

        with tempfile.TemporaryDirectory() as folder:
            end = time.monotonic() + SECONDS
            threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(SECONDS + 60)
        self.assertEqual(failures, [])
        self.assertEqual(set(done), set(range(4)))


python_tests.main(sys.argv)
