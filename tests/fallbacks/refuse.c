// SPDX-License-Identifier: BSD-3-Clause
// Loaded before the C library: a machine on which some system calls do not work. WEFT_REFUSE names
// them. What the ranks' MPI does with the same calls is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

static int is_refused(const char* what) {
    const char* list = getenv("WEFT_REFUSE");
    return list != NULL && strstr(list, what) != NULL;
}

int shm_open(const char* name, int flags, mode_t mode) {
    if (is_refused("shm_open") && strncmp(name, "/weft.", 6) == 0) {
        errno = EACCES;
        return -1;
    }
    int (*real)(const char*, int, mode_t) =
        (int (*)(const char*, int, mode_t))dlsym(RTLD_NEXT, "shm_open");
    return real(name, flags, mode);
}

int madvise(void* address, size_t length, int advice) {
    // An old kernel, one without huge pages, and a /dev/shm that is full or nearly so.
    if ((advice == MADV_POPULATE_WRITE && is_refused("populate")) ||
        (advice == MADV_HUGEPAGE && is_refused("huge_pages"))) {
        errno = EINVAL;
        return -1;
    }
    const int is_large = length > (256 << 10);
    if (advice == MADV_POPULATE_WRITE &&
        (is_refused("all_space") || (is_large && is_refused("large_space")))) {
        errno = EFAULT;
        return -1;
    }
    int (*real)(void*, size_t, int) = (int (*)(void*, size_t, int))dlsym(RTLD_NEXT, "madvise");
    return real(address, length, advice);
}

int posix_fallocate(int file, off_t offset, off_t length) {
    if (is_refused("fallocate")) return ENOSPC;
    int (*real)(int, off_t, off_t) =
        (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");
    return real(file, offset, length);
}
