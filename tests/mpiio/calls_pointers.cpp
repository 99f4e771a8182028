// SPDX-License-Identifier: BSD-3-Clause
// The individual and the shared pointer.
#include <algorithm>

#include "calls.hpp"

namespace mpiio {
namespace {

void seeking() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_size(file, 80), "set_size");
    ok(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL), "set_view");
    ok(MPI_File_seek(file, 4, MPI_SEEK_SET), "seek");
    expect_equal(position_of(file), 4, "set");
    ok(MPI_File_seek(file, -1, MPI_SEEK_CUR), "seek");
    expect_equal(position_of(file), 3, "from here");
    ok(MPI_File_seek(file, -2, MPI_SEEK_END), "seek");
    expect_equal(position_of(file), 8, "from the end");
    ok(MPI_File_seek(file, 5, MPI_SEEK_END), "seek");
    expect_equal(position_of(file), 15, "behind the end");
    expect_equal(size_of(file), 80, "size");
    close(file);
}

void seeking_before_the_beginning() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_seek(file, 3, MPI_SEEK_SET), "seek");
    expect(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG, "seek set");
    expect(MPI_File_seek(file, -4, MPI_SEEK_CUR), MPI_ERR_ARG, "seek current");
    expect(MPI_File_seek(file, -1, MPI_SEEK_END), MPI_ERR_ARG, "seek end");
    expect_equal(position_of(file), 3, "the pointer stays");
    expect_true(MPI_File_seek(file, 0, 12345) != MPI_SUCCESS, "there is no such way");
    close(file);
}

void pointers_of_ranks_are_their_own() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const std::vector<char> own(static_cast<std::size_t>(rank() + 1), 'x');
    ok(MPI_File_write(file, own.data(), rank() + 1, MPI_CHAR, MPI_STATUS_IGNORE), "write");
    expect_equal(position_of(file), rank() + 1, "position");
    synchronize(file);
    expect_equal(size_of(file), ranks(), "size");
    close(file);
}

constexpr int records = 20;

/// All records must be there, none twice.
void shared_writes() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    for (int i = 0; i < records; ++i) {
        const int own[] = {rank() * records + i, rank() * records + i};
        MPI_Status status;
        if (i % 2 == 0) {
            ok(MPI_File_write_shared(file, own, 2, MPI_INT, &status), "write_shared");
        } else {
            MPI_Request request = MPI_REQUEST_NULL;
            ok(MPI_File_iwrite_shared(file, own, 2, MPI_INT, &request), "iwrite_shared");
            MPI_Wait(&request, &status);
        }
        expect_equal(count_of(status, MPI_INT), 2, "count");
    }
    synchronize(file);
    MPI_Offset shared = -1;
    ok(MPI_File_get_position_shared(file, &shared), "get_position_shared");
    expect_equal(shared, 2 * records * ranks(), "shared pointer");
    std::vector<int> got(static_cast<std::size_t>(2 * records * ranks()), -1);
    ok(MPI_File_read_at_all(file, 0, got.data(), 2 * records * ranks(), MPI_INT, MPI_STATUS_IGNORE),
       "read_at_all");
    std::sort(got.begin(), got.end());
    for (int i = 0; i < 2 * records * ranks(); ++i) {
        expect_equal(got[static_cast<std::size_t>(i)], i / 2, "a record");
    }
    close(file);
}

