// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/data.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/read_window.hpp"
#include "tools/shared/walk.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

/// A comparable pair with its places in both files.
struct PairSlab {
    std::size_t pair = 0;
    types::External type{};
    std::array<std::int64_t, 2> begins{};
    std::int64_t bytes = 0;  // of the variable, or of one record
    bool is_record = false;
};

class DataDiff {
public:
    DataDiff(const OpenedFile& first, const OpenedFile& second,
             const std::vector<VariablePair>& pairs, const Tolerance& tolerance)
        : files_{&first, &second},
          windows_{ReadWindow(*first.file), ReadWindow(*second.file)},
          tolerance_(tolerance),
          slabs_(slabs_of(first, second, pairs)),
          tallies_(pairs.size()) {}

    Status run(const Team& team, ProgressMode progress_mode);
    [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }

private:
    static std::vector<PairSlab> slabs_of(const OpenedFile& first, const OpenedFile& second,
                                          const std::vector<VariablePair>& pairs);
    [[nodiscard]] Walk walk() const;
    [[nodiscard]] std::int64_t records() const;
    [[nodiscard]] std::int64_t place(std::size_t file, const PairSlab& slab,
                                     std::int64_t record) const;
    Status compare(const WalkPiece& piece, Progress& progress);

    std::array<const OpenedFile*, 2> files_;
    std::array<ReadWindow, 2> windows_;
    Tolerance tolerance_;
    std::vector<PairSlab> slabs_;  // in the order of the first file
    std::vector<Tally> tallies_;
};

std::vector<PairSlab> DataDiff::slabs_of(const OpenedFile& first, const OpenedFile& second,
                                         const std::vector<VariablePair>& pairs) {
    std::vector<PairSlab> slabs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Variable& a = first.schema.variable(pairs[i].first);
        const Variable& b = second.schema.variable(pairs[i].second);
        // The sizes of an accepted header do not overflow.
        slabs.push_back({.pair = i,
                         .type = compared_type(a, b),
                         .begins = {first.begin(pairs[i].first), second.begin(pairs[i].second)},
                         .bytes = format::slab_bytes(first.schema, a).value(),
                         .is_record = first.schema.is_record_variable(a)});
    }
    std::sort(slabs.begin(), slabs.end(), [](const PairSlab& a, const PairSlab& b) {
        return a.is_record != b.is_record ? b.is_record : a.begins[0] < b.begins[0];
    });
    return slabs;
}

/// Records that both files have, and of which at least one has a byte: a header may count more than
/// any walk could visit.
std::int64_t DataDiff::records() const {
    const std::int64_t common =
        std::min(files_[0]->schema.record_count, files_[1]->schema.record_count);
    std::int64_t stored = 0;
    for (const PairSlab& slab : slabs_) {
        if (!slab.is_record) continue;
        for (std::size_t file = 0; file < files_.size(); ++file) {
            const std::int64_t behind = files_[file]->bytes - slab.begins[file];
            const std::int64_t pitch = files_[file]->record_bytes;
            if (behind > 0) stored = std::max(stored, (behind - 1) / pitch + 1);
        }
    }
    return std::min(common, stored);
}

Walk DataDiff::walk() const {
    std::vector<WalkSlab> fixed;
    std::vector<WalkSlab> in_record;
    for (const PairSlab& slab : slabs_) {
        (slab.is_record ? in_record : fixed).push_back({slab.bytes, types::size_of(slab.type)});
    }
    return {fixed, in_record, records()};
}

std::int64_t DataDiff::place(std::size_t file, const PairSlab& slab, std::int64_t record) const {
    return slab.begins[file] + record * files_[file]->record_bytes;
}

Status DataDiff::compare(const WalkPiece& piece, Progress& progress) {
    const PairSlab& slab = slabs_[piece.slab];
    const std::array places{place(0, slab, piece.record) + piece.offset,
                            place(1, slab, piece.record) + piece.offset};
    // Behind the ends of both files everything is zero.
    const std::int64_t stored =
        std::max(files_[0]->bytes - places[0], files_[1]->bytes - places[1]);
    const std::int64_t value_bytes = types::size_of(slab.type);
    const std::int64_t bytes =
        std::clamp<std::int64_t>(round_up(stored, value_bytes), 0, piece.bytes);
    const std::int64_t first_index = (piece.record * slab.bytes + piece.offset) / value_bytes;
    for (std::int64_t done = 0; done < bytes; done += ReadWindow::most) {
        const std::int64_t part = std::min(ReadWindow::most, bytes - done);
        const auto first = windows_[0].at(places[0] + done, part);
        if (!first.ok()) return first.status();
        const auto second = windows_[1].at(places[1] + done, part);
        if (!second.ok()) return second.status();
        compare_values(slab.type, first.value(), second.value(), first_index + done / value_bytes,
                       tolerance_, tallies_[slab.pair]);
        progress.advance(part);
    }
    progress.advance(piece.bytes - bytes);
    return {};
}

