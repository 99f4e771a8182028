// SPDX-License-Identifier: BSD-3-Clause
// Return codes of MPI as Status, or as an exception.
#pragma once

#include <string>

#include "base/result.hpp"
#include "mpi/failure.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

/// `call`: the name of the function. No memory is needed after a success, so that a rank without
/// any does not leave others alone between two calls of MPI.
inline Status status_of(int code, const char* call) {
    if (code == MPI_SUCCESS) return {};
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) length = 0;
    return {Code::empi,
            std::string(call) + " failed: " + std::string(text, static_cast<std::size_t>(length))};
}

/// Throws Failure for a call whose result is needed: after a failure nothing can be trusted.
/// `call`: the name of the function.
inline void require(int code, const char* call) {
    if (code != MPI_SUCCESS) throw Failure(status_of(code, call));
}

/// Takes the result of a call that only releases what MPI holds: a failure only loses memory.
inline void release(int /*code*/) {}

}  // namespace weft::mpi
