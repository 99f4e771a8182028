// SPDX-License-Identifier: BSD-3-Clause
// Files that are opened with MPI_MODE_SEQUENTIAL, and what cannot be asked for.
#include <string>

#include "calls.hpp"

namespace mpiio {
namespace {

constexpr int for_writing = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL;
constexpr int for_reading = MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL;

void only_the_shared_pointer() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), for_writing);
    const auto refused = [](int code, const char* what, Place place = here()) {
        expect(code, MPI_ERR_UNSUPPORTED_OPERATION, what, place);
    };
    const int own = rank();
    MPI_Offset offset = 0;
    refused(MPI_File_write(file, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write");
    refused(MPI_File_write_at_all(file, 0, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at_all");
    refused(MPI_File_seek(file, 0, MPI_SEEK_SET), "seek");
    refused(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), "seek_shared");
    refused(MPI_File_get_position(file, &offset), "get_position");
    refused(MPI_File_get_position_shared(file, &offset), "get_position_shared");
    refused(MPI_File_get_byte_offset(file, 0, &offset), "get_byte_offset");
    refused(MPI_File_set_size(file, 0), "set_size");
    refused(MPI_File_preallocate(file, 1), "preallocate");
    ok(MPI_File_write_ordered(file, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write_ordered");
    ok(MPI_File_write_shared(file, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write_shared");
    close(file);
    expect_equal(static_cast<long long>(contents(path()).size()), 8 * ranks(), "size");
}

/// A new view goes on where the shared pointer is.
void views_go_on() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), for_writing);
    expect(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL),
           MPI_ERR_UNSUPPORTED_OPERATION, "a displacement of its own");
    const char letter = static_cast<char>('a' + rank());
    ok(MPI_File_write_ordered(file, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE), "write_ordered");
    ok(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_SHORT, MPI_SHORT, "native",
                         MPI_INFO_NULL),
       "set_view");
    const short number = static_cast<short>(rank());
    ok(MPI_File_write_ordered(file, &number, 1, MPI_SHORT, MPI_STATUS_IGNORE), "write_ordered");
    ok(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_CHAR, MPI_CHAR, "native",
                         MPI_INFO_NULL),
       "set_view");
    ok(MPI_File_write_ordered(file, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE), "write_ordered");
    close(file);
    const std::string letters =
        std::string("abcdefgh").substr(0, static_cast<std::size_t>(ranks()));
    const std::string all = contents(path());
    expect_equal(static_cast<long long>(all.size()), 4 * ranks(), "size");
    expect_true(all.substr(0, letters.size()) == letters, "what came first");
    expect_true(all.substr(all.size() - letters.size()) == letters, "what came last");

    file = opened(MPI_COMM_WORLD, path(), for_reading);
    char got = 0;
    ok(MPI_File_read_ordered(file, &got, 1, MPI_CHAR, MPI_STATUS_IGNORE), "read_ordered");
    expect_equal(got, letter, "a letter");
    close(file);
    file = opened(MPI_COMM_WORLD, path(), anew);
    expect(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
                             MPI_INFO_NULL),
           MPI_ERR_ARG, "only sequential files have a current displacement");
    close(file);
}

void numbers_that_are_too_large() {
    constexpr MPI_Offset huge = (MPI_Offset{1} << 62) + 1;
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL), "set_view");
    MPI_Offset offset = 0;
    expect(MPI_File_get_byte_offset(file, huge, &offset), MPI_ERR_ARG, "get_byte_offset");
    double value = 0;
    expect(MPI_File_read_at(file, huge, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE), MPI_ERR_ARG,
           "read_at");
    expect(MPI_File_write_at_all(file, huge, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE), MPI_ERR_ARG,
           "write_at_all");
    ok(MPI_File_seek(file, huge, MPI_SEEK_SET), "seek");
    expect(MPI_File_seek(file, huge, MPI_SEEK_CUR), MPI_ERR_ARG, "seek");
    expect_equal(position_of(file), huge, "the pointer stays");
    ok(MPI_File_set_view(file, (MPI_Offset{1} << 62), MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL),
       "set_view");
    expect(MPI_File_write_at(file, huge - 2, &value, 8, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG,
           "write_at");
    expect_equal(size_of(file), 0, "size");
    close(file);
}

void communicators_that_have_no_files() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_File file = MPI_FILE_NULL;
    expect(MPI_File_open(MPI_COMM_NULL, path().c_str(), anew, MPI_INFO_NULL, &file), MPI_ERR_COMM,
           "open over no communicator");
    if (ranks() > 1) {
        MPI_Comm half = MPI_COMM_NULL;
        MPI_Comm both = MPI_COMM_NULL;
        const int side = rank() == 0 ? 0 : 1;
        MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &both);
        expect(MPI_File_open(both, path().c_str(), anew, MPI_INFO_NULL, &file), MPI_ERR_COMM,
               "open over an intercommunicator");
        MPI_Comm_free(&both);
        MPI_Comm_free(&half);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/// Checks the statuses of reads that the end of the file cuts within a value.
void statuses_of_short_reads() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_size(file, 22), "set_size");
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    const auto expect_counts = [&](const MPI_Status& status, int pairs, int elements, int bytes) {
        int count = -1;
        MPI_Get_elements(&status, pair, &count);
        // Libraries differ in what they say of a part of a basic value.
        if (elements != MPI_UNDEFINED) expect_equal(count, elements, "elements of pairs");
        expect_equal(count_of(status, pair), pairs, "pairs");
        expect_equal(count_of(status, MPI_BYTE), bytes, "bytes");
        int cancelled = 1;
        MPI_Test_cancelled(&status, &cancelled);
        expect_equal(cancelled, 0, "cancelled");
    };
    int got[6] = {};
    MPI_Status status;
    ok(MPI_File_read_at(file, 0, got, 2, pair, &status), "read_at");
    expect_counts(status, 2, 4, 16);
    ok(MPI_File_read_at_all(file, 0, got, 3, pair, &status), "read_at_all");
    expect_counts(status, MPI_UNDEFINED, MPI_UNDEFINED, 22);
    MPI_Request request = MPI_REQUEST_NULL;
    ok(MPI_File_iread_at(file, 2, got, 3, pair, &request), "iread_at");
    ok(MPI_Wait(&request, &status), "wait");
    expect_counts(status, MPI_UNDEFINED, 5, 20);
    ok(MPI_File_read_at(file, 100, got, 3, pair, &status), "behind the end");
    expect_counts(status, 0, 0, 0);
    MPI_Type_free(&pair);
    close(file);
}

}  // namespace

std::vector<Case> sequential_cases() {
    return {
        {"only_the_shared_pointer", only_the_shared_pointer},
        {"views_go_on", views_go_on},
        {"numbers_that_are_too_large", numbers_that_are_too_large},
        {"communicators_that_have_no_files", communicators_that_have_no_files},
        {"statuses_of_short_reads", statuses_of_short_reads},
    };
}

}  // namespace mpiio
