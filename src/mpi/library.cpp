// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/library.hpp"

#include <array>

#include "mpi/handles.hpp"

namespace weft::mpi {
namespace {

#if defined(OPEN_MPI)
constexpr Family compiled_for = Family::open_mpi;
#elif defined(MPICH_VERSION) || defined(I_MPI_VERSION) || defined(MVAPICH_VERSION)
constexpr Family compiled_for = Family::mpich;
#else
constexpr Family compiled_for = Family::unknown;
#endif

/// Other libraries write longer texts than the MPI_MAX_LIBRARY_VERSION_STRING of our mpi.h.
constexpr std::size_t longest_version = 16384;

Status ask_library() {
    std::array<char, longest_version> version{};
    int length = 0;
    if (MPI_Get_library_version(version.data(), &length) != MPI_SUCCESS) return {};
    return compare_families(compiled_for, version.data());
}

}  // namespace

Status check_library() {
    static const Status answer = ask_library();
    return answer;
}

}  // namespace weft::mpi
