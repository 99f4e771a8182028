// SPDX-License-Identifier: BSD-3-Clause
#include "region/interleaved_view.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/checked.hpp"

namespace weft::region {
namespace {

std::vector<FileShape> moved(std::vector<FileShape> shapes, std::int64_t distance) {
    for (FileShape& shape : shapes) shape = shape.moved(distance);
    return shapes;
}

}  // namespace

Result<std::vector<FileShape>> InterleavedView::shapes_of(Interval part) const {
    if (part.empty()) return std::vector<FileShape>();
    const std::int64_t first = part.begin / tile.bytes;
    const std::int64_t last = (part.end - 1) / tile.bytes;
    const auto distance = checked_mul(last, extent);
    if (!distance || !checked_add(*distance, tile.end()))
        return Status(Code::einval, "bytes " + std::to_string(part.begin) + " to " +
                                        std::to_string(part.end) + " of a file view with extent " +
                                        std::to_string(extent) + " end behind 2^63 - 1");
    const InterleavedShapes begin{moved(tile.shapes, first * extent), tile.bytes};
    Result<InterleavedShapes> all = repeated(begin, {last - first + 1, extent});
    if (!all.ok()) return all.status();
    const std::int64_t before = first * tile.bytes;
    return part_of(all.value(), {part.begin - before, part.end - before}).shapes;
}

std::optional<std::int64_t> InterleavedView::offset_of(std::int64_t position) const {
    const auto distance = checked_mul(position / tile.bytes, extent);
    if (!distance) return std::nullopt;
    return checked_add(*distance, tile.offset_of(position % tile.bytes));
}

/// Skips the repetitions that end before the offset.
std::int64_t InterleavedView::first_from(std::int64_t offset) const {
    const std::int64_t short_by = std::max<std::int64_t>(0, offset - (tile.end() - 1));
    const std::int64_t number = (short_by + extent - 1) / extent;
    return number * tile.bytes + tile.first_from(offset - number * extent);
}

}  // namespace weft::region
