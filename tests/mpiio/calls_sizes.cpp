// SPDX-License-Identifier: BSD-3-Clause
// The size of a file, empty accesses, and atomic mode.
#include "calls.hpp"

namespace mpiio {
namespace {

void setting_the_size() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect_equal(size_of(file), 0, "size of a new file");
    ok(MPI_File_set_size(file, 1000), "set_size");
    expect_equal(size_of(file), 1000, "size");
    ok(MPI_File_seek(file, 900, MPI_SEEK_SET), "seek");
    ok(MPI_File_set_size(file, 10), "set_size");
    expect_equal(size_of(file), 10, "size");
    expect_equal(position_of(file), 900, "a pointer is not moved");
    expect(MPI_File_set_size(file, -1), MPI_ERR_ARG, "set_size of less than nothing");
    close(file);
    expect_equal(static_cast<long long>(contents(path()).size()), 10, "size of the closed file");
}

void preallocating() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const char text[] = "text";
    if (rank() == 0) ok(MPI_File_write_at(file, 0, text, 4, MPI_CHAR, MPI_STATUS_IGNORE), "write");
    synchronize(file);
    ok(MPI_File_preallocate(file, 5000), "preallocate");
    expect_equal(size_of(file), 5000, "size");
    ok(MPI_File_preallocate(file, 100), "preallocate of less");
    expect_equal(size_of(file), 5000, "a file never shrinks by it");
    close(file);
    expect_true(contents(path()).substr(0, 4) == "text", "contents are kept");
}

void sizes_beyond_32_bits() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const MPI_Offset far = (MPI_Offset{1} << 33) + 1;
    ok(MPI_File_set_size(file, far), "set_size");
    expect_equal(size_of(file), far, "size");
    char last = 'x';
    MPI_Status status;
    ok(MPI_File_read_at(file, far - 1, &last, 2, MPI_CHAR, &status), "read_at");
    expect_equal(count_of(status, MPI_CHAR), 1, "count at the end");
    close(file);
}

void accesses_of_nothing() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype nothing = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    int value = 7;
    MPI_Status status;
    ok(MPI_File_write_at(file, 100, &value, 0, MPI_INT, &status), "write_at of no numbers");
    expect_equal(count_of(status, MPI_INT), 0, "count");
    ok(MPI_File_write_at(file, 100, nullptr, 0, MPI_INT, MPI_STATUS_IGNORE), "from nowhere");
    ok(MPI_File_write_at_all(file, 100, &value, 5, nothing, &status), "write of an empty datatype");
    expect_equal(count_of(status, nothing), 0, "count");
    expect_equal(size_of(file), 0, "size");
    ok(MPI_File_read_all(file, &value, 0, MPI_INT, &status), "read_all of no numbers");
    expect_equal(count_of(status, MPI_INT), 0, "count");
    expect(MPI_File_read_at(file, 0, &value, -1, MPI_INT, &status), MPI_ERR_COUNT,
           "less than none");
    expect_equal(value, 7, "memory is untouched");
    MPI_Type_free(&nothing);
    close(file);
}

/// MPI_BOTTOM is a null address, too, but what is counted from it has addresses.
void memory_that_is_nowhere() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect(MPI_File_write_at(file, 0, nullptr, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER,
           "write_at");
    expect(MPI_File_read_at_all(file, 0, nullptr, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER,
           "read_at_all");
    int values[] = {rank(), -1, rank() + 10};
    const int lengths[] = {1, 1};
    MPI_Aint addresses[2];
    MPI_Get_address(&values[0], &addresses[0]);
    MPI_Get_address(&values[2], &addresses[1]);
    MPI_Datatype outer = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &outer);
    MPI_Type_commit(&outer);
    ok(MPI_File_write_at_all(file, 8 * rank(), MPI_BOTTOM, 1, outer, MPI_STATUS_IGNORE), "write");
    values[0] = values[2] = -1;
    MPI_Status status;
    ok(MPI_File_read_at(file, 8 * rank(), MPI_BOTTOM, 1, outer, &status), "read");
    expect_equal(count_of(status, outer), 1, "count");
    expect_true(values[0] == rank() && values[1] == -1 && values[2] == rank() + 10, "values");
    MPI_Type_free(&outer);
    close(file);
}

