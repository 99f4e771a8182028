// SPDX-License-Identifier: BSD-3-Clause
// Counts beyond 2^31: by datatypes that are as large, and by the functions that take an MPI_Count.
#include <sys/mman.h>

#include <string>

#include "calls.hpp"

namespace mpiio {
namespace {

[[maybe_unused]] constexpr MPI_Count beyond = (MPI_Count{1} << 31) + 10;

/// Reserves so much address space; only what is touched takes memory.
class Space {
public:
    explicit Space(MPI_Count bytes)
        : bytes_(static_cast<std::size_t>(bytes)),
          begin_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        expect_true(begin_ != MAP_FAILED, "there is address space");
    }
    Space(const Space&) = delete;
    Space& operator=(const Space&) = delete;
    ~Space() { ::munmap(begin_, bytes_); }
    [[nodiscard]] char* begin() const { return static_cast<char*>(begin_); }

private:
    std::size_t bytes_;
    void* begin_;
};

MPI_Count bytes_of(const MPI_Status& status) {
    MPI_Count bytes = -1;
    MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    return bytes;
}

MPI_File file_of(const std::string& text) {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    if (rank() == 0)
        ok(MPI_File_write_at(file, 0, text.data(), static_cast<int>(text.size()), MPI_CHAR,
                             MPI_STATUS_IGNORE),
           "write_at");
    synchronize(file);
    return file;
}

void datatypes_of_many_bytes() {
    constexpr int blocks = 3;
    constexpr int block_bytes = 1 << 30;
    const Space space(MPI_Count{blocks} * block_bytes);
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(block_bytes, MPI_BYTE, &block);
    MPI_Type_commit(&block);
    MPI_File file = file_of("0123456789");
    MPI_Status status;
    ok(MPI_File_read_at_all(file, 0, space.begin(), blocks, block, &status), "read_at_all");
    expect_equal(bytes_of(status), 10, "bytes");
    expect_true(std::string(space.begin()) == "0123456789", "values");
    ok(MPI_File_read(file, space.begin(), blocks, block, &status), "read");
    expect_equal(bytes_of(status), 10, "bytes");
    expect_equal(position_of(file), MPI_Offset{blocks} * block_bytes, "position");
    MPI_Type_free(&block);
    close(file);
}

#if MPI_VERSION >= 4

void expect_bytes(const MPI_Status& status, MPI_Count wanted, Place place = here()) {
    MPI_Count count = -1;
    MPI_Get_count_c(&status, MPI_BYTE, &count);
    expect_equal(count, wanted, "bytes", place);
}

void reads_of_large_counts() {
    const Space space(beyond);
    MPI_File file = file_of("0123456789");
    MPI_Status status;
    ok(MPI_File_read_at_c(file, 4, space.begin(), beyond, MPI_BYTE, &status), "read_at_c");
    expect_bytes(status, 6);
    expect_true(std::string(space.begin()) == "456789", "values");
    ok(MPI_File_read_at_all_c(file, 0, space.begin(), beyond, MPI_BYTE, &status), "read_at_all_c");
    expect_bytes(status, 10);
    MPI_Request request = MPI_REQUEST_NULL;
    ok(MPI_File_iread_c(file, space.begin(), beyond, MPI_BYTE, &request), "iread_c");
    MPI_Wait(&request, &status);
    expect_bytes(status, 10);
    expect_equal(position_of(file), beyond, "position");
    ok(MPI_File_read_all_begin_c(file, space.begin(), beyond, MPI_BYTE), "read_all_begin_c");
    ok(MPI_File_read_all_end(file, space.begin(), &status), "read_all_end");
    expect_bytes(status, 0);
    expect_equal(position_of(file), 2 * beyond, "position");
    ok(MPI_File_read_ordered_c(file, space.begin(), beyond, MPI_BYTE, &status), "read_ordered_c");
    expect_bytes(status, rank() == 0 ? 10 : 0);
    MPI_Offset shared = -1;
    ok(MPI_File_get_position_shared(file, &shared), "get_position_shared");
    expect_equal(shared, ranks() * beyond, "shared pointer");
    expect(MPI_File_read_at_c(file, 0, space.begin(), -beyond, MPI_BYTE, &status), MPI_ERR_COUNT,
           "less than none");
    close(file);
}

/// A file of one rank. Bytes written by a function are read by its partner.
class Pairs {
public:
    Pairs()
        : file_(opened(MPI_COMM_SELF, path("." + std::to_string(rank())),
                       anew | MPI_MODE_DELETE_ON_CLOSE)) {
        ok(MPI_File_set_view(file_, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), "set_view");
    }
    Pairs(const Pairs&) = delete;
    Pairs& operator=(const Pairs&) = delete;
    ~Pairs() { close(file_); }

    using End = int (*)(MPI_File, void*, MPI_Status*);

    // Arguments: those in front of the count, then those behind the datatype.

