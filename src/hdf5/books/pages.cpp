// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/pages.hpp"

#include <algorithm>
#include <cstring>

namespace weft::hdf5 {

bool Pages::read(std::int64_t offset, std::span<std::byte> bytes) {
    if (std::ssize(bytes) > page_bytes_) return source_.read(offset, bytes);
    while (!bytes.empty()) {
        const std::vector<std::byte>* const its = page(offset / page_bytes_);
        if (its == nullptr) return false;
        const std::int64_t into = offset % page_bytes_;
        const auto count =
            static_cast<std::size_t>(std::min(page_bytes_ - into, std::ssize(bytes)));
        std::memcpy(bytes.data(), its->data() + into, count);
        bytes = bytes.subspan(count);
        offset += static_cast<std::int64_t>(count);
    }
    return true;
}

/// Drops all pages if there are too many: libhdf5 itself caches what it needs often.
const std::vector<std::byte>* Pages::page(std::int64_t number) {
    if (const auto found = pages_.find(number); found != pages_.end()) return &found->second;
    if (std::ssize(pages_) * page_bytes_ >= most_bytes) pages_.clear();
    std::vector<std::byte> bytes(static_cast<std::size_t>(page_bytes_));
    if (!source_.read(number * page_bytes_, bytes)) return nullptr;
    return &pages_.emplace(number, std::move(bytes)).first->second;
}

}  // namespace weft::hdf5
