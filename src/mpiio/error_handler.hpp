// SPDX-License-Identifier: BSD-3-Clause
// The handler that is called when a call of MPI-IO fails: one of MPI's predefined error handlers,
// or a function of the program.
#pragma once

#include "mpiio/error.hpp"

namespace weft::mpiio {

/// The handles of a file in C and Fortran.
struct FileHandle {
    MPI_File in_c = MPI_FILE_NULL;
    MPI_Fint in_fortran = 0;
};
/// The handles MPI_FILE_NULL of C and of Fortran.
FileHandle no_file();

/// The function of a program; one of the two, or none.
struct HandlerFunction {
    using InFortran = void(MPI_Fint* file, MPI_Fint* code);
    MPI_File_errhandler_function* in_c = nullptr;
    InFortran* in_fortran = nullptr;

    [[nodiscard]] bool is_any() const { return in_c != nullptr || in_fortran != nullptr; }
};

/// Keeps the handler alive, also when the program frees its handle.
class ErrorHandler {
public:
    /// Makes MPI_ERRORS_RETURN, the default of the standard for files.
    ErrorHandler() = default;
    /// Takes a handler with its function, if that is known; those of predefined handlers are not.
    explicit ErrorHandler(MPI_Errhandler handle);
    ErrorHandler(ErrorHandler&& other) noexcept;
    ErrorHandler& operator=(ErrorHandler&& other) noexcept;
    ~ErrorHandler();

    /// Another reference, which the caller frees.
    [[nodiscard]] MPI_Errhandler reference() const;
    [[nodiscard]] ErrorHandler copy() const { return {handle_, function_}; }

    /// Unless `error` is a success, calls the handler, and keeps the message for MPI_Error_string.
    /// Returns the class of the error, for the program.
    int raise(const FileHandle& file, const Error& error) const;
    /// Calls the handler for an error of the program, which may have a text of its own.
    void raise_own(const FileHandle& file, int code) const;

private:
    ErrorHandler(MPI_Errhandler handle, const HandlerFunction& function);
    void call(const FileHandle& file, int code, const char* sentence) const;
    /// Predefined handlers return or end the job; not every MPI has names for all that end it.
    [[nodiscard]] bool is_fatal() const {
        return handle_ != MPI_ERRORS_RETURN && !function_.is_any();
    }

    MPI_Errhandler handle_ = MPI_ERRORS_RETURN;
    bool is_kept_ = false;  // by a reference
    HandlerFunction function_;
};

/// Remembers the function of a program's handler.
void note_handler(MPI_Errhandler handle, const HandlerFunction& function);

/// The handler of new files, and of errors without a file.
ErrorHandler default_handler();
void set_default_handler(ErrorHandler handler);

}  // namespace weft::mpiio
