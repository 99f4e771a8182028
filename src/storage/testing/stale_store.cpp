// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/stale_store.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "storage/testing/intercepting_file.hpp"

namespace weft::storage {
namespace {

// Small, so that files of a few bytes have pages, too.
constexpr std::int64_t page_bytes = 16;
using Page = std::array<std::byte, page_bytes>;

class StaleFile final : public InterceptingFile {
public:
    using InterceptingFile::InterceptingFile;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        const Result<std::int64_t> got = inner().read_at(offset, bytes);
        if (!got.ok()) return got;
        const auto read = bytes.first(static_cast<std::size_t>(got.value()));
        for_each_page(offset, read, [&](std::int64_t number, std::int64_t within, auto part) {
            const auto known = pages_.find(number);
            if (known != pages_.end()) {
                std::copy_n(known->second.begin() + within, part.size(), part.begin());
            } else if (std::ssize(part) == page_bytes) {
                std::ranges::copy(part, pages_[number].begin());
            }
        });
        return got;
    }

    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        Status written = inner().write_at(offset, bytes);
        if (!written.ok()) return written;
        for_each_page(offset, bytes, [&](std::int64_t number, std::int64_t within, auto part) {
            const auto known = pages_.find(number);
            if (known != pages_.end()) std::ranges::copy(part, known->second.begin() + within);
        });
        return written;
    }

    Status resize(std::int64_t bytes) override {
        forget_from(bytes);
        return inner().resize(bytes);
    }

    Status insert_room(std::int64_t offset, std::int64_t length) override {
        forget_from(offset);
        return inner().insert_room(offset, length);
    }

    Status remove_room(std::int64_t offset, std::int64_t length) override {
        forget_from(offset);
        return inner().remove_room(offset, length);
    }

    Status renew(double stale_seconds) override {
        pages_.clear();
        return inner().renew(stale_seconds);
    }

private:
    void forget_from(std::int64_t offset) {
        pages_.erase(pages_.lower_bound(offset / page_bytes), pages_.end());
    }

    /// Calls `use(number, offset within the page, bytes)`.
    template <class Bytes, class Use>
    static void for_each_page(std::int64_t offset, Bytes bytes, Use use) {
        while (!bytes.empty()) {
            const std::int64_t within = offset % page_bytes;
            const std::int64_t length = std::min(page_bytes - within, std::ssize(bytes));
            use(offset / page_bytes, within, bytes.first(static_cast<std::size_t>(length)));
            bytes = bytes.subspan(static_cast<std::size_t>(length));
            offset += length;
        }
    }

    std::map<std::int64_t, Page> pages_;
};

}  // namespace

Result<Opened> StaleStore::open(const std::string& path, const Intent& intent) {
    Result<Opened> opened = inner().open(path, intent);
    if (!opened.ok()) return opened;
    std::unique_ptr<File>& file = opened.value().file;
    file = std::make_unique<StaleFile>(std::move(file));
    opened.value().bytes.reset();  // which would not be stale
    return opened;
}

}  // namespace weft::storage
