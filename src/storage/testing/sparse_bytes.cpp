// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/sparse_bytes.hpp"

#include <algorithm>
#include <cstring>

namespace weft::storage {

const SparseBytes::Page* SparseBytes::page_at(std::int64_t index) const {
    const auto found = pages_.find(index);
    return found == pages_.end() ? nullptr : found->second.get();
}

SparseBytes::Page& SparseBytes::page_to_write(std::int64_t index) {
    const auto found = pages_.find(index);
    if (found == pages_.end()) return *(pages_[index] = std::make_shared<Page>(Page{}));
    std::shared_ptr<Page>& page = found->second;
    if (page.use_count() > 1) page = std::make_shared<Page>(*page);
    return *page;
}

std::int64_t SparseBytes::read(std::int64_t offset, std::span<std::byte> bytes) const {
    const std::int64_t end =
        offset >= size_ ? offset
                        : offset + std::min<std::int64_t>(static_cast<std::int64_t>(bytes.size()),
                                                          size_ - offset);
    for (std::int64_t at = offset; at < end;) {
        const std::int64_t within = at % page_bytes;
        const std::int64_t length = std::min(page_bytes - within, end - at);
        std::byte* to = bytes.data() + (at - offset);
        if (const Page* page = page_at(at / page_bytes)) {
            std::memcpy(to, page->data() + within, static_cast<std::size_t>(length));
        } else {
            std::memset(to, 0, static_cast<std::size_t>(length));
        }
        at += length;
    }
    return end - offset;
}

void SparseBytes::write(std::int64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::int64_t within = offset % page_bytes;
        const std::size_t length =
            std::min(static_cast<std::size_t>(page_bytes - within), bytes.size());
        std::memcpy(page_to_write(offset / page_bytes).data() + within, bytes.data(), length);
        offset += static_cast<std::int64_t>(length);
        size_ = std::max(size_, offset);
        bytes = bytes.subspan(length);
    }
}

void SparseBytes::resize(std::int64_t bytes) {
    // Bytes that are cut off must read as zeros when the file grows again.
    const std::int64_t kept = bytes % page_bytes;
    if (bytes < size_ && kept != 0 && page_at(bytes / page_bytes) != nullptr) {
        Page& last = page_to_write(bytes / page_bytes);
        std::fill(last.begin() + kept, last.end(), std::byte{0});
    }
    if (bytes < size_) {
        pages_.erase(pages_.lower_bound(bytes / page_bytes + (kept != 0 ? 1 : 0)), pages_.end());
    }
    size_ = bytes;
}

void SparseBytes::insert_pages(std::int64_t offset, std::int64_t length) {
    std::map<std::int64_t, std::shared_ptr<Page>> moved;
    for (auto& [index, page] : pages_) {
        const bool stays = index < offset / page_bytes;
        moved.emplace(stays ? index : index + length / page_bytes, std::move(page));
    }
    pages_ = std::move(moved);
    size_ += length;
}

void SparseBytes::remove_pages(std::int64_t offset, std::int64_t length) {
    std::map<std::int64_t, std::shared_ptr<Page>> moved;
    for (auto& [index, page] : pages_) {
        if (index < offset / page_bytes) {
            moved.emplace(index, std::move(page));
        } else if (index >= (offset + length) / page_bytes) {
            moved.emplace(index - length / page_bytes, std::move(page));
        }
    }
    pages_ = std::move(moved);
    size_ -= length;
}

Extent SparseBytes::hole_behind(std::int64_t offset) const {
    // Goes from existing page to existing page: a file may be far longer than its contents.
    std::int64_t begin = std::min(offset, size_);
    auto page = pages_.lower_bound(begin / page_bytes);
    for (; begin < size_ && page != pages_.end() && page->first == begin / page_bytes; ++page) {
        const std::int64_t start = page->first * page_bytes;
        begin = size_ - start <= page_bytes ? size_ : start + page_bytes;
    }
    const std::int64_t end =
        page == pages_.end() ? size_ : std::max(begin, std::min(size_, page->first * page_bytes));
    return {.offset = begin, .length = end - begin};
}

SparseBytes SparseBytes::mixture(const SparseBytes& older, const SparseBytes& newer,
                                 const std::function<bool()>& coin) {
    SparseBytes mixed = older;
    mixed.size_ = std::max(older.size_, newer.size_);
    for (const auto& [index, page] : newer.pages_) {
        if (older.page_at(index) != page.get() && coin()) mixed.pages_[index] = page;
    }
    for (const auto& [index, page] : older.pages_) {
        if (newer.page_at(index) == nullptr && coin()) mixed.pages_.erase(index);
    }
    if (older.size_ != newer.size_) mixed.resize(coin() ? newer.size_ : older.size_);
    return mixed;
}

}  // namespace weft::storage
