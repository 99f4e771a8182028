// SPDX-License-Identifier: BSD-3-Clause
#include "region/run_list.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "region/file_shape.hpp"

namespace weft::region {

std::int64_t ElementPlaces::offset_of(std::int64_t element) const {
    if (slab_elements == 0) return begin + element * element_bytes;
    const std::int64_t slab = element / slab_elements;
    return begin + slab * slab_pitch + (element - slab * slab_elements) * element_bytes;
}

std::int64_t ElementPlaces::bytes_below(std::int64_t offset) const {
    const std::int64_t distance = std::max<std::int64_t>(offset - begin, 0);
    if (slab_elements == 0) return distance;
    const std::int64_t slab_bytes = slab_elements * element_bytes;
    return distance / slab_pitch * slab_bytes + std::min(distance % slab_pitch, slab_bytes);
}

void append_bytes(std::vector<Run>& runs, std::int64_t first, std::int64_t bytes) {
    while (bytes > 0) {
        const std::int64_t part = std::min(bytes, Run::longest);
        runs.emplace_back(first, part, 0);
        first += part;
        bytes -= part;
    }
}

RunList::RunList(Runs runs, const ElementPlaces& places, Memory memory)
    : runs_(std::move(runs)), places_(places), memory_(memory) {
    before_.reserve(runs_->size() / spacing + 1);
    for (std::size_t i = 0; i < runs_->size(); ++i) {
        if (i % spacing == 0) before_.push_back(elements_);
        elements_ += (*runs_)[i].length();
    }
}

Outline RunList::outline() const {
    return {.base = places_.offset_of(runs_->front().first()),
            .end = places_.offset_of(runs_->back().end() - 1) + places_.element_bytes,
            .bytes = elements_ * places_.element_bytes,
            .runs = std::ssize(*runs_),
            .listed_runs = std::ssize(*runs_),
            .step = places_.element_bytes | places_.slab_pitch};
}

std::int64_t RunList::elements_before(std::size_t index) const {
    std::int64_t elements = before_[index / spacing];
    for (std::size_t i = index / spacing * spacing; i < index; ++i)
        elements += (*runs_)[i].length();
    return elements;
}

std::int64_t RunList::bytes_below(std::int64_t offset) const {
    const std::int64_t limit = places_.bytes_below(offset);
    const std::int64_t size = places_.element_bytes;
    const auto behind = std::partition_point(
        runs_->begin(), runs_->end(), [&](const Run& run) { return run.first() * size < limit; });
    if (behind == runs_->begin()) return 0;
    const Run& last = *(behind - 1);
    const auto index = static_cast<std::size_t>(behind - 1 - runs_->begin());
    return elements_before(index) * size +
           std::min(limit - last.first() * size, last.length() * size);
}

RunList::Spot RunList::spot_of(std::int64_t position) const {
    const std::int64_t element = position / places_.element_bytes;
    const auto behind = std::upper_bound(before_.begin(), before_.end(), element);
    std::int64_t before = *(behind - 1);
    auto index = static_cast<std::size_t>(behind - 1 - before_.begin()) * spacing;
    while (index + 1 < runs_->size() && before + (*runs_)[index].length() <= element)
        before += (*runs_)[index++].length();
    return {index, position - before * places_.element_bytes};
}

BytePlace RunList::place_of(std::int64_t position) const {
    const Spot spot = spot_of(position);
    const Run& run = (*runs_)[spot.index];
    return {.offset = places_.offset_of(run.first()) + spot.into,
            .memory = memory_at(run, spot.into, position),
            .run = static_cast<std::int64_t>(spot.index)};
}

}  // namespace weft::region
