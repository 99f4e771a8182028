// SPDX-License-Identifier: BSD-3-Clause
#include "storage/as_opened.hpp"

#include <algorithm>
#include <utility>

namespace weft::storage {
namespace {

/// The bytes [offset, end) of a file, whose `part` begins at `begin`; nothing unless `part` has all
/// of them.
std::optional<std::span<const std::byte>> within(std::span<const std::byte> part,
                                                 std::int64_t begin, std::int64_t offset,
                                                 std::int64_t end) {
    if (offset < begin || end > begin + std::ssize(part)) return std::nullopt;
    return part.subspan(static_cast<std::size_t>(offset - begin),
                        static_cast<std::size_t>(end - offset));
}

}  // namespace

AsOpened::AsOpened(File& file, Opened& opened)
    : ForwardingFile(file),
      bytes_(opened.bytes),
      head_(std::move(opened.head)),
      tail_(std::move(opened.tail)) {}

void AsOpened::forget() {
    bytes_.reset();
    head_.clear();
    tail_.clear();
}

Result<std::int64_t> AsOpened::size() {
    if (bytes_) return *bytes_;
    return ForwardingFile::size();
}

Result<std::int64_t> AsOpened::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    if (!bytes_ || offset < 0) return ForwardingFile::read_at(offset, bytes);
    if (offset >= *bytes_) return std::int64_t{0};
    const std::int64_t end = offset + std::min(std::ssize(bytes), *bytes_ - offset);
    auto known = within(head_, 0, offset, end);
    if (!known) known = within(tail_, *bytes_ - std::ssize(tail_), offset, end);
    if (!known) {
        auto got = ForwardingFile::read_at(offset, bytes);
        // The file has been shortened since.
        if (got.ok() && got.value() < end - offset) forget();
        return got;
    }
    std::copy(known->begin(), known->end(), bytes.begin());
    return end - offset;
}

}  // namespace weft::storage
