// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/probe.hpp"

#include "mpi/byte_run.hpp"
#include "mpi/check.hpp"
#include "mpi/operation.hpp"

namespace weft::mpi {

std::optional<Probed> probe(CommView comm, int from, int tag) {
    Probed message;
    MPI_Status status;
    int has_come = 0;
    require(MPI_Improbe(from, tag, comm.handle(), &has_come, &message.message, &status),
            "MPI_Improbe");
    if (has_come == 0) return std::nullopt;
    require(MPI_Get_elements_x(&status, MPI_BYTE, &message.bytes), "MPI_Get_elements_x");
    message.from = status.MPI_SOURCE;
    return message;
}

std::vector<std::byte> receive_probed(CommView comm, Probed& message) {
    Operation receiving(comm, 0, static_cast<std::size_t>(message.bytes));
    const ByteRun run(message.bytes);
    receiving.finish(MPI_Imrecv(receiving.received().data(), run.count(), run.datatype(),
                                &message.message, receiving.request()),
                     "MPI_Imrecv");
    return receiving.take();
}

}  // namespace weft::mpi
