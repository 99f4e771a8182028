// SPDX-License-Identifier: BSD-3-Clause
// Plans how the variables of a copy are stored if the target's format stores chunks: a pure
// function of how they were stored, and of the wishes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/copy/chunk_wishes.hpp"
#include "tools/copy/quantize_wishes.hpp"

namespace weft::tools {

struct StorageWishes {
    std::optional<int> deflate;    // its level; 0: uncompressed
    std::optional<int> zstd;       // its level
    bool shuffles = false;         // in front of the compression
    std::optional<bool> has_sums;  // fletcher32
    ChunkWishes chunks;
    QuantizeWishes quantize;

    [[nodiscard]] bool empty() const {
        return !deflate && !zstd && !shuffles && !has_sums && chunks.empty() && quantize.empty();
    }
    [[nodiscard]] bool chooses_compression() const { return deflate || zstd; }
};

/// Sets the storage and the byte order of all variables. `keeps`: the source's format stores
/// chunks, too, and what it has holds where nothing else is wished. Of what the library does not
/// write, sentences are appended to `notes`. Code::ebaddim, Code::enotvar and Code::ebadchunk for
/// wishes that cannot be.
Status plan_storage(model::Schema& schema, const StorageWishes& wishes, bool keeps,
                    std::vector<std::string>& notes);

}  // namespace weft::tools
