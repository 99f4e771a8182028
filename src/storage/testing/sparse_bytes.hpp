// SPDX-License-Identifier: BSD-3-Clause
// The contents of a file in memory: only pages that were written occupy space.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>

#include "storage/extent.hpp"

namespace weft::storage {

/// A copy shares pages with its original until one of the two writes, so a copy costs little.
/// Offsets are not negative and no range ends beyond the largest std::int64_t.
class SparseBytes {
public:
    static constexpr std::int64_t page_bytes = 4096;

    [[nodiscard]] std::int64_t size() const { return size_; }
    /// The number of pages that occupy memory.
    [[nodiscard]] std::int64_t page_count() const {
        return static_cast<std::int64_t>(pages_.size());
    }

    /// Returns how many bytes were read: fewer than asked for only at the end.
    std::int64_t read(std::int64_t offset, std::span<std::byte> bytes) const;
    void write(std::int64_t offset, std::span<const std::byte> bytes);
    void resize(std::int64_t bytes);

    /// Inserts whole pages.
    void insert_pages(std::int64_t offset, std::int64_t length);
    void remove_pages(std::int64_t offset, std::int64_t length);
    /// Like File::hole_behind().
    [[nodiscard]] Extent hole_behind(std::int64_t offset) const;

    /// The possible content of a disk after a power failure: `older`, with those changes of `newer`
    /// for which `coin` says true, page by page; the size is that of either.
    static SparseBytes mixture(const SparseBytes& older, const SparseBytes& newer,
                               const std::function<bool()>& coin);

private:
    using Page = std::array<std::byte, page_bytes>;

    [[nodiscard]] const Page* page_at(std::int64_t index) const;
    Page& page_to_write(std::int64_t index);

    std::map<std::int64_t, std::shared_ptr<Page>> pages_;
    std::int64_t size_ = 0;
};

}  // namespace weft::storage
