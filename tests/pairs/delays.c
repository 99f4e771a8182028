// SPDX-License-Identifier: BSD-3-Clause
// Preloaded: makes some writes and locks of a process take longer, as slow storage targets and busy
// hosts do. Which ones, and by how much, is drawn from WEFT_DELAYS, a seed, and the number of the call.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { longest_microseconds = 2000 };

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/// One call in `share`; files differ in how slow they are.
static void delay(int file, unsigned share) {
    static atomic_ullong calls;
    const char* const seed = getenv("WEFT_DELAYS");
    if (seed == NULL) return;
    const char* const rank = getenv("OMPI_COMM_WORLD_RANK");
    const char* const pmi = getenv("PMI_RANK");
    const uint64_t who = strtoull(rank != NULL ? rank : pmi != NULL ? pmi : "0", NULL, 10);
    const uint64_t plan = mixed(strtoull(seed, NULL, 10) * 64 + who);
    const uint64_t call = mixed(plan + atomic_fetch_add(&calls, 1));
    if (call % share != 0) return;
    const uint64_t slowness = mixed(plan ^ (uint64_t)file) % longest_microseconds;
    const int before = errno;
    usleep((useconds_t)(call / share % (slowness + 1)));
    errno = before;
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
    delay(file, 8);
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off_t offset) {
    delay(file, 8);
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

static int control(int file, int command, void* argument) {
    if (command == F_OFD_SETLKW || command == F_OFD_SETLK || command == F_OFD_GETLK) delay(file, 4);
    return (int)syscall(SYS_fcntl, file, command, argument);
}

int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    return control(file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    return control(file, command, argument);
}
