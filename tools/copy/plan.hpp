// SPDX-License-Identifier: BSD-3-Clause
// What `weft copy` writes: the target's header, and which bytes of the source go where. A plan is
// a pure function of the source's header and the wishes.
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
    bool fixes_records = false;  // the record dimension becomes one of the length that it has
};

/// The stream of a nest of the source, which lies in one piece in the target.
struct Move {
    region::Nest from;
    std::int64_t to = 0;
};

struct CopyPlan {
    bool is_identical = false;  // nothing changes: the file is copied as it is, whatever it holds
    format::Version version{};
    int variable_count = 0;
    model::Schema schema;   // without definitions when identical
    format::Begins begins;  // of its variables
    PooledBytes header;     // empty when identical
    std::int64_t file_bytes = 0;
    std::vector<Move> fixed;
    std::vector<Move> in_record;  // as of record 0 of the target
    std::int64_t record_count = 0;
    std::int64_t from_pitch = 0;  // from one chosen record to the next in the source
    std::int64_t to_pitch = 0;    // and in the target
};

/// Where the last byte ends that the plan takes from a source of so many bytes: the rest is zero.
std::int64_t stored_end(const CopyPlan& plan, std::int64_t source_bytes);

/// Whether a source of so many bytes has all that the plan takes from it.
bool takes_all(const CopyPlan& plan, std::int64_t source_bytes);

/// Neighbours in both files become one move, together with the padding between them.
void join_moves(CopyPlan& plan);

/// Code::evarsize, Code::edimsize, Code::ebadtype and the like when the format that is wished for
/// cannot hold the source; the sentence names what.
/// Nothing of the selection is turned.
Result<CopyPlan> plan_copy(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes);

/// The same; never identical.
Result<CopyPlan> plan_part(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes);

}  // namespace weft::tools
