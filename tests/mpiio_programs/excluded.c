/* SPDX-License-Identifier: BSD-3-Clause
 * Opens a file, writes four bytes and closes it: excluded FILE HINT
 * HINT: the hint weft_mpiio, behind "RANK:" for that rank alone, "-" for none, or one of two that
 * do nothing else: "delete" deletes the file, "null" makes calls with MPI_FILE_NULL. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    fprintf(stderr, "%s returned %d\n", call, code);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void write_file(const char* name, MPI_Info info) {
    MPI_File file = MPI_FILE_NULL;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, info, &file),
          "MPI_File_open");
    check(MPI_File_set_size(file, 0), "MPI_File_set_size");
    check(MPI_File_write_at_all(file, 0, "0123", rank == 0 ? 4 : 0, MPI_CHAR, MPI_STATUS_IGNORE),
          "MPI_File_write_at_all");
    check(MPI_File_close(&file), "MPI_File_close");
}

static void refused(int code, const char* call) {
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    if (class == MPI_ERR_FILE) return;
    fprintf(stderr, "%s of no file returned class %d\n", call, class);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void use_no_file(void) {
    MPI_File none = MPI_FILE_NULL;
    MPI_Offset size = 0;
    refused(MPI_File_get_size(none, &size), "MPI_File_get_size");
    refused(MPI_File_close(&none), "MPI_File_close");
}

int main(int argc, char** argv) {
    MPI_Info info = MPI_INFO_NULL;
    if (argc != 3) return 2;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[2], "delete") == 0) {
        check(MPI_File_delete(argv[1], MPI_INFO_NULL), "MPI_File_delete");
    } else if (strcmp(argv[2], "null") == 0) {
        use_no_file();
    } else {
        const char* const colon = strchr(argv[2], ':');
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Info_create(&info);
        if (colon != NULL && atoi(argv[2]) == rank) MPI_Info_set(info, "weft_mpiio", colon + 1);
        if (colon == NULL && strcmp(argv[2], "-") != 0) MPI_Info_set(info, "weft_mpiio", argv[2]);
        write_file(argv[1], info);
        MPI_Info_free(&info);
    }
    MPI_Finalize();
    return 0;
}
