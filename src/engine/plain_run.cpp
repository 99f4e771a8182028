// SPDX-License-Identifier: BSD-3-Clause
// A run of bytes that are in memory as in the file, and need no plan: small accesses of programs
// that do nothing else cost little more than their system call.
#include "engine/engine.hpp"
#include "engine/window/guard.hpp"

namespace weft::engine {

bool Engine::may_run_plain(Direction direction) const {
    const Channel& channel = files_.front()->channel;
    return is_plain_anyway(direction, options_) && !channel.prefers_shapes() &&
           channel.kind().is_file;
}

Result<std::int64_t> Engine::run_plain(CallRecord::Kind kind, std::int64_t offset,
                                       std::span<std::byte> bytes) {
    OneFile& file = *files_.front();
    CallRecord call(report_, kind, std::ssize(bytes));
    Reason reason;
    reason.words = "one run";
    call.chose(plain_method, reason);
    if (kind.direction == Direction::get) {
        const Result<std::int64_t> got = file.channel.read_to_end(offset, bytes);
        if (got.ok()) call.moved_only(got.value());
        return got;
    }
    const Status status = write_plain(file, {offset, bytes},
                                      comm_.size() > 1 ? Neighbours::possible : Neighbours::none);
    if (!status.ok()) return status;
    return std::ssize(bytes);
}

Status Engine::write_plain(OneFile& file, const PlainRun& mine, Neighbours neighbours) {
    file.channel.let_post(neighbours == Neighbours::none);
    RewriteLease lease(file.other_writers, file.channel);
    Status status;
    {
        Guards guards(file.channel, lease, neighbours, gate());
        const Result<Guard> guard = guards.to_write(mine.offset, std::ssize(mine.bytes));
        status = guard.ok() ? file.channel.write(mine.offset, mine.bytes) : guard.status();
    }
    status.keep_first(file.channel.settle());
    return status;
}

}  // namespace weft::engine
