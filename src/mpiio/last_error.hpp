// SPDX-License-Identifier: BSD-3-Clause
// The message of the last error: programs get an error class, because codes with messages of their
// own would grow a table of MPI.
#pragma once

#include <string>

#include "mpiio/error.hpp"

namespace weft::mpiio {

/// Keeps the last error of this thread.
void remember(const Error& error);
/// The message of the last error, if it had this class; else empty.
std::string last_sentence(int error_class);

}  // namespace weft::mpiio
