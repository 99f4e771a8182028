// SPDX-License-Identifier: BSD-3-Clause
// Opening, closing and deleting.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "calls.hpp"

namespace mpiio {
namespace {

void write_text(MPI_File file, MPI_Offset offset, const std::string& text) {
    ok(MPI_File_write_at(file, offset, text.data(), static_cast<int>(text.size()), MPI_CHAR,
                         MPI_STATUS_IGNORE),
       "write_at");
}

void a_missing_file() {
    expect_open_fails(path(), MPI_MODE_RDONLY, MPI_ERR_NO_SUCH_FILE);
    expect_open_fails(path(), MPI_MODE_RDWR, MPI_ERR_NO_SUCH_FILE);
    expect_open_fails("no such folder/file", anew, MPI_ERR_NO_SUCH_FILE);
    expect_true(!exists(path()), "a failed open makes no file");
}

void exclusive_creation() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew | MPI_MODE_EXCL);
    close(file);
    expect_open_fails(path(), anew | MPI_MODE_EXCL, MPI_ERR_FILE_EXISTS);
}

void creation_keeps_contents() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    if (rank() == 0) write_text(file, 0, "kept");
    close(file);
    file = opened(MPI_COMM_WORLD, path(), anew);
    expect_equal(size_of(file), 4, "size");
    close(file);
    expect_true(contents(path()) == "kept", "contents are kept");
}

void modes_that_exclude_each_other() {
    expect_open_fails(path(), MPI_MODE_CREATE, MPI_ERR_AMODE);
    expect_open_fails(path(), MPI_MODE_CREATE | MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_ERR_AMODE);
    expect_open_fails(path(), MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_RDWR, MPI_ERR_AMODE);
    expect_open_fails(path(), MPI_MODE_CREATE | MPI_MODE_RDONLY, MPI_ERR_AMODE);
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    close(file);
    expect_open_fails(path(), MPI_MODE_EXCL | MPI_MODE_RDONLY, MPI_ERR_AMODE);
    expect_open_fails(path(), MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_ERR_AMODE);
}

/// Rank 0 cannot open such a name either.
void a_name_that_is_no_file() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    close(file);
    const std::string below = path() + "/below";
    const int code = MPI_File_open(MPI_COMM_WORLD, below.c_str(), anew, MPI_INFO_NULL, &file);
    expect_true(code != MPI_SUCCESS, "nothing is below a file");
}

void writing_what_is_open_for_reading() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    close(file);
    file = opened(MPI_COMM_WORLD, path(), MPI_MODE_RDONLY);
    const int value = 1;
    expect(MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY,
           "write_at");
    expect(MPI_File_write_all(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY,
           "write_all");
    expect(MPI_File_set_size(file, 10), MPI_ERR_READ_ONLY, "set_size");
    expect(MPI_File_preallocate(file, 10), MPI_ERR_READ_ONLY, "preallocate");
    close(file);
}

void reading_what_is_open_for_writing() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), MPI_MODE_CREATE | MPI_MODE_WRONLY);
    if (rank() == 0) write_text(file, 0, "text");
    char text[4];
    expect(MPI_File_read_at(file, 0, text, 4, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_ACCESS,
           "read_at");
    close(file);
    expect_true(contents(path()) == "text", "what was written is there");
}

void deletion_on_close() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew | MPI_MODE_DELETE_ON_CLOSE);
    expect_true(exists(path()), "the file is there while it is open");
    MPI_Barrier(MPI_COMM_WORLD);
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_true(!exists(path()), "and gone when it is closed");
}

void appending() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    if (rank() == 0) write_text(file, 0, "0123456789");
    synchronize(file);
    close(file);
    file = opened(MPI_COMM_WORLD, path(), MPI_MODE_RDWR | MPI_MODE_APPEND);
    expect_equal(position_of(file), 10, "individual pointer");
    MPI_Offset shared = -1;
    ok(MPI_File_get_position_shared(file, &shared), "get_position_shared");
    expect_equal(shared, 10, "shared pointer");
    close(file);
}

void deleting() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) {
        ok(MPI_File_delete(path().c_str(), MPI_INFO_NULL), "delete");
        expect_true(!exists(path()), "the file is gone");
        expect(MPI_File_delete(path().c_str(), MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE, "delete");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

void deleting_what_is_open() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const std::string link = path(".link");
    if (rank() == 0) {
        expect(MPI_File_delete(path().c_str(), MPI_INFO_NULL), MPI_ERR_FILE_IN_USE, "delete");
        const std::string other_name = "./" + path();
        expect(MPI_File_delete(other_name.c_str(), MPI_INFO_NULL), MPI_ERR_FILE_IN_USE, "delete");
        expect_true(exists(path()), "the file is there");
        expect_equal(::symlink(path().c_str(), link.c_str()), 0, "symlink");
        ok(MPI_File_delete(link.c_str(), MPI_INFO_NULL), "delete a link to it");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    close(file);
    if (rank() == 0) ok(MPI_File_delete(path().c_str(), MPI_INFO_NULL), "delete when it is closed");
}

void deleting_what_another_process_has_open() {
    const std::string name = path(".elsewhere");
    MPI_File file = MPI_FILE_NULL;
    if (rank() == 0) file = opened(MPI_COMM_SELF, name, anew);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == ranks() - 1)
        expect(MPI_File_delete(name.c_str(), MPI_INFO_NULL), MPI_ERR_FILE_IN_USE, "delete");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) {
        expect_true(exists(name), "the file is there");
        close(file);
        file = opened(MPI_COMM_SELF, name, MPI_MODE_RDONLY);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    // With a single rank, the process that deletes the file would have it open itself.
    if (rank() == ranks() - 1 && ranks() > 1)
        ok(MPI_File_delete(name.c_str(), MPI_INFO_NULL), "delete what is only read");
    if (rank() == 0) close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks() == 1) ok(MPI_File_delete(name.c_str(), MPI_INFO_NULL), "delete");
}

