// SPDX-License-Identifier: BSD-3-Clause
// The functions that move data: where they begin, and how they move the file pointers.
#include <fmt/format.h>

#include <cstring>

#include "mpiio/calls.hpp"
#include "mpiio/completed_request.hpp"

namespace weft::mpiio {
namespace {

Moved carry_out(const DataCall& call, File& file, const Transfer& transfer) {
    return call.how == How::together ? file.move_together(transfer) : file.move_alone(transfer);
}

/// Moves a pointer by the requested amount, also if the file has less.
Moved move_by_position(const DataCall& call, File& file, Transfer transfer) {
    transfer.offset = file.position();
    Moved moved = carry_out(call, file, transfer);
    const auto etypes = moved.error.ok() ? file.etypes_of(transfer.memory) : std::nullopt;
    file.set_position(transfer.offset + etypes.value_or(0));
    return moved;
}

Moved move_by_shared_pointer(const DataCall& call, File& file, Transfer transfer) {
    if (call.how == How::together) return file.move_in_order(transfer);
    Error refused = file.check(transfer);
    if (!refused.ok()) return {std::move(refused)};
    const Result<std::int64_t> begin =
        file.shared_pointer().advance(*file.etypes_of(transfer.memory));
    if (!begin.ok()) return {begin.status()};
    transfer.offset = begin.value();
    return file.move_alone(transfer);
}

Moved move(const DataCall& call, File& file, std::int64_t offset, const Buffer& memory) {
    if ((file.amode() & MPI_MODE_SEQUENTIAL) != 0 && call.pointer != Pointer::shared)
        return {{MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL"}};
    const Transfer transfer{call.name, call.direction, offset, memory};
    switch (call.pointer) {
        case Pointer::at:
            return carry_out(call, file, transfer);
        case Pointer::individual:
            return move_by_position(call, file, transfer);
        case Pointer::shared:
            break;
    }
    return move_by_shared_pointer(call, file, transfer);
}

int finish(const char* name, const ProgramFile& open, const Error& error) {
    if (error.ok()) return MPI_SUCCESS;
    return open.finish({error.error_class(), fmt::format("{}: {}", name, error.sentence())});
}

int answer(const char* name, const ProgramFile& open, const Moved& moved, MPI_Status* status) {
    set_status(status, moved.bytes);
    return finish(name, open, moved.error);
}

}  // namespace

int blocking(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
             MPI_Status* status) {
    return answer(call.name, open, move(call, *open.file, offset, memory), status);
}

int posted(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
           MPI_Request* request) {
    const Moved moved = move(call, *open.file, offset, memory);
    *request = MPI_REQUEST_NULL;
    if (!moved.error.ok()) return finish(call.name, open, moved.error);
    return complete(request, moved.bytes);
}

int begun(const DataCall& call, ProgramFile& open, MPI_Offset offset, const Buffer& memory,
          const char* end) {
    File& file = *open.file;
    if (file.split) {
        // The other ranks may be in the call: this rank takes part with nothing.
        static_cast<void>(move(call, file, 0, {}));
        return finish(
            call.name, open,
            {MPI_ERR_OTHER, fmt::format("{} must be called first", file.split->ends_with)});
    }
    file.split = File::Split{end, move(call, file, offset, memory)};
    return MPI_SUCCESS;
}

int ended(const char* name, ProgramFile& open, const void* /*buffer*/, MPI_Status* status) {
    File& file = *open.file;
    if (!file.split || std::strcmp(file.split->ends_with, name) != 0)
        return finish(name, open, {MPI_ERR_OTHER, "no call was begun that this one could end"});
    const Moved moved = std::move(file.split)->moved;
    file.split.reset();
    return answer(name, open, moved, status);
}

}  // namespace weft::mpiio