/// All numbers must be read, none twice.
void shared_reads() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    for (int i = 0; rank() == 0 && i < records * ranks(); ++i) {
        ok(MPI_File_write_at(file, i, &i, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at");
    }
    synchronize(file);
    int sum = 0;
    for (int i = 0; i < records; ++i) {
        int value = 0;
        MPI_Status status;
        if (i % 2 == 0) {
            ok(MPI_File_read_shared(file, &value, 1, MPI_INT, &status), "read_shared");
        } else {
            MPI_Request request = MPI_REQUEST_NULL;
            ok(MPI_File_iread_shared(file, &value, 1, MPI_INT, &request), "iread_shared");
            MPI_Wait(&request, &status);
        }
        expect_equal(count_of(status, MPI_INT), 1, "count");
        sum += value;
    }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect_equal(sum, records * ranks() * (records * ranks() - 1) / 2, "sum of all numbers");
    close(file);
}

/// Rank r has r + 1 numbers.
void ordered_accesses() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    const int count = rank() + 1;
    const std::vector<int> own(static_cast<std::size_t>(count), rank());
    const int all = ranks() * (ranks() + 1) / 2;
    MPI_Status status;
    ok(MPI_File_write_ordered(file, own.data(), count, MPI_INT, &status), "write_ordered");
    expect_equal(count_of(status, MPI_INT), count, "count");
    ok(MPI_File_write_ordered_begin(file, own.data(), count, MPI_INT), "write_ordered_begin");
    ok(MPI_File_write_ordered_end(file, own.data(), &status), "write_ordered_end");
    synchronize(file);
    MPI_Offset shared = -1;
    ok(MPI_File_get_position_shared(file, &shared), "get_position_shared");
    expect_equal(shared, 2 * all, "shared pointer");
    std::vector<int> got(static_cast<std::size_t>(2 * all), -1);
    ok(MPI_File_read_at_all(file, 0, got.data(), 2 * all, MPI_INT, MPI_STATUS_IGNORE), "read");
    expect_true(std::equal(got.begin(), got.begin() + all, got.begin() + all), "twice the same");
    expect_true(std::is_sorted(got.begin(), got.begin() + all), "in the order of ranks");

    MPI_Barrier(MPI_COMM_WORLD);
    ok(MPI_File_seek_shared(file, -2 * all, MPI_SEEK_END), "seek_shared");
    std::vector<int> part(own.size(), -1);
    ok(MPI_File_read_ordered(file, part.data(), count, MPI_INT, &status), "read_ordered");
    expect_true(part == own, "a rank reads its own part");
    ok(MPI_File_read_ordered_begin(file, part.data(), count, MPI_INT), "read_ordered_begin");
    ok(MPI_File_read_ordered_end(file, part.data(), &status), "read_ordered_end");
    expect_true(part == own, "and the next time");
    expect_equal(count_of(status, MPI_INT), count, "count");
    close(file);
}

void seeking_for_all() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_size(file, 50), "set_size");
    const auto expect_shared = [&](MPI_Offset wanted, const char* what, Place place = here()) {
        MPI_Offset shared = -1;
        ok(MPI_File_get_position_shared(file, &shared), "get_position_shared", place);
        expect_equal(shared, wanted, what, place);
        MPI_Barrier(MPI_COMM_WORLD);
    };
    expect_shared(0, "of a new file");
    ok(MPI_File_seek_shared(file, 7, MPI_SEEK_SET), "seek_shared");
    expect_shared(7, "set");
    ok(MPI_File_seek_shared(file, 3, MPI_SEEK_CUR), "seek_shared");
    expect_shared(10, "from here");
    ok(MPI_File_seek_shared(file, -5, MPI_SEEK_END), "seek_shared");
    expect_shared(45, "from the end");
    expect(MPI_File_seek_shared(file, -1, MPI_SEEK_SET), MPI_ERR_ARG, "before the beginning");
    expect_shared(45, "after an error");
    expect_equal(position_of(file), 0, "individual pointer");
    close(file);
}

/// There are more files than have their pointer in memory that ranks share.
void shared_pointers_of_many_files() {
    constexpr int count = 70;
    std::vector<MPI_File> files;
    for (int i = 0; i < count; ++i)
        files.push_back(
            opened(MPI_COMM_WORLD, path("." + std::to_string(i)), anew | MPI_MODE_DELETE_ON_CLOSE));
    for (int i = 0; i < count; ++i) {
        MPI_File file = files[static_cast<std::size_t>(i)];
        const std::vector<int> numbers(static_cast<std::size_t>(i % 3 + 1), rank());
        for (int time = 0; time < 2; ++time)
            ok(MPI_File_write_shared(file, numbers.data(), i % 3 + 1, MPI_INT, MPI_STATUS_IGNORE),
               "write_shared");
        synchronize(file);
        expect_equal(size_of(file), 4 * 2 * (i % 3 + 1) * ranks(), "size");
        MPI_Offset position = -1;
        ok(MPI_File_get_position_shared(file, &position), "get_position_shared");
        expect_equal(position, size_of(file), "shared pointer");
        synchronize(file);
        ok(MPI_File_seek_shared(file, 8, MPI_SEEK_SET), "seek_shared");
        ok(MPI_File_get_position_shared(file, &position), "get_position_shared");
        expect_equal(position, 8, "shared pointer behind a seek");
    }
    for (MPI_File& file : files) close(file);
}

}  // namespace

std::vector<Case> pointer_cases() {
    return {
        {"seeking", seeking},
        {"seeking_before_the_beginning", seeking_before_the_beginning},
        {"pointers_of_ranks_are_their_own", pointers_of_ranks_are_their_own},
    };
}

std::vector<Case> shared_pointer_cases() {
    return {
        {"shared_pointers_of_many_files", shared_pointers_of_many_files},
        {"shared_writes", shared_writes},
        {"shared_reads", shared_reads},
        {"ordered_accesses", ordered_accesses},
        {"seeking_for_all", seeking_for_all},
    };
}

}  // namespace mpiio
