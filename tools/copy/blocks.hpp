// SPDX-License-Identifier: BSD-3-Clause
// Cuts values for a target that stores chunks into blocks of whole chunks, so that no chunk is
// compressed twice. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "tools/shared/boxes.hpp"

namespace weft::tools {

/// A variable of the target, with the part of it that is copied.
struct CutVariable {
    std::vector<std::int64_t> begin;  // indices, from here
    std::vector<std::int64_t> end;    // to here
    std::vector<std::int64_t> chunk;  // of the target; 1 in each dimension of an array
    std::vector<std::int64_t> good;   // lengths that the source reads as a whole, at least 1
    std::int64_t value_bytes = 1;
    bool has_records = false;
};

/// Some values of one variable, in indices of the target.
struct Block {
    std::size_t variable = 0;
    IndexBox box;
    std::int64_t bytes = 0;
};

/// Lengths of blocks of the variable, which lie on a grid that begins at index 0. One chunk, or as
/// many as have `most_bytes`: first those that lie in what the source reads as a whole, and then
/// along the last dimensions. If it is not 0, `most_records` limits how many records are more than
/// a chunk.
std::vector<std::int64_t> block_lengths(const CutVariable& variable, std::int64_t most_bytes,
                                        std::int64_t most_records);

/// All blocks of several variables: those of variables without records first, one variable after
/// the other, and then by the first of their records. Takes memory for one block of each variable.
class BlockSequence {
public:
    BlockSequence(std::vector<CutVariable> variables, std::int64_t most_bytes,
                  std::int64_t most_records);

    /// The next block; empty behind the last one.
    std::optional<Block> next();

private:
    /// The next block of a variable, by its place in the variable's grid of blocks.
    struct Cursor {
        std::int64_t record = -1;  // the first one of the block
        std::size_t variable = 0;
        std::vector<std::int64_t> place = {};

        friend bool operator>(const Cursor& one, const Cursor& other) {
            return one.record != other.record ? one.record > other.record
                                              : one.variable > other.variable;
        }
    };
    void push(Cursor cursor);
    [[nodiscard]] Block block_at(const Cursor& cursor) const;

    std::vector<CutVariable> variables_;
    std::vector<std::vector<std::int64_t>> lengths_;
    std::priority_queue<Cursor, std::vector<Cursor>, std::greater<>> cursors_;
};

}  // namespace weft::tools
