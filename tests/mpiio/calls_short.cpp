// SPDX-License-Identifier: BSD-3-Clause
// Collective calls of a few bytes, with which ranks of one node go straight to the file once they
// have met: how much there was, where ranks differ in what they bring, and what others change.
#include <algorithm>
#include <string>

#include "calls.hpp"

namespace mpiio {
namespace {

constexpr int digits = 10;

MPI_File file_of_digits() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    if (rank() == 0)
        ok(MPI_File_write_at(file, 0, "0123456789", digits, MPI_CHAR, MPI_STATUS_IGNORE),
           "write_at");
    synchronize(file);
    return file;
}

/// Collective. Of the file's first `there` bytes, by all ranks; 8 from 4 * rank on.
void read_at_the_end(MPI_File file, int there) {
    std::string values(8, '-');
    MPI_Status status;
    ok(MPI_File_read_at_all(file, 4 * rank(), values.data(), 8, MPI_CHAR, &status), "read_at_all");
    const int wanted = std::clamp(there - 4 * rank(), 0, 8);
    expect_equal(count_of(status, MPI_CHAR), wanted, "count");
    const std::string all = "0123456789";
    const std::string found = all.substr(static_cast<std::size_t>(std::min(4 * rank(), digits)),
                                         static_cast<std::size_t>(wanted));
    expect_true(values == found + std::string(8 - found.size(), '-'), "values");
}

void short_reads_at_the_end() {
    MPI_File file = file_of_digits();
    for (int i = 0; i < 3; ++i) read_at_the_end(file, digits);
    close(file);
}

/// Changes by one file handle are seen by another after both have synchronized.
void short_reads_of_a_file_that_others_shorten() {
    MPI_File file = file_of_digits();
    read_at_the_end(file, digits);
    synchronize(file);  // all have read
    if (rank() == 0) {
        MPI_File own = opened(MPI_COMM_SELF, path(), MPI_MODE_RDWR);
        ok(MPI_File_set_size(own, 5), "set_size");
        close(own);
    }
    synchronize(file);
    read_at_the_end(file, 5);
    close(file);
}

/// The last rank scatters in memory what it reads, so that not all can go straight.
void short_reads_of_ranks_that_differ() {
    MPI_File file = file_of_digits();
    MPI_Datatype every_other = MPI_DATATYPE_NULL;
    MPI_Type_vector(8, 1, 2, MPI_CHAR, &every_other);
    MPI_Type_commit(&every_other);
    if (rank() < ranks() - 1) {
        read_at_the_end(file, digits);
    } else {
        std::string values(15, '-');
        MPI_Status status;
        ok(MPI_File_read_at_all(file, 4, values.data(), 1, every_other, &status), "read_at_all");
        expect_equal(count_of(status, MPI_CHAR), 6, "count");
        expect_true(values == "4-5-6-7-8-9----", "values");
    }
    MPI_Type_free(&every_other);
    close(file);
}

/// Some ranks write nothing, and one of them sometimes more than goes straight.
void short_writes_of_some_ranks() {
    constexpr std::size_t many = 100'000;
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    std::string wanted(many, 'a');
    const auto write = [&](MPI_Offset offset, const std::string& values) {
        MPI_Status status;
        ok(MPI_File_write_at_all(file, offset, values.data(), static_cast<int>(values.size()),
                                 MPI_CHAR, &status),
           "write_at_all");
        expect_equal(count_of(status, MPI_CHAR), static_cast<long long>(values.size()), "count");
    };
    write(0, rank() == 0 ? wanted : "");
    for (int turn = 0; turn < 12; ++turn) {
        // Two ranks, or all, as neighbours.
        const int writers = turn % 3 == 2 ? ranks() : std::min(2, ranks());
        const MPI_Offset begin = 100 * turn;
        for (int i = 0; i < 5 * writers; ++i)
            wanted[static_cast<std::size_t>(begin + i)] = static_cast<char>('A' + i / 5);
        write(begin + 5 * rank(),
              rank() < writers ? std::string(5, static_cast<char>('A' + rank())) : "");
    }
    close(file);
    if (rank() == 0) expect_true(contents(path()) == wanted, "contents");
}

}  // namespace

std::vector<Case> short_cases() {
    return {
        {"short_reads_at_the_end", short_reads_at_the_end},
        {"short_reads_of_a_file_that_others_shorten", short_reads_of_a_file_that_others_shorten},
        {"short_reads_of_ranks_that_differ", short_reads_of_ranks_that_differ},
        {"short_writes_of_some_ranks", short_writes_of_some_ranks}};
}

}  // namespace mpiio
