// SPDX-License-Identifier: BSD-3-Clause
// The references of a variable that is divided among the parts of a set: one grid of chunks, which
// lie in several files.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "container/references.hpp"
#include "model/schema.hpp"
#include "parts/table.hpp"
#include "sets/file_set.hpp"

namespace weft::sets {

/// The parts that have some values of a divided variable, in rising order.
std::vector<int> parts_with(const model::Schema& whole, const parts::Table& table, int variable);

/// The references of a variable that is an array in each of its parts, all of which are known. All
/// arguments outlive them.
std::unique_ptr<container::References> references_to_arrays(const model::Schema& whole,
                                                            const FileSet& files, int variable,
                                                            std::int64_t array_chunk_bytes);

struct ReferencesOfPart {
    int part = 0;
    std::unique_ptr<container::References> chunks;
};
/// The references of a variable whose parts have it in chunks. Code::enotsupport if these do not
/// make one grid: a part begins within a chunk of the whole, or has other chunks than the first.
Result<std::unique_ptr<container::References>> joined_references(
    const model::Schema& whole, const parts::Table& table, int variable,
    std::vector<ReferencesOfPart> parts);

}  // namespace weft::sets