    template <class Write, class Read>
    void at(Write write, Read read) {
        check([&](int* value) { return write(file_, place_, value, 1, MPI_INT, &status_); },
              [&](int* value) { return read(file_, place_, value, 1, MPI_INT, &status_); });
    }
    template <class Write, class Read>
    void posted_at(Write write, Read read) {
        check([&](int* value) { return wait(write(file_, place_, value, 1, MPI_INT, &request_)); },
              [&](int* value) { return wait(read(file_, place_, value, 1, MPI_INT, &request_)); });
    }
    template <class Write, class Read>
    void by_pointer(Write write, Read read) {
        check([&](int* value) { return write(file_, value, 1, MPI_INT, &status_); },
              [&](int* value) { return read(file_, value, 1, MPI_INT, &status_); });
    }
    template <class Write, class Read>
    void posted_by_pointer(Write write, Read read) {
        check([&](int* value) { return wait(write(file_, value, 1, MPI_INT, &request_)); },
              [&](int* value) { return wait(read(file_, value, 1, MPI_INT, &request_)); });
    }
    template <class Write, class WriteEnd, class Read>
    void split(Write write, WriteEnd write_end, Read read, End read_end) {
        check(
            [&](int* value) {
                ok(write(file_, value, 1, MPI_INT), "begin");
                return write_end(file_, value, &status_);
            },
            [&](int* value) {
                ok(read(file_, value, 1, MPI_INT), "begin");
                return read_end(file_, value, &status_);
            });
    }
    template <class Write, class WriteEnd, class Read>
    void split_at(Write write, WriteEnd write_end, Read read, End read_end) {
        const auto placed = [this](auto begin) {
            return [this, begin](MPI_File file, auto* value, MPI_Count count, MPI_Datatype type) {
                return begin(file, place_, value, count, type);
            };
        };
        split(placed(write), write_end, placed(read), read_end);
    }

private:
    int wait(int code) {
        MPI_Wait(&request_, &status_);
        return code;
    }
    void go_to_place() {
        ok(MPI_File_seek(file_, place_, MPI_SEEK_SET), "seek");
        ok(MPI_File_seek_shared(file_, place_, MPI_SEEK_SET), "seek_shared");
    }
    template <class Write, class Read>
    void check(const Write& write, const Read& read) {
        int value = static_cast<int>(++place_) + 100;
        int got = -1;
        go_to_place();
        ok(write(&value), "writing");
        expect_bytes(status_, sizeof value);
        go_to_place();
        ok(read(&got), "reading");
        expect_bytes(status_, sizeof got);
        expect_equal(got, value, "value");
    }

    MPI_File file_;
    MPI_Offset place_ = 0;
    MPI_Status status_{};
    MPI_Request request_ = MPI_REQUEST_NULL;
};

void functions_with_large_counts() {
    Pairs pairs;
    pairs.at(MPI_File_write_at_c, MPI_File_read_at_c);
    pairs.at(MPI_File_write_at_all_c, MPI_File_read_at_all_c);
    pairs.posted_at(MPI_File_iwrite_at_c, MPI_File_iread_at_c);
    pairs.posted_at(MPI_File_iwrite_at_all_c, MPI_File_iread_at_all_c);
    pairs.split_at(MPI_File_write_at_all_begin_c, MPI_File_write_at_all_end,
                   MPI_File_read_at_all_begin_c, MPI_File_read_at_all_end);
    pairs.by_pointer(MPI_File_write_c, MPI_File_read_c);
    pairs.by_pointer(MPI_File_write_all_c, MPI_File_read_all_c);
    pairs.by_pointer(MPI_File_write_shared_c, MPI_File_read_shared_c);
    pairs.by_pointer(MPI_File_write_ordered_c, MPI_File_read_ordered_c);
    pairs.posted_by_pointer(MPI_File_iwrite_c, MPI_File_iread_c);
    pairs.posted_by_pointer(MPI_File_iwrite_all_c, MPI_File_iread_all_c);
    pairs.posted_by_pointer(MPI_File_iwrite_shared_c, MPI_File_iread_shared_c);
    pairs.split(MPI_File_write_all_begin_c, MPI_File_write_all_end, MPI_File_read_all_begin_c,
                MPI_File_read_all_end);
    pairs.split(MPI_File_write_ordered_begin_c, MPI_File_write_ordered_end,
                MPI_File_read_ordered_begin_c, MPI_File_read_ordered_end);
}

void extents_of_large_counts() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype many = MPI_DATATYPE_NULL;
    MPI_Type_contiguous_c(beyond, MPI_INT, &many);
    MPI_Count extent = -1;
    ok(MPI_File_get_type_extent_c(file, many, &extent), "get_type_extent_c");
    expect_equal(extent, 4 * beyond, "extent");
    MPI_Type_free(&many);
    close(file);
}

#endif

}  // namespace

std::vector<Case> count_cases() {
    return {
        {"datatypes_of_many_bytes", datatypes_of_many_bytes},
#if MPI_VERSION >= 4
            {"reads_of_large_counts", reads_of_large_counts},
            {"functions_with_large_counts", functions_with_large_counts},
            {"extents_of_large_counts", extents_of_large_counts},
#endif
    };
}

}  // namespace mpiio
