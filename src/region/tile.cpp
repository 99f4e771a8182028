// SPDX-License-Identifier: BSD-3-Clause
#include "region/tile.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/checked.hpp"

namespace weft::region {
namespace {

Status check(const FileShape& tile, Loop extents) {
    const auto refusal = [&](const std::string& why) {
        return Status(Code::einval, std::to_string(extents.count) + " repetitions of a tile, " +
                                        std::to_string(extents.pitch) + " bytes apart, " + why);
    };
    if (extents.count < 0 || extents.pitch < 1) return refusal("are not possible");
    const std::int64_t reach = tile.end() - tile.base();
    if (extents.count > 1 && extents.pitch < reach)
        return refusal("interleave: the tile reaches over " + std::to_string(reach) + " bytes");
    const auto last = checked_mul(std::max<std::int64_t>(extents.count - 1, 0), extents.pitch);
    if (!last || !checked_add(*last, tile.end())) return refusal("end behind 2^63 - 1");
    return {};
}

Nest repeated(const Nest& nest, Loop extents) {
    std::vector<Loop> loops = {extents};
    loops.insert(loops.end(), nest.loops().begin(), nest.loops().end());
    return {nest.base(), nest.run(), loops};
}

}  // namespace

Result<FileShape> Tile::of(const FileShape& tile, Loop extents) {
    return of(tile, extents, tile.bytes());
}

Result<FileShape> Tile::of(const FileShape& tile, Loop extents, std::int64_t memory_pitch) {
    if (Status status = check(tile, extents); !status.ok()) return status;
    if (tile.empty() || extents.count == 0) return FileShape();
    if (extents.count == 1) return tile;
    if (tile.nest() != nullptr && memory_pitch == tile.bytes())
        return FileShape(repeated(*tile.nest(), extents));
    return FileShape(Tile(tile, extents, memory_pitch));
}

Tile::Tile(FileShape tile, Loop extents, std::int64_t memory_pitch)
    : tile_(std::move(tile)), extents_(extents), memory_pitch_(memory_pitch) {}

Outline Tile::outline() const {
    return {.base = tile_.base(),
            .end = tile_.end() + (extents_.count - 1) * extents_.pitch,
            .bytes = extents_.count * tile_.bytes(),
            .runs = extents_.count * tile_.runs(),
            .listed_runs = tile_.listed_runs(),
            .step = tile_.step() | extents_.pitch};
}

std::int64_t Tile::bytes_below(std::int64_t offset) const {
    if (offset <= tile_.base()) return 0;
    const std::int64_t index =
        std::min((offset - tile_.base()) / extents_.pitch, extents_.count - 1);
    return index * tile_.bytes() + tile_.bytes_below(offset - index * extents_.pitch);
}

BytePlace Tile::place_of(std::int64_t position) const {
    const std::int64_t index = position / tile_.bytes();
    BytePlace place = tile_.place_of(position % tile_.bytes());
    place.offset += index * extents_.pitch;
    place.memory += index * memory_pitch_;
    place.run += index * tile_.runs();
    return place;
}

void Tile::visit(std::int64_t from, std::int64_t to, const GroupUse& use) const {
    const std::int64_t bytes = tile_.bytes();
    for (std::int64_t index = from / bytes; index * bytes < to; ++index) {
        const std::int64_t begin = index * bytes;
        tile_.visit(std::max<std::int64_t>(from - begin, 0), std::min(to - begin, bytes),
                    [&](RunGroup group) {
                        group.offset += index * extents_.pitch;
                        group.stream += begin;
                        group.memory += index * memory_pitch_;
                        use(group);
                    });
    }
}

}  // namespace weft::region
