// SPDX-License-Identifier: BSD-3-Clause
// The files that a program has open with Weft, by their handles. Other handles belong to the MPI
// library.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "mpiio/error_handler.hpp"
#include "mpiio/mpi_file.hpp"

namespace weft::mpiio {

struct ProgramFile {
    std::unique_ptr<MpiFile> file;
    ErrorHandler handler;
    FileHandle handle;
    /// Held during a call on the file; recursive, because an error handler may make another call.
    std::recursive_mutex in_call;

    /// Calls the error handler of the file, if need be, and returns the error code of a call.
    [[nodiscard]] int finish(const Error& error) const;
};

/// Null if the handle is not one of ours.
ProgramFile* find(MPI_File handle);
ProgramFile* find(MPI_Fint number);

/// Returns the new handle.
MPI_File add(std::unique_ptr<MpiFile> file, ErrorHandler handler);
/// The open files in the order of opening.
std::vector<ProgramFile*> open_files();
/// Whether a file with this name, or another name of the same file, is open.
bool is_open(std::string_view name);
/// Removes a file; its handle becomes invalid.
std::unique_ptr<ProgramFile> take(MPI_File handle);

}  // namespace weft::mpiio
