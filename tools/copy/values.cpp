// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/values.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>

#include "container/container.hpp"
#include "storage/path_scheme.hpp"
#include "tools/copy/rounds.hpp"
#include "tools/shared/shared_walk.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// From this number of bytes on, the values of a variable, or of one of its records, are read by a
/// call of their own.
constexpr std::int64_t lone_bytes = 128 << 10;
/// Smaller ones are read together, up to this number of bytes, even those of several records.
constexpr std::int64_t group_bytes = 1 << 20;

/// The bytes of a large variable in memory at a time: for local files so many that they stay close
/// to the processor, over a link so many that the time of an answer does not matter.
std::int64_t chunk_bytes_of(const ValueCopy& copy) {
    const bool is_far = storage::is_elsewhere(copy.source) || storage::is_elsewhere(copy.target);
    return is_far ? std::int64_t{32} << 20 : std::int64_t{1} << 20;
}

/// Values of one variable of the source; without a move, bytes of records.
struct Range {
    const ValueMove* move = nullptr;
    std::int64_t first = 0;  // in record group 0
    std::int64_t count = 0;
    std::int64_t step = 0;  // from one group of records to the next
    std::int64_t value_bytes = 1;
    Form form = Form::external;

    [[nodiscard]] std::int64_t bytes() const { return count * value_bytes; }
};

/// Ranges that are read by one call, and written by another one.
using Group = std::vector<Range>;

/// The values that are copied, as groups that a walk visits.
class Groups {
public:
    Groups(const ValueCopy& copy, const Input& source, const container::Stored& stored,
           const NewDataset& target);

    [[nodiscard]] const Walk& walk() const { return walk_; }
    [[nodiscard]] const Group& of(const WalkPiece& piece) const { return groups_[piece.slab]; }
    /// The bytes of a record, if records are copied unchanged; else 0.
    [[nodiscard]] std::int64_t record_bytes() const { return record_bytes_; }

private:
    struct Variable {
        Range range;  // of the variable, or of one record
        bool is_record = false;
        std::int64_t stored = 0;  // values
    };
    [[nodiscard]] static std::vector<Variable> variables_of(const ValueCopy& copy,
                                                            const Input& source,
                                                            const container::Stored& stored,
                                                            const NewDataset& target);
    static std::int64_t record_bytes_alike(const std::vector<Variable>& variables,
                                           const Input& source, const NewDataset& target);
    static void add(std::vector<Group>& groups, const Range& range, bool is_large);
    static std::vector<WalkSlab> slabs_of(const std::vector<Group>& groups);

    std::vector<Group> groups_;  // in the order of the walk
    std::int64_t record_bytes_ = 0;
    Walk walk_{{}, {}, 0};
};

std::vector<Groups::Variable> Groups::variables_of(const ValueCopy& copy, const Input& source,
                                                   const container::Stored& stored,
                                                   const NewDataset& target) {
    std::vector<Variable> variables;
    const model::Schema& schema = source.schema();
    for (const ValueMove& move : copy.moves) {
        const model::Variable& variable = schema.variable(move.from);
        Variable& one = variables.emplace_back();
        one.range.move = &move;
        one.range.value_bytes = types::size_of(variable.type);
        // The reader of the definition has checked that no size here overflows.
        one.range.count = model::slab_value_bytes(schema, variable).value() / one.range.value_bytes;
        const bool is_alike = variable.byte_order == std::endian::big &&
                              target.schema().variable(move.to).byte_order == std::endian::big;
        one.range.form = is_alike && !move.change ? Form::external : Form::native;
        one.is_record = schema.is_record_variable(variable);
        one.stored = std::min(source.stored_values(stored, move.from), source.values_of(move.from));
    }
    return variables;
}

