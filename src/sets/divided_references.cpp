// SPDX-License-Identifier: BSD-3-Clause
#include "sets/divided_references.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "container/array_references.hpp"
#include "types/types.hpp"

namespace weft::sets {
namespace {

using container::ArrayForm;
using container::References;
using container::ReferredChunk;
using Lengths = std::vector<std::int64_t>;

bool has_records(const model::Schema& whole, int variable) {
    return whole.is_record_variable(whole.variable(variable));
}

std::size_t divided_position(const parts::Table& table, int variable) {
    return static_cast<std::size_t>(table.variables[static_cast<std::size_t>(variable)].position);
}

/// The indices, in the whole, of the first value of a part.
Lengths begin_of(const model::Schema& whole, const parts::Table& table, int variable, int part) {
    Lengths begin(whole.variable(variable).dimension_ids.size());
    if (has_records(whole, variable)) begin.front() = table.records_of(table.epoch_of(part)).begin;
    begin[divided_position(table, variable)] = table.indices_in(whole, variable, part).begin;
    return begin;
}

ArrayForm form_of(const model::Schema& whole, const parts::Table& table, int variable) {
    const model::Variable& its = whole.variable(variable);
    ArrayForm form{.shape = whole.shape_of(its),
                   .unit = {},
                   .is_unit_whole = std::vector<bool>(its.dimension_ids.size(), true),
                   .element_bytes = types::size_of(its.type)};
    form.unit = form.shape;
    if (has_records(whole, variable)) form.unit.front() = 1;
    const std::size_t at = divided_position(table, variable);
    std::int64_t unit = 0;
    std::int64_t longest = 0;
    for (const int part : parts_with(whole, table, variable)) {
        const std::int64_t length = table.indices_in(whole, variable, part).length();
        unit = std::gcd(unit, length);
        longest = std::max(longest, length);
    }
    form.unit[at] = unit;
    form.is_unit_whole[at] = unit == longest;
    return form;
}

/// The chunks of the parts, which count them from their own first ones.
class JoinedReferences final : public References {
public:
    struct Part {
        std::unique_ptr<References> chunks;
        Lengths first;  // the place of its first chunk in the grid of the whole
    };
    /// `shape`: of the whole.
    JoinedReferences(const Lengths& chunk, const std::vector<model::Filter>& filters, Lengths shape,
                     std::vector<Part> parts)
        : References(chunk, filters), shape_(std::move(shape)), parts_(std::move(parts)) {}

    Status visit(const Use& use) override {
        Lengths place(shape_.size());
        for (const Part& part : parts_) {
            const auto use_in_whole = [&](const ReferredChunk& found) {
                for (std::size_t i = 0; i < place.size(); ++i)
                    place[i] = part.first[i] + found.place[i];
                if (!is_within(place)) return Status();
                ReferredChunk its = found;
                its.place = place;
                return use(its);
            };
            const Status visited = part.chunks->visit(use_in_whole);
            if (!visited.ok()) return visited;
        }
        return {};
    }
    [[nodiscard]] std::vector<std::byte> fill() const override {
        return parts_.front().chunks->fill();
    }
    [[nodiscard]] Result<std::vector<std::byte>> encode(
        std::span<const std::byte> values) const override {
        return parts_.front().chunks->encode(values);
    }

private:
    /// A part may have more records than the whole, of a program that was killed.
    [[nodiscard]] bool is_within(const Lengths& place) const {
        for (std::size_t i = 0; i < place.size(); ++i)
            if (place[i] * chunk()[i] >= shape_[i]) return false;
        return true;
    }

    Lengths shape_;
    std::vector<Part> parts_;
};

Status check_same(const References& first, const ReferencesOfPart& other) {
    const References& its = *other.chunks;
    if (its.chunk() != first.chunk())
        return {Code::enotsupport,
                fmt::format("its chunks in part {} are {}, not {} as in its first part", other.part,
                            fmt::join(its.chunk(), " x "), fmt::join(first.chunk(), " x "))};
    if (its.filters() != first.filters() || its.fill() != first.fill())
        return {Code::enotsupport,
                fmt::format("part {} has other filters or another fill value than its first part",
                            other.part)};
    return {};
}

}  // namespace

std::vector<int> parts_with(const model::Schema& whole, const parts::Table& table, int variable) {
    std::vector<int> found;
    for (int part = 0; part < table.part_count(); ++part) {
        if (table.indices_in(whole, variable, part).empty()) continue;
        if (has_records(whole, variable) && table.records_in(part, whole.record_count) == 0)
            continue;
        found.push_back(part);
    }
    return found;
}

std::unique_ptr<References> references_to_arrays(const model::Schema& whole, const FileSet& files,
                                                 int variable, std::int64_t array_chunk_bytes) {
    const parts::Ranges ranges = files.table().ranges_of(whole, variable);
    const bool records = has_records(whole, variable);
    const auto locate = [&files, variable, ranges, records](std::span<const std::int64_t> index) {
        const parts::Table& table = files.table();
        const std::size_t at = divided_position(table, variable);
        const int epoch = records ? table.epoch_at(index.front()) : 0;
        const int range = ranges.part_of(index[at]);
        const int part = table.part_at(epoch, range);
        Lengths in_part(index.begin(), index.end());
        if (records) in_part.front() -= table.records_of(epoch).begin;
        in_part[at] -= ranges.of_part(range).begin;
        return container::ArrayReferences::Location{
            FileSet::file_of(part),
            container::offset_of(files.place_in_part(variable, part), in_part)};
    };
    return std::make_unique<container::ArrayReferences>(form_of(whole, files.table(), variable),
                                                        array_chunk_bytes, locate);
}

Result<std::unique_ptr<References>> joined_references(const model::Schema& whole,
                                                      const parts::Table& table, int variable,
                                                      std::vector<ReferencesOfPart> parts) {
    const References& first = *parts.front().chunks;
    const Lengths chunk = first.chunk();
    const std::vector<model::Filter> filters = first.filters();
    std::vector<JoinedReferences::Part> joined;
    for (const ReferencesOfPart& one : parts) {
        const Status same = check_same(first, one);
        if (!same.ok()) return same;
    }
    for (ReferencesOfPart& one : parts) {
        Lengths begin = begin_of(whole, table, variable, one.part);
        for (std::size_t i = 0; i < begin.size(); ++i) {
            if (begin[i] % chunk[i] != 0)
                return Status(Code::enotsupport,
                              fmt::format("part {} begins at index {} of dimension {}, within one "
                                          "of the chunks of {}",
                                          one.part, begin[i], i, chunk[i]));
            begin[i] /= chunk[i];
        }
        joined.push_back({std::move(one.chunks), std::move(begin)});
    }
    return std::unique_ptr<References>(std::make_unique<JoinedReferences>(
        chunk, filters, whole.shape_of(whole.variable(variable)), std::move(joined)));
}

}  // namespace weft::sets
