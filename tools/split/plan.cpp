// SPDX-License-Identifier: BSD-3-Clause
#include "tools/split/plan.hpp"

#include <fmt/format.h>

#include <numeric>

#include "format/header_writer.hpp"
#include "layout/layout.hpp"
#include "parts/master.hpp"
#include "parts/part.hpp"
#include "parts/paths.hpp"
#include "sets/read_part.hpp"

namespace weft::tools {
namespace {

Result<parts::Table> table_of(const model::Schema& whole, const std::string& master,
                              const parts::SetId& id, const SplitWishes& wishes) {
    parts::Table table;
    table.id = id;
    for (int part = 0; part < wishes.parts; ++part)
        table.names.push_back(parts::name_of_part(master, part, wishes.folders, id));
    table.weights = wishes.weights;
    if (table.weights.empty()) table.weights.assign(table.names.size(), 1);
    if (table.weights.size() != table.names.size())
        return Status(Code::einval, fmt::format("there are {} weights for {} parts",
                                                table.weights.size(), table.names.size()));
    if (std::accumulate(table.weights.begin(), table.weights.end(), std::int64_t{0}) == 0)
        return Status(Code::einval, "all weights are 0");
    parts::divide_new_variables(whole, wishes.rules, table);
    const parts::MasterPlace place = sets::place_of_master(master);
    const Status named = parts::NameRule(table, place).check_new();
    if (!named.ok()) return named;
    if (!table.divides())
        return Status(
            Code::einval,
            fmt::format("no variable has {} dimensions and {} bytes, so there is none to divide",
                        wishes.rules.least_dimensions, wishes.rules.least_bytes));
    return table;
}

/// The range of a variable along the divided dimension, or all of it without one, in record 0 of
/// the source.
region::Nest nest_of(const OpenedFile& source, int id, int position, region::Interval range) {
    const model::Variable& variable = source.schema.variable(id);
    std::vector<std::int64_t> start;
    std::vector<std::int64_t> count;
    for (const int dimension : variable.dimension_ids) {
        const bool is_divided = std::ssize(start) == position;
        const bool is_record = dimension == source.schema.record_dimension();
        start.push_back(is_divided ? range.begin : 0);
        count.push_back(is_divided  ? range.length()
                        : is_record ? 1
                                    : source.schema.dimension(dimension).length);
    }
    return layout::file_nest({source.schema, variable, source.begin(id), source.record_bytes},
                             start.data(), count.data(), nullptr);
}

/// A file of the set that is being planned.
class PlannedFile {
public:
    /// Places the variables.
    static Result<PlannedFile> of(const OpenedFile& source, model::Schema schema) {
        PlannedFile planned(source, std::move(schema));
        Result<layout::Layout> layout =
            layout::place_variables(source.version, planned.schema_,
                                    format::header_bytes(source.version, planned.schema_), {});
        if (!layout.ok()) return layout.status();
        CopyPlan& plan = planned.plan_;
        plan.version = source.version;
        plan.variable_count = planned.schema_.variable_count();
        plan.header =
            format::write_header({source.version, planned.schema_, layout.value().begins});
        plan.record_count = planned.schema_.record_count;
        plan.file_bytes =
            std::max(layout.value().file_bytes(plan.record_count), std::ssize(plan.header));
        plan.from_pitch = source.record_bytes;
        plan.to_pitch = layout.value().record_bytes;
        plan.begins = std::move(layout).value().begins;
        return planned;
    }

    [[nodiscard]] const model::Schema& schema() const { return schema_; }
    [[nodiscard]] std::int64_t begin(int variable) const {
        return plan_.begins[static_cast<std::size_t>(variable)];
    }

    /// Adds variable `id` of the source, which is variable `here` of this file.
    void add(int id, int here, int position, region::Interval range) {
        const model::Variable& variable = source_.schema.variable(id);
        (source_.schema.is_record_variable(variable) ? plan_.in_record : plan_.fixed)
            .push_back({nest_of(source_, id, position, range), begin(here)});
    }

    CopyPlan plan() && {
        join_moves(plan_);
        return std::move(plan_);
    }

private:
    PlannedFile(const OpenedFile& source, model::Schema schema)
        : source_(source), schema_(std::move(schema)) {}

    const OpenedFile& source_;
    model::Schema schema_;
    CopyPlan plan_;
};

Result<CopyPlan> plan_part(const OpenedFile& source, const std::string& master,
                           const parts::Table& table, int number) {
    parts::Part part = parts::part_of(source.schema, table, number);
    sets::name_master_in(part.schema, table, number, master);
    Result<PlannedFile> planned = PlannedFile::of(source, std::move(part.schema));
    if (!planned.ok()) return planned.status();
    for (int id = 0; id < source.schema.variable_count(); ++id) {
        const int here = part.variable_ids[static_cast<std::size_t>(id)];
        if (here == parts::Part::none) continue;
        planned.value().add(id, here, table.variables[static_cast<std::size_t>(id)].position,
                            table.ranges_of(source.schema, id).of_part(number));
    }
    return std::move(planned).value().plan();
}

Status plan_master(const OpenedFile& source, SplitPlan& plan) {
    Result<PlannedFile> planned =
        PlannedFile::of(source, parts::master_of(source.header(), plan.table));
    if (!planned.ok()) return planned.status();
    const model::Schema& master = planned.value().schema();
    plan.helpers = parts::values_of_aggregation(source.version, source.schema, plan.table, master);
    for (const parts::HelperValues& helper : plan.helpers)
        plan.helper_begins.push_back(planned.value().begin(helper.variable));
    for (int id = 0; id < source.schema.variable_count(); ++id) {
        if (plan.table.variables[static_cast<std::size_t>(id)].is_whole())
            planned.value().add(id, id, parts::Division::whole, {});
    }
    plan.master = std::move(planned).value().plan();
    return {};
}

}  // namespace

std::int64_t SplitPlan::file_bytes() const {
    std::int64_t bytes = master.file_bytes;
    for (const CopyPlan& part : parts) bytes += part.file_bytes;
    return bytes;
}

Result<SplitPlan> plan_split(const OpenedFile& source, const std::string& master,
                             const parts::SetId& id, const SplitWishes& wishes) {
    Result<parts::Table> table = table_of(source.schema, master, id, wishes);
    if (!table.ok()) return table.status();
    SplitPlan plan;
    plan.table = std::move(table).value();
    for (int number = 0; number < wishes.parts; ++number) {
        Result<CopyPlan> part = plan_part(source, master, plan.table, number);
        if (!part.ok()) return part.status();
        plan.parts.push_back(std::move(part).value());
    }
    const Status planned = plan_master(source, plan);
    if (!planned.ok()) return planned;
    return plan;
}

}  // namespace weft::tools
