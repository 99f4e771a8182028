// SPDX-License-Identifier: BSD-3-Clause
// Memory for values on their way, kept for the next use: what was touched once costs no page faults
// any more.
#pragma once

#include <cstddef>

#include "base/pages.hpp"

namespace weft::engine {

class Staging {
public:
    /// What is kept; more, which hints can ask for, is given back by trim().
    static constexpr std::size_t most_kept = 64 << 20;

    /// Room for so many bytes; false when there is no memory. What was there is lost when the room
    /// grows.
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
