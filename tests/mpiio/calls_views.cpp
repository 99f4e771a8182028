// SPDX-License-Identifier: BSD-3-Clause
// Views, what they say of themselves, and data representations.
#include <malloc.h>

#include <algorithm>

#include "calls.hpp"

namespace mpiio {
namespace {

/// Two of every four numbers.
MPI_Datatype half_of_the_numbers() {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &made);
    MPI_Type_create_resized(made, 0, 16, &type);
    MPI_Type_free(&made);
    MPI_Type_commit(&type);
    return type;
}

int combiner_of(MPI_Datatype type) {
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    int combiner = 0;
    MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
    return combiner;
}

void release(MPI_Datatype type) {
    if (combiner_of(type) != MPI_COMBINER_NAMED) MPI_Type_free(&type);
}

/// A library may return a datatype that was made in another way, but not one that says other
/// things.
void expect_same(MPI_Datatype type, MPI_Datatype wanted, const char* what, Place place) {
    const auto is_named = [](MPI_Datatype asked) {
        return combiner_of(asked) == MPI_COMBINER_NAMED;
    };
    expect_equal(is_named(type), is_named(wanted), what, place);
    const auto shape = [](MPI_Datatype asked) {
        int size = 0;
        MPI_Aint lower_bound = 0;
        MPI_Aint extent = 0;
        MPI_Type_size(asked, &size);
        MPI_Type_get_extent(asked, &lower_bound, &extent);
        return std::vector<MPI_Aint>{size, lower_bound, extent};
    };
    expect_true(shape(type) == shape(wanted), what, place);
}

void expect_view(MPI_File file, MPI_Offset displacement, MPI_Datatype wanted_filetype,
                 const std::string& representation, MPI_Datatype wanted_etype = MPI_INT,
                 Place place = here()) {
    MPI_Offset got = -1;
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    char name[MPI_MAX_DATAREP_STRING];
    ok(MPI_File_get_view(file, &got, &etype, &filetype, name), "get_view", place);
    expect_equal(got, displacement, "displacement", place);
    expect_same(etype, wanted_etype, "etype", place);
    expect_same(filetype, wanted_filetype, "filetype", place);
    expect_true(representation == name, "data representation", place);
    release(etype);
    release(filetype);
}

void the_view_that_is_set() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect_view(file, 0, MPI_BYTE, "native", MPI_BYTE);
    MPI_Datatype filetype = half_of_the_numbers();
    ok(MPI_File_set_view(file, 20, MPI_INT, filetype, "native", MPI_INFO_NULL), "set_view");
    expect_view(file, 20, filetype, "native");
    MPI_Type_free(&filetype);
    const int values[] = {1, 2, 3, 4};
    if (rank() == 0) ok(MPI_File_write_at(file, 0, values, 4, MPI_INT, MPI_STATUS_IGNORE), "write");
    synchronize(file);
    expect_equal(size_of(file), 20 + 16 + 8, "size");
    close(file);
}

void offsets_in_bytes() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype filetype = half_of_the_numbers();
    ok(MPI_File_set_view(file, 20, MPI_INT, filetype, "native", MPI_INFO_NULL), "set_view");
    MPI_Type_free(&filetype);
    const MPI_Offset wanted[] = {20, 24, 36, 40, 52};
    for (int i = 0; i < 5; ++i) {
        MPI_Offset offset = -1;
        ok(MPI_File_get_byte_offset(file, i, &offset), "get_byte_offset");
        expect_equal(offset, wanted[i], "byte offset");
    }
    MPI_Aint extent = -1;
    ok(MPI_File_get_type_extent(file, MPI_DOUBLE, &extent), "get_type_extent");
    expect_equal(extent, 8, "extent in the file");
    close(file);
}

