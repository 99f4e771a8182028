/* SPDX-License-Identifier: BSD-3-Clause
 * Programs that do not end as they should: ending FILE HOW
 * Every rank writes its number. HOW: "open", the file is open at MPI_Finalize; "many",
 * 70 are, and what a rank says goes to FILE.RANK; "fatal" or "abort", a call fails whose
 * file has such an error handler; "late", the file is closed when MPI_Finalize deletes the
 * attributes of MPI_COMM_SELF, as libraries do. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void set_handler(MPI_File file, const char* how) {
    if (strcmp(how, "fatal") == 0) MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
#ifdef MPI_ERRORS_ABORT
    if (strcmp(how, "abort") == 0) MPI_File_set_errhandler(file, MPI_ERRORS_ABORT);
#endif
}

/* Launchers pass on blocks of bytes: of much that several ranks say, lines come out torn. */
static void speak_to_file(const char* name, int rank) {
    char path[4096];
    snprintf(path, sizeof path, "%s.%d", name, rank);
    if (freopen(path, "w", stderr) == NULL) MPI_Abort(MPI_COMM_WORLD, 4);
}

static void open_many(const char* name, int rank, MPI_File* file) {
    speak_to_file(name, rank);
    for (int more = 0; more < 69; ++more)
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, file);
}

static int close_late(MPI_Comm self, int key, void* file, void* state) {
    (void)self, (void)key, (void)state;
    return MPI_File_close(file);
}

/* Set before the file is opened, when such a library begins. */
static void will_close(MPI_File* file) {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, close_late, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, file);
}

int main(int argc, char** argv) {
    MPI_File file = MPI_FILE_NULL;
    int rank = 0;
    if (argc != 3) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[2], "late") == 0) will_close(&file);
    if (MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS ||
        MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT,
                              MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return 3;
    MPI_Barrier(MPI_COMM_WORLD); /* a rank that is ended by another has written its number */
    if (strcmp(argv[2], "many") == 0) {
        open_many(argv[1], rank, &file);
    } else if (strcmp(argv[2], "open") != 0 && strcmp(argv[2], "late") != 0) {
        set_handler(file, argv[2]);
        MPI_File_seek(file, -1, MPI_SEEK_SET);
    }
    MPI_Finalize();
    if (rank == 0) printf("came to its end\n");
    return 0;
}
