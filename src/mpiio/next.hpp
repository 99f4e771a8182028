// SPDX-License-Identifier: BSD-3-Clause
// The functions of the MPI library that ours replace.
#pragma once

#include <dlfcn.h>

namespace weft::mpiio {

/// The next function of this name in the order of libraries.
template <class Function>
Function* next(const char* name, Function* /*like*/) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace weft::mpiio
