// SPDX-License-Identifier: BSD-3-Clause
// What `weft copy` writes: the target's header, and which bytes of the source go where. A plan is a
// pure function of the source's header and the wishes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "region/nest.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

struct CopyWishes {
    std::optional<format::Version> version;  // none: that of the source
    std::optional<std::int64_t> header_free;
    std::optional<std::int64_t> variable_align;
    std::optional<std::int64_t> record_align;
    bool fixes_records = false;  // the record dimension becomes fixed with its present length
};

/// The stream of a nest of the source, which is contiguous in the target.
struct Move {
    region::Nest from;
    std::int64_t to = 0;
};

struct CopyPlan {
    bool is_identical = false;  // nothing changes: the file is copied byte for byte
    format::Version version{};
    int variable_count = 0;
    model::Schema schema;   // without definitions if identical
    format::Begins begins;  // of its variables
    PooledBytes header;     // empty when identical
    std::int64_t file_bytes = 0;
    std::vector<Move> fixed;
    std::vector<Move> in_record;  // for record 0 of the target
    std::int64_t record_count = 0;
    std::int64_t from_pitch = 0;  // the distance of chosen records in the source
    std::int64_t to_pitch = 0;    // and in the target
};

/// The end of the last byte that the plan takes from a source of this size: the rest is zero.
std::int64_t stored_end(const CopyPlan& plan, std::int64_t source_bytes);

/// Whether a source of this size has all bytes of the plan.
bool takes_all(const CopyPlan& plan, std::int64_t source_bytes);

/// Joins moves that are adjacent in both files, with the padding between them.
void join_moves(CopyPlan& plan);

/// Code::evarsize, Code::edimsize, Code::ebadtype and the like if the requested format cannot hold
/// the source; the sentence names what. Nothing of the selection is turned.
Result<CopyPlan> plan_copy(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes);

/// The same; never identical.
Result<CopyPlan> plan_part(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes);

}  // namespace weft::tools