Groups::Groups(const ValueCopy& copy, const Input& source, const container::Stored& stored,
               const NewDataset& target) {
    const std::vector<Variable> variables = variables_of(copy, source, stored, target);
    std::int64_t record_bytes = 0;
    // A header may count more records than any walk could visit.
    std::int64_t records = 0;
    for (const auto& [range, is_record, values] : variables) {
        if (!is_record || range.count == 0) continue;
        record_bytes += range.bytes();
        records = std::max(records, (values + range.count - 1) / range.count);
    }
    records = std::min(records, source.schema().record_count);
    const std::int64_t in_group =
        std::max<std::int64_t>(group_bytes / std::max<std::int64_t>(record_bytes, 1), 1);
    const std::int64_t groups = records / in_group;
    std::vector<Group> single;
    std::vector<Group> grouped;
    const std::int64_t alike = record_bytes_ = record_bytes_alike(variables, source, target);
    for (const Variable& variable : variables) {
        if (variable.is_record && alike > 0) continue;
        Range range = variable.range;
        const bool is_large = range.bytes() >= lone_bytes;
        if (!variable.is_record) {
            range.count = std::min(range.count, variable.stored);
            add(single, range, is_large);
            continue;
        }
        const std::int64_t of_record = range.count;
        range.first = groups * in_group * of_record;
        range.count = records % in_group * of_record;
        add(single, range, is_large);
        range.first = 0;
        range.count = range.step = in_group * of_record;
        if (groups > 0) add(grouped, range, is_large);
    }
    if (alike > 0) single.push_back({Range{.count = records * alike}});
    walk_ = Walk(slabs_of(single), slabs_of(grouped), groups);
    groups_ = std::move(single);
    groups_.insert(groups_.end(), grouped.begin(), grouped.end());
}

/// The bytes of a record, if all records of the source have the form of those in the target.
std::int64_t Groups::record_bytes_alike(const std::vector<Variable>& variables, const Input& source,
                                        const NewDataset& target) {
    const auto from = source.record_form();
    const auto to = target.record_form();
    if (!from || !to || from->bytes != to->bytes) return 0;
    std::ptrdiff_t moved = 0;
    for (const Variable& variable : variables) {
        if (!variable.is_record) continue;
        const ValueMove& move = *variable.range.move;
        const bool is_alike = variable.range.form == Form::external &&
                              from->offsets[static_cast<std::size_t>(move.from)] ==
                                  to->offsets[static_cast<std::size_t>(move.to)];
        if (!is_alike) return 0;
        ++moved;
    }
    const auto has_records = [](std::int64_t offset) { return offset >= 0; };
    const bool are_all = std::ranges::count_if(from->offsets, has_records) == moved &&
                         std::ranges::count_if(to->offsets, has_records) == moved;
    return are_all ? from->bytes : 0;
}

void Groups::add(std::vector<Group>& groups, const Range& range, bool is_large) {
    if (range.count == 0) return;
    const auto fits = [&](const Group& group) {
        std::int64_t bytes = range.bytes();
        for (const Range& other : group) bytes += other.bytes();
        return bytes <= group_bytes && group.front().form == range.form;
    };
    const bool is_alone = is_large || range.move->change;
    if (!is_alone && !groups.empty() && !groups.back().front().move->change && fits(groups.back()))
        groups.back().push_back(range);
    else
        groups.push_back({range});
}

std::vector<WalkSlab> Groups::slabs_of(const std::vector<Group>& groups) {
    std::vector<WalkSlab> slabs;
    for (const Group& group : groups) {
        std::int64_t bytes = 0;
        for (const Range& range : group) bytes += range.bytes();
        slabs.push_back({bytes, group.size() == 1 ? group.front().value_bytes : bytes});
    }
    return slabs;
}

/// The state of one thread.
class ValueCopier {
public:
    ValueCopier(const ValueCopy& copy, const Groups& groups, const Input& source,
                NewDataset& target)
        : copy_(copy),
          groups_(groups),
          source_(source),
          target_(target),
          chunk_bytes_(chunk_bytes_of(copy)),
          record_bytes_(groups.record_bytes()) {}

