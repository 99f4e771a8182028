// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

// Benchmarks as users of MPI-IO write them. A program has a workload, which implements the
// functions workload_*, and main.c, which has the clock and every check. It knows nothing of Weft:
// which implementation of MPI_File_* it meets is the launcher's choice.
//
// Data are words. Word number i of the data in a file is to hold workload_value(i).

typedef struct {
    const char* name;  // such as "cube-X-collective"
    int64_t words;     // wanted of all ranks; a workload may have somewhat more, for a round shape
    int rank;
    int ranks;
} workload_case;

typedef struct {
    int64_t memory_words;  // of this rank, with what lies between the data
    int64_t file_words;    // of all ranks
} workload_extent;

// Makes the datatypes, and ends all ranks if the case is none of the workload's.
workload_extent workload_prepare(const workload_case* which);
// Which word of the data a word of this rank's memory belongs to; workload_no_data if to none.
int64_t workload_file_word(int64_t memory_word);
enum { workload_no_data = -1 };

// All of these are collective. Writing with the close that follows, and reading, are timed.
void workload_create(const char* path);
void workload_write(const uint32_t* memory);
void workload_open(const char* path);
void workload_read(uint32_t* memory);
void workload_close(void);
// Where word 0 is in the file that was closed last, if the others follow it in their order;
// workload_scattered if they do not.
int64_t workload_data_offset(void);
enum { workload_scattered = -1 };

// Gives the datatypes back.
void workload_release(void);
// Collective. Who does the work, in words; may make a file in the directory and remove it.
void workload_version(const char* directory, char* text, size_t length);

// Another one for each word of a small file, and never 0, so that no hole is taken for it.
static inline uint32_t workload_value(int64_t word) {
    return ((uint32_t)word * 0x9E3779B1U) | 1U;
}

// Stops all ranks with a sentence unless `good`.
void workload_require(int good, const char* what);
// The least multiple of 8, so that ranks can divide it, whose power has at least so many elements.
int64_t workload_edge(int64_t elements, int power);
// How many parts the axes z, y and x have when those that `letters` names ("X", "YX") share the
// ranks as evenly as possible, and which part is the rank's; part 0 varies slowest.
typedef struct {
    int parts[3];
    int mine[3];
} workload_grid;
workload_grid workload_cut(const workload_case* which, const char* letters);
