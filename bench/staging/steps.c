/* SPDX-License-Identifier: BSD-3-Clause */
/* steps FILE MIB STEPS SECONDS: each rank computes for so many seconds of its processor, then puts
 * so many MiB of a record variable, half of them noise, STEPS times. Prints, as the slowest rank
 * has it: the seconds of computing, of puts, of close, and of all together. Built with Weft, and
 * with PnetCDF.
 *
 * steps --bare FOLDER MIB STEPS: the same bytes by pwrite of 1 MiB each into a file of each rank.
 *
 * steps --swapped FOLDER MIB STEPS: the same, of values that are first brought into the order of
 * bytes that the file has.
 */
#include <fcntl.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const size_t mebi = 1 << 20;
static int rank, ranks;

static void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "rank %d: %s: %s\n", rank, what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A fixed amount of work, found by trying: so it takes longer where it is disturbed. */
static volatile double sink;
static void work(long rounds) {
    double x = 1.0001;
    for (long i = 0; i < rounds; ++i) x = x * 1.0000001 + 1e-9;
    sink = x;
}

static long rounds_for(double seconds) {
    const long trial = 20000000;
    const double began = MPI_Wtime();
    work(trial);
    return (long)(seconds / (MPI_Wtime() - began) * (double)trial);
}

static void print(double* seconds, int count) {
    double all[4];
    MPI_Reduce(seconds, all, count, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank != 0) return;
    for (int i = 0; i < count; ++i) printf("%.6f ", all[i]);
    printf("\n");
}

/* Values that can be compressed to about a half. */
static void fill(int* data, size_t count) {
    uint32_t noise = 1;
    for (size_t i = 0; i < count; ++i) {
        noise = noise * 1664525 + 1013904223;
        data[i] = (int)(i / 64 + (noise >> 16));
    }
}

/* 1 MiB of values in the order of the file. */
static void swap(uint32_t* to, const uint32_t* from) {
    for (size_t i = 0; i < mebi / 4; ++i) to[i] = __builtin_bswap32(from[i]);
}

static void bare(const char* folder, size_t mib, int steps, bool swaps) {
    char path[4096];
    snprintf(path, sizeof path, "%s/weft-bench-bare-%d", folder, rank);
    char* const values = malloc(mib * mebi);
    uint32_t* const bytes = malloc(mebi);
    memset(values, 1, mib * mebi);
    memset(bytes, 1, mebi);
    const int fd = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    for (size_t i = 0; i < mib * (size_t)steps; ++i) {
        const char* const mine = values + i % mib * mebi;
        if (swaps) swap(bytes, (const uint32_t*)mine);
        const void* const from = swaps ? (const void*)bytes : mine;
        if (pwrite(fd, from, mebi, (off_t)(i * mebi)) != (ssize_t)mebi)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    double seconds[1] = {MPI_Wtime() - began};
    close(fd);
    unlink(path);
    free(bytes);
    free(values);
    print(seconds, 1);
}

static void run(const char* path, size_t mib, int steps, double compute) {
    int ncid, dims[2], id;
    /* Without output, there is a variable, but nobody puts. */
    const MPI_Offset values = mib > 0 ? (MPI_Offset)(mib * mebi / 4) : 1;
    int* const data = malloc(mib * mebi);
    fill(data, mib * mebi / 4);
    const long rounds = compute > 0 ? rounds_for(compute) : 0;
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid),
          "create");
    check(ncmpi_def_dim(ncid, "t", NC_UNLIMITED, &dims[0]), "def_dim");
    check(ncmpi_def_dim(ncid, "x", values * ranks, &dims[1]), "def_dim");
    check(ncmpi_def_var(ncid, "v", NC_INT, 2, dims, &id), "def_var");
    check(ncmpi_enddef(ncid), "enddef");
    double seconds[4] = {0, 0, 0, 0};
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        double at = MPI_Wtime();
        work(rounds);
        seconds[0] += MPI_Wtime() - at;
        const MPI_Offset start[2] = {step, values * rank};
        const MPI_Offset count[2] = {1, values};
        at = MPI_Wtime();
        if (mib > 0) check(ncmpi_put_vara_int_all(ncid, id, start, count, data), "put");
        seconds[1] += MPI_Wtime() - at;
    }
    const double closing = MPI_Wtime();
    check(ncmpi_close(ncid), "close");
    seconds[2] = MPI_Wtime() - closing;
    seconds[3] = MPI_Wtime() - began;
    free(data);
    print(seconds, 4);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5) return 2;
    const bool swaps = strcmp(argv[1], "--swapped") == 0;
    if (swaps || strcmp(argv[1], "--bare") == 0)
        bare(argv[2], (size_t)atol(argv[3]), atoi(argv[4]), swaps);
    else
        run(argv[1], (size_t)atol(argv[2]), atoi(argv[3]), atof(argv[4]));
    MPI_Finalize();
    return 0;
}
