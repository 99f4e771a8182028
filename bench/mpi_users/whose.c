// SPDX-License-Identifier: BSD-3-Clause
//
// Whose MPI_File_* a program meets. What was to be measured must be what was: a library that is not
// found is preloaded with no more than a warning.

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "workload.h"

// Only Weft has this hint.
static bool is_weft(const char* directory) {
    char path[4096];
    snprintf(path, sizeof path, "%s/whose", directory);
    MPI_File file;
    workload_require(MPI_File_open(MPI_COMM_WORLD, path,
                                   MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                                   MPI_INFO_NULL, &file) == MPI_SUCCESS,
                     "no file can be made in the directory");
    MPI_Info info;
    MPI_File_get_info(file, &info);
    char value[MPI_MAX_INFO_VAL + 1];
    int found = 0;
    MPI_Info_get(info, "weft_method", MPI_MAX_INFO_VAL, value, &found);
    MPI_Info_free(&info);
    MPI_File_close(&file);
    return found != 0;
}

void workload_version(const char* directory, char* text, size_t length) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int version_length = 0;
    MPI_Get_library_version(version, &version_length);
    version[strcspn(version, ",\n\t")] = '\0';
    snprintf(text, length, "%s%s", is_weft(directory) ? "Weft in front of " : "MPI-IO of ",
             version);
}