/// A rank may do so before rank 0 has left the call that closes the file.
void deleting_at_once() {
    for (int i = 0; i < 20; ++i) {
        MPI_File file = opened(MPI_COMM_WORLD, path(".at_once"), anew);
        close(file);
        if (rank() == ranks() - 1)
            ok(MPI_File_delete(path(".at_once").c_str(), MPI_INFO_NULL), "delete at once");
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

void what_a_file_says_of_itself() {
    const int mode = anew | MPI_MODE_UNIQUE_OPEN;
    MPI_File file = opened(MPI_COMM_WORLD, path(), mode);
    int amode = 0;
    ok(MPI_File_get_amode(file, &amode), "get_amode");
    expect_equal(amode, mode, "amode");
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    ok(MPI_File_get_group(file, &group), "get_group");
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int result = MPI_UNEQUAL;
    MPI_Group_compare(group, world, &result);
    expect_equal(result, MPI_IDENT, "group");
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    close(file);
}

void hints_are_kept() {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_buffer_size", "1048576");
    MPI_Info_set(info, "access_style", "write_once");
    MPI_Info_set(info, "key_that_nobody_knows", "value");
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew, info);
    MPI_Info_free(&info);
    MPI_Info kept = MPI_INFO_NULL;
    ok(MPI_File_get_info(file, &kept), "get_info");
    char value[64];
    int is_there = 0;
    MPI_Info_get(kept, "cb_buffer_size", 63, value, &is_there);
    expect_true(is_there != 0 && std::string(value) == "1048576", "the hint of the open is kept");
    MPI_Info_free(&kept);

    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_buffer_size", "2097152");
    ok(MPI_File_set_info(file, info), "set_info");
    MPI_Info_free(&info);
    ok(MPI_File_get_info(file, &kept), "get_info");
    expect_true(kept != MPI_INFO_NULL, "there are always hints");
    MPI_Info_free(&kept);
    close(file);
}

/// The value of a hint of a file; empty if it has none.
std::string hint_of(MPI_File file, const char* key) {
    MPI_Info info = MPI_INFO_NULL;
    ok(MPI_File_get_info(file, &info), "get_info");
    char value[64] = "";
    int is_there = 0;
    MPI_Info_get(info, key, 63, value, &is_there);
    MPI_Info_free(&info);
    return is_there != 0 ? value : "";
}

/// Hints that only tests use are not among those that a program could pass on to its next file.
void hints_in_force() {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_pretended_nodes", "0");
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew, info);
    expect_true(hint_of(file, "cb_nodes") == "1", "one rank of a node writes at a time");
    expect_true(hint_of(file, "weft_pretended_nodes").empty(), "weft_pretended_nodes");
    close(file);
    MPI_Info_set(info, "cb_nodes", "1000");
    file = opened(MPI_COMM_WORLD, path(), anew, info);
    expect_true(hint_of(file, "cb_nodes") == std::to_string(ranks()), "not more than ranks");
    close(file);
    MPI_Info_free(&info);
}

/// A file as ROMIO reads it, on rank 0.
void hints_of_romio() {
    const std::string name = path(".hints");
    if (rank() == 0) {
        std::ofstream(name) << "# comment\ncb_buffer_size 2222222\nind_rd_buffer_size 333333\n";
        ::setenv("ROMIO_HINTS", name.c_str(), 1);
    }
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_buffer_size", "1111111");
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew, info);
    expect_true(hint_of(file, "cb_buffer_size") == "1111111", "the program's hint wins");
    expect_true(hint_of(file, "ind_rd_buffer_size") == "333333", "the file's hint counts");
    close(file);
    MPI_Info_free(&info);
    if (rank() == 0) {
        ::unsetenv("ROMIO_HINTS");
        ::unlink(name.c_str());
    }
}

}  // namespace

std::vector<Case> opening_cases() {
    return {
        {"a_missing_file", a_missing_file},
        {"exclusive_creation", exclusive_creation},
        {"creation_keeps_contents", creation_keeps_contents},
        {"modes_that_exclude_each_other", modes_that_exclude_each_other},
        {"a_name_that_is_no_file", a_name_that_is_no_file},
        {"writing_what_is_open_for_reading", writing_what_is_open_for_reading},
        {"reading_what_is_open_for_writing", reading_what_is_open_for_writing},
        {"deletion_on_close", deletion_on_close},
        {"appending", appending},
        {"deleting", deleting},
        {"deleting_what_is_open", deleting_what_is_open},
        {"deleting_what_another_process_has_open", deleting_what_another_process_has_open},
        {"deleting_at_once", deleting_at_once},
        {"what_a_file_says_of_itself", what_a_file_says_of_itself},
        {"hints_are_kept", hints_are_kept},
        {"hints_in_force", hints_in_force},
        {"hints_of_romio", hints_of_romio},
    };
}

}  // namespace mpiio
