/* SPDX-License-Identifier: BSD-3-Clause */
/* One variable, divided among the ranks along an axis, is written to a file, or read from it:
 *     cross NAME write|read z|y|x MEBIBYTES SECONDS [together|alone]
 * Rank 0 prints four times, in seconds: of opening, of the call that moves all bytes (an
 * independent one if it says so), of ncmpi_sync, which is called if it says either, and of closing.
 * So many seconds are between opening and moving: what a program would calculate in. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

/* The time when all ranks have come as far as this. */
static double together_at(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

static void create(const char* name, const MPI_Offset* lengths, int* ncid, int* id) {
    int dimensions[3];
    CHECK(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, ncid));
    for (int i = 0; i < 3; i++) {
        const char axis[2] = {"zyx"[i], 0};
        CHECK(ncmpi_def_dim(*ncid, axis, lengths[i], &dimensions[i]));
    }
    CHECK(ncmpi_def_var(*ncid, "v", NC_FLOAT, 3, dimensions, id));
    CHECK(ncmpi_enddef(*ncid));
}

static void move(int ncid, int id, const MPI_Offset* start, const MPI_Offset* count, float* data,
                 int writes, int alone) {
    if (!alone) {
        CHECK(writes ? ncmpi_put_vara_float_all(ncid, id, start, count, data)
                     : ncmpi_get_vara_float_all(ncid, id, start, count, data));
        return;
    }
    CHECK(ncmpi_begin_indep_data(ncid));
    CHECK(writes ? ncmpi_put_vara_float(ncid, id, start, count, data)
                 : ncmpi_get_vara_float(ncid, id, start, count, data));
    CHECK(ncmpi_end_indep_data(ncid));
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 6 && argc != 7) return 2;
    const int writes = strcmp(argv[2], "write") == 0;
    const int axis = (int)(strchr("zyx", argv[3][0]) - "zyx");
    const int syncs = argc == 7;
    const int alone = syncs && strcmp(argv[6], "alone") == 0;
    /* floats: 256 by 256 in a plane */
    const MPI_Offset lengths[3] = {atoi(argv[4]) * 4, 256, 256};
    MPI_Offset start[3] = {0, 0, 0}, count[3] = {lengths[0], lengths[1], lengths[2]};
    count[axis] /= ranks;
    start[axis] = rank * count[axis];
    const MPI_Offset values = count[0] * count[1] * count[2];
    float* data = malloc((size_t)values * sizeof *data);
    for (MPI_Offset i = 0; i < values; i++) data[i] = (float)((i * 31 + rank) % 10007);
    int ncid, id;
    const double begun = together_at();
    if (writes) {
        create(argv[1], lengths, &ncid, &id);
    } else {
        CHECK(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_NOWRITE, MPI_INFO_NULL, &ncid));
        CHECK(ncmpi_inq_varid(ncid, "v", &id));
        memset(data, 0, (size_t)values * sizeof *data);
    }
    const double opened = together_at();
    usleep((useconds_t)(atof(argv[5]) * 1e6));
    const double begins = together_at();
    move(ncid, id, start, count, data, writes, alone);
    const double moved = together_at();
    if (syncs) CHECK(ncmpi_sync(ncid));
    const double synced = together_at();
    CHECK(ncmpi_close(ncid));
    const double closed = together_at();
    for (MPI_Offset i = 0; i < values; i++) {
        if (data[i] != (float)((i * 31 + rank) % 10007)) {
            fprintf(stderr, "rank %d: value %lld is another\n", rank, (long long)i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    if (rank == 0)
        printf("%.4f %.4f %.4f %.4f\n", opened - begun, moved - begins, synced - moved,
               closed - synced);
    MPI_Finalize();
    return 0;
}
