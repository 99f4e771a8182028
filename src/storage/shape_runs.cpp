// SPDX-License-Identifier: BSD-3-Clause
#include "storage/shape_runs.hpp"

#include <algorithm>

namespace weft::storage {
namespace {

/// Calls `move(offset, bytes)` for the runs, until one fails.
template <class Bytes, class Move>
Status for_each_run(const region::FileShape& shape, std::int64_t from, Bytes packed, Move move) {
    Status status;
    shape.visit(from, from + std::ssize(packed), [&](const region::RunGroup& group) {
        const bool is_whole = group.run == group.pitch;
        const std::int64_t run = is_whole ? group.count * group.run : group.run;
        const std::int64_t count = is_whole ? 1 : group.count;
        for (std::int64_t i = 0; i < count && status.ok(); ++i) {
            const auto at = static_cast<std::size_t>(group.stream - from + i * run);
            status = move(group.offset + i * group.pitch,
                          packed.subspan(at, static_cast<std::size_t>(run)));
        }
    });
    return status;
}

}  // namespace

Status write_runs(File& file, const region::FileShape& shape, std::int64_t from,
                  std::span<const std::byte> packed) {
    return for_each_run(shape, from, packed, [&](std::int64_t offset, auto bytes) {
        return file.write_at(offset, bytes);
    });
}

Status read_runs(File& file, const region::FileShape& shape, std::int64_t from,
                 std::span<std::byte> packed) {
    return for_each_run(shape, from, packed, [&](std::int64_t offset, auto bytes) {
        const Result<std::int64_t> got = file.read_at(offset, bytes);
        if (got.ok()) std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
        return got.status();
    });
}

}  // namespace weft::storage
