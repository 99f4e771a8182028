// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plain_run.hpp"

#include <iterator>

#include "engine/plan/plan.hpp"
#include "engine/window/rewrite_lease.hpp"

namespace weft::engine {
namespace {

Status write_plain(FileEntry& file, const PlainRun& run, Disturbed disturbed) {
    file.channel.let_post(disturbed.neighbours == Neighbours::none);
    RewriteLease lease(file.other_writers, file.channel);
    Status status;
    {
        Guards guards(file.channel, lease, disturbed.neighbours, disturbed.gate);
        const Result<Guard> guard = guards.to_write(run.offset, std::ssize(run.bytes));
        status = guard.ok() ? file.channel.write(run.offset, run.bytes) : guard.status();
    }
    status.keep_first(file.channel.settle());
    return status;
}

}  // namespace

bool may_run_plain(Direction direction, const Channel& channel, const Options& options) {
    return is_plain_anyway(direction, options) && !channel.prefers_shapes() &&
           channel.kind().is_file;
}

Result<std::int64_t> move_plain(Direction direction, FileEntry& file, const PlainRun& run,
                                Disturbed disturbed, CallRecord& call) {
    if (direction == Direction::get) {
        const Result<std::int64_t> got = file.channel.read_to_end(run.offset, run.bytes);
        if (got.ok()) call.moved_only(got.value());
        return got;
    }
    const Status written = write_plain(file, run, disturbed);
    if (!written.ok()) return written;
    return std::ssize(run.bytes);
}

}  // namespace weft::engine
