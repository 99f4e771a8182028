// SPDX-License-Identifier: BSD-3-Clause
// Error handlers, handles of Fortran, and many files.
#include <unistd.h>

#include "calls.hpp"

namespace {

int duplicates = 0;

}  // namespace

// This function takes precedence over MPI's, as those of profilers do.
extern "C" __attribute__((visibility("default"))) int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
    ++duplicates;
    return PMPI_Comm_dup(comm, made);
}

namespace mpiio {
namespace {

MPI_File handler_saw = MPI_FILE_NULL;
int handler_code = MPI_SUCCESS;
int handler_calls = 0;

// The form of the function is given by MPI.
void remember(MPI_File* file, int* code, ...) {
    handler_saw = *file;
    handler_code = *code;
    ++handler_calls;
}

void expect_handler(MPI_File file, MPI_Errhandler wanted, const char* what, Place place = here()) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    ok(MPI_File_get_errhandler(file, &handler), "get_errhandler", place);
    expect_true(handler == wanted, what, place);
    if (handler != MPI_ERRHANDLER_NULL) MPI_Errhandler_free(&handler);
}

void errors_are_returned() {
    expect_handler(MPI_FILE_NULL, MPI_ERRORS_RETURN, "the default is to return");
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect_handler(file, MPI_ERRORS_RETURN, "a file takes over the default");
    close(file);
}

void a_handler_of_a_file() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    ok(MPI_File_create_errhandler(remember, &handler), "create_errhandler");
    ok(MPI_File_set_errhandler(file, handler), "set_errhandler");
    MPI_Errhandler_free(&handler);
    expect(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRHANDLER_NULL), MPI_ERR_ARG, "no handler");
    handler_calls = 0;
    expect(MPI_File_set_errhandler(file, MPI_ERRHANDLER_NULL), MPI_ERR_ARG, "no handler");
    expect_equal(handler_calls, 1, "the handler that it has is called");
    handler_calls = 0;
    const int code = MPI_File_seek(file, -1, MPI_SEEK_SET);
    expect_equal(handler_calls, 1, "calls of the handler");
    expect_true(handler_saw == file, "it is given the handle");
    expect(handler_code, MPI_ERR_ARG, "it is given the code");
    expect(code, MPI_ERR_ARG, "and the code is returned");
    ok(MPI_File_call_errhandler(file, MPI_ERR_IO), "call_errhandler");
    expect_equal(handler_calls, 2, "calls of the handler");
    close(file);
}

void a_handler_of_all_files() {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    ok(MPI_File_create_errhandler(remember, &handler), "create_errhandler");
    ok(MPI_File_set_errhandler(MPI_FILE_NULL, handler), "set_errhandler");
    handler_calls = 0;
    expect_open_fails(path(), MPI_MODE_RDONLY, MPI_ERR_NO_SUCH_FILE);
    expect_equal(handler_calls, 1, "calls of the handler by a failed open");
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect_handler(file, handler, "a file takes over the default");
    close(file);
    ok(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN), "set_errhandler");
    MPI_Errhandler_free(&handler);
}

std::string text_of(int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    return {text, static_cast<std::size_t>(length)};
}

