// SPDX-License-Identifier: BSD-3-Clause
// calls [CASE...]: the cases of all topics, or those that are named. The result is 1 after a
// failure.
#include "calls.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace mpiio {
namespace {

std::string class_name(int error_class) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(error_class, text, &length);
    return std::to_string(error_class) + " (" +
           std::string(text, static_cast<std::size_t>(length)) + ")";
}

std::vector<Case> all_cases() {
    std::vector<Case> all;
    for (const auto& topic :
         {opening_cases(), size_cases(), view_cases(), external_cases(), pointer_cases(),
          shared_pointer_cases(), handler_cases(), many_file_cases(), differing_cases(),
          sequential_cases(), count_cases(), short_cases()}) {
        all.insert(all.end(), topic.begin(), topic.end());
    }
    return all;
}

void remove_file() {
    if (rank() == 0) ::unlink(path().c_str());
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Removes the file when all ranks have finished with it.
void remove_file_behind_all() {
    MPI_Barrier(MPI_COMM_WORLD);
    remove_file();
}

}  // namespace

std::string path(std::string_view suffix) {
    return cases::case_name() + std::string(".data") + std::string(suffix);
}

void expect(int code, int wanted, std::string_view what, Place place) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    if (error_class == wanted) return cases::claim(true, {}, place);
    cases::claim(
        false,
        std::string(what) + " returned " + class_name(error_class) + ", not " + class_name(wanted),
        place);
}

void ok(int code, std::string_view what, Place place) {
    expect(code, MPI_SUCCESS, what, place);
}

MPI_File opened(MPI_Comm comm, const std::string& name, int mode, MPI_Info info, Place place) {
    MPI_File file = MPI_FILE_NULL;
    ok(MPI_File_open(comm, name.c_str(), mode, info, &file), "open", place);
    return file;
}

void close(MPI_File& file, Place place) {
    ok(MPI_File_close(&file), "close", place);
    expect_true(file == MPI_FILE_NULL, "the handle of a closed file is null", place);
}

void expect_open_fails(const std::string& name, int mode, int wanted, Place place) {
    MPI_File file = MPI_FILE_NULL;
    const int code = MPI_File_open(MPI_COMM_WORLD, name.c_str(), mode, MPI_INFO_NULL, &file);
    expect(code, wanted, "open", place);
    if (code == MPI_SUCCESS) MPI_File_close(&file);
}

int count_of(const MPI_Status& status, MPI_Datatype type) {
    int count = -1;
    MPI_Get_count(&status, type, &count);
    return count;
}

MPI_Offset size_of(MPI_File file) {
    MPI_Offset size = -1;
    ok(MPI_File_get_size(file, &size), "get_size");
    return size;
}

MPI_Offset position_of(MPI_File file) {
    MPI_Offset position = -1;
    ok(MPI_File_get_position(file, &position), "get_position");
    return position;
}

std::string contents(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
}

bool exists(const std::string& name) {
    struct stat found {};
    return ::stat(name.c_str(), &found) == 0;
}

void synchronize(MPI_File file) {
    ok(MPI_File_sync(file), "sync");
    MPI_Barrier(MPI_COMM_WORLD);
    ok(MPI_File_sync(file), "sync");
}

}  // namespace mpiio

int main(int argc, char** argv) {
    using namespace mpiio;
    return cases::run_cases(argc, argv, all_cases(),
                            {.before = remove_file, .after = remove_file_behind_all});
}
