// SPDX-License-Identifier: BSD-3-Clause
// What the launcher's test starts: ranks that return a code, hang, fork or report where they run.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void rank_that_never_comes(void) {
    for (;;) pause();
}

int main(int argc, char** argv) {
    const char* task = argc > 1 ? argv[1] : "";
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(task, "hang") == 0) {
        printf("rank %d is about to wait\n", rank);
        fflush(stdout);
        if (rank == 1) rank_that_never_comes();
    }
    if (strcmp(task, "fork") == 0 && fork() == 0) {
        setsid();
        for (int descriptor = 0; descriptor < 256; ++descriptor)
            close(descriptor);  // mpiexec waits for open pipes
        rank_that_never_comes();
    }
    if (strcmp(task, "environment") == 0) printf("%s\n", getenv("PROBE_WORD"));
    if (strcmp(task, "directory") == 0) {
        FILE* file = fopen("made-by-the-probe", "wx");
        if (file == NULL && rank == 0) MPI_Abort(MPI_COMM_WORLD, 1);
        if (file != NULL) fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) : 0;
}
