// SPDX-License-Identifier: BSD-3-Clause
// Loaded before Weft (LD_PRELOAD), opens the files of a folder through the server that has it, for
// programs that open them only to read: tests of reading, in any language, with their files on the
// web. READS_FROM_WEB is "FOLDER=URL"; the programs run in the folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((visibility("default"))) int ncmpi_open(MPI_Comm comm, const char* path, int mode,
                                                      MPI_Info info, int* id);
__attribute__((visibility("default"))) int ncmpi_inq_path(int id, int* length, char* path);

// The URL of the folder, and how many characters the folder's own name has.
static const char* site(size_t* folder_length) {
    const char* const given = getenv("READS_FROM_WEB");
    const char* const equals = given != NULL ? strchr(given, '=') : NULL;
    if (equals == NULL) abort();
    *folder_length = (size_t)(equals - given);
    return equals + 1;
}

// Returns false if the file is not in the folder, or has a prefix or a scheme in its name.
static bool name_on_the_web(const char* path, char* name, size_t room) {
    size_t folder_length = 0;
    const char* const url = site(&folder_length);
    if (strchr(path, ':') != NULL) return false;
    if (path[0] == '/') {
        if (strncmp(path, getenv("READS_FROM_WEB"), folder_length) != 0) return false;
        return snprintf(name, room, "%s%s", url, path + folder_length) < (int)room;
    }
    return snprintf(name, room, "%s/%s", url, path) < (int)room;
}

int ncmpi_open(MPI_Comm comm, const char* path, int mode, MPI_Info info, int* id) {
    int (*open)(MPI_Comm, const char*, int, MPI_Info, int*);
    *(void**)&open = dlsym(RTLD_NEXT, "ncmpi_open");
    char name[8192];
    const bool only_reads = (mode & NC_WRITE) == 0 && path != NULL;
    const bool is_there = only_reads && name_on_the_web(path, name, sizeof name);
    return open(comm, is_there ? name : path, mode, info, id);
}

// The name that the program has given.
int ncmpi_inq_path(int id, int* length, char* path) {
    int (*inq_path)(int, int*, char*);
    *(void**)&inq_path = dlsym(RTLD_NEXT, "ncmpi_inq_path");
    size_t folder_length = 0;
    const char* const url = site(&folder_length);
    char name[8192];
    const int status = inq_path(id, NULL, name);
    const size_t skipped = strncmp(name, url, strlen(url)) == 0 ? strlen(url) + 1 : 0;
    if (status == NC_NOERR && length != NULL) *length = (int)strlen(name + skipped);
    if (status == NC_NOERR && path != NULL) strcpy(path, name + skipped);
    return status;
}
