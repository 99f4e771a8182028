// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/blocks.hpp"

#include <algorithm>
#include <utility>

namespace weft::tools {
namespace {

using Lengths = std::vector<std::int64_t>;

std::int64_t round_up(std::int64_t number, std::int64_t unit) {
    return (number + unit - 1) / unit * unit;
}

/// The product of lengths that fit in memory, or `most` + 1 if it is larger than `most`.
std::int64_t product_up_to(const Lengths& lengths, std::int64_t factor, std::int64_t most) {
    std::int64_t product = factor;
    for (const std::int64_t length : lengths) {
        if (length > 0 && product > most / length) return most + 1;
        product *= length;
    }
    return product;
}

/// Makes a dimension as long as `wanted`, or as the bytes allow, in steps of a chunk.
void lengthen(Lengths& lengths, std::size_t dimension, std::int64_t wanted, std::int64_t chunk,
              std::int64_t value_bytes, std::int64_t most_bytes) {
    Lengths others = lengths;
    others[dimension] = 1;
    const std::int64_t rest = product_up_to(others, value_bytes, most_bytes);
    const std::int64_t room = most_bytes / rest / chunk * chunk;
    lengths[dimension] = std::max(lengths[dimension], std::min(wanted, room));
}

}  // namespace

std::vector<std::int64_t> block_lengths(const CutVariable& variable, std::int64_t most_bytes,
                                        std::int64_t most_records) {
    Lengths lengths = variable.chunk;
    for (const bool is_good : {true, false}) {
        for (std::size_t i = lengths.size(); i-- > 0;) {
            const std::int64_t chunk = variable.chunk[i];
            std::int64_t wanted = round_up(is_good ? variable.good[i] : variable.end[i], chunk);
            wanted = std::min(wanted, round_up(std::max<std::int64_t>(variable.end[i], 1), chunk));
            if (i == 0 && variable.has_records && most_records > 0)
                wanted = std::min(wanted, round_up(most_records, chunk));
            lengthen(lengths, i, wanted, chunk, variable.value_bytes, most_bytes);
        }
    }
    return lengths;
}

BlockSequence::BlockSequence(std::vector<CutVariable> variables, std::int64_t most_bytes,
                             std::int64_t most_records)
    : variables_(std::move(variables)) {
    for (std::size_t id = 0; id < variables_.size(); ++id) {
        const CutVariable& its = variables_[id];
        lengths_.push_back(block_lengths(its, most_bytes, most_records));
        bool is_empty = false;
        Cursor first{.variable = id};
        for (std::size_t i = 0; i < its.begin.size(); ++i) {
            is_empty = is_empty || its.begin[i] >= its.end[i];
            first.place.push_back(its.begin[i] / lengths_[id][i]);
        }
        if (!is_empty) push(std::move(first));
    }
}

void BlockSequence::push(Cursor cursor) {
    const CutVariable& its = variables_[cursor.variable];
    if (its.has_records) cursor.record = cursor.place.front() * lengths_[cursor.variable].front();
    cursors_.push(std::move(cursor));
}

Block BlockSequence::block_at(const Cursor& cursor) const {
    const CutVariable& its = variables_[cursor.variable];
    const Lengths& lengths = lengths_[cursor.variable];
    Block block{.variable = cursor.variable, .box = {}, .bytes = its.value_bytes};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::int64_t begin = std::max(cursor.place[i] * lengths[i], its.begin[i]);
        const std::int64_t end = std::min((cursor.place[i] + 1) * lengths[i], its.end[i]);
        block.box.start.push_back(begin);
        block.box.count.push_back(end - begin);
        block.box.stride.push_back(1);
        block.bytes *= end - begin;
    }
    return block;
}

std::optional<Block> BlockSequence::next() {
    if (cursors_.empty()) return std::nullopt;
    Cursor cursor = cursors_.top();
    cursors_.pop();
    Block block = block_at(cursor);
    const CutVariable& its = variables_[cursor.variable];
    const Lengths& lengths = lengths_[cursor.variable];
    for (std::size_t i = lengths.size(); i-- > 0;) {
        if (++cursor.place[i] * lengths[i] < its.end[i]) {
            push(std::move(cursor));
            break;
        }
        cursor.place[i] = its.begin[i] / lengths[i];
    }
    return block;
}

}  // namespace weft::tools
