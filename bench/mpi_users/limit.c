// SPDX-License-Identifier: BSD-3-Clause
//
// What the machine gives to as many processes that move as many bytes with bare system calls: each
// has one contiguous part of the file and of memory, and calls of a size that stays in a core's
// cache. No exchange, no view, no rank that waits for another.

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "plan.h"

enum { word_bytes = 4, piece_bytes = 256 << 10, line_bytes = 64 };

static int64_t first_word, words;
static int file;

workload_extent workload_prepare(const workload_case* which) {
    plan it = plan_of(which);
    plan_release(&it);
    words = it.extent.file_words / which->ranks;
    first_word = which->rank * words;
    return (workload_extent){.memory_words = words, .file_words = words * which->ranks};
}

int64_t workload_file_word(int64_t memory_word) {
    return first_word + memory_word;
}

static void open_file(const char* path, int flags) {
    file = open(path, flags, 0644);
    workload_require(file >= 0, "open");
}

void workload_create(const char* path) {
    open_file(path, O_WRONLY | O_CREAT);
}

void workload_open(const char* path) {
    open_file(path, O_RDONLY);
}

static size_t piece_at(int64_t done) {
    const int64_t left = words * word_bytes - done;
    return (size_t)(left < piece_bytes ? left : piece_bytes);
}

// The kernel fetches what it copies page by page, while others wait for the file.
static void bring_into_cache(const volatile char* piece, size_t bytes) {
    for (size_t i = 0; i < bytes; i += line_bytes) (void)piece[i];
}

void workload_write(const uint32_t* memory) {
    const char* const from = (const char*)memory;
    for (int64_t done = 0; done < words * word_bytes; done += piece_bytes) {
        bring_into_cache(from + done, piece_at(done));
        const ssize_t moved =
            pwrite(file, from + done, piece_at(done), first_word * word_bytes + done);
        workload_require(moved == (ssize_t)piece_at(done), "pwrite");
    }
}

void workload_read(uint32_t* memory) {
    char* const to = (char*)memory;
    for (int64_t done = 0; done < words * word_bytes; done += piece_bytes) {
        const ssize_t moved =
            pread(file, to + done, piece_at(done), first_word * word_bytes + done);
        workload_require(moved == (ssize_t)piece_at(done), "pread");
    }
}

void workload_close(void) {
    workload_require(close(file) == 0, "close");
}

int64_t workload_data_offset(void) {
    return 0;
}

void workload_release(void) {}

void workload_version(const char* directory, char* text, size_t length) {
    (void)directory;
    snprintf(text, length, "pwrite and pread");
}
