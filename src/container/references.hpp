// SPDX-License-Identifier: BSD-3-Clause
// Where the values of a variable are in the files, for programs that read them without Weft: as a
// regular grid of chunks, each of which is some bytes of one file, made of its values by filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "model/storage.hpp"

namespace weft::container {

struct ReferredChunk {
    enum class Kind : std::uint8_t {
        stored,   // its bytes are in a file
        missing,  // nobody has written it: all its values are References::fill()
        apart     // no file has it in this form; References::encode() makes the bytes of its values
    };
    std::span<const std::int64_t> place;  // in the grid: one number for each dimension
    Kind kind = Kind::stored;
    std::size_t file = 0;  // among those of the dataset: 0 is the first, p + 1 is part p
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
};

/// The references of one variable. They live no longer than the container that has made them, and
/// its definition does not change meanwhile.
class References {
public:
    /// `chunk`: the lengths of a chunk, all of them positive.
    References(std::vector<std::int64_t> chunk, std::vector<model::Filter> filters)
        : chunk_(std::move(chunk)), filters_(std::move(filters)) {}
    References(const References&) = delete;
    References& operator=(const References&) = delete;
    virtual ~References() = default;

    [[nodiscard]] const std::vector<std::int64_t>& chunk() const { return chunk_; }
    /// In the order in which they are applied to values that are written.
    [[nodiscard]] const std::vector<model::Filter>& filters() const { return filters_; }

    /// Calls `use` for each chunk of the variable. Chunks at the edge are whole. Stops at the first
    /// failure.
    using Use = std::function<Status(const ReferredChunk&)>;
    virtual Status visit(const Use& use) = 0;

    /// The value, in file form, of chunks that nobody has written; empty if there are none.
    [[nodiscard]] virtual std::vector<std::byte> fill() const { return {}; }
    /// The bytes that a file would have of a chunk with these values, which are in file form.
    /// Code::enofilter for a filter that Weft does not apply.
    [[nodiscard]] virtual Result<std::vector<std::byte>> encode(
        std::span<const std::byte> chunk) const {
        return std::vector<std::byte>(chunk.begin(), chunk.end());
    }

private:
    std::vector<std::int64_t> chunk_;
    std::vector<model::Filter> filters_;
};

}  // namespace weft::container
