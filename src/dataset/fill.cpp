// SPDX-License-Identifier: BSD-3-Clause
// Fill mode and fill values.
#include <fmt/format.h>

#include <cstring>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/divided.hpp"
#include "format/sizes.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int fill_mode = 0;         // NC_FILL
constexpr int no_fill_mode = 0x100;  // NC_NOFILL

/// In the natural type of the variable.
std::string bytes_of_value(const format::Variable& variable, const void* value) {
    const types::Memory memory = types::natural_memory(variable.type);
    return {static_cast<const char*>(value), static_cast<std::size_t>(types::size_of(memory))};
}

/// Elements of each of some records.
struct FillRange {
    region::Interval elements;
    std::int64_t first_record;
    std::int64_t record_count;
};

/// Element by element in file order.
Status fill(engine::Engine& engine, const Definition& definition, int id, std::size_t file,
            const parts::Place& place, const FillRange& range) {
    const format::Variable& variable = place.variable;
    const std::int64_t element_bytes = types::size_of(variable.type);
    const auto [elements, first_record, record_count] = range;
    const std::int64_t count = elements.length();
    const bool records = place.schema.is_record_variable(variable);
    const std::int64_t first_byte = variable.begin +
                                    (records ? first_record * place.record_bytes : 0) +
                                    elements.begin * element_bytes;
    Fill fill = definition.fill_of(id);
    const types::Memory memory = types::natural_memory(variable.type);
    const types::Kernels* kernels =
        types::find_kernels(variable.type, memory, definition.byte_rule());
    std::array<std::byte, 8> value{};
    kernels->decode(value.data(), types::size_of(memory), fill.value.data(), element_bytes, 1);
    engine::Request request;
    request.direction = Direction::put;
    engine::Piece& piece = request.pieces.emplace_back();
    piece.file =
        region::Nest(first_byte, count * element_bytes, {{record_count, place.record_bytes}});
    // One value, again and again.
    engine::Elements value_again;
    value_again.memory =
        std::make_shared<region::Pattern>(region::Pattern::elements({{count * record_count, 0}}));
    value_again.codec = {.kernels = kernels,
                         .external_bytes = static_cast<int>(element_bytes),
                         .memory_bytes = types::size_of(memory),
                         .fill = fill.value};
    piece.elements = std::make_shared<const engine::Elements>(std::move(value_again));
    piece.address = value.data();
    return engine.fill({file, &request});
}

}  // namespace

Status Dataset::set_fill(int mode, int* old_mode) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    Status status;
    if (mode != fill_mode && mode != no_fill_mode)
        status = {Code::einval, fmt::format("fill mode {}", mode)};
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
    Status status = id == global_attributes_id ? Status(Code::eglobal, "NC_GLOBAL is no variable")
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

/// Collective. Every rank fills its part of each variable that has been defined in fill mode since
/// create or redef: fixed variables whole, record variables in the records that exist.
Status Dataset::fill_new_variables() {
    Status mine;
    bool any = false;
    for (int id = before_ ? before_->variable_count() : 0; id < definition_.schema.variable_count();
         ++id) {
        if (definition_.no_fill[static_cast<std::size_t>(id)]) continue;
        any = true;
        const bool records = definition_.schema.is_record_variable(definition_.schema.variable(id));
        if (mine.ok()) mine = fill_share(id, 0, records ? definition_.schema.record_count : 1);
    }
    // Fill modes are uniform, so all ranks skip the agreement together.
    return any ? mpi::agree(comm(), mine).status() : mine;
}

/// This rank's share of some records of a variable (of the whole of a fixed one), wherever it is.
Status Dataset::fill_share(int id, std::int64_t first_record, std::int64_t record_count) {
    const format::Variable& variable = definition_.schema.variable(id);
    const std::int64_t elements =
        format::slab_bytes(definition_.schema, variable).value() / types::size_of(variable.type);
    const region::Interval mine = shared_.io_ranks().share_of(elements);
    const FillRange range{mine, first_record, record_count};
    if (mine.empty() || record_count == 0) return {};
    if (definition_.set == nullptr || definition_.set->division_of(id).is_whole())
        return fill(engine(), definition_, id, 0, place_of(definition_, id), range);
    FileSet& set = *definition_.set;
    Status status;
    std::int64_t begin = 0;  // of a part's elements, counted through those of its epoch
    const parts::Table& table = set.table();
    for (int part = 0; status.ok() && part < table.part_count(); ++part) {
        if (table.range_of(part) == 0) begin = 0;
        const region::Interval of_epoch = table.records_of(table.epoch_of(part));
        const region::Interval records{std::max(of_epoch.begin, first_record),
                                       std::min(of_epoch.end, first_record + record_count)};
        const region::Interval indices = table.indices_in(definition_.schema, id, part);
        const std::int64_t end =
            begin + elements / table.length_of(definition_.schema, id) * indices.length();
        const region::Interval of_part{std::max(mine.begin, begin), std::min(mine.end, end)};
        if (of_part.begin < of_part.end && records.begin < records.end) {
            status = part_files().learn(set, definition_.schema, part);
            if (status.ok())
                status = fill(engine(), definition_, id, FileSet::file_of(part),
                              set.place_in_part(id, part),
                              {{of_part.begin - begin, of_part.end - begin},
                               records.begin - of_epoch.begin,
                               records.end - records.begin});
        }
        begin = end;
    }
    return status;
}

Status Dataset::fill_record(int id, std::int64_t record) {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (broken_) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "fill_var_rec in define mode"};
    const auto check = [&]() -> Status {
        if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is no variable"};
        const Status known = definition_.check_variable(id);
        if (!known.ok()) return known;
        const format::Variable& variable = definition_.schema.variable(id);
        if (!definition_.schema.is_record_variable(variable)) {
            return {Code::enotrecvar, fmt::format("variable '{}' has no records", variable.name)};
        }
        if (state_ == State::independent)
            return {Code::eindep, "fill_var_rec in independent data mode"};
        if (definition_.no_fill[static_cast<std::size_t>(id)] &&
            variable.attributes.find(fill_value_name) < 0) {
            return {
                Code::enotfill,
                fmt::format("variable '{}' has neither fill mode nor _FillValue", variable.name)};
        }
        if (record < 0 || record >= format::limits_of(definition_.schema.version).record_count) {
            return {Code::einval, fmt::format("record {}", record)};
        }
        return {};
    };
    Status status = check();
    if (state_ == State::independent) return status;  // nobody has come to agree on anything
    const Status flushed = flush();
    status = agree_on_change(status, [&] {
        return UniformFields{{Code::emultidefine_fnc_args, "variable id", field_of(id)},
                             {Code::emultidefine_fnc_args, "record", field_of(record)}};
    });
    // Without safe mode a rank with wrong arguments must not leave the others alone in the
    // agreement.
    if (status.ok()) status = fill_share(id, record, 1);
    status = mpi::agree(comm(), status).status();
    if (!status.ok()) return status;
    changed_ = true;
    status = note_record_count(record + 1);
    status.keep_first(flushed);
    return status;
}

}  // namespace weft::dataset
