// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "tools/meaning/value_rules.hpp"
#include "tools/shared/shared_walk.hpp"
#include "tools/shared/value_walk.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

constexpr std::int64_t most_bytes = 512 << 10;  // compared at once
constexpr std::int64_t step_bytes = 4 << 20;    // of a thread, which then shows its progress

std::vector<int> first_ids(const std::vector<VariablePair>& pairs) {
    std::vector<int> ids;
    for (const VariablePair& pair : pairs) ids.push_back(pair.first);
    return ids;
}

/// Whether the number of rows, which are the parts along the first dimension, may grow.
bool grows(const Schema& schema, const Variable& variable) {
    return !variable.dimension_ids.empty() &&
           schema.dimension(variable.dimension_ids.front()).is_unlimited;
}

/// The number of rows of a variable with dimensions.
std::int64_t rows_of(const Schema& schema, const Variable& variable) {
    return schema.length_of(variable.dimension_ids.front());
}

/// The reader of the definition has checked that no size overflows.
std::int64_t values_of_row(const Schema& schema, const Variable& variable) {
    std::int64_t values = 1;
    for (std::size_t i = 1; i < variable.dimension_ids.size(); ++i)
        values *= schema.length_of(variable.dimension_ids[i]);
    return values;
}

/// The state that all threads share.
class DataDiff {
public:
    DataDiff(const DiffedFile& first, const DiffedFile& second,
             const std::vector<VariablePair>& pairs, const Tolerance& tolerance)
        : files_{&first, &second},
          pairs_(pairs),
          tolerance_(tolerance),
          walk_(first.input().schema(), first_ids(pairs), records()) {}

    /// The sums over the threads.
    Result<std::vector<Tally>> run(const Team& team, ProgressMode progress_mode);

private:
    /// The state of one thread.
    struct Reader {
        const DataDiff* diff;
        std::array<const Input*, 2> inputs;
        std::vector<Tally> tallies;
        std::array<std::vector<std::byte>, 2> values{};

        Status operator()(const WalkPiece& piece);
    };

    [[nodiscard]] std::int64_t records() const;
    [[nodiscard]] std::int64_t stored_values(const VariablePair& pair) const;

    std::array<const DiffedFile*, 2> files_;
    const std::vector<VariablePair>& pairs_;
    Tolerance tolerance_;
    ValueWalk walk_;
};

/// How many values of a pair may differ: behind the ends of both files everything is zero.
std::int64_t DataDiff::stored_values(const VariablePair& pair) const {
    return std::max(files_[0]->input().stored_values(files_[0]->stored, pair.first),
                    files_[1]->input().stored_values(files_[1]->stored, pair.second));
}

/// The number of records to compare: those that both files may have, and of which at least one has
/// a value. A header may count more than any walk could visit.
std::int64_t DataDiff::records() const {
    const Schema& first = files_[0]->input().schema();
    std::int64_t count = 0;
    for (const VariablePair& pair : pairs_) {
        const Variable& variable = first.variable(pair.first);
        if (!first.is_record_variable(variable)) continue;
        const std::int64_t values = values_of_row(first, variable);
        if (values == 0) continue;
        const std::int64_t wanted =
            std::min(stored_values(pair), common_values(first, files_[1]->input().schema(), pair));
        count = std::max(count, (wanted + values - 1) / values);
    }
    return count;
}

Status DataDiff::Reader::operator()(const WalkPiece& piece) {
    const std::size_t position = diff->walk_.slab(piece).position;
    const VariablePair& pair = diff->pairs_[position];
    const types::External type = compared_type(inputs[0]->schema().variable(pair.first),
                                               inputs[1]->schema().variable(pair.second));
    const std::int64_t value_bytes = types::size_of(type);
    const std::int64_t begin = diff->walk_.first_of(piece) + piece.offset / value_bytes;
    const std::int64_t end =
        std::min({begin + piece.bytes / value_bytes, diff->stored_values(pair),
                  common_values(inputs[0]->schema(), inputs[1]->schema(), pair)});
    for (std::int64_t at = begin; at < end; at += most_bytes / value_bytes) {
        const std::int64_t bytes = std::min(most_bytes, (end - at) * value_bytes);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            values[i].resize(static_cast<std::size_t>(bytes));
            const Status read =
                inputs[i]->read(i == 0 ? pair.first : pair.second, at, values[i], Form::external);
            if (!read.ok()) return read;
        }
        compare_values(type, {values[0], at, Form::external}, values[1], diff->tolerance_,
                       tallies[position]);
    }
    return {};
}

