// SPDX-License-Identifier: BSD-3-Clause
#include "level.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_and_leave(const char* path, int64_t bytes, int64_t offset) {
    static char block[64 << 10];
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    for (int64_t done = 0; file >= 0 && done < bytes; done += (int64_t)sizeof block) {
        if (pwrite(file, block, sizeof block, offset + done) == (ssize_t)sizeof block) continue;
        perror(path);
        exit(EXIT_FAILURE);
    }
    close(file);
}

void bench_level_the_field(MPI_Comm comm, const char* path, int64_t bytes) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    write_and_leave(path, bytes, rank * (bytes + (64 << 10)));
    MPI_Barrier(comm);
    if (rank == 0) unlink(path);
    MPI_Barrier(comm);
}
