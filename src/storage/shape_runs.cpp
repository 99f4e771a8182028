// SPDX-License-Identifier: BSD-3-Clause
#include "storage/shape_runs.hpp"

#include <algorithm>
#include <vector>

namespace weft::storage {
namespace {

/// Runs that begin within so many bytes of each other are read by one call, gaps included: copying
/// the gaps takes less time than a call for each run.
constexpr std::int64_t close_pitch = 4096;
constexpr std::int64_t most_read_bytes = 256 << 10;

/// Calls `move(offset, bytes)` for the runs of a group, until one fails.
template <class Bytes, class Move>
Status for_each_run(const region::RunGroup& group, Bytes packed, Move move) {
    const bool is_whole = group.run == group.pitch;
    const std::int64_t run = is_whole ? group.count * group.run : group.run;
    const std::int64_t count = is_whole ? 1 : group.count;
    Status status;
    for (std::int64_t i = 0; i < count && status.ok(); ++i) {
        status =
            move(group.offset + i * group.pitch,
                 packed.subspan(static_cast<std::size_t>(i * run), static_cast<std::size_t>(run)));
    }
    return status;
}

/// Reads; bytes behind the end of the file are zero.
Status read_all(File& file, std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (got.ok()) std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
    return got.status();
}

/// `read`: memory for runs that are read together.
Status read_together(File& file, const region::RunGroup& group, std::span<std::byte> packed,
                     std::vector<std::byte>& read) {
    const std::int64_t most = most_read_bytes / group.pitch;
    for (std::int64_t first = 0; first < group.count; first += most) {
        const std::int64_t count = std::min(most, group.count - first);
        read.resize(static_cast<std::size_t>((count - 1) * group.pitch + group.run));
        Status status = read_all(file, group.offset + first * group.pitch, read);
        if (!status.ok()) return status;
        for (std::int64_t i = 0; i < count; ++i)
            std::copy_n(read.begin() + i * group.pitch, group.run,
                        packed.begin() + (first + i) * group.run);
    }
    return {};
}

/// The bytes of a group among `packed`, which begins at byte `from` of the stream.
template <class Bytes>
Bytes bytes_of(const region::RunGroup& group, std::int64_t from, Bytes packed) {
    return packed.subspan(static_cast<std::size_t>(group.stream - from),
                          static_cast<std::size_t>(group.count * group.run));
}

}  // namespace

Status write_runs(File& file, const region::FileShape& shape, std::int64_t from,
                  std::span<const std::byte> packed) {
    Status status;
    shape.visit(from, from + std::ssize(packed), [&](const region::RunGroup& group) {
        if (!status.ok()) return;
        status = for_each_run(
            group, bytes_of(group, from, packed),
            [&](std::int64_t offset, auto bytes) { return file.write_at(offset, bytes); });
    });
    return status;
}

Status read_runs(File& file, const region::FileShape& shape, std::int64_t from,
                 std::span<std::byte> packed) {
    Status status;
    std::vector<std::byte> read;
    shape.visit(from, from + std::ssize(packed), [&](const region::RunGroup& group) {
        if (!status.ok()) return;
        const auto bytes = bytes_of(group, from, packed);
        const bool are_close =
            group.count > 1 && group.run < group.pitch && group.pitch <= close_pitch;
        status = are_close ? read_together(file, group, bytes, read)
                           : for_each_run(group, bytes,
                                          [&](std::int64_t offset, std::span<std::byte> run) {
                                              return read_all(file, offset, run);
                                          });
    });
    return status;
}

}  // namespace weft::storage
