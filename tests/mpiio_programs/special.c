/* SPDX-License-Identifier: BSD-3-Clause
 * What MPI-IO makes of a name that may be no regular file: special NAME r|w|d
 * Opens it, reads or writes four bytes together and alone, and closes it; or deletes it. Rank 0
 * prints how each call ended. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank = 0;

static void tell(const char* call, int code) {
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    if (rank == 0) printf("%s: %d\n", call, class);
}

static void tell_count(const char* call, int code, MPI_Status* status) {
    int count = -1;
    tell(call, code);
    if (code != MPI_SUCCESS) return;
    MPI_Get_count(status, MPI_CHAR, &count);
    if (rank == 0) printf("  %d bytes\n", count);
}

static void use(MPI_File file, int writes) {
    char text[4] = "0123";
    MPI_Status status;
    if (writes) {
        tell_count("write_at_all", MPI_File_write_at_all(file, 0, text, 4, MPI_CHAR, &status),
                   &status);
        tell_count("write", MPI_File_write(file, text, 4, MPI_CHAR, &status), &status);
    } else {
        tell_count("read_at_all", MPI_File_read_at_all(file, 0, text, 4, MPI_CHAR, &status),
                   &status);
        tell_count("read", MPI_File_read(file, text, 4, MPI_CHAR, &status), &status);
    }
}

int main(int argc, char** argv) {
    MPI_File file = MPI_FILE_NULL;
    if (argc != 3) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argv[2][0] == 'd') {
        tell("delete", MPI_File_delete(argv[1], MPI_INFO_NULL));
    } else {
        const int writes = argv[2][0] == 'w';
        const int code = MPI_File_open(MPI_COMM_WORLD, argv[1],
                                       writes ? MPI_MODE_WRONLY | MPI_MODE_CREATE : MPI_MODE_RDONLY,
                                       MPI_INFO_NULL, &file);
        tell("open", code);
        if (code == MPI_SUCCESS) {
            use(file, writes);
            tell("close", MPI_File_close(&file));
        }
    }
    MPI_Finalize();
    return 0;
}