    Status operator()(const WalkPiece& piece);

private:
    Status move(std::span<const Range> ranges);
    Status move_records(const Range& bytes);
    [[nodiscard]] std::int64_t shift_of(const ValueMove& move) const;

    const ValueCopy& copy_;
    const Groups& groups_;
    Input source_;
    NewDataset& target_;
    std::int64_t chunk_bytes_;
    std::int64_t record_bytes_;
    std::vector<std::byte> buffer_;
};

Status ValueCopier::operator()(const WalkPiece& piece) {
    Group group = groups_.of(piece);
    for (Range& range : group) range.first += piece.record * range.step;
    if (group.size() > 1) return move(group);
    Range& range = group.front();
    const std::int64_t begin = range.first + piece.offset / range.value_bytes;
    const std::int64_t end = begin + piece.bytes / range.value_bytes;
    const std::int64_t most = chunk_bytes_ / range.value_bytes;
    Status status;
    for (range.first = begin; range.first < end && status.ok(); range.first += most) {
        range.count = std::min(most, end - range.first);
        status = range.move == nullptr ? move_records(range) : move(group);
    }
    return status;
}

/// How much larger the numbers of values are in the target than in the source.
std::int64_t ValueCopier::shift_of(const ValueMove& move) const {
    if (copy_.first_record == 0) return 0;
    const model::Schema& schema = target_.schema();
    const model::Variable& variable = schema.variable(move.to);
    if (!schema.is_record_variable(variable)) return 0;
    return copy_.first_record * model::slab_value_bytes(schema, variable).value() /
           types::size_of(variable.type);
}

Status ValueCopier::move_records(const Range& bytes) {
    buffer_.resize(std::max(buffer_.size(), static_cast<std::size_t>(bytes.count)));
    const auto room = std::span(buffer_).first(static_cast<std::size_t>(bytes.count));
    const Status read = source_.read_records(bytes.first, room);
    if (!read.ok()) return read;
    return target_.write_records(bytes.first + copy_.first_record * record_bytes_, room);
}

Status ValueCopier::move(std::span<const Range> ranges) {
    std::size_t bytes = 0;
    for (const Range& range : ranges) bytes += static_cast<std::size_t>(range.bytes());
    if (buffer_.size() < bytes) buffer_.resize(bytes);
    std::vector<Elements> from;
    std::vector<Elements> to;
    std::span<std::byte> rest(buffer_);
    for (const Range& range : ranges) {
        const auto values = rest.first(static_cast<std::size_t>(range.bytes()));
        rest = rest.subspan(values.size());
        from.push_back({range.move->from, range.first, values});
        to.push_back({range.move->to, range.first + shift_of(*range.move), values});
    }
    const Form form = ranges.front().form;
    Status status = source_.read(from, form);
    for (std::size_t i = 0; i < ranges.size() && status.ok(); ++i) {
        if (const auto& change = ranges[i].move->change)
            status = change(from[i].first, from[i].values);
    }
    return status.ok() ? target_.write(to, form) : status;
}

}  // namespace

Status copy_values(const Team& team, const ValueCopy& copy, const Input& source,
                   const container::Stored& stored, NewDataset& target,
                   ProgressMode progress_mode) {
    if (target.is_written_together())
        return copy_in_rounds(team, copy, source, target, progress_mode);
    const Groups groups(copy, source, stored, target);
    SharedWalk walk(groups.walk());
    const Part part = part_of(team, walk.bytes());
    std::deque<ValueCopier> workers;
    workers.emplace_back(copy, groups, source, target);
    const int threads = threads_for(team, {copy.source, copy.target}, part.to - part.from);
    while (std::ssize(workers) < threads) {
        Result<Input> again = Input::open(copy.source);
        if (!again.ok()) return again.status();
        if (!copy.of.empty()) again.value().narrow(copy.of);
        workers.emplace_back(copy, groups, again.value(), target);
    }
    Progress progress(progress_mode, "copying", part.to - part.from, team);
    return walk.run(part, workers, progress);
}

}  // namespace weft::tools
