// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <span>
#include <vector>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/methods/staged_writes.hpp"

namespace weft::engine {
namespace {

class DirectRun {
public:
    DirectRun(const Request& request, const MethodContext& context)
        : request_(request),
          context_(context),
          mover_(request),
          staged_(context, request.direction == Direction::put ? request.bytes() : 0) {}

    Outcome run() {
        for (std::size_t i = 0; i < request_.pieces.size() && status_.ok(); ++i) {
            const region::FileShape& file = request_.pieces[i].file;
            file.visit(0, file.bytes(), [&](const region::RunGroup& group) {
                for (std::int64_t k = 0; k < group.count && status_.ok(); ++k) {
                    move_run(i, group.stream + k * group.run, group.offset + k * group.pitch,
                             group.run);
                }
            });
        }
        status_.keep_first(staged_.write());
        return {status_, mover_.all_in_range()};
    }

private:
    void move_run(std::size_t piece, std::int64_t stream, std::int64_t offset,
                  std::int64_t length) {
        std::byte* const bytes = mover_.bytes_in_memory(piece, stream, stream + length);
        if (bytes != nullptr && request_.direction == Direction::get) {
            status_ = context_.channel.read(offset, {bytes, static_cast<std::size_t>(length)});
            return;
        }
        if (bytes != nullptr && length >= StagedWrites::least_unstaged) {
            status_ = staged_.write_unstaged(offset, {bytes, static_cast<std::size_t>(length)});
            return;
        }
        for (std::int64_t done = 0; done < length && status_.ok();) {
            const std::int64_t part = std::min(length - done, part_of_run(done, offset));
            if (request_.direction == Direction::put) {
                put_part(piece, stream + done, offset + done, part);
            } else {
                get_part(piece, stream + done, offset + done, part);
            }
            done += part;
        }
    }

    /// Parts end where pages do; those of a get behind the element that lies there, so that none is
    /// cut.
    [[nodiscard]] std::int64_t part_of_run(std::int64_t done, std::int64_t offset) const {
        constexpr std::int64_t most_bytes = StagedWrites::most_bytes;
        const std::int64_t end = done + most_bytes - (offset + done) % most_bytes;
        const bool put = request_.direction == Direction::put;
        return (put ? end : round_up(end, Mover::largest_element)) - done;
    }

    void put_part(std::size_t piece, std::int64_t stream, std::int64_t offset,
                  std::int64_t length) {
        const Result<std::byte*> room = staged_.add(offset, length);
        status_ = room.status();
        if (room.ok()) convert(piece, stream, length, room.value());
    }

    void get_part(std::size_t piece, std::int64_t stream, std::int64_t offset,
                  std::int64_t length) {
        const auto size = static_cast<std::size_t>(length);
        if (std::byte* const room = mover_.room_in_memory(piece, stream, stream + length)) {
            status_ = context_.channel.read(offset, std::span(room, size));
            const PhaseTimer timer(context_.channel.report(), Phase::convert);
            if (status_.ok()) mover_.decode_in_place(piece, room, length);
            return;
        }
        if (read_.size() < size) read_.resize(size);
        status_ = context_.channel.read(offset, std::span(read_.data(), size));
        if (status_.ok()) convert(piece, stream, length, read_.data());
    }

    void convert(std::size_t piece, std::int64_t stream, std::int64_t length, std::byte* packed) {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        mover_.move(piece, stream, stream + length,
                    {.data = packed, .origin = stream, .form = FileBuffer::Form::packed});
    }

    const Request& request_;
    const MethodContext& context_;
    Mover mover_;
    Status status_;
    StagedWrites staged_;
    std::vector<std::byte> read_;
};

/// A run of a file that grows in several places at a time. Each needs a beginning, as a page on its
/// own does; the end of one and the beginning of the next meet later.
double interleaved_run(const CostModel& cost) {
    constexpr double worth = 8;  // measured: 1 to 2 us on tmpfs, 4 to 17 on ext4
    return worth * (cost.new_island - cost.new_page);
}

/// The seconds that the ranks of a node lose in a put, beside their calls: a turn to write for each
/// full staging, and what a file without holes loses if it grows in several places at a time.
double crowd_seconds(const CallTotals& all, const CostModel& cost) {
    constexpr double bytes_of_a_turn = 256 << 10;
    const double turns =
        static_cast<double>(all.bytes) / bytes_of_a_turn + static_cast<double>(all.active);
    const bool is_unbroken = all.bytes >= all.access_range();
    const bool is_interleaved = all.comes_back || all.ranges > all.access_range();
    const std::int64_t places = is_unbroken && is_interleaved ? all.runs : 0;
    return turns * cost.turn + static_cast<double>(places) * interleaved_run(cost);
}

double direct_seconds(const CallFacts& call) {
    const CallTotals& all = call.all;
    const double read_over = call.is_put() ? 0 : call.cost.read_over;
    const auto moving = [&](std::int64_t runs, std::int64_t bytes, std::int64_t ranges) {
        const double gaps =
            std::min(static_cast<double>(ranges - bytes), static_cast<double>(runs) * read_over);
        return calls_for(bytes, runs, call.cost) * call.call_seconds() +
               (static_cast<double>(bytes) + std::max(gaps, 0.0)) * call.byte_seconds();
    };
    double seconds =
        call.settling() + call.of_all_ranks(moving(all.runs, all.bytes, all.ranges),
                                            moving(all.most_runs, all.most_bytes, all.most_ranges));
    if (call.is_put()) seconds += touched_seconds(all.stretch(), call.cost);
    if (call.is_contended()) seconds += crowd_seconds(all, call.cost);
    if (call.is_put() && call.is_crowded)
        seconds += static_cast<double>(all.runs) * call.cost.crowded_call;
    return seconds;
}

}  // namespace

Outcome run_direct(const Request& request, const MethodContext& context) {
    if (request.pieces.empty()) return {};
    if (context.channel.prefers_shapes()) return run_shapes(request, context);
    return DirectRun(request, context).run();
}

/// The kernel lets one rank at a time write to a file. Two write: one converts what comes next
/// while the other is in the kernel.
///
/// What it does: moves every run with its own system call.
/// When it is right: runs are long.
extern const MethodEntry direct_method = {
    .name = "direct",
    .needs = {.file = true, .turns = true},
    .writers = 2,
    .seconds = direct_seconds,
    .is_allowed = [](const CallFacts& call) { return call.sieve_choice() != Choice::enable; },
    .run = [](std::span<const FileCall> files,
              const Means&) { return run_direct(files.front().request, files.front().context); }};

}  // namespace weft::engine