Status DataDiff::run(const Team& team, ProgressMode progress_mode) {
    const Walk all = walk();
    const Part part = part_of(team, all.bytes());
    Progress progress(progress_mode, "comparing", part.to - part.from, team);
    Status status;
    all.visit(part.from, part.to, [&](const WalkPiece& piece) {
        status = compare(piece, progress);
        return status.ok();
    });
    return status;
}

/// The sums over the ranks, on rank 0.
std::vector<Tally> sum_up(const Team& team, const std::vector<Tally>& mine) {
    const std::vector<std::byte> all = team.gather(std::as_bytes(std::span(mine)));
    std::vector<Tally> sums(team.is_first() ? mine.size() : 0);
    for (std::size_t i = 0; i < all.size() / sizeof(Tally); ++i) {
        Tally one;
        std::memcpy(&one, all.data() + i * sizeof(Tally), sizeof(Tally));
        sums[i % mine.size()].add(one);
    }
    return sums;
}

/// "unlimited x 3"
std::string shape_words(const Schema& schema, const Variable& variable) {
    std::string text;
    for (const int id : variable.dimension_ids) {
        if (!text.empty()) text += " x ";
        text += id == schema.record_dimension() ? "unlimited"
                                                : std::to_string(schema.dimension(id).length);
    }
    return text.empty() ? "that of a single value" : text;
}

}  // namespace

types::External compared_type(const Variable& first, const Variable& second) {
    const types::External meant = rules_of(first).type;
    return meant == rules_of(second).type ? meant : first.type;
}

bool are_comparable(const Schema& first, const Schema& second, const VariablePair& pair) {
    if (pair.first < 0 || pair.second < 0) return false;
    const Variable& a = first.variable(pair.first);
    const Variable& b = second.variable(pair.second);
    const std::size_t rank = a.dimension_ids.size();
    if (a.type != b.type || rank != b.dimension_ids.size()) return false;
    for (std::size_t i = 0; i < rank; ++i) {
        // The record dimension's length is 0 in both.
        if (first.dimension(a.dimension_ids[i]).length !=
            second.dimension(b.dimension_ids[i]).length)
            return false;
    }
    return true;
}

std::string why_not_compared(const Schema& first, const Schema& second, const VariablePair& pair) {
    if (pair.first < 0 || pair.second < 0)
        return fmt::format("only the {} file has it", pair.second < 0 ? "first" : "second");
    const Variable& a = first.variable(pair.first);
    const Variable& b = second.variable(pair.second);
    if (a.type != b.type)
        return fmt::format("it is {} in one file and {} in the other", types::name_of(a.type),
                           types::name_of(b.type));
    if (!are_comparable(first, second, pair))
        return fmt::format("its shape is {} in one file and {} in the other", shape_words(first, a),
                           shape_words(second, b));
    const bool has_more = first.record_count > second.record_count;
    if (!first.is_record_variable(a) || first.record_count == second.record_count) return "";
    const auto [few, many] = std::minmax(first.record_count, second.record_count);
    return fmt::format("records {} to {}, which only the {} file has", few, many - 1,
                       has_more ? "first" : "second");
}

std::int64_t common_values(const Schema& first, const Schema& second, const VariablePair& pair) {
    const Variable& variable = first.variable(pair.first);
    const std::int64_t values =
        format::slab_bytes(first, variable).value() / types::size_of(variable.type);
    return first.is_record_variable(variable)
               ? values * std::min(first.record_count, second.record_count)
               : values;
}

Result<std::vector<Tally>> compare_data(const Team& team, const OpenedFile& first,
                                        const OpenedFile& second,
                                        const std::vector<VariablePair>& pairs,
                                        const Tolerance& tolerance, ProgressMode progress_mode) {
    DataDiff diff(first, second, pairs, tolerance);
    const Status status = team.agree(diff.run(team, progress_mode));
    if (!status.ok()) return status;
    return sum_up(team, diff.tallies());
}

}  // namespace weft::tools