void a_view_resets_pointers() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_seek(file, 5, MPI_SEEK_SET), "seek");
    ok(MPI_File_seek_shared(file, 6, MPI_SEEK_SET), "seek_shared");
    ok(MPI_File_set_view(file, 8, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), "set_view");
    expect_equal(position_of(file), 0, "individual pointer");
    MPI_Offset shared = -1;
    ok(MPI_File_get_position_shared(file, &shared), "get_position_shared");
    expect_equal(shared, 0, "shared pointer");
    close(file);
}

void views_that_cannot_be() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "no such representation", MPI_INFO_NULL),
           MPI_ERR_UNSUPPORTED_DATAREP, "set_view");
    expect(MPI_File_set_view(file, -1, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_ARG,
           "set_view at a negative displacement");
    expect_true(MPI_File_set_view(file, 0, MPI_DATATYPE_NULL, MPI_INT, "native", MPI_INFO_NULL) !=
                    MPI_SUCCESS,
                "an etype is needed");
    close(file);
}

/// It would show the same bytes again and again, or go back.
void filetypes_that_do_not_move_on() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_size(file, 1000), "set_size");
    for (const MPI_Aint extent : {0, -4}) {
        MPI_Datatype filetype = MPI_DATATYPE_NULL;
        MPI_Type_create_resized(MPI_INT, 0, extent, &filetype);
        MPI_Type_commit(&filetype);
        expect(MPI_File_set_view(file, 100, MPI_INT, filetype, "native", MPI_INFO_NULL),
               MPI_ERR_ARG, "set_view");
        MPI_Type_free(&filetype);
        ok(MPI_File_seek(file, 0, MPI_SEEK_END), "seek");
        expect_equal(position_of(file), 1000, "the view stays");
    }
    close(file);
}

void a_part_of_an_etype() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL), "set_view");
    const int value = 3;
    expect_true(MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS,
                "half an etype cannot be written");
    close(file);
}

