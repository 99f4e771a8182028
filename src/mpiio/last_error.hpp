// SPDX-License-Identifier: BSD-3-Clause
// The sentence of an error: programs get a class, which is all that a code of MPI can say without
// growing a table for each message.
#pragma once

#include <string>

#include "mpiio/error.hpp"

namespace weft::mpiio {

/// The last one of this thread.
void remember(const Error& error);
/// Empty unless the last one was of this class.
std::string last_sentence(int error_class);

}  // namespace weft::mpiio
