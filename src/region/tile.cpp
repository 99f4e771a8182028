// SPDX-License-Identifier: BSD-3-Clause
#include "region/tile.hpp"

#include <algorithm>
#include <string>
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
    return FileShape(std::make_shared<const Tile>(tile, extents, memory_pitch));
}

Tile::Tile(FileShape tile, Loop extents, std::int64_t memory_pitch)
    : tile_(std::move(tile)),
      extents_(extents),
      memory_pitch_(memory_pitch),
      tile_bytes_(tile_.bytes()),
      tile_runs_(tile_.runs()) {}

std::int64_t Tile::end() const {
    return tile_.end() + (extents_.count - 1) * extents_.pitch;
}

std::int64_t Tile::grain() const {
    return power_of_two_in(tile_.grain() | extents_.pitch);
}

std::int64_t Tile::bytes_below(std::int64_t offset) const {
    if (offset <= base()) return 0;
    const std::int64_t index = std::min((offset - base()) / extents_.pitch, extents_.count - 1);
    return index * tile_bytes_ + tile_.bytes_below(offset - index * extents_.pitch);
}

std::int64_t Tile::offset_of(std::int64_t position) const {
    return tile_.offset_of(position % tile_bytes_) + position / tile_bytes_ * extents_.pitch;
}

std::int64_t Tile::memory_of(std::int64_t position) const {
    return tile_.memory_of(position % tile_bytes_) + position / tile_bytes_ * memory_pitch_;
}

std::int64_t Tile::run_of(std::int64_t position) const {
    return tile_.run_of(position % tile_bytes_) + position / tile_bytes_ * tile_runs_;
}

FileShape Tile::moved(std::int64_t distance) const {
    return std::make_shared<const Tile>(tile_.moved(distance), extents_, memory_pitch_);
}

void Tile::visit_groups(std::int64_t from, std::int64_t to, GroupUse use) const {
    for (std::int64_t index = from / tile_bytes_; index * tile_bytes_ < to; ++index) {
        const std::int64_t begin = index * tile_bytes_;
        tile_.visit(std::max<std::int64_t>(from - begin, 0), std::min(to - begin, tile_bytes_),
                    [&](RunGroup group) {
                        group.offset += index * extents_.pitch;
                        group.stream += begin;
                        group.memory += index * memory_pitch_;
                        use(group);
                    });
    }
}

}  // namespace weft::region