std::size_t bytes_in_use() {
    const struct mallinfo2 heap = ::mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

/// Writes and reads the last rows of a view that begins far behind byte 2^32. The memory that is
/// taken then.
std::size_t use_view_of(int rows) {
    constexpr MPI_Offset displacement = (MPI_Offset{1} << 33) + 12;
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(rows, 1, 4 * ranks() + 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    ok(MPI_File_set_view(file, displacement + 4 * rank(), MPI_INT, column, "native", MPI_INFO_NULL),
       "set_view");
    const MPI_Offset last = rows - 3;
    const int written[] = {rank(), rank() + 10, rank() + 20};
    ok(MPI_File_write_at_all(file, last, written, 3, MPI_INT, MPI_STATUS_IGNORE), "write_at_all");
    int got[] = {-1, -1, -1};
    ok(MPI_File_read_at(file, last, got, 3, MPI_INT, MPI_STATUS_IGNORE), "read_at");
    expect_true(std::equal(got, got + 3, written), "values of the last rows");
    const std::size_t taken = bytes_in_use();
    MPI_Offset place = -1;
    ok(MPI_File_get_byte_offset(file, rows - 1, &place), "get_byte_offset");
    const MPI_Offset wanted = displacement + 4 * rank() + (rows - 1) * (4LL * ranks() + 4);
    expect_equal(place, wanted, "where the last row is");
    synchronize(file);
    expect_equal(size_of(file), wanted + 4 * (ranks() - rank()), "size");
    ok(MPI_File_seek(file, 0, MPI_SEEK_END), "seek");
    expect_true(position_of(file) >= rows, "the end is behind the last row");
    MPI_Type_free(&column);
    close(file);
    return taken;
}

/// Takes as much memory as a view of few rows, with which MPI has warmed up.
void a_view_of_many_rows() {
    const std::size_t few = use_view_of(10);
    const std::size_t many = use_view_of(100'000'000);
    expect_true(many < few + (1 << 20), "it takes less than a mebibyte more");
}

/// Writes a file that holds its own numbers.
void write_numbers(int count) {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    std::vector<int> numbers(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = i;
    if (rank() == 0)
        ok(MPI_File_write_at(file, 0, numbers.data(), count, MPI_INT, MPI_STATUS_IGNORE), "write");
    close(file);
}

void expect_numbers(MPI_File file, MPI_Offset from, const std::vector<int>& wanted,
                    Place place = here()) {
    std::vector<int> got(wanted.size() + 1, -1);
    MPI_Status status;
    ok(MPI_File_read_at_all(file, from, got.data(), static_cast<int>(wanted.size()), MPI_INT,
                            &status),
       "read_at_all", place);
    expect_equal(count_of(status, MPI_INT), std::ssize(wanted), "count", place);
    expect_equal(got.back(), -1, "memory behind", place);
    got.pop_back();
    expect_true(got == wanted, "the numbers of the view", place);
    std::fill(got.begin(), got.end(), -1);
    ok(MPI_File_read_at(file, from, got.data(), static_cast<int>(wanted.size()), MPI_INT, &status),
       "read_at", place);
    expect_true(got == wanted, "the same, of one rank", place);
}

/// If nothing is written, a number may be in several blocks.
void filetypes_that_overlap() {
    write_numbers(40);
    MPI_Datatype windows = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 3, 1, MPI_INT, &windows);
    MPI_Datatype blocks = MPI_DATATYPE_NULL;
    const int lengths[] = {4, 2, 3};
    const int places[] = {0, 1, 2};
    MPI_Type_indexed(3, lengths, places, MPI_INT, &blocks);
    MPI_Datatype near = MPI_DATATYPE_NULL;  // repetitions overlap, too
    MPI_Type_create_resized(blocks, 0, 12, &near);
    for (MPI_Datatype* const type : {&windows, &blocks, &near}) MPI_Type_commit(type);
    for (const int mode : {MPI_MODE_RDWR, MPI_MODE_WRONLY}) {
        MPI_File file = opened(MPI_COMM_WORLD, path(), mode);
        expect(MPI_File_set_view(file, 0, MPI_INT, windows, "native", MPI_INFO_NULL), MPI_ERR_ARG,
               "set_view of what is written");
        close(file);
    }
    MPI_File file = opened(MPI_COMM_WORLD, path(), MPI_MODE_RDONLY);
    ok(MPI_File_set_view(file, 8, MPI_INT, windows, "native", MPI_INFO_NULL), "set_view");
    expect_numbers(file, 1, {3, 4, 3, 4, 5, 4, 5, 6, 7, 8, 9, 8});
    ok(MPI_File_set_view(file, 0, MPI_INT, near, "native", MPI_INFO_NULL), "set_view");
    expect_numbers(file, 0, {0, 1, 2, 3, 1, 2, 2, 3, 4, 3, 4, 5, 6, 4, 5, 5, 6, 7});
    ok(MPI_File_seek(file, 0, MPI_SEEK_END), "seek");
    MPI_Offset end = -1;
    ok(MPI_File_get_byte_offset(file, position_of(file), &end), "get_byte_offset");
    expect_true(end >= 160, "nothing of the view behind it is in the file");
    MPI_Status status;
    int number = -1;
    ok(MPI_File_read_at_all(file, 1000, &number, 1, MPI_INT, &status), "read_at_all");
    expect_equal(count_of(status, MPI_INT), 0, "numbers behind the end");
    close(file);
    for (MPI_Datatype* const type : {&windows, &blocks, &near}) MPI_Type_free(type);
}

}  // namespace

std::vector<Case> view_cases() {
    return {
        {"the_view_that_is_set", the_view_that_is_set},
        {"offsets_in_bytes", offsets_in_bytes},
        {"a_view_resets_pointers", a_view_resets_pointers},
        {"views_that_cannot_be", views_that_cannot_be},
        {"filetypes_that_do_not_move_on", filetypes_that_do_not_move_on},
        {"filetypes_that_overlap", filetypes_that_overlap},
        {"a_part_of_an_etype", a_part_of_an_etype},
        {"a_view_of_many_rows", a_view_of_many_rows},
    };
}

}  // namespace mpiio
