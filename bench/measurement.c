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

// Other ranks may still be at work on this core, and an MPI that waits busily would keep it for a
// time slice.
static void await(MPI_Request* request) {
    static const struct timespec nap = {.tv_nsec = 50000};
    int done = 0;
    while (MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
        nanosleep(&nap, NULL);
}

double bench_start(MPI_Comm comm) {
    enum { root = 0 };
    static const double time_to_get_ready = 1e-3;
    MPI_Request request;
    MPI_Ibarrier(comm, &request);
    await(&request);
    double instant = bench_now() + time_to_get_ready;
    MPI_Ibcast(&instant, 1, MPI_DOUBLE, root, comm, &request);
    await(&request);
    while (bench_now() < instant) sched_yield();
    return instant;
}

double bench_span(MPI_Comm comm, double start) {
    double both[2] = {-start, bench_now()};
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_MAX, comm, &request);
    await(&request);
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
