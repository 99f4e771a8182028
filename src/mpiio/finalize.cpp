// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/finalize.hpp"

#include <cstdio>
#include <mutex>

#include "mpiio/handles.hpp"

namespace weft::mpiio {
namespace {

/// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, in the reverse order of their
/// setting.
int tell(MPI_Comm /*self*/, int /*key*/, void* /*value*/, void* /*state*/) {
    for (ProgramFile* const open : open_files()) {
        std::fprintf(stderr, "MPI-IO (Weft): '%s' was not closed before MPI_Finalize\n",
                     open->file->whole.name().c_str());
        // MPICH ends the program in MPI_Finalize if windows are left. All ranks come here, with the
        // same files of each communicator.
        open->file->whole.shared_pointer().close();
    }
    return MPI_SUCCESS;
}

void watch() {
    int key = MPI_KEYVAL_INVALID;
    if (MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, tell, &key, nullptr) != MPI_SUCCESS) return;
    MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
    MPI_Comm_free_keyval(&key);
}

}  // namespace

void watch_for_finalize() {
    static std::once_flag once;
    std::call_once(once, watch);
}

}  // namespace weft::mpiio
