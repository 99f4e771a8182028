// SPDX-License-Identifier: BSD-3-Clause
// What is called when a call of MPI-IO fails: one of MPI's predefined error handlers, or a function
// of the program's.
#pragma once

#include "mpiio/error.hpp"

namespace weft::mpiio {

/// How programs name a file to MPI.
struct FileHandle {
    MPI_File in_c = MPI_FILE_NULL;
    MPI_Fint in_fortran = 0;
};
/// MPI_FILE_NULL in both languages.
FileHandle no_file();

/// A program's function; one of the two, or none.
struct HandlerFunction {
    using InFortran = void(MPI_Fint* file, MPI_Fint* code);
    MPI_File_errhandler_function* in_c = nullptr;
    InFortran* in_fortran = nullptr;

    [[nodiscard]] bool is_any() const { return in_c != nullptr || in_fortran != nullptr; }
};

/// Keeps the handler for as long as it lives, whatever the program does with its handle.
class ErrorHandler {
public:
    /// MPI_ERRORS_RETURN, as the standard has it for files.
    ErrorHandler() = default;
    /// With its function, as far as that is known: MPI's own do not tell theirs.
    explicit ErrorHandler(MPI_Errhandler handle);
    ErrorHandler(ErrorHandler&& other) noexcept;
    ErrorHandler& operator=(ErrorHandler&& other) noexcept;
    ~ErrorHandler();

    /// Another reference, which the caller frees.
    [[nodiscard]] MPI_Errhandler reference() const;
    [[nodiscard]] ErrorHandler copy() const { return {handle_, function_}; }

    /// Calls it, unless all is well, and keeps the sentence for MPI_Error_string. Returns the
    /// error's class, for the program to see.
    int raise(const FileHandle& file, const Error& error) const;
    /// Calls it for an error that is the program's own, whose text it may have given itself.
    void raise_own(const FileHandle& file, int code) const;

private:
    ErrorHandler(MPI_Errhandler handle, const HandlerFunction& function);
    void call(const FileHandle& file, int code, const char* sentence) const;
    /// MPI's own handlers return or end the job, and not every version of MPI names all that end
    /// it.
    [[nodiscard]] bool is_fatal() const {
        return handle_ != MPI_ERRORS_RETURN && !function_.is_any();
    }

    MPI_Errhandler handle_ = MPI_ERRORS_RETURN;
    bool is_kept_ = false;  // by a reference of its own
    HandlerFunction function_;
};

/// Remembers what a program's handler calls.
void note_handler(MPI_Errhandler handle, const HandlerFunction& function);

/// The handler of files that are opened from now on, and of errors that no file has.
ErrorHandler default_handler();
void set_default_handler(ErrorHandler handler);

}  // namespace weft::mpiio