bool says(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

void errors_have_sentences() {
    const std::string missing = path(".missing");
    MPI_File none = MPI_FILE_NULL;
    std::string text = text_of(
        MPI_File_open(MPI_COMM_WORLD, missing.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &none));
    expect_true(says(text, missing) && says(text, "No such file"), text);
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    int value = 0;
    const int code = MPI_File_read_at(file, -7, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    text = text_of(code);
    expect_true(says(text, path()) && says(text, "-7") && says(text, "MPI_File_read_at"), text);
    expect_true(!says(text_of(MPI_ERR_RANK), path()), "errors of other classes have none");
    // The text has as many bytes as MPI has room for.
    const std::string far = std::string(2000, 'x');
    text =
        text_of(MPI_File_open(MPI_COMM_WORLD, far.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &none));
    expect_equal(static_cast<long long>(text.size()), MPI_MAX_ERROR_STRING - 1, "length");
    close(file);
}

/// The text of a program's own error is that of the MPI library, before and after an error of a
/// file. (Debian's MPICH has other words for a code of one of its own classes.)
void errors_of_the_program() {
    int own_class = 0;
    int codes[2] = {};
    MPI_Add_error_class(&own_class);
    MPI_Add_error_code(own_class, &codes[0]);
    MPI_Add_error_code(MPI_ERR_IO, &codes[1]);
    MPI_Add_error_string(own_class, "a class of errors");
    MPI_Add_error_string(codes[0], "one of them");
    MPI_Add_error_string(codes[1], "another disk");
    expect_true(text_of(own_class) == "a class of errors", text_of(own_class));
    expect_true(text_of(codes[0]) == "one of them", text_of(codes[0]));
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    for (const int code : {own_class, codes[0], codes[1]}) {
        const std::string before = text_of(code);
        ok(MPI_File_call_errhandler(file, code), "call_errhandler");
        expect_true(text_of(code) == before, text_of(code));
    }
    close(file);
}

void handles_of_fortran() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const MPI_Fint number = MPI_File_c2f(file);
    expect_true(MPI_File_f2c(number) == file, "there and back");
    expect_true(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL, "also without a file");
    close(file);
}

void a_communicator_that_is_freed() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_File file = opened(comm, path(), anew);
    MPI_Comm_free(&comm);
    const int own = rank();
    ok(MPI_File_write_at_all(file, 4 * own, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at_all");
    synchronize(file);
    expect_equal(size_of(file), 4 * ranks(), "size");
    close(file);
}

std::string own_name(int number) {
    return path("." + std::to_string(rank()) + "." + std::to_string(number));
}

/// HDF5 has such a communicator for each file.
void communicators_of_one_rank_are_alike() {
    for (int i = 0; i < 20; ++i) {
        MPI_Comm comm = MPI_COMM_NULL;
        PMPI_Comm_dup(MPI_COMM_SELF, &comm);
        MPI_File file = opened(comm, own_name(0), anew);
        if (i == 0) duplicates = 0;
        ok(MPI_File_write_at_all(file, 0, &i, 1, MPI_INT, MPI_STATUS_IGNORE), "write");
        close(file);
        MPI_Comm_free(&comm);
    }
    expect_equal(duplicates, 0, "communicators made for files after the first");
    ::unlink(own_name(0).c_str());
}

void many_files_after_each_other() {
    for (int i = 0; i < 1000; ++i) {
        MPI_File file = opened(MPI_COMM_SELF, own_name(0), anew);
        ok(MPI_File_write_at(file, 4 * i, &i, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at");
        close(file);
    }
    expect_equal(static_cast<long long>(contents(own_name(0)).size()), 4000, "size");
    ::unlink(own_name(0).c_str());
}

void many_files_at_once() {
    std::vector<MPI_File> files;
    for (int i = 0; i < 200; ++i) files.push_back(opened(MPI_COMM_SELF, own_name(i), anew));
    for (int i = 0; i < 200; ++i) {
        ok(MPI_File_write(files[static_cast<std::size_t>(i)], &i, 1, MPI_INT, MPI_STATUS_IGNORE),
           "write");
    }
    for (int i = 0; i < 200; ++i) {
        int got = -1;
        MPI_File& file = files[static_cast<std::size_t>(i)];
        ok(MPI_File_read_at(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE), "read_at");
        expect_equal(got, i, "value");
        close(file);
        ::unlink(own_name(i).c_str());
    }
}

void two_files_at_once() {
    MPI_File first = opened(MPI_COMM_WORLD, path(), anew);
    MPI_File second = opened(MPI_COMM_WORLD, path(".second"), anew | MPI_MODE_DELETE_ON_CLOSE);
    const int own = rank();
    const int other = own + 100;
    MPI_Request requests[2];
    ok(MPI_File_iwrite_at_all(first, 4 * own, &own, 1, MPI_INT, &requests[0]), "iwrite_at_all");
    ok(MPI_File_iwrite_at_all(second, 4 * own, &other, 1, MPI_INT, &requests[1]), "iwrite_at_all");
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int got[] = {-1, -1};
    ok(MPI_File_read_at_all(first, 4 * own, &got[0], 1, MPI_INT, MPI_STATUS_IGNORE), "read");
    ok(MPI_File_read_at_all(second, 4 * own, &got[1], 1, MPI_INT, MPI_STATUS_IGNORE), "read");
    expect_true(got[0] == own && got[1] == other, "each has its own");
    close(second);
    close(first);
}

/// All ranks open the file with one communicator, and each rank with one of its own.
void a_file_of_two_communicators() {
    MPI_File all = opened(MPI_COMM_WORLD, path(), anew);
    MPI_File own = opened(MPI_COMM_SELF, path(), MPI_MODE_RDWR);
    const int value = rank() + 1;
    ok(MPI_File_write_at(own, 4 * rank(), &value, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at");
    ok(MPI_File_sync(own), "sync");
    synchronize(all);
    std::vector<int> got(static_cast<std::size_t>(ranks()), -1);
    ok(MPI_File_read_at_all(all, 0, got.data(), ranks(), MPI_INT, MPI_STATUS_IGNORE), "read");
    for (int i = 0; i < ranks(); ++i) {
        expect_equal(got[static_cast<std::size_t>(i)], i + 1, "what another handle has written");
    }
    close(own);
    close(all);
}

}  // namespace

std::vector<Case> handler_cases() {
    return {
        {"errors_are_returned", errors_are_returned},
        {"a_handler_of_a_file", a_handler_of_a_file},
        {"a_handler_of_all_files", a_handler_of_all_files},
        {"errors_have_sentences", errors_have_sentences},
        {"errors_of_the_program", errors_of_the_program},
        {"handles_of_fortran", handles_of_fortran},
    };
}

std::vector<Case> many_file_cases() {
    return {
        {"a_communicator_that_is_freed", a_communicator_that_is_freed},
        {"communicators_of_one_rank_are_alike", communicators_of_one_rank_are_alike},
        {"many_files_after_each_other", many_files_after_each_other},
        {"many_files_at_once", many_files_at_once},
        {"two_files_at_once", two_files_at_once},
        {"a_file_of_two_communicators", a_file_of_two_communicators},
    };
}

}  // namespace mpiio
