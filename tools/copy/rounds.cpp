// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/rounds.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "base/memory_pool.hpp"
#include "container/container.hpp"
#include "tools/copy/blocks.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// The bytes that a rank reads in a round: enough for a codec on each of several cores.
constexpr std::int64_t batch_bytes = 32 << 20;
/// The most bytes of a block of one variable, so that a round has several blocks; a chunk may have
/// more.
constexpr std::int64_t block_bytes = 16 << 20;

bool has_chunks(const model::Variable& variable) {
    return variable.storage != nullptr &&
           variable.storage->layout == model::Storage::Layout::chunked;
}

std::vector<std::int64_t> chunk_of(const model::Variable& variable) {
    if (has_chunks(variable)) return variable.storage->chunk;
    return std::vector<std::int64_t>(variable.dimension_ids.size(), 1);
}

CutVariable cut_of(const ValueCopy& copy, const ValueMove& move, const Input& source,
                   const NewDataset& target) {
    const model::Variable& from = source.schema().variable(move.from);
    const model::Variable& to = target.schema().variable(move.to);
    CutVariable cut;
    cut.end = source.schema().shape_of(from);
    cut.begin.resize(cut.end.size());
    cut.chunk = chunk_of(to);
    cut.good = source.is_part() ? std::vector<std::int64_t>(cut.end.size(), 1) : chunk_of(from);
    cut.value_bytes = types::size_of(to.type);
    cut.has_records = target.schema().is_record_variable(to);
    if (cut.has_records) {
        cut.begin.front() += copy.first_record;
        cut.end.front() += copy.first_record;
    }
    return cut;
}

/// The most records of all variables that a round may read, if a record of the source is one piece
/// of its file; else 0.
std::int64_t most_records_of(const Input& source) {
    const auto form = source.record_form();
    if (!form || form->bytes == 0) return 0;
    return std::max<std::int64_t>(batch_bytes / form->bytes, 1);
}

/// The blocks of one rank in one round.
using Batch = std::vector<Block>;

/// The blocks as batches, which every rank counts in the same way.
class Batches {
public:
    explicit Batches(BlockSequence blocks) : blocks_(std::move(blocks)), next_(blocks_.next()) {}

    /// Empty behind the last one.
    Batch next() {
        Batch batch;
        std::int64_t bytes = 0;
        for (; next_ && (batch.empty() || bytes + next_->bytes <= batch_bytes);
             next_ = blocks_.next()) {
            bytes += next_->bytes;
            batch.push_back(*next_);
        }
        return batch;
    }

private:
    BlockSequence blocks_;
    std::optional<Block> next_;
};

/// Copies one rank's part of the rounds.
class RoundCopier {
public:
    RoundCopier(const ValueCopy& copy, const Input& source, NewDataset& target)
        : copy_(copy), source_(source), target_(target) {}

    Status read(const Batch& batch);
    /// Collective. What has been read.
    Status write() { return target_.write_together(values_); }

private:
    [[nodiscard]] std::int64_t shift_of(const ValueMove& move) const;
    Status change(const ValueMove& move, const BoxValues& from) const;

    const ValueCopy& copy_;
    const Input& source_;
    NewDataset& target_;
    PooledBytes buffer_;
    std::vector<BoxValues> values_;  // in indices of the target
};

/// How much larger the first index is in the target than in the source.
std::int64_t RoundCopier::shift_of(const ValueMove& move) const {
    const model::Schema& schema = target_.schema();
    return schema.is_record_variable(schema.variable(move.to)) ? copy_.first_record : 0;
}

Status RoundCopier::read(const Batch& batch) {
    std::int64_t bytes = 0;
    for (const Block& block : batch) bytes += block.bytes;
    buffer_.resize(static_cast<std::size_t>(bytes));
    values_.clear();
    std::vector<BoxValues> wanted;
    std::span<std::byte> rest(buffer_);
    for (const Block& block : batch) {
        const ValueMove& move = copy_.moves[block.variable];
        const auto values = rest.first(static_cast<std::size_t>(block.bytes));
        rest = rest.subspan(values.size());
        values_.push_back({move.to, block.box, values});
        wanted.push_back({move.from, block.box, values});
        if (!block.box.start.empty()) wanted.back().box.start.front() -= shift_of(move);
    }
    Status status = source_.read(wanted);
    for (std::size_t i = 0; i < batch.size() && status.ok(); ++i) {
        const ValueMove& move = copy_.moves[batch[i].variable];
        if (move.change) status = change(move, wanted[i]);
    }
    if (!status.ok()) values_.clear();
    return status;
}

/// Changes values row by row, because a change is told the number of its first value.
Status RoundCopier::change(const ValueMove& move, const BoxValues& from) const {
    const model::Variable& variable = source_.schema().variable(move.from);
    const std::vector<std::int64_t> shape = source_.schema().shape_of(variable);
    const IndexBox& box = from.box;
    const std::int64_t row = shape.empty() ? 1 : box.count.back();
    const auto row_bytes = static_cast<std::size_t>(row * types::size_of(variable.type));
    std::vector<std::int64_t> at = box.start;
    Status status;
    for (std::size_t done = 0; done < from.values.size() && status.ok(); done += row_bytes) {
        std::int64_t first = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) first = first * shape[i] + at[i];
        status = move.change(first, from.values.subspan(done, row_bytes));
        for (std::size_t i = shape.size(); i-- > 1;) {
            if (++at[i - 1] < box.start[i - 1] + box.count[i - 1]) break;
            at[i - 1] = box.start[i - 1];
        }
    }
    return status;
}

}  // namespace

Status copy_in_rounds(const Team& team, const ValueCopy& copy, const Input& source,
                      NewDataset& target, ProgressMode progress_mode) {
    std::vector<CutVariable> cuts;
    std::int64_t bytes = 0;
    for (const ValueMove& move : copy.moves) {
        cuts.push_back(cut_of(copy, move, source, target));
        const std::int64_t more = source.values_of(move.from) * cuts.back().value_bytes;
        bytes = checked_add(bytes, more).value_or(bytes);  // only shown
    }
    Batches batches(BlockSequence(std::move(cuts), block_bytes, most_records_of(source)));
    RoundCopier copier(copy, source, target);
    Progress progress(progress_mode, "copying", part_of(team, bytes).to, team);
    while (true) {
        Batch mine;
        bool is_over = true;
        for (int rank = 0; rank < team.size(); ++rank) {
            Batch batch = batches.next();
            is_over = is_over && batch.empty();
            if (rank == team.rank()) mine = std::move(batch);
        }
        if (is_over) return {};
        Status status = team.agree(copier.read(mine));
        if (status.ok()) status = team.agree(copier.write());
        if (!status.ok()) return status;
        for (const Block& block : mine) progress.advance(block.bytes);
    }
}

}  // namespace weft::tools
