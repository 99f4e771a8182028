// SPDX-License-Identifier: BSD-3-Clause
#include "container/array_references.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/short_array.hpp"
#include "types/types.hpp"

namespace weft::container {
namespace {

/// The divisor of `length` by which `bytes` become as nearly as possible `wanted`.
std::int64_t best_divisor(std::int64_t length, std::int64_t bytes, std::int64_t wanted) {
    const auto distance = [&](std::int64_t divisor) {
        return std::abs(std::log2(static_cast<double>(divisor)) +
                        std::log2(static_cast<double>(bytes)) -
                        std::log2(static_cast<double>(wanted)));
    };
    std::int64_t best = 1;
    const auto consider = [&](std::int64_t divisor) {
        if (distance(divisor) < distance(best)) best = divisor;
    };
    constexpr std::int64_t most = 1 << 20;  // of a length that no file can have
    for (std::int64_t i = 1; i <= std::min(length / i, most); ++i) {
        if (length % i != 0) continue;
        consider(i);
        consider(length / i);
    }
    return best;
}

}  // namespace

std::vector<std::int64_t> chunk_of_arrays(const ArrayForm& form, std::int64_t wanted_bytes) {
    std::vector<std::int64_t> chunk(form.shape.size(), 1);
    std::int64_t bytes = form.element_bytes;
    const std::int64_t wanted = std::max(wanted_bytes, form.element_bytes);
    bool is_whole = true;  // along the dimensions behind, so that the next one may be longer than 1
    for (std::size_t i = chunk.size(); i-- > 0 && is_whole;) {
        const std::int64_t unit = std::max<std::int64_t>(1, form.unit[i]);
        chunk[i] = unit <= wanted / bytes ? unit : best_divisor(unit, bytes, wanted);
        bytes *= chunk[i];
        is_whole = chunk[i] == unit && form.is_unit_whole[i];
    }
    return chunk;
}

ArrayReferences::ArrayReferences(const ArrayForm& form, std::int64_t wanted_bytes, Locate locate)
    : References(chunk_of_arrays(form, wanted_bytes), {}),
      shape_(form.shape),
      chunk_bytes_(form.element_bytes),
      locate_(std::move(locate)) {
    for (const std::int64_t length : chunk()) chunk_bytes_ *= length;
}

Status ArrayReferences::visit(const Use& use) {
    if (std::ranges::find(shape_, 0) != shape_.end()) return {};
    const std::size_t rank = shape_.size();
    std::vector<std::int64_t> place(rank);
    std::vector<std::int64_t> index(rank);
    while (true) {
        const Location found = locate_(index);
        const Status used = use(
            {.place = place, .file = found.file, .offset = found.offset, .bytes = chunk_bytes_});
        if (!used.ok()) return used;
        std::size_t i = rank;
        for (; i > 0; --i) {
            ++place[i - 1];
            index[i - 1] += chunk()[i - 1];
            if (index[i - 1] < shape_[i - 1]) break;
            place[i - 1] = index[i - 1] = 0;
        }
        if (i == 0) return {};
    }
}

std::int64_t offset_of(const layout::Place& place, std::span<const std::int64_t> index) {
    ShortArray<std::int64_t, 8> one(index.size());
    std::fill(one.begin(), one.end(), 1);
    return layout::file_nest(place, index.data(), one.data(), nullptr).base();
}

std::unique_ptr<References> references_in(const layout::Place& place, std::size_t file,
                                          std::int64_t wanted_bytes) {
    ArrayForm form{.shape = place.schema.shape_of(place.variable),
                   .unit = {},
                   .is_unit_whole = std::vector<bool>(place.variable.dimension_ids.size(), true),
                   .element_bytes = types::size_of(place.variable.type)};
    form.unit = form.shape;
    const bool has_records = place.record_bytes != layout::in_one_array &&
                             place.schema.is_record_variable(place.variable);
    if (has_records) {
        std::int64_t slab = form.element_bytes;
        for (std::size_t i = 1; i < form.shape.size(); ++i) slab *= form.shape[i];
        // Records without anything between them are one array.
        if (slab != place.record_bytes) form.unit.front() = 1;
    }
    return std::make_unique<ArrayReferences>(
        form, wanted_bytes, [place, file](std::span<const std::int64_t> index) {
            return ArrayReferences::Location{file, offset_of(place, index)};
        });
}

}  // namespace weft::container
