#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Datasets of several processes: each writes and reads parts of its own, and nobody is left alone when one is wrong.

Runs under mpiexec, in the folder where its files may lie. Ends with 77 where mpi4py is missing or runs on another MPI.
"""

import os
import random
import sys
import warnings

import package  # where the others are
import python_tests

try:
    import numpy as np
    from mpi4py import MPI
except ImportError as missing:
    print(f"skipped: python.parallel: {missing}")
    sys.exit(77)
import weftnc

comm = MPI.COMM_WORLD
RANK, RANKS = comm.rank, comm.size
LENGTH = 8  # of each process's part


def mine(start=0, stop=LENGTH):
    return slice(RANK * LENGTH + start, RANK * LENGTH + stop)


def expect_raises(kind, call):
    try:
        call()
    except kind as caught:
        return caught
    raise AssertionError(f"{kind.__name__} was not raised on rank {RANK}")


def random_program(seed):
    """All processes draw the same, but for what they write: a model of the whole array is everywhere."""
    draw = random.Random(seed)
    model = np.zeros((3, RANKS * LENGTH), "i4")
    form, storage = draw.choice([("NETCDF3_64BIT_DATA", {}), ("NETCDF4", {}), ("NETCDF4", {"zlib": True}), ("NETCDF4_CLASSIC", {"fletcher32": True}),
                                 ("NETCDF4", {"compression": "zstd", "chunksizes": (draw.randint(1, 4), draw.randint(1, RANKS * LENGTH))})])
    with weftnc.Dataset("random.nc", "w", format=form, comm=comm, info={"cb_nodes": draw.randint(1, 3)}) as dataset:
        dataset.createDimension("t")
        dataset.createDimension("x", RANKS * LENGTH)
        variable = dataset.createVariable("v", draw.choice(["i4", "f8", "i2"]), ("t", "x"), **storage)
        variable[0:3, mine()] = 0
        for number in range(10):
            t = draw.randrange(3)
            parts = [sorted(draw.sample(range(LENGTH + 1), 2)) for _ in range(RANKS)]
            step = draw.choice([1, 2, 3, -1])
            for rank, (start, stop) in enumerate(parts):
                model[t, rank * LENGTH + start:rank * LENGTH + stop][::step] = 100 * number + rank
            chosen = (t, np.arange(RANKS * LENGTH)[mine(*parts[RANK])][::step])
            if draw.random() < 0.5:
                variable[chosen] = 100 * number + RANK
            else:
                dataset.wait(variable.iput(chosen, np.full(len(chosen[1]), 100 * number + RANK)))
        np.testing.assert_array_equal(variable[:, mine()], model[:, mine()])
    with weftnc.Dataset("random.nc", comm=comm) as dataset:
        np.testing.assert_array_equal(dataset["v"][...], model)


def one_is_wrong():
    with weftnc.Dataset("wrong.nc", "w", comm=comm) as dataset:
        dataset.createDimension("x", RANKS * LENGTH)
        variable = dataset.createVariable("v", "i2", ("x",))
        variable[mine()] = 1
        last = RANK == RANKS - 1
        for index, values in [(10**6, 1), ("x", 1), (slice(0, 3), [1, 2]), (mine(), "text")]:
            def write():
                variable[index if last else mine()] = values if last else RANK
            expect_raises((IndexError, ValueError, TypeError), write) if last else write()
        with dataset.independent():
            if RANK == 0:
                variable[0] = 9
        caught = expect_raises(weftnc.OutOfRangeError, lambda: variable.__setitem__(mine(), 10**6))
        assert caught.rank == RANK and (RANKS == 1 or f"rank {RANK}" in str(caught)), str(caught)
        assert len(variable[0:0 if last else 3]) == (0 if last else 3)
    expect_raises(weftnc.MissingFileError, lambda: weftnc.Dataset("nowhere.nc", comm=comm))


def changing_makes_what_is_missing():
    for turn in range(2):
        with weftnc.Dataset("changed.nc", "a", comm=comm) as dataset:
            assert list(dataset.dimensions) == ["x"] * turn, turn
            if not turn:
                dataset.createDimension("x", RANKS)
                dataset.createVariable("v", "i2", ("x",))
            dataset["v"][RANK] = RANK + turn
            assert np.array_equal(dataset["v"][:], np.arange(RANKS) + turn)


def each_by_itself(form):
    """What programs for netCDF4-python do: with parallel=True, processes read and write when they like, but for variables that
    say otherwise."""
    with weftnc.Dataset("each.nc", "w", parallel=True, info=MPI.Info.Create(), format=form) as dataset:
        dataset.createDimension("t")
        dataset.createDimension("x", RANKS * LENGTH)
        variable = dataset.createVariable("v", "i4", ("x",), zlib=True)
        variable.units = "m"
        for number in range(RANK + 1):  # not as often by all
            variable[mine()] = 100 * number + RANK
            assert np.array_equal(variable[mine()], np.full(LENGTH, 100 * number + RANK))
        records = dataset.createVariable("r", "f8", ("t", "x"))
        records.set_collective(True)
        records[0:2, mine()] = RANK
        records[len(records):, mine()] = np.full((1, LENGTH), 7)
        if RANK == 0:
            variable[mine()] = 5
        dataset.title = "all"  # once more, behind data
        if RANK == RANKS - 1:
            variable[mine(0, 1)] = 6
    with weftnc.Dataset("each.nc", parallel=True, comm=comm) as dataset:
        assert dataset.title == "all" and dataset["r"].shape == (3, RANKS * LENGTH), dataset["r"].shape
        if RANK == RANKS - 1:
            seen = dataset["v"][:]
            expected = np.repeat([5 if rank == 0 else 101 * rank for rank in range(RANKS)], LENGTH)
            expected[mine(0, 1)] = 6
            assert np.array_equal(seen, expected), (seen, expected)
        assert np.array_equal(dataset["r"][:, 0], [0, 0, 7]) and np.array_equal(dataset["r"][:2, mine()], np.full((2, LENGTH), RANK))


def compressed():
    """As netCDF4-python finds it, before and after the file is changed."""
    length = RANKS * LENGTH
    with weftnc.Dataset("compressed.nc", "w", format="NETCDF4", comm=comm) as dataset:
        dataset.createDimension("t")
        dataset.createDimension("x", length)
        wrong = expect_raises(weftnc.Error, lambda: dataset.createVariable("v", "f4", ("t", "x"), compression="szip"))
        assert "szip" in str(wrong)
        variable = dataset.createVariable("v", "f4", ("t", "x"), zlib=True, complevel=3, fletcher32=True, chunksizes=(2, min(length, LENGTH + 3)),
                                          fill_value=-1)
        assert variable.chunking() == [2, min(length, LENGTH + 3)]
        plain = dataset.createVariable("c", "i2", ("x",), contiguous=True)
        variable[0:3, mine()] = RANK
        plain[mine()] = RANK
        dataset.sync()
        seen_by_other("compressed.nc", [np.repeat(np.arange(RANKS), LENGTH)] * 3)
        with dataset.independent():
            if RANK == RANKS - 1:
                variable[1, 0:length:2] = 9
    with weftnc.Dataset("compressed.nc", "a", comm=comm) as dataset:
        if RANK == 0:
            dataset.wait(dataset["v"].iput((4, slice(0, 2)), [7, 8]))
        else:
            dataset.wait()
        dataset.createVariable("late", "i8", ("x",), compression="zlib", complevel=1)[mine()] = RANK
    expected = np.ma.masked_all((5, length))
    expected[:3] = np.repeat(np.arange(RANKS), LENGTH)
    expected[1, ::2] = 9
    expected[4, 0:2] = [7, 8]
    seen_by_other("compressed.nc", expected)


def seen_by_other(path, expected):
    """Collective."""
    comm.barrier()
    try:
        import netCDF4
    except ImportError:
        return
    if RANK == 0:
        with netCDF4.Dataset(path) as file:
            filters = file["v"].filters()
            assert (filters["zlib"], filters["complevel"], filters["shuffle"], filters["fletcher32"]) == (True, 3, True, True), filters
            assert file["v"].chunking() == [2, min(LENGTH * RANKS, LENGTH + 3)] and file["c"].chunking() == "contiguous"
            np.testing.assert_array_equal(np.ma.filled(file["v"][:], -1), np.ma.filled(np.ma.asarray(expected), -1))
            np.testing.assert_array_equal(file["c"][:], np.repeat(np.arange(RANKS), LENGTH))
    comm.barrier()


def a_set_is_complete():
    """Its master has no data, and is not taken for a file that ends before these."""
    with weftnc.Dataset("set.nc", "w", comm=comm, info={"weft_parts": "2"}) as dataset:
        dataset.createDimension("y", 64)
        dataset.createDimension("x", RANKS * 1000)
        dataset.createVariable("v", "f8", ("y", "x"))[:, RANK * 1000:(RANK + 1) * 1000] = RANK
    assert os.path.exists("set.nc.0001")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with weftnc.Dataset("set.nc", comm=comm) as dataset:
            assert np.array_equal(dataset["v"][63, RANK * 1000:(RANK + 1) * 1000], np.full(1000, RANK))


def records_of_others():
    """All processes hear of the same number, also when the time is over."""
    with weftnc.Dataset("growing.nc", "w", comm=comm) as writer:
        writer.createDimension("time")
        writer.createDimension("x", RANKS)
        value = writer.createVariable("value", "i4", ("time", "x"))
        writer.sync()
        with weftnc.Dataset("growing.nc", comm=comm) as reader:
            for number in range(3):
                value[number, RANK:RANK + 1] = number
                writer.sync()
                assert comm.allgather(reader.wait_for_records(timeout=60)) == [number + 1] * RANKS
                np.testing.assert_array_equal(reader["value"][number], np.full(RANKS, number))
            assert comm.allgather(reader.wait_for_records(timeout=0.01 * (RANK + 1))) == [3] * RANKS


def main():
    for seed in python_tests.seeds(20, 1) if "WEFT_SEED" in os.environ else range(1, 21):
        try:
            random_program(seed)
        except AssertionError:
            print(python_tests.replay_of(seed), flush=True)
            raise
    one_is_wrong()
    changing_makes_what_is_missing()
    for form in ("NETCDF3_64BIT_DATA", "NETCDF4"):
        each_by_itself(form)
    compressed()
    a_set_is_complete()
    records_of_others()
    with weftnc.Dataset("random.nc", comm=MPI.COMM_SELF) as alone:
        assert alone["v"].shape == (3, RANKS * LENGTH)
    print(f"rank {RANK}: passed")


main()
