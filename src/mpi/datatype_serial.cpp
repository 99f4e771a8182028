// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype.hpp"

namespace weft::mpi {

Result<DecodedDatatype> decode(MPI_Datatype /*datatype*/, std::int64_t /*count*/) {
    return Status(Code::enotsupport, "this build of Weft has no MPI datatypes");
}

bool is_predefined(MPI_Datatype /*datatype*/) {
    return false;
}

bool is_null(MPI_Datatype datatype) {
    return datatype == MPI_Datatype{};
}

}  // namespace weft::mpi
