// SPDX-License-Identifier: BSD-3-Clause
// Preloaded: makes some writes and locks of a process take longer, as slow storage targets and busy
// hosts do. Which ones, and by how much, is drawn from a seed and the number of the call.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { longest_in_all = 300000 };  // microseconds of one plan

static atomic_ullong plan;  // 0: none
static atomic_ullong calls;
static atomic_ullong delayed;

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

/// From now on. A quarter of the plans is of a process that is hardly slow at all.
__attribute__((visibility("default"))) void plan_delays(uint64_t seed) {
    calls = 0;
    delayed = 0;
    plan = mixed(seed + 1) | 1U;
}

/// Files differ in how slow they are, as if on targets of their own.
static void delay(int file) {
    static const unsigned longest[] = {300, 3000, 30000, 30000};  // microseconds
    if (plan == 0 || delayed > longest_in_all) return;
    const uint64_t call = mixed(plan + atomic_fetch_add(&calls, 1));
    const uint64_t slowness = mixed(plan ^ (uint64_t)file) % longest[plan >> 8 & 3U];
    if (call % 2 != 0) return;
    const uint64_t now = call / 2 % (slowness + 1);
    const int before = errno;
    delayed += now;
    usleep((useconds_t)now);
    errno = before;
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
    delay(file);
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off_t offset) {
    delay(file);
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

static int control(int file, int command, void* argument) {
    if (command == F_OFD_SETLKW || command == F_OFD_SETLK || command == F_OFD_GETLK) delay(file);
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
