/* SPDX-License-Identifier: BSD-3-Clause */
/* One variable, divided among the ranks along an axis, is written to a file, or read from it:
 *     cross NAME write|read z|x MEBIBYTES
 * Rank 0 prints two times, in seconds: of opening, and of moving all bytes until the file is
 * closed. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5) return 2;
    const int writes = strcmp(argv[2], "write") == 0;
    const int axis = argv[3][0] == 'z' ? 0 : 2;
    /* floats: 256 by 256 in a plane */
    const MPI_Offset lengths[3] = {atoi(argv[4]) * 4, 256, 256};
    MPI_Offset start[3] = {0, 0, 0}, count[3] = {lengths[0], lengths[1], lengths[2]};
    count[axis] /= ranks;
    start[axis] = rank * count[axis];
    const MPI_Offset values = count[0] * count[1] * count[2];
    float* data = malloc((size_t)values * sizeof *data);
    for (MPI_Offset i = 0; i < values; i++) data[i] = (float)((i * 31 + rank) % 10007);
    int ncid, id, dimensions[3];
    MPI_Barrier(MPI_COMM_WORLD);
    const double begun = MPI_Wtime();
    if (writes) {
        CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL,
                           &ncid));
        for (int i = 0; i < 3; i++) {
            char name[2] = {"zyx"[i], 0};
            CHECK(ncmpi_def_dim(ncid, name, lengths[i], &dimensions[i]));
        }
        CHECK(ncmpi_def_var(ncid, "v", NC_FLOAT, 3, dimensions, &id));
        CHECK(ncmpi_enddef(ncid));
    } else {
        CHECK(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_NOWRITE, MPI_INFO_NULL, &ncid));
        CHECK(ncmpi_inq_varid(ncid, "v", &id));
        memset(data, 0, (size_t)values * sizeof *data);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double opened = MPI_Wtime();
    CHECK(writes ? ncmpi_put_vara_float_all(ncid, id, start, count, data)
                 : ncmpi_get_vara_float_all(ncid, id, start, count, data));
    CHECK(ncmpi_close(ncid));
    MPI_Barrier(MPI_COMM_WORLD);
    const double closed = MPI_Wtime();
    for (MPI_Offset i = 0; i < values; i++) {
        if (data[i] != (float)((i * 31 + rank) % 10007)) {
            fprintf(stderr, "rank %d: value %lld is another\n", rank, (long long)i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    if (rank == 0) printf("%.4f %.4f\n", opened - begun, closed - opened);
    MPI_Finalize();
    return 0;
}
