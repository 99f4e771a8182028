// SPDX-License-Identifier: BSD-3-Clause
#include "measurement.h"

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

double bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double bench_start(MPI_Comm comm) {
    enum { root = 0 };
    static const double time_slice = 4e-3;
    static const double message = 100e-6;
    int ranks;
    MPI_Comm_size(comm, &ranks);
    MPI_Barrier(comm);
    const bool crowded = ranks > sysconf(_SC_NPROCESSORS_ONLN);
    double instant = bench_now() + (crowded ? ranks * time_slice : message);
    MPI_Bcast(&instant, 1, MPI_DOUBLE, root, comm);
    while (bench_now() < instant) sched_yield();
    return instant;
}

double bench_span(MPI_Comm comm, double start) {
    double both[2] = {-start, bench_now()};
    MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_MAX, comm);
    return both[0] + both[1];
}

static bool write_zeros(const char* path, int64_t bytes, int64_t offset) {
    static char block[64 << 10];
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    bool good = file >= 0;
    for (int64_t done = 0; good && done < bytes; done += (int64_t)sizeof block)
        good = pwrite(file, block, sizeof block, offset + done) == (ssize_t)sizeof block;
    return file >= 0 && close(file) == 0 && good;
}

void bench_level_the_field(MPI_Comm comm, const char* path, int64_t bytes) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    if (!write_zeros(path, bytes, rank * (bytes + (64 << 10)))) {
        perror(path);
        MPI_Abort(comm, EXIT_FAILURE);
    }
    MPI_Barrier(comm);
    if (rank == 0) unlink(path);
    MPI_Barrier(comm);
}