void some_ranks_write_nothing() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const int own = rank();
    const int count = own % 2 == 0 ? 1 : 0;
    ok(MPI_File_write_at_all(file, 4 * own, &own, count, MPI_INT, MPI_STATUS_IGNORE), "write");
    synchronize(file);
    const int writers = (ranks() - 1) / 2 * 2 + 1;
    expect_equal(size_of(file), 4 * writers, "size");
    int first = -1;
    ok(MPI_File_read_at_all(file, 0, &first, own == 0 ? 1 : 0, MPI_INT, MPI_STATUS_IGNORE), "read");
    expect_equal(first, own == 0 ? 0 : -1, "value");
    close(file);
}

void reading_behind_the_end() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const int values[] = {1, 2, 3};
    if (rank() == 0) ok(MPI_File_write_at(file, 0, values, 3, MPI_INT, MPI_STATUS_IGNORE), "write");
    synchronize(file);
    int got[] = {-1, -1, -1, -1};
    MPI_Status status;
    ok(MPI_File_read_at_all(file, 4, got, 4, MPI_INT, &status), "read over the end");
    expect_equal(count_of(status, MPI_INT), 2, "count");
    expect_true(got[0] == 2 && got[1] == 3 && got[2] == -1 && got[3] == -1, "values");
    ok(MPI_File_read_at(file, 1000, got, 4, MPI_INT, &status), "read behind the end");
    expect_equal(count_of(status, MPI_INT), 0, "count");
    close(file);
}

void offsets_below_zero() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    int value = 0;
    expect(MPI_File_write_at(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG,
           "write_at");
    expect(MPI_File_read_at_all(file, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG,
           "read_at_all");
    close(file);
}

void atomic_mode() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    int is_atomic = 1;
    ok(MPI_File_get_atomicity(file, &is_atomic), "get_atomicity");
    expect_equal(is_atomic, 0, "atomicity of a new file");
    ok(MPI_File_set_atomicity(file, 1), "set_atomicity");
    ok(MPI_File_get_atomicity(file, &is_atomic), "get_atomicity");
    expect_equal(is_atomic, 1, "atomicity");
    // All ranks write the same bytes, and in the end all are those of one rank; a barrier is enough
    // to see them.
    const std::vector<int> own(5000, rank());
    ok(MPI_File_write_at(file, 0, own.data(), 5000, MPI_INT, MPI_STATUS_IGNORE), "write_at");
    MPI_Barrier(MPI_COMM_WORLD);
    std::vector<int> got(5000, -1);
    ok(MPI_File_read_at(file, 0, got.data(), 5000, MPI_INT, MPI_STATUS_IGNORE), "read_at");
    expect_true(got == std::vector<int>(5000, got[0]) && got[0] >= 0, "one rank's bytes");
    ok(MPI_File_set_atomicity(file, 0), "set_atomicity");
    close(file);
}

}  // namespace

std::vector<Case> size_cases() {
    return {
        {"setting_the_size", setting_the_size},
        {"preallocating", preallocating},
        {"sizes_beyond_32_bits", sizes_beyond_32_bits},
        {"accesses_of_nothing", accesses_of_nothing},
        {"memory_that_is_nowhere", memory_that_is_nowhere},
        {"some_ranks_write_nothing", some_ranks_write_nothing},
        {"reading_behind_the_end", reading_behind_the_end},
        {"offsets_below_zero", offsets_below_zero},
        {"atomic_mode", atomic_mode},
    };
}

}  // namespace mpiio
