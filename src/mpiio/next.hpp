// SPDX-License-Identifier: BSD-3-Clause
// The MPI library's own functions, in front of which ours stand.
#pragma once

#include <dlfcn.h>

namespace weft::mpiio {

/// The function of this name that comes after ours.
template <class Function>
Function* next(const char* name, Function* /*like*/) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace weft::mpiio
