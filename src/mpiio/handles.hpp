// SPDX-License-Identifier: BSD-3-Clause
// The files that a program has open here, by the handles it has for them. A handle that is not
// among them is of the MPI library's own.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "mpiio/error_handler.hpp"
#include "mpiio/file.hpp"

namespace weft::mpiio {

struct ProgramFile {
    std::unique_ptr<File> file;
    ErrorHandler handler;
    FileHandle handle;
    /// One thread at a time is in a call on the file; an error handler may make another call.
    std::recursive_mutex in_call;

    /// What a call returns that ended like this, after the file's error handler.
    [[nodiscard]] int finish(const Error& error) const;
};

/// Null: none of ours.
ProgramFile* find(MPI_File handle);
ProgramFile* find(MPI_Fint number);

/// Its handle.
MPI_File add(std::unique_ptr<File> file, ErrorHandler handler);
/// In the order in which they were opened.
std::vector<ProgramFile*> open_files();
/// Whether one of them has this name, or another name of the same file.
bool is_open(std::string_view name);
/// The handle is no more.
std::unique_ptr<ProgramFile> take(MPI_File handle);

}  // namespace weft::mpiio