Result<std::vector<Tally>> DataDiff::run(const Team& team, ProgressMode progress_mode) {
    std::vector<Reader> readers;
    for (std::size_t i = 0; i < std::min(files_[0]->inputs.size(), files_[1]->inputs.size()); ++i)
        readers.push_back({.diff = this,
                           .inputs = {&files_[0]->inputs[i], &files_[1]->inputs[i]},
                           .tallies = std::vector<Tally>(pairs_.size())});
    SharedWalk walk(walk_.walk(), step_bytes);
    const Part part = part_of(team, walk.bytes());
    Progress progress(progress_mode, "comparing", part.to - part.from, team);
    const Status status = walk.run(part, readers, progress);
    if (!status.ok()) return status;
    std::vector<Tally> sums(pairs_.size());
    for (const Reader& reader : readers) {
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i].add(reader.tallies[i]);
    }
    return sums;
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

bool have_one_type(const Variable& a, const Variable& b) {
    return a.type == b.type && a.type_name() == b.type_name();
}

bool is_read(const Variable& variable) {
    return variable.has_values() || variable.has_strings();
}

/// "unlimited x 3"
std::string shape_words(const Schema& schema, const Variable& variable) {
    std::string text;
    for (const int id : variable.dimension_ids) {
        if (!text.empty()) text += " x ";
        text +=
            schema.dimension(id).is_unlimited ? "unlimited" : std::to_string(schema.length_of(id));
    }
    return text.empty() ? "that of a single value" : text;
}

}  // namespace

Result<DiffedFile> DiffedFile::open(const std::string& path) {
    Result<Input> input = Input::open(path);
    if (!input.ok()) return input.status();
    Result<container::Stored> stored = input.value().stored();
    if (!stored.ok()) return stored.status();
    DiffedFile file{.inputs = {}, .stored = std::move(stored).value()};
    file.inputs.push_back(std::move(input).value());
    return file;
}

types::External compared_type(const Variable& first, const Variable& second) {
    const types::External meant = rules_of(first).type;
    return meant == rules_of(second).type ? meant : first.type;
}

bool is_unread(const Schema& first, const Schema& second, const VariablePair& pair) {
    return pair.first >= 0 && pair.second >= 0 && !is_read(first.variable(pair.first)) &&
           !is_read(second.variable(pair.second));
}

bool are_comparable(const Schema& first, const Schema& second, const VariablePair& pair) {
    if (pair.first < 0 || pair.second < 0) return false;
    const Variable& a = first.variable(pair.first);
    const Variable& b = second.variable(pair.second);
    const std::size_t rank = a.dimension_ids.size();
    if (!have_one_type(a, b) || !is_read(a) || rank != b.dimension_ids.size()) return false;
    for (std::size_t i = grows(first, a) && grows(second, b) ? 1 : 0; i < rank; ++i) {
        if (first.length_of(a.dimension_ids[i]) != second.length_of(b.dimension_ids[i]))
            return false;
    }
    return true;
}

std::string why_not_compared(const Schema& first, const Schema& second, const VariablePair& pair) {
    if (pair.first < 0 || pair.second < 0)
        return fmt::format("only the {} file has it", pair.second < 0 ? "first" : "second");
    const Variable& a = first.variable(pair.first);
    const Variable& b = second.variable(pair.second);
    if (!have_one_type(a, b))
        return fmt::format("it is {} in one file and {} in the other", a.type_name(),
                           b.type_name());
    if (!is_read(a)) return fmt::format("it is {}", a.type_name());
    if (!are_comparable(first, second, pair))
        return fmt::format("its shape is {} in one file and {} in the other", shape_words(first, a),
                           shape_words(second, b));
    if (!grows(first, a) || rows_of(first, a) == rows_of(second, b)) return "";
    const auto [few, many] = std::minmax({rows_of(first, a), rows_of(second, b)});
    return fmt::format("records {} to {}, which only the {} file has", few, many - 1,
                       rows_of(first, a) == many ? "first" : "second");
}

std::int64_t common_values(const Schema& first, const Schema& second, const VariablePair& pair) {
    const Variable& variable = first.variable(pair.first);
    if (variable.dimension_ids.empty()) return 1;
    return values_of_row(first, variable) *
           std::min(rows_of(first, variable), rows_of(second, second.variable(pair.second)));
}

Result<std::vector<Tally>> compare_data(const Team& team, const DiffedFile& first,
                                        const DiffedFile& second,
                                        const std::vector<VariablePair>& pairs,
                                        const Tolerance& tolerance, ProgressMode progress_mode) {
    const Result<std::vector<Tally>> mine =
        DataDiff(first, second, pairs, tolerance).run(team, progress_mode);
    const Status status = team.agree(mine.status());
    if (!status.ok()) return status;
    return sum_up(team, mine.value());
}

}  // namespace weft::tools
