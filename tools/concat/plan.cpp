// SPDX-License-Identifier: BSD-3-Clause
#include "tools/concat/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "formats/formats.hpp"
#include "model/names.hpp"
#include "tools/concat/recoding.hpp"
#include "tools/copy/storage_plan.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

/// The variable of `other` that continues `variable`.
Result<int> continuation_of(const Schema& first, const Variable& variable, const Schema& other) {
    const Result<std::string> key = model::normalised_name(variable.name);
    const int id = key.ok() ? other.find_variable(key.value()) : -1;
    if (id < 0)
        return Status(Code::enotvar, fmt::format("there is no variable '{}'", variable.name));
    const Variable& next = other.variable(id);
    if (next.type != variable.type)
        return Status(Code::ebadtype,
                      fmt::format("variable '{}' is {}, in the first file {}", variable.name,
                                  types::name_of(next.type), types::name_of(variable.type)));
    const bool is_record = other.is_record_variable(next);
    std::vector<std::int64_t> shape = first.shape_of(variable);
    std::vector<std::int64_t> next_shape = other.shape_of(next);
    if (!shape.empty()) shape.front() = 0;
    if (is_record) next_shape.front() = 0;
    if (!is_record || shape != next_shape)
        return Status(Code::ebaddim,
                      fmt::format("variable '{}' does not have the same shape as in the first file",
                                  variable.name));
    return id;
}

Status check_no_more(const Schema& first, const Schema& other) {
    for (int id = 0; id < other.variable_count(); ++id) {
        const Variable& variable = other.variable(id);
        if (!other.is_record_variable(variable)) continue;
        const Result<std::string> key = model::normalised_name(variable.name);
        const int in_first = key.ok() ? first.find_variable(key.value()) : -1;
        if (in_first < 0 || !first.is_record_variable(first.variable(in_first)))
            return {Code::enotvar, fmt::format("variable '{}' has records, and the first file has "
                                               "no such variable",
                                               variable.name)};
    }
    return {};
}

/// The change of a variable whose stored values get another meaning.
auto change_of(Recoding recoding, std::int64_t values_in_record) {
    return [recoding = std::move(recoding), values_in_record](
               std::int64_t first, std::span<std::byte> values) -> Status {
        const std::int64_t value_bytes = types::size_of(recoding.from.type);
        while (!values.empty()) {
            const std::int64_t left = (values_in_record - first % values_in_record) * value_bytes;
            const auto bytes = static_cast<std::size_t>(std::min(left, std::ssize(values)));
            const Status recoded = recoding.recode(values.first(bytes));
            if (!recoded.ok())
                return {recoded.code(),
                        fmt::format("record {}: {}", first / values_in_record, recoded.context())};
            first += static_cast<std::int64_t>(bytes) / value_bytes;
            values = values.subspan(bytes);
        }
        return {};
    };
}

/// The record variables of one file.
Result<std::vector<ValueMove>> moves_of_records(const Schema& first, const Schema& source,
                                                bool as_stored) {
    std::vector<ValueMove> moves;
    for (int id = 0; id < first.variable_count(); ++id) {
        if (!first.is_record_variable(first.variable(id))) continue;
        const Result<int> found = continuation_of(first, first.variable(id), source);
        if (!found.ok()) return found.status();
        ValueMove& move = moves.emplace_back();
        move.from = found.value();
        move.to = id;
        if (as_stored) continue;
        const Variable& variable = source.variable(found.value());
        Result<std::optional<Recoding>> recoding =
            recoding_of(first, first.variable(id), source, variable);
        if (!recoding.ok()) return recoding.status();
        if (recoding.value())
            move.change = change_of(
                *std::move(recoding).value(),
                model::slab_value_bytes(source, variable).value() / types::size_of(variable.type));
    }
    const Status complete = check_no_more(first, source);
    if (!complete.ok()) return complete;
    return moves;
}

bool has_records(const Schema& schema) {
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (schema.is_record_variable(schema.variable(id))) return true;
    }
    return false;
}

}  // namespace

Result<ConcatPlan> plan_concat(const std::vector<ConcatSource>& sources, const std::string& target,
                               const ConcatWishes& wishes, std::size_t& at_fault) {
    at_fault = 0;
    const Schema& first = sources.front().schema;
    if (!has_records(first))
        return Status(Code::ebaddim,
                      first.grows_freely()
                          ? "several dimensions are unlimited, or one behind another: weft joins "
                            "files along the first dimension of variables alone"
                          : "no variable has a record dimension to join files along");
    ConcatPlan plan;
    plan.kind = wishes.kind.value_or(sources.front().kind);
    plan.schema = first;
    plan.schema.record_count = 0;
    for (; at_fault < sources.size(); ++at_fault) {
        const auto& [path, schema, kind] = sources[at_fault];
        Result<std::vector<ValueMove>> moves = moves_of_records(first, schema, wishes.as_stored);
        if (!moves.ok()) return moves.status();
        std::int64_t& records = plan.schema.record_count;
        plan.of_files.push_back({.source = path,
                                 .target = target,
                                 .moves = std::move(moves).value(),
                                 .first_record = records});
        const auto sum = checked_add(records, schema.record_count);
        if (!sum) return Status(Code::edimsize, "there are more than 2^63-1 records");
        records = *sum;
    }
    for (int id = 0; id < first.variable_count(); ++id) {
        if (!first.is_record_variable(first.variable(id)))
            plan.of_files.front().moves.push_back({.from = id, .to = id});
    }
    if (!formats::stores_chunks(plan.kind)) return plan;
    const bool keeps = formats::stores_chunks(sources.front().kind);
    std::vector<std::string> notes;  // of filters, which the first file's values do not need
    const Status planned = plan_storage(plan.schema, {}, keeps, notes);
    if (!planned.ok()) return planned;
    return plan;
}

}  // namespace weft::tools
