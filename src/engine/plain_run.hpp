// SPDX-License-Identifier: BSD-3-Clause
// A run of bytes that are in memory as in the file, and need no plan: small accesses of programs
// that do nothing else cost little more than their system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"
#include "engine/file_table.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "engine/shm/rewrite_gate.hpp"
#include "engine/trace/report.hpp"
#include "engine/window/guard.hpp"

namespace weft::engine {

struct PlainRun {
    std::int64_t offset = 0;
    std::span<std::byte> bytes;  // a put only reads them
};

/// Whether every independent call of one run may be a plain run.
bool may_run_plain(Direction direction, const Channel& channel, const Options& options);

/// The ranks and communicators that the put of a run may disturb.
struct Disturbed {
    Neighbours neighbours = Neighbours::none;
    shm::RewriteGate* gate = nullptr;  // where they keep clear of each other; null: by locks alone
};

/// Moves the run as a part of the call. Says how many bytes there were: a get ends where the file
/// does.
Result<std::int64_t> move_plain(Direction direction, FileEntry& file, const PlainRun& run,
                                Disturbed disturbed, CallRecord& call);

}  // namespace weft::engine
