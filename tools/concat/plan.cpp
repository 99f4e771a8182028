// SPDX-License-Identifier: BSD-3-Clause
#include "tools/concat/plan.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/layout.hpp"
#include "model/names.hpp"
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

/// Where the first file's record variables are in the target, and how they are read.
struct Targets {
    const Schema& first;
    const format::Begins& begins;  // of the target
    std::int64_t pitch = 0;
    bool as_stored = false;
};

/// The records of one file, after `before` records of others.
Result<ConcatPart> plan_records(const Targets& targets, const OpenedFile& source,
                                std::int64_t before) {
    ConcatPart part;
    part.copy.record_count = source.schema.record_count;
    part.copy.from_pitch = source.record_bytes;
    part.copy.to_pitch = targets.pitch;
    const Schema& first = targets.first;
    for (int id = 0; id < first.variable_count(); ++id) {
        if (!first.is_record_variable(first.variable(id))) continue;
        const Result<int> found = continuation_of(first, first.variable(id), source.schema);
        if (!found.ok()) return found.status();
        const Variable& variable = source.schema.variable(found.value());
        const std::int64_t slab = format::slab_bytes(source.schema, variable).value();
        const std::int64_t to =
            targets.begins[static_cast<std::size_t>(id)] + before * targets.pitch;
        Result<std::optional<Recoding>> recoding =
            targets.as_stored ? std::optional<Recoding>()
                              : recoding_of(first, first.variable(id), source.schema, variable);
        if (!recoding.ok()) return recoding.status();
        const std::int64_t from = source.begin(found.value());
        if (recoding.value()) {
            part.recoded.push_back({*std::move(recoding).value(), slab, from, to});
        } else {
            part.copy.in_record.push_back({region::Nest(from, slab, {}), to});
        }
    }
    const Status complete = check_no_more(first, source.schema);
    if (!complete.ok()) return complete;
    join_moves(part.copy);
    return part;
}

/// How many records all files have. Nothing if the number is too large.
Result<std::int64_t> records_of(const std::vector<ConcatSource>& sources) {
    std::int64_t all = 0;
    for (const ConcatSource& source : sources) {
        const auto sum = checked_add(all, source.opened.schema.record_count);
        if (!sum) return Status(Code::edimsize, "there are more than 2^63-1 records");
        all = *sum;
    }
    return all;
}

/// The first file with all records: where everything lies.
Result<CopyPlan> plan_target(const OpenedFile& first, std::int64_t records,
                             const CopyWishes& wishes) {
    if (first.record_bytes == 0)
        return Status(Code::ebaddim, "no variable has a record dimension to join files along");
    OpenedFile all;
    all.version = first.version;
    all.schema = first.schema;
    all.begins = first.begins;
    all.schema.record_count = records;
    all.record_bytes = first.record_bytes;
    return plan_part(all, everything_of(all.schema), wishes);
}

}  // namespace

Result<ConcatPlan> plan_concat(const std::vector<ConcatSource>& sources, const ConcatWishes& wishes,
                               std::size_t& at_fault) {
    at_fault = 0;
    const OpenedFile& first = sources.front().opened;
    const Result<std::int64_t> records = records_of(sources);
    if (!records.ok()) return records.status();
    Result<CopyPlan> target = plan_target(first, records.value(), wishes.copy);
    if (!target.ok()) return target.status();
    const Schema& schema = target.value().schema;

    ConcatPlan plan;
    plan.file_bytes = target.value().file_bytes;
    plan.record_count = records.value();
    std::int64_t before = 0;
    for (; at_fault < sources.size(); ++at_fault) {
        const OpenedFile& source = sources[at_fault].opened;
        Result<ConcatPart> one = plan_records(
            {first.schema, target.value().begins, target.value().to_pitch, wishes.as_stored},
            source, before);
        if (!one.ok()) return one.status();
        one.value().copy.file_bytes = plan.file_bytes;
        before += source.schema.record_count;
        plan.of_files.push_back(std::move(one).value());
    }
    CopyPlan& head = plan.of_files.front().copy;
    head.version = target.value().version;
    head.variable_count = target.value().variable_count;
    head.header = target.value().header;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const Variable& variable = first.schema.variable(id);
        if (first.schema.is_record_variable(variable)) continue;
        const std::int64_t bytes = format::slab_bytes(first.schema, variable).value();
        head.fixed.push_back({region::Nest(first.begin(id), bytes, {}),
                              target.value().begins[static_cast<std::size_t>(id)]});
    }
    join_moves(head);
    return plan;
}

}  // namespace weft::tools
