// SPDX-License-Identifier: BSD-3-Clause
// What becomes of the return code of an MPI call.
#pragma once

#include <string>

#include "base/result.hpp"
#include "mpi/failure.hpp"
#include "mpi/handles.hpp"

namespace weft::mpi {

inline Status status_of(int code, const std::string& call) {
    if (code == MPI_SUCCESS) return {};
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) length = 0;
    return {Code::empi, call + " failed: " + std::string(text, static_cast<std::size_t>(length))};
}

/// For calls whose results are needed: nothing that follows a failed one can be trusted, so it is
/// thrown. `call`: the name of the function.
inline void require(int code, const char* call) {
    if (code != MPI_SUCCESS) throw Failure(status_of(code, call));
}

/// For calls that only give back what MPI holds: where that fails, nothing is lost but memory.
inline void release(int /*code*/) {}

}  // namespace weft::mpi
