// SPDX-License-Identifier: BSD-3-Clause
// Moving data between the program's memory and what a rank sees of the file.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>

#include "base/checked.hpp"
#include "mpi/agreed.hpp"
#include "mpi/datatype.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/together.hpp"
#include "mpiio/file.hpp"
#include "region/cut.hpp"
#include "types/copy.hpp"

namespace weft::mpiio {
namespace {

/// Locked by who reads or writes in atomic mode: no file has this byte, and none of the engine's
/// locks are on it.
constexpr std::int64_t atomic_byte = (std::int64_t{1} << 62) - 1;

/// Bytes are moved as they are; where they are scattered in memory, as many at a time as lie side
/// by side there and in the file.
Result<std::shared_ptr<const engine::Elements>> elements_of(const Memory& memory,
                                                            const engine::Pieces& pieces) {
    Result<mpi::ByteLayout> layout = mpi::decode_bytes(memory.datatype, memory.count);
    if (!layout.ok()) return layout.status();
    std::int64_t unit = layout.value().pattern.is_dense(1) ? 1 : layout.value().grain;
    for (const engine::Piece& piece : pieces) unit = std::min(unit, piece.file.grain());
    if (unit > 1) layout = mpi::decode_bytes(memory.datatype, memory.count, static_cast<int>(unit));
    if (!layout.ok()) return layout.status();
    engine::Elements elements;
    elements.codec.kernels = &types::copy_kernels(static_cast<int>(unit));
    elements.codec.external_bytes = elements.codec.memory_bytes = static_cast<int>(unit);
    elements.memory = std::make_shared<const region::Pattern>(std::move(layout).value().pattern);
    return std::make_shared<const engine::Elements>(std::move(elements));
}

/// Reads end where the file does.
region::FileShape within(const region::FileShape& shape, std::int64_t file_bytes) {
    if (shape.end() <= file_bytes) return shape;
    const std::int64_t there = shape.bytes_below(file_bytes);
    return there == 0 ? region::FileShape() : region::Cut::of(shape, {0, there});
}

}  // namespace

std::optional<std::int64_t> File::etypes_of(const Memory& memory) const {
    const auto bytes = checked_mul(memory.count, mpi::size_of(memory.datatype));
    if (!bytes || *bytes % view_.etype_bytes() != 0) return std::nullopt;
    return *bytes / view_.etype_bytes();
}

Error File::check(const Transfer& transfer) const {
    const bool writes = transfer.direction == Direction::put;
    if (writes && (amode_ & MPI_MODE_RDONLY) != 0)
        return {MPI_ERR_READ_ONLY, fmt::format("'{}' was opened for reading only", name_)};
    if (!writes && (amode_ & MPI_MODE_WRONLY) != 0)
        return {MPI_ERR_ACCESS, fmt::format("'{}' was opened for writing only", name_)};
    if (transfer.memory.count < 0)
        return {MPI_ERR_COUNT, fmt::format("a count of {}", transfer.memory.count)};
    if (mpi::is_null(transfer.memory.datatype)) return {MPI_ERR_TYPE, "MPI_DATATYPE_NULL"};
    if (transfer.offset < 0) return {MPI_ERR_ARG, fmt::format("an offset of {}", transfer.offset)};
    if (!etypes_of(transfer.memory))
        return {MPI_ERR_ARG,
                fmt::format("{} values of {} bytes are no whole number of etypes of {}",
                            transfer.memory.count, mpi::size_of(transfer.memory.datatype),
                            view_.etype_bytes())};
    return {};
}

/// What this rank has to do with it; nothing after an error.
Moved File::prepare(const Transfer& transfer, engine::Request& request) {
    request.direction = transfer.direction;
    Error refused = check(transfer);
    if (!refused.ok()) return {std::move(refused)};
    const std::int64_t etypes = *etypes_of(transfer.memory);
    if (etypes == 0) return {};
    const auto begin = checked_mul(transfer.offset, view_.etype_bytes());
    const std::int64_t bytes = etypes * view_.etype_bytes();
    const auto end = begin ? checked_add(*begin, bytes) : std::nullopt;
    if (!end) return {{MPI_ERR_ARG, fmt::format("an offset of {}", transfer.offset)}};
    const auto shapes = view_.shapes_of({*begin, *end});
    if (!shapes.ok()) return {shapes.status()};
    std::int64_t file_bytes = std::numeric_limits<std::int64_t>::max();
    if (transfer.direction == Direction::get) {
        const Result<std::int64_t> size = this->bytes();
        if (!size.ok()) return {size.status()};
        file_bytes = size.value();
    }
    Moved moved;
    for (const region::FileShape& shape : shapes.value()) {
        const region::FileShape there = within(shape, file_bytes);
        if (there.empty()) continue;
        moved.bytes += there.bytes();
        request.pieces.push_back({.file = there,
                                  .elements = nullptr,
                                  .address = static_cast<std::byte*>(transfer.memory.address)});
    }
    if (request.pieces.empty()) return moved;
    const auto elements = elements_of(transfer.memory, request.pieces);
    if (!elements.ok()) return {elements.status()};
    for (engine::Piece& piece : request.pieces) piece.elements = elements.value();
    request.sort();
    return moved;
}

Moved File::move_together(const Transfer& transfer) {
    if (is_atomic_) {
        // One rank's bytes before another's; the ranks meet when all are there.
        Moved moved = move_alone(transfer);
        moved.error.keep_first(shared_.together({transfer.call}, [&] {
            comm().barrier();
            return Status();
        }));
        return moved;
    }
    Moved moved;
    moved.error.keep_first(shared_.together({transfer.call}, [&] {
        engine::Request request;
        const Status prepared = mpi::local([&] {
            moved = prepare(transfer, request);
            return Status();
        });
        if (!prepared.ok() || !moved.error.ok()) request.pieces.clear();
        const auto done = shared_.engine().run_collective(request, 0);
        // The program may go on with independent calls, which keep clear of each other only.
        if (done.leaves_rewriters) comm().barrier();
        Status status = prepared;
        status.keep_first(done.outcome.status);
        return status;
    }));
    if (!moved.error.ok()) moved.bytes = 0;
    return moved;
}

Moved File::move_in_order(Transfer transfer) {
    const Status placed = shared_.together({transfer.call}, [&] {
        const bool takes_part = check(transfer).ok();
        const auto all = shared_.engine().share_facts(takes_part ? *etypes_of(transfer.memory)
                                                                 : std::int64_t{0});
        if (!all.ok()) return all.status();
        const auto mine = all.value().begin() + comm().rank();
        const std::int64_t total =
            std::accumulate(all.value().begin(), all.value().end(), std::int64_t{0});
        std::vector<std::byte> told;
        const mpi::Agreed moved_on = mpi::lead(comm(), {}, told, 0, [&] {
            const Result<std::int64_t> from = shared_pointer_.advance(total);
            if (!from.ok()) return from.status();
            const auto bytes = std::as_bytes(std::span(&from.value(), 1));
            told.assign(bytes.begin(), bytes.end());
            return Status();
        });
        if (!moved_on.ok()) return moved_on.status();
        std::memcpy(&transfer.offset, told.data(), sizeof transfer.offset);
        transfer.offset += std::accumulate(all.value().begin(), mine, std::int64_t{0});
        return Status();
    });
    return placed.ok() ? move_together(transfer) : Moved{placed};
}

Moved File::move_alone(const Transfer& transfer) {
    Moved moved;
    const Status done = mpi::local([&]() -> Status {
        engine::Request request;
        moved = prepare(transfer, request);
        if (!moved.error.ok() || request.pieces.empty()) return {};
        std::unique_ptr<storage::RangeLock> lock;
        if (is_atomic_) {
            auto taken = bytes_of_file().lock(atomic_byte, 1);
            if (!taken.ok()) return taken.status();
            lock = std::move(taken).value();
        }
        return shared_.engine().run_independent(request).status;
    });
    moved.error.keep_first(done);
    if (!moved.error.ok()) moved.bytes = 0;
    return moved;
}

}  // namespace weft::mpiio
