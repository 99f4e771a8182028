// SPDX-License-Identifier: BSD-3-Clause
// What becomes of the return code of an MPI call.
#pragma once

#include <cassert>
#include <string>

#include "base/result.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

/// For calls that fail only when MPI itself is broken. Nothing that follows a half-done collective
/// call can be trusted, so the error goes to the program's own error handler, that of
/// MPI_COMM_WORLD; by default it is fatal.
inline void expect_success(int code) {
    if (code == MPI_SUCCESS) return;
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
    assert(code == MPI_SUCCESS);
}

/// For calls that may fail for reasons of the program's.
inline Status status_of(int code, const std::string& call) {
    if (code == MPI_SUCCESS) return {};
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    return {Code::empi, call + ": " + std::string(text, static_cast<std::size_t>(length))};
}

}  // namespace weft::mpi
