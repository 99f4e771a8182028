// SPDX-License-Identifier: BSD-3-Clause
#include "region/file_view.hpp"

#include <algorithm>
#include <string>

#include "base/checked.hpp"
#include "region/cut.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

Status refusal(const FileView& view, Interval part, const char* why) {
    return {Code::einval, "bytes " + std::to_string(part.begin) + " to " +
                              std::to_string(part.end) + " of a file view with extent " +
                              std::to_string(view.extent) + ' ' + why};
}

bool ends_in_reach(const FileView& view, std::int64_t last) {
    const auto distance = checked_mul(last, view.extent);
    return distance && checked_add(*distance, view.tile.end());
}

/// The number of sets into which the repetitions of a view are divided, so that those of a set do
/// not interleave.
std::int64_t sets_of_repetitions(const FileView& view) {
    const std::int64_t reach = view.tile.end() - view.tile.base();
    return (reach - 1) / view.extent + 1;
}

}  // namespace

Result<std::vector<FileShape>> shapes_of(const FileView& view, Interval part) {
    if (view.extent < 1) return refusal(view, part, "cannot be repeated");
    std::vector<FileShape> shapes;
    if (part.empty()) return shapes;
    const std::int64_t tile_bytes = view.tile.bytes();
    const std::int64_t first = part.begin / tile_bytes;
    const std::int64_t last = (part.end - 1) / tile_bytes;
    if (!ends_in_reach(view, last)) return refusal(view, part, "end behind 2^63 - 1");
    const std::int64_t sets = std::min(sets_of_repetitions(view), last - first + 1);
    for (std::int64_t begin = first; begin < first + sets; ++begin) {
        const std::int64_t count = (last - begin) / sets + 1;
        const std::int64_t step = count > 1 ? sets : 1;  // a product could be too large, else
        const Result<FileShape> whole = Tile::of(view.tile.moved(begin * view.extent),
                                                 {count, step * view.extent}, step * tile_bytes);
        if (!whole.ok()) return whole.status();
        const bool has_last = (last - begin) % sets == 0;
        const Interval inside{
            begin == first ? part.begin - first * tile_bytes : 0,
            (count - 1) * tile_bytes + (has_last ? part.end - last * tile_bytes : tile_bytes)};
        shapes.push_back(Cut::of(whole.value(), inside, begin * tile_bytes - part.begin));
    }
    return shapes;
}

std::optional<std::int64_t> offset_of(const FileView& view, std::int64_t position) {
    const std::int64_t tile_bytes = view.tile.bytes();
    const auto distance = checked_mul(position / tile_bytes, view.extent);
    if (!distance) return std::nullopt;
    return checked_add(*distance, view.tile.offset_of(position % tile_bytes));
}

}  // namespace weft::region
