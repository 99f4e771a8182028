// SPDX-License-Identifier: BSD-3-Clause
// A file that a call touches: what this rank and all ranks bring to it, and how it is carried out.
#pragma once

#include <deque>
#include <vector>

#include "engine/file_table.hpp"
#include "engine/plan/method_entry.hpp"
#include "engine/plan/plan.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/request.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/window/rewrite_lease.hpp"

namespace weft::engine {

struct FilePart {
    FilePart(FileEntry& touched, const Request& mine, twophase::FilePattern* of_all = nullptr)
        : file(touched), request(mine), pattern(of_all) {}
    [[nodiscard]] const MethodEntry& method() const { return *entry_of(plan.method); }
    [[nodiscard]] bool is_put_to_target() const {
        return request.direction == Direction::put && !file.channel.kind().is_file;
    }

    FileEntry& file;
    const Request& request;                       // this rank's
    twophase::FilePattern* pattern;               // null: of this rank alone
    const std::vector<Summary>* ranks = nullptr;  // of all, where they share memory
    Plan plan = {};
    RewriteLease lease = RewriteLease(file.other_writers, file.channel);
};

/// The parts of one call, in the order of the files.
using FileParts = std::deque<FilePart>;

}  // namespace weft::engine
