// SPDX-License-Identifier: BSD-3-Clause
// Opens a file and reads a variable, or one index of its slowest dimension, and says how long each
// took and what the sum of the values is:
//     read_variable NAME VARIABLE [INDEX | /DIMENSION]
// Each rank reads a part of the variable, cut along that dimension: the slowest one, or a given
// one. Prints: seconds of the opening, seconds of the reading, bytes, sum.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc < 3) return 2;
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const double begin = MPI_Wtime();
    int ncid = 0;
    int variable = 0;
    int ndims = 0;
    int dimensions[NC_MAX_VAR_DIMS];
    check(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    const double opened = MPI_Wtime();
    check(ncmpi_inq_varid(ncid, argv[2], &variable), "inq_varid");
    check(ncmpi_inq_var(ncid, variable, NULL, NULL, &ndims, dimensions, NULL), "inq_var");
    MPI_Offset start[NC_MAX_VAR_DIMS] = {0};
    MPI_Offset count[NC_MAX_VAR_DIMS];
    MPI_Offset elements = 1;
    const int cut = argc > 3 && argv[3][0] == '/' ? atoi(argv[3] + 1) : 0;
    for (int i = 0; i < ndims; ++i) {
        check(ncmpi_inq_dimlen(ncid, dimensions[i], &count[i]), "inq_dimlen");
    }
    if (argc > 3 && argv[3][0] != '/') {
        start[0] = atoll(argv[3]);
        count[0] = rank == 0 ? 1 : 0;
    } else {
        const MPI_Offset all = count[cut];
        start[cut] = all * rank / ranks;
        count[cut] = all * (rank + 1) / ranks - start[cut];
    }
    for (int i = 0; i < ndims; ++i) elements *= count[i];
    float* const values = malloc((size_t)(elements + 1) * sizeof *values);
    check(ncmpi_get_vara_float_all(ncid, variable, start, count, values), "get_vara");
    const double read = MPI_Wtime();
    double sum = 0;
    for (MPI_Offset i = 0; i < elements; ++i) sum += values[i];
    double all_sum = 0;
    MPI_Reduce(&sum, &all_sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.4f %.4f %lld %.6f\n", opened - begin, read - opened,
               (long long)(elements * (MPI_Offset)sizeof *values), all_sum);
    check(ncmpi_close(ncid), "close");
    free(values);
    MPI_Finalize();
    return 0;
}
