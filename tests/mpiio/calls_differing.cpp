// SPDX-License-Identifier: BSD-3-Clause
// Ranks that do not ask for the same thing, where they must: an error on all of them, and nobody
// waits.
#include <unistd.h>

#include <string>

#include "calls.hpp"

namespace mpiio {
namespace {

bool is_last() {
    return rank() == ranks() - 1;
}

/// The wanted code: with one rank there is nobody to differ from.
int wanted() {
    return ranks() == 1 ? MPI_SUCCESS : MPI_ERR_NOT_SAME;
}

void modes_of_opening() {
    const std::string name = path();
    for (const int added : {MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_APPEND, MPI_MODE_UNIQUE_OPEN}) {
        MPI_File file = MPI_FILE_NULL;
        const int mode = anew | (is_last() ? added : 0);
        expect(MPI_File_open(MPI_COMM_WORLD, name.c_str(), mode, MPI_INFO_NULL, &file), wanted(),
               "open");
        expect_equal(file == MPI_FILE_NULL, ranks() > 1, "there is no handle after an error");
        if (file != MPI_FILE_NULL) close(file);
    }
    MPI_File file = opened(MPI_COMM_WORLD, name, anew);
    close(file);
}

void sizes() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_set_size(file, 10), "set_size");
    expect(MPI_File_set_size(file, is_last() ? 20 : 30), wanted(), "set_size");
    expect(MPI_File_preallocate(file, is_last() ? 4096 : 8192), wanted(), "preallocate");
    if (ranks() > 1) expect_equal(size_of(file), 10, "the size stays");
    close(file);
}

void atomicity() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect(MPI_File_set_atomicity(file, is_last() ? 1 : 0), wanted(), "set_atomicity");
    int is_atomic = -1;
    ok(MPI_File_get_atomicity(file, &is_atomic), "get_atomicity");
    expect_equal(is_atomic, ranks() == 1 ? 1 : 0, "atomicity");
    const int own = rank();
    ok(MPI_File_write_at_all(file, 4 * own, &own, 1, MPI_INT, MPI_STATUS_IGNORE), "write_at_all");
    // Any number but 0 is yes.
    ok(MPI_File_set_atomicity(file, rank() + 1), "set_atomicity");
    close(file);
}

void seeks_for_all() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    ok(MPI_File_seek_shared(file, 5, MPI_SEEK_SET), "seek_shared");
    expect(MPI_File_seek_shared(file, is_last() ? 6 : 7, MPI_SEEK_SET), wanted(), "seek_shared");
    MPI_Offset position = -1;
    if (ranks() > 1) {
        ok(MPI_File_get_position_shared(file, &position), "get_position_shared");
        expect_equal(position, 5, "the pointer stays");
    }
    close(file);
}

void calls() {
    if (ranks() == 1) return;
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const int own = rank();
    const int code =
        is_last() ? MPI_File_sync(file)
                  : MPI_File_write_at_all(file, 4 * own, &own, 1, MPI_INT, MPI_STATUS_IGNORE);
    expect(code, MPI_ERR_NOT_SAME, "different calls");
    ok(MPI_File_sync(file), "the next one");
    close(file);
}

}  // namespace

std::vector<Case> differing_cases() {
    return {
        {"modes_of_opening_that_differ", modes_of_opening},
        {"sizes_that_differ", sizes},
        {"atomicity_that_differs", atomicity},
        {"seeks_for_all_that_differ", seeks_for_all},
        {"calls_that_differ", calls},
    };
}

}  // namespace mpiio
