// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM DIRECTORY MIB CASE...: writes and reads a file for each case and prints a line of JSON
// for each timing. A timing is printed only after all values were found correct: those in the file
// by plain system calls, where they lie in order. The first line says who does the work. The files
// stay for a comparison: DIRECTORY/CASE.
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measurement.h"
#include "workload.h"

// A launch takes longer than most of what it times.
enum { word_bytes = sizeof(uint32_t), piece_words = 1 << 16, timed_runs = 3 };

// What no rank writes; the words between the data in memory keep it.
static const uint32_t untouched = 0xA5A5A5A4U;

typedef struct {
    workload_case which;
    workload_extent extent;
    const char* path;
    uint32_t* memory;
} trial;

typedef struct {
    double write_seconds;
    double read_seconds;
} timing;

static uint32_t expected_in_memory(int64_t memory_word) {
    const int64_t word = workload_file_word(memory_word);
    return word == workload_no_data ? untouched : workload_value(word);
}

static void fill_memory(const trial* it) {
    for (int64_t i = 0; i < it->extent.memory_words; ++i) it->memory[i] = expected_in_memory(i);
}

static void check_memory(const trial* it, const char* what) {
    int64_t wrong = 0;
    for (int64_t i = 0; i < it->extent.memory_words; ++i)
        wrong += it->memory[i] != expected_in_memory(i);
    workload_require(wrong == 0, what);
}

// Each rank an equal share.
static void check_file(const trial* it) {
    static uint32_t piece[piece_words];
    const int64_t offset = workload_data_offset();
    if (offset == workload_scattered) return;
    const int file = open(it->path, O_RDONLY);
    workload_require(file >= 0, "the file cannot be opened");
    const int64_t all = it->extent.file_words;
    int64_t word = all * it->which.rank / it->which.ranks;
    const int64_t end = all * (it->which.rank + 1) / it->which.ranks;
    while (word < end) {
        const int64_t wanted = end - word < piece_words ? end - word : piece_words;
        const ssize_t got =
            pread(file, piece, (size_t)wanted * word_bytes, offset + word * word_bytes);
        workload_require(got == (ssize_t)wanted * word_bytes, "the file is too short");
        int64_t wrong = 0;
        for (int64_t i = 0; i < wanted; ++i) wrong += piece[i] != workload_value(word + i);
        workload_require(wrong == 0, "values in the file are wrong");
        word += wanted;
    }
    close(file);
}

static double write_file(const trial* it) {
    if (it->which.rank == 0) unlink(it->path);
    MPI_Barrier(MPI_COMM_WORLD);
    bench_level_the_field(MPI_COMM_WORLD, it->path,
                          it->extent.file_words * word_bytes / it->which.ranks);
    fill_memory(it);
    workload_create(it->path);
    const double start = bench_start(MPI_COMM_WORLD);
    workload_write(it->memory);
    workload_close();
    const double seconds = bench_span(MPI_COMM_WORLD, start);
    check_memory(it, "writing has changed the user's memory");
    check_file(it);
    return seconds;
}

static double read_file(const trial* it) {
    for (int64_t i = 0; i < it->extent.memory_words; ++i) it->memory[i] = untouched;
    workload_open(it->path);
    const double start = bench_start(MPI_COMM_WORLD);
    workload_read(it->memory);
    const double seconds = bench_span(MPI_COMM_WORLD, start);
    workload_close();
    check_memory(it, "values that were read are wrong");
    return seconds;
}

static timing run_once(const trial* it) {
    timing result;
    result.write_seconds = write_file(it);
    result.read_seconds = read_file(it);
    return result;
}

static void print_timing(const trial* it, const char* operation, double seconds) {
    if (it->which.rank != 0) return;
    printf("{\"case\": \"%s\", \"op\": \"%s\", \"bytes\": %lld, \"seconds\": %.9f}\n",
           it->which.name, operation, (long long)it->extent.file_words * word_bytes, seconds);
    fflush(stdout);
}

static void run_case(const workload_case* which, const char* directory, bool warm) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, which->name);
    trial it = {.which = *which, .path = path};
    it.extent = workload_prepare(which);
    it.memory = malloc((size_t)it.extent.memory_words * word_bytes);
    workload_require(it.memory != NULL, "not enough memory");
    // Once untimed: modules are loaded, file systems probed, and memory is touched that a virtual
    // machine had given back to its host.
    if (!warm) run_once(&it);
    for (int i = 0; i < timed_runs; ++i) {
        const timing result = run_once(&it);
        print_timing(&it, "write", result.write_seconds);
        print_timing(&it, "read", result.read_seconds);
    }
    free(it.memory);
    workload_release();
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    workload_require(argc >= 4, "usage: PROGRAM DIRECTORY MIB CASE...");
    workload_case which = {.words = atoll(argv[2]) * (1 << 20) / word_bytes};
    MPI_Comm_rank(MPI_COMM_WORLD, &which.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &which.ranks);
    char version[2 * MPI_MAX_LIBRARY_VERSION_STRING];
    workload_version(argv[1], version, sizeof version);
    if (which.rank == 0) printf("{\"version\": \"%s\"}\n", version);
    for (int i = 3; i < argc; ++i) {
        which.name = argv[i];
        run_case(&which, argv[1], i > 3);
    }
    return MPI_Finalize();
}
