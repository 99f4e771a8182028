/* SPDX-License-Identifier: BSD-3-Clause
 * Moves the shared pointer by collective calls, and then by one rank's: ordered FILE. Says whether
 * the latter was "done" or "refused". */
#include <mpi.h>
#include <stdio.h>

static void require(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void expect_position(MPI_File file, MPI_Offset expected) {
    MPI_Offset position = -1;
    MPI_File_get_position_shared(file, &position);
    require(position == expected, "the shared pointer is elsewhere");
}

int main(int argc, char** argv) {
    MPI_File file;
    int rank = 0, ranks = 0, value = 0, class = MPI_SUCCESS;
    if (argc != 2) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                          &file) == MPI_SUCCESS,
            "MPI_File_open");
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    expect_position(file, 0);
    for (int round = 0; round < 3; ++round) {
        value = round * ranks + rank;
        require(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS,
                "MPI_File_write_ordered");
    }
    expect_position(file, 3 * ranks);
    require(MPI_File_seek_shared(file, ranks, MPI_SEEK_SET) == MPI_SUCCESS, "MPI_File_seek_shared");
    require(MPI_File_read_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
                value == ranks + rank,
            "MPI_File_read_ordered");
    expect_position(file, 2 * ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Error_class(MPI_File_read_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), &class);
    require(class == MPI_SUCCESS || class == MPI_ERR_UNSUPPORTED_OPERATION, "MPI_File_read_shared");
    if (rank == 0) puts(class == MPI_SUCCESS ? "done" : "refused");
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
