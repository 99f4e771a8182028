// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/data_access.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "base/checked.hpp"
#include "mpi/agreed.hpp"
#include "mpi/datatype.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/together.hpp"
#include "storage/lock_bytes.hpp"

namespace weft::mpiio {
namespace {

/// Whether a null address cannot be MPI_BOTTOM with a datatype whose displacements are addresses:
/// no memory has such low addresses.
bool is_nowhere(const Buffer& memory) {
    constexpr MPI_Aint lowest = 4096;
    if (memory.address != nullptr || memory.count == 0 || mpi::size_of(memory.datatype) == 0)
        return false;
    MPI_Aint begin = 0;
    MPI_Aint length = 0;
    MPI_Type_get_true_extent(memory.datatype, &begin, &length);
    return begin < lowest;
}

Moved moved_by(const std::optional<RankTransfer>& rank_transfer, const Error& mine,
               const Status& done) {
    Error error = mine;
    error.keep_first(done);
    return {error, error.ok() && rank_transfer ? rank_transfer->memory_bytes() : 0};
}

Status beyond_all_offsets() {
    return {Code::einval, "the access ends beyond 2^63 - 1"};
}

/// The bytes of dense memory.
std::span<std::byte> bytes_of(const Buffer& memory, std::int64_t bytes) {
    return {static_cast<std::byte*>(memory.address), static_cast<std::size_t>(bytes)};
}

struct Rounds {
    std::int64_t count;
    std::function<engine::Outcome(const engine::Request&)> carry_out;
};

/// Carries out the rounds, in which this rank has its part, or nothing.
Status run(RankTransfer* rank_transfer, Direction direction, const Rounds& rounds, Error& error) {
    Status status;
    bool all_in_range = true;
    for (std::int64_t round = 0; round < rounds.count; ++round) {
        engine::Request request;
        request.direction = direction;
        if (rank_transfer != nullptr && status.ok())
            status = mpi::local([&] { return rank_transfer->begin(round, request); });
        if (!status.ok()) request.pieces.clear();
        const engine::Outcome outcome = rounds.carry_out(request);
        all_in_range = all_in_range && outcome.all_in_range;
        status.keep_first(outcome.status);
        if (rank_transfer != nullptr && status.ok()) rank_transfer->end(round);
    }
    if (rank_transfer != nullptr) all_in_range = all_in_range && rank_transfer->all_in_range();
    if (!all_in_range)
        error.keep_first({MPI_ERR_CONVERSION, "a value does not fit its type in external32"});
    return status;
}

}  // namespace

Error DataAccess::set_view(const MakeView& make) {
    View view;
    Error made;
    Error error = file_.shared().together({"MPI_File_set_view"}, [&] {
        // The view may begin at the shared pointer, after all ranks have moved it.
        if (file_.has_mode(MPI_MODE_SEQUENTIAL)) comm().barrier();
        const Status mine = mpi::local([&] {
            made = make(view);
            return made.ok() ? Status() : Status(Code::einval, made.sentence());
        });
        bool is_native = view.representation() != Representation::external32;
        const bool wants_native = is_native;
        Status agreed = mpi::agree(comm(), mine, is_native).status();
        if (agreed.ok() && !is_native)
            agreed = mpi::agree(comm(), wants_native ? Status(Code::einval,
                                                              "ranks differ in the data "
                                                              "representation of a view")
                                                     : Status())
                         .status();
        return agreed.ok() ? file_.shared_pointer().set(0) : agreed;
    });
    if (!made.ok()) return made;
    if (!error.ok()) return error;
    view_ = std::move(view);
    position_ = 0;
    return {};
}

Error DataAccess::set_atomicity(bool is_atomic) {
    return file_.shared().together({"MPI_File_set_atomicity"}, [&] {
        const Status same = compare(comm(), "atomicity", is_atomic ? 1 : 0);
        if (!same.ok()) return same;
        const Status synced = file_.shared().show_each_other();
        comm().barrier();
        if (synced.ok()) is_atomic_ = is_atomic;
        return synced;
    });
}

Result<std::int64_t> DataAccess::end() {
    const Result<std::int64_t> size = file_.bytes().size();
    if (!size.ok()) return size;
    const std::int64_t etype = view_.etype_bytes();
    return (view_.bytes_below(size.value()) + etype - 1) / etype;
}

std::optional<std::int64_t> DataAccess::etypes_of(const Buffer& memory) const {
    const Result<std::int64_t> value = view_.bytes_of(memory.datatype);
    const auto bytes = value.ok() ? checked_mul(memory.count, value.value()) : std::nullopt;
    if (!bytes || *bytes % view_.etype_bytes() != 0) return std::nullopt;
    return *bytes / view_.etype_bytes();
}

Error DataAccess::check(const Transfer& transfer) const {
    const bool writes = transfer.direction == Direction::put;
    if (writes && file_.has_mode(MPI_MODE_RDONLY))
        return {MPI_ERR_READ_ONLY, "the file was opened for reading only"};
    if (!writes && file_.has_mode(MPI_MODE_WRONLY))
        return {MPI_ERR_ACCESS, "the file was opened for writing only"};
    if (transfer.memory.count < 0)
        return {MPI_ERR_COUNT, fmt::format("the count is {}", transfer.memory.count)};
    if (mpi::is_null(transfer.memory.datatype))
        return {MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL"};
    if (is_nowhere(transfer.memory))
        return {MPI_ERR_BUFFER,
                fmt::format("the buffer for {} values is a null pointer", transfer.memory.count)};
    if (transfer.offset < 0) return {MPI_ERR_ARG, fmt::format("the offset is {}", transfer.offset)};
    const Result<std::int64_t> value = view_.bytes_of(transfer.memory.datatype);
    if (!value.ok()) return {MPI_ERR_CONVERSION, value.status().context()};
    if (!etypes_of(transfer.memory))
        return {MPI_ERR_ARG,
                fmt::format("{} values of {} bytes are not a whole number of etypes of {} bytes",
                            transfer.memory.count, value.value(), view_.etype_bytes())};
    return {};
}

/// The part of the view's stream that the transfer moves.
Error DataAccess::place(const Transfer& transfer, region::Interval& part) const {
    Error refused = check(transfer);
    if (!refused.ok()) return refused;
    const std::int64_t bytes = *etypes_of(transfer.memory) * view_.etype_bytes();
    const auto begin = checked_mul(transfer.offset, view_.etype_bytes());
    const auto end = begin ? checked_add(*begin, bytes) : std::nullopt;
    if (!end) return {MPI_ERR_ARG, fmt::format("the offset {} is too large", transfer.offset)};
    part = {*begin, *end};
    return {};
}

/// Prepares the part of this rank; nothing after an error.
Error DataAccess::prepare(const Transfer& transfer, std::optional<RankTransfer>& rank_transfer) {
    region::Interval part;
    Error refused = place(transfer, part);
    if (!refused.ok()) return refused;
    std::int64_t file_bytes = std::numeric_limits<std::int64_t>::max();
    if (transfer.direction == Direction::get) {
        const Result<std::int64_t> size = file_.bytes().size();
        if (!size.ok()) return size.status();
        file_bytes = size.value();
    }
    rank_transfer.emplace(view_, transfer, part, file_bytes);
    const Status opened = rank_transfer->open();
    if (!opened.ok()) rank_transfer.reset();
    return opened;
}

Moved DataAccess::move_together(const Transfer& transfer) {
    if (comm().size() == 1 && is_plain(transfer)) return move_at_once(transfer, true);
    if (is_atomic_) {
        // The bytes of a rank come before those of the next; the ranks meet when all are moved.
        Moved moved = move_alone(transfer);
        moved.error.keep_first(file_.shared().together({transfer.call}, [&] {
            comm().barrier();
            return Status();
        }));
        return moved;
    }
    Moved moved;
    moved.error.keep_first(file_.shared().together({transfer.call}, [&] {
        const bool is_short = etypes_of(transfer.memory).value_or(0) <=
                              engine::Engine::longest_plain_run / view_.etype_bytes();
        return is_short && is_plain(transfer) ? meet_plain(transfer, moved) : meet(transfer, moved);
    }));
    if (!moved.error.ok()) moved.bytes = 0;
    return moved;
}

Status DataAccess::meet(const Transfer& transfer, Moved& moved) {
    std::optional<RankTransfer> rank_transfer;
    Status status = mpi::local([&] {
        moved.error = prepare(transfer, rank_transfer);
        return Status();
    });
    if (!status.ok()) rank_transfer.reset();
    std::array<std::int64_t, 1> rounds = {rank_transfer ? rank_transfer->rounds() : 1};
    if (view_.representation() == Representation::external32) comm().all_reduce_max(rounds);
    const auto carry_out = [&](const engine::Request& request) {
        return settled(engine().run_collective(request, 0));
    };
    status.keep_first(run(rank_transfer ? &*rank_transfer : nullptr, transfer.direction,
                          {rounds[0], carry_out}, moved.error));
    if (rank_transfer) moved.bytes = rank_transfer->memory_bytes();
    return status;
}

/// Waits for ranks that rewrite: independent calls that follow only exclude each other.
engine::Outcome DataAccess::settled(const engine::Engine::CollectiveOutcome& outcome) const {
    if (outcome.leaves_rewriters) comm().barrier();
    return outcome.outcome;
}

/// The same for a transfer that is_plain(): it becomes a request only if the engine needs one.
Status DataAccess::meet_plain(const Transfer& transfer, Moved& moved) {
    engine::PlainRun run;
    Status status = mpi::local([&]() -> Status {
        region::Interval part;
        moved.error = place(transfer, part);
        if (!moved.error.ok() || part.empty()) return {};
        const Result<std::int64_t> offset = view_.offset_of(part.begin);
        if (!offset.ok()) return offset.status();
        if (!checked_add(offset.value(), part.length())) return beyond_all_offsets();
        run = {offset.value(), bytes_of(transfer.memory, part.length())};
        return {};
    });
    std::optional<RankTransfer> rank_transfer;
    const auto request = [&](engine::Request& made) -> Status {
        if (run.bytes.empty()) return {};
        moved.error = prepare(transfer, rank_transfer);
        return rank_transfer ? rank_transfer->begin(0, made) : Status();
    };
    const auto outcome = engine().run_collective(transfer.direction, run, request);
    status.keep_first(settled(outcome.call).status);
    if (rank_transfer && status.ok()) rank_transfer->end(0);
    moved.bytes = rank_transfer ? rank_transfer->memory_bytes() : outcome.bytes.value_or(0);
    return status;
}

Moved DataAccess::move_in_order(Transfer transfer) {
    const Status placed = file_.shared().together({transfer.call}, [&] {
        const bool takes_part = check(transfer).ok();
        const Result<std::int64_t> begin =
            file_.take_turn(takes_part ? *etypes_of(transfer.memory) : std::int64_t{0});
        if (begin.ok()) transfer.offset = begin.value();
        return begin.status();
    });
    return placed.ok() ? move_together(transfer) : Moved{placed};
}

/// Whether a single system call moves the data between memory and file.
bool DataAccess::is_plain(const Transfer& transfer) const {
    const Buffer& memory = transfer.memory;
    return view_.is_dense() && view_.representation() != Representation::external32 &&
           !is_atomic_ && memory.address != nullptr && mpi::is_dense(memory.datatype) &&
           engine().may_run_plain(transfer.direction);
}

Result<std::int64_t> DataAccess::move_plain(const Transfer& transfer, const region::Interval& part,
                                            bool is_collective) {
    if (part.empty()) return std::int64_t{0};
    const Result<std::int64_t> offset = view_.offset_of(part.begin);
    if (!offset.ok()) return offset;
    if (!checked_add(offset.value(), part.length())) return beyond_all_offsets();
    return engine().run_plain({.direction = transfer.direction, .is_collective = is_collective},
                              {offset.value(), bytes_of(transfer.memory, part.length())});
}

/// Moves a transfer that is_plain().
Moved DataAccess::move_at_once(const Transfer& transfer, bool is_collective) {
    Moved moved;
    moved.error.keep_first(mpi::local([&]() -> Status {
        region::Interval part;
        moved.error = place(transfer, part);
        if (!moved.error.ok()) return {};
        const Result<std::int64_t> bytes = move_plain(transfer, part, is_collective);
        if (bytes.ok()) moved.bytes = bytes.value();
        return bytes.status();
    }));
    return moved;
}

Moved DataAccess::move_alone(const Transfer& transfer) {
    if (is_plain(transfer)) return move_at_once(transfer, false);
    std::optional<RankTransfer> rank_transfer;
    Error error;
    const Status done = mpi::local([&]() -> Status {
        error = prepare(transfer, rank_transfer);
        if (!rank_transfer) return {};
        std::unique_ptr<storage::RangeLock> lock;
        if (is_atomic_) {
            auto taken = file_.bytes().lock(storage::lock_bytes::atomic_mode.begin, 1);
            if (!taken.ok()) return taken.status();
            lock = std::move(taken).value();
        }
        const auto carry_out = [&](const engine::Request& request) {
            return request.pieces.empty() ? engine::Outcome() : engine().run_independent(request);
        };
        return run(&*rank_transfer, transfer.direction, {rank_transfer->rounds(), carry_out},
                   error);
    });
    return moved_by(rank_transfer, error, done);
}

}  // namespace weft::mpiio
