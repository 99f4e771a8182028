# SPDX-License-Identifier: BSD-3-Clause
"""FILE: MPI.File of mpi4py, as its users write it. Says what came between it and the MPI library, and `ok`."""
import sys
from array import array

from mpi4py import MPI


def numbers(count):
    return array("i", bytes(4 * count))


def views(file, rank, ranks):
    column = MPI.INT.Create_resized(0, 4 * ranks)
    column.Commit()
    file.Set_view(4 * rank, MPI.INT, column)
    column.Free()
    mine = array("i", [i * ranks + rank for i in range(1000)])
    file.Write_all(mine)
    file.Sync()
    MPI.COMM_WORLD.Barrier()
    got = numbers(1000)
    file.Read_at_all(0, got)
    assert got == mine
    part = numbers(5)
    file.Iread_at(10, part).Wait()
    assert part == mine[10:15]
    file.Iwrite_at_all(0, mine).Wait()
    file.Set_view(0, MPI.INT, MPI.INT)
    row = numbers(ranks)
    status = MPI.Status()
    file.Read_at_all(999 * ranks, row, status)
    assert list(row) == list(range(999 * ranks, 1000 * ranks)) and status.Get_count(MPI.INT) == ranks


def pointers(file, rank, ranks):
    file.Set_size(0)
    own = array("i", [rank])
    file.Write_ordered(own)
    file.Write_shared(own)
    file.Sync()
    MPI.COMM_WORLD.Barrier()
    file.Sync()
    got = numbers(2 * ranks)
    file.Read_at_all(0, got)
    assert list(got[:ranks]) == list(range(ranks)) and sorted(got[ranks:]) == list(range(ranks))
    assert file.Get_position_shared() == 2 * ranks
    file.Set_atomicity(True)
    file.Write_at(rank, own)
    file.Set_atomicity(False)
    status = MPI.Status()
    file.Read_at(2 * ranks - 1, numbers(4), status)
    assert status.Get_count(MPI.INT) == 1


def errors(file):
    try:
        file.Read_at(-1, numbers(1))
    except MPI.Exception as error:
        assert error.Get_error_class() == MPI.ERR_ARG
    else:
        raise AssertionError("there is nothing at -1")


def main():
    comm = MPI.COMM_WORLD
    file = MPI.File.Open(comm, sys.argv[1], MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE)
    is_weft = "weft_method" in file.Get_info().keys()
    views(file, comm.rank, comm.size)
    pointers(file, comm.rank, comm.size)
    errors(file)
    file.Close()
    if comm.rank == 0:
        print(MPI.Get_library_version().splitlines()[0], "with Weft" if is_weft else "alone", "ok")


main()
