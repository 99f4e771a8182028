// SPDX-License-Identifier: BSD-3-Clause
// Memory for values on their way. It stays for the next use, because memory that a process has
// touched before costs no page faults.
#pragma once

#include <cstddef>

#include "base/pages.hpp"

namespace weft::engine {

class Staging {
public:
    /// The size that is kept. Hints may ask for more; trim() gives that back.
    static constexpr std::size_t most_kept = 64 << 20;

    /// Makes room for so many bytes. Returns false when there is no memory. Room that grows loses
    /// its contents.
    [[nodiscard]] bool reserve(std::size_t bytes) {
        if (bytes <= size()) return true;
        pages_ = take_pages(bytes);
        size_ = bytes;
        return pages_ != nullptr;
    }
    [[nodiscard]] std::byte* data() { return pages_.get(); }
    [[nodiscard]] std::size_t size() const { return pages_ == nullptr ? 0 : size_; }
    void trim() {
        if (size() > most_kept) *this = {};
    }

private:
    Pages pages_;
    std::size_t size_ = 0;  // where there are pages
};

}  // namespace weft::engine
