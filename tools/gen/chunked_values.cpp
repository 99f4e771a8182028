// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/chunked_values.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "tools/shared/boxes.hpp"
#include "types/byte_order.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// The least number of bytes at which values are written, in whole chunks.
constexpr std::int64_t least_bytes = 1 << 20;

/// The fill value in file form: the one that the text gives, or the usual one of the type.
std::vector<std::byte> fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id >= 0 && variable.attributes.at(id).type == variable.type &&
        variable.attributes.at(id).count == 1) {
        const model::Values& its = variable.attributes.at(id).values;
        std::vector<std::byte> value(its.begin(), its.end());
        types::change_form(variable.type, value);
        return value;
    }
    const auto usual = types::default_fill(variable.type);
    return {usual.begin(), usual.begin() + types::size_of(variable.type)};
}

bool is_array(const model::Variable& variable) {
    return variable.storage->layout != model::Storage::Layout::chunked;
}

}  // namespace

Status ChunkedValues::create(const std::string& path, const std::string& source, int kind,
                             const model::Schema& schema) {
    has_come_.resize(static_cast<std::size_t>(schema.variable_count()));
    const Status created = dataset_.create(team_, path, source, {.kind = kind, .schema = schema});
    has_failed_ = !created.ok();
    return created;
}

Status ChunkedValues::begin_variable(int id) {
    const model::Schema& schema = dataset_.schema();
    const model::Variable& variable = schema.variable(id);
    has_come_[static_cast<std::size_t>(id)] = true;
    current_ = {.id = id, .value_bytes = types::size_of(variable.type)};
    current_.shape = schema.shape_of(variable);
    if (schema.is_record_variable(variable))
        current_.shape.front() = std::numeric_limits<std::int64_t>::max();
    const std::size_t rank = current_.shape.size();
    current_.inner.assign(std::max<std::size_t>(rank, 1), 1);
    for (std::size_t i = rank; i-- > 1;)
        current_.inner[i - 1] = current_.inner[i] * current_.shape[i];
    if (rank == 0 || is_array(variable)) {
        current_.axis = rank == 0 ? 0 : rank - 1;
        return {};
    }
    const std::vector<std::int64_t>& chunk = variable.storage->chunk;
    while (current_.axis + 1 < rank && chunk[current_.axis] == 1) ++current_.axis;
    current_.chunk = chunk[current_.axis];
    return {};
}

/// The last number of an element, up to this one, in front of which no chunk is divided.
std::int64_t ChunkedValues::cut_before(std::int64_t element) const {
    const std::int64_t inner = current_.inner[current_.axis];
    const std::int64_t outer = current_.axis == 0 ? 0 : current_.inner[current_.axis - 1];
    const std::int64_t begin = outer == 0 ? 0 : element / outer * outer;
    const std::int64_t row = inner * current_.chunk;
    return begin + (element - begin) / row * row;
}

Status ChunkedValues::put(std::span<const std::byte> values) {
    values_.insert(values_.end(), values.begin(), values.end());
    if (std::ssize(values_) < least_bytes) return {};
    const std::int64_t come = current_.written + std::ssize(values_) / current_.value_bytes;
    return write(cut_before(come) - current_.written);
}

/// Writes the first `count` elements of those that have come.
Status ChunkedValues::write(std::int64_t count) {
    if (count <= 0) return {};
    const model::Variable& variable = dataset_.schema().variable(current_.id);
    const auto bytes = static_cast<std::size_t>(count * current_.value_bytes);
    const std::span<std::byte> values = std::span(values_).first(bytes);
    types::change_form(variable.type, values);
    std::vector<std::int64_t> shape = current_.shape;
    const std::int64_t end = current_.written + count;
    if (!shape.empty())
        shape.front() = std::min(shape.front(), (end - 1) / current_.inner.front() + 1);
    std::vector<BoxValues> boxes;
    std::size_t at = 0;
    for (IndexBox& box : boxes_of(shape, current_.written, count)) {
        const auto length = static_cast<std::size_t>(box.elements() * current_.value_bytes);
        boxes.push_back({current_.id, std::move(box), values.subspan(at, length)});
        at += length;
    }
    const Status written = dataset_.write_together(boxes);
    has_failed_ = has_failed_ || !written.ok();
    current_.written = end;
    values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(bytes));
    return written;
}

/// An array has no values of its own where none have come.
Status ChunkedValues::fill_rest() {
    const model::Variable& variable = dataset_.schema().variable(current_.id);
    if (!is_array(variable)) return {};
    std::int64_t rest =
        current_.shape.empty() ? 1 : current_.inner.front() * current_.shape.front();
    rest -= current_.written;
    const std::vector<std::byte> fill = fill_of(variable);
    Status status;
    while (rest > 0 && status.ok()) {
        const std::int64_t count = std::min(rest, least_bytes / current_.value_bytes);
        for (std::int64_t i = 0; i < count; ++i)
            values_.insert(values_.end(), fill.begin(), fill.end());
        status = write(count);
        rest -= count;
    }
    return status;
}

Status ChunkedValues::end_variable() {
    const Status written = write(std::ssize(values_) / current_.value_bytes);
    return written.ok() ? fill_rest() : written;
}

Status ChunkedValues::finish() {
    Status status;
    for (std::size_t id = 0; id < has_come_.size() && status.ok(); ++id) {
        if (has_come_[id]) continue;
        status = begin_variable(static_cast<int>(id));
        if (status.ok()) status = end_variable();
    }
    status = dataset_.put_in_place(team_, status);
    has_failed_ = has_failed_ || !status.ok();
    return status;
}

}  // namespace weft::tools
