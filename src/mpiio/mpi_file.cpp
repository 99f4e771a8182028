// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/mpi_file.hpp"

#include "engine/communicator_states.hpp"
#include "mpi/call.hpp"
#include "mpi/comm.hpp"
#include "mpi/together.hpp"

namespace weft::mpiio {

Error MpiFile::open(MPI_Comm comm, const char* name, int amode, const mpi::Hints& hints,
                    std::unique_ptr<MpiFile>& opened) {
    const Status usable = mpi::Comm::check(comm);
    if (!usable.ok()) return {MPI_ERR_COMM, usable.context()};
    std::shared_ptr<engine::CommunicatorState> state;
    const Status lent = mpi::local([&] {
        auto borrowed = engine::CommunicatorStates::borrow(
            comm, {.name = "MPI_File_open", .kind = mpi::kind_of("MPI_File_open", 0)});
        if (borrowed.ok()) state = std::move(borrowed).value();
        return borrowed.status();
    });
    if (!lent.ok()) return lent;
    std::unique_ptr<MpiFile> file;
    const Status made = mpi::attempt(state->comm(), [&] {
        file = std::make_unique<MpiFile>(state);
        return Status();
    });
    if (!made.ok()) return made;
    std::int64_t begin = 0;
    Error begun = file->whole.open(name, amode, hints, begin);
    if (!begun.ok()) return begun;
    file->access.set_position(begin);
    opened = std::move(file);
    return {};
}

}  // namespace weft::mpiio
