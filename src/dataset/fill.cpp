// SPDX-License-Identifier: BSD-3-Clause
// Fill mode and fill values.
#include <fmt/format.h>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int fill_mode = 0;         // NC_FILL
constexpr int no_fill_mode = 0x100;  // NC_NOFILL

/// In the natural type of the variable.
std::string bytes_of_value(const model::Variable& variable, const void* value) {
    const types::Memory memory = types::natural_memory(variable.type);
    return {static_cast<const char*>(value), static_cast<std::size_t>(types::size_of(memory))};
}

}  // namespace

Status Dataset::set_fill(int mode, int* old_mode) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    Status status;
    if (mode != fill_mode && mode != no_fill_mode)
        status = {Code::einval, fmt::format("there is no fill mode {}", mode)};
    status = agree_on_change(status, [&] {
        return UniformFields{{Code::emultidefine_fill_mode, "fill mode", field_of(mode)}};
    });
    if (!status.ok()) return status;
    if (old_mode != nullptr) *old_mode = definition_.fill_new ? fill_mode : no_fill_mode;
    definition_.fill_new = mode == fill_mode;
    definition_.no_fill.assign(definition_.no_fill.size(), !definition_.fill_new);
    return {};
}

Status Dataset::define_variable_fill(int id, bool no_fill, const void* value) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    Status status = id == global_attributes_id
                        ? Status(Code::eglobal, "NC_GLOBAL is not a variable")
                        : definition_.check_variable(id);
    const bool has_value = status.ok() && value != nullptr && !no_fill;
    status = agree_on_change(status, [&] {
        return UniformFields{
            {Code::emultidefine_fnc_args, "variable id", field_of(id)},
            {Code::emultidefine_fnc_args, "fill mode", field_of(no_fill)},
            {Code::emultidefine_fnc_args, "NULL as the value", field_of(value == nullptr)},
            {Code::emultidefine_var_fill_value, "fill value",
             has_value ? bytes_of_value(definition_.variable(id), value) : std::string()}};
    });
    if (!status.ok()) return status;
    definition_.no_fill[static_cast<std::size_t>(id)] = no_fill;
    if (value == nullptr || no_fill) return {};
    return put_attribute(id, fill_value_name,
                         static_cast<int>(definition_.schema.variable(id).type),
                         {.address = value, .type = {}, .count = 1});
}

/// Collective. Every rank fills its part of each variable that was defined in fill mode since
/// create or redef: fixed variables whole, record variables in the existing records.
Status Dataset::fill_new_variables() {
    Status mine;
    bool any = false;
    for (int id = definition_.before ? definition_.before->variable_count() : 0;
         id < definition_.schema.variable_count(); ++id) {
        if (definition_.no_fill[static_cast<std::size_t>(id)]) continue;
        any = true;
        const bool records = definition_.schema.is_record_variable(definition_.schema.variable(id));
        if (mine.ok()) mine = fill_share(id, 0, records ? definition_.schema.record_count : 1);
    }
    // Fill modes are uniform, so all ranks skip the agreement together.
    return any ? mpi::agree(comm(), mine).status() : mine;
}

/// This rank's share of some records of a variable, or of a whole fixed variable.
Status Dataset::fill_share(int id, std::int64_t first_record, std::int64_t record_count) {
    const model::Variable& variable = definition_.schema.variable(id);
    const std::int64_t elements = model::slab_value_bytes(definition_.schema, variable).value() /
                                  types::size_of(variable.type);
    const region::Interval mine = shared_.io_ranks().share_of(elements);
    if (mine.empty() || record_count == 0) return {};
    return container_->fill(id, {mine, first_record, record_count});
}

Status Dataset::fill_record(int id, std::int64_t record) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (condition_.broken) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "fill_var_rec needs data mode"};
    const auto check = [&]() -> Status {
        if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
        const Status known = definition_.check_variable(id);
        if (!known.ok()) return known;
        const model::Variable& variable = definition_.schema.variable(id);
        if (!definition_.schema.is_record_variable(variable)) {
            return {Code::enotrecvar, fmt::format("variable '{}' has no records", variable.name)};
        }
        if (state_ == State::independent)
            return {Code::eindep, "fill_var_rec needs collective data mode"};
        if (definition_.no_fill[static_cast<std::size_t>(id)] &&
            variable.attributes.find(fill_value_name) < 0) {
            return {
                Code::enotfill,
                fmt::format("variable '{}' has neither fill mode nor _FillValue", variable.name)};
        }
        if (record < 0 || record >= definition_.limits.record_count) {
            return {Code::einval, fmt::format("record {}", record)};
        }
        return {};
    };
    Status status = check();
    if (state_ == State::independent) return status;  // the ranks do not meet here
    const Status flushed = flush();
    status = agree_on_change(status, [&] {
        return UniformFields{{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                             {Code::emultidefine_fnc_args, "record", field_of(record)}};
    });
    // Without safe mode a rank with wrong arguments must still take part in the agreement.
    if (status.ok()) status = fill_share(id, record, 1);
    status = mpi::agree(comm(), status).status();
    if (!status.ok()) return status;
    changed_ = true;
    status = note_record_count(record + 1);
    status.keep_first(flushed);
    return status;
}

}  // namespace weft::dataset
