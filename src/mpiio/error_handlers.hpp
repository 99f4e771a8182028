// SPDX-License-Identifier: BSD-3-Clause
// What happens when a call of MPI-IO fails: the file's error handler is called.
#pragma once

#include "mpiio/handles.hpp"

namespace weft::mpiio {

/// The handler of files that are opened from now on, and of errors that no file has.
ErrorHandler default_handler();
void set_default_handler(const ErrorHandler& handler);

/// Remembers what a program's handler calls.
void note_handler(MPI_Errhandler handle, MPI_File_errhandler_function* function);
/// With its function, as far as that is known: MPI's own do not tell theirs.
ErrorHandler handler_of(MPI_Errhandler handle);

/// Calls the handler. Returns the code, for the program to see.
int raise(const ErrorHandler& handler, MPI_File file, int code, const std::string& sentence);
int raise(const ErrorHandler& handler, MPI_File file, const Error& error);

}  // namespace weft::mpiio
