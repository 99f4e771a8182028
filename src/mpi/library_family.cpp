// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <string>
#include <utility>

#include "mpi/library.hpp"

namespace weft::mpi {
namespace {

const char* name_of(Family family) {
    return family == Family::open_mpi ? "Open MPI" : "MPICH or a library with its ABI";
}

}  // namespace

Family family_of(std::string_view version) {
    constexpr std::array<std::pair<std::string_view, Family>, 6> marks{{
        {"Open MPI", Family::open_mpi},
        {"Spectrum MPI", Family::open_mpi},
        {"MPICH", Family::mpich},
        {"MVAPICH", Family::mpich},
        {"Intel(R) MPI", Family::mpich},
        {"ParaStationMPI", Family::mpich},
    }};
    for (const auto& [mark, family] : marks)
        if (version.find(mark) != std::string_view::npos) return family;
    return Family::unknown;
}

Status compare_families(Family compiled_for, std::string_view version) {
    const Family found = family_of(version);
    if (compiled_for == Family::unknown || found == Family::unknown || compiled_for == found)
        return {};
    return {Code::empi, std::string("this Weft was built for ") + name_of(compiled_for) +
                            ", but the MPI library of this program is " +
                            std::string(version.substr(0, version.find_first_of(",\n"))) +
                            ": compile and link the program with the mpicc that `pnetcdf-config "
                            "--cc` names, or use a Weft built for the program's MPI"};
}

}  // namespace weft::mpi
