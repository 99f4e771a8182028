// SPDX-License-Identifier: BSD-3-Clause
// Memory for a part of the file, kept from call to call: what was touched once costs no page faults
// any more.
#pragma once

#include <cstddef>
#include <new>

#include "base/pages.hpp"

namespace weft::engine {

class Staging {
public:
    /// What is kept; more, which hints can ask for, is given back by trim().
    static constexpr std::size_t most_kept = 64 << 20;

    /// At least so many bytes with any content, until the next call. Throws std::bad_alloc.
    std::byte* room(std::size_t bytes) {
        if (bytes > size_) {
            size_ = 0;
            pages_ = take_pages(bytes);
            if (pages_ == nullptr) throw std::bad_alloc();
            size_ = bytes;
        }
        return pages_.get();
    }
    void trim() {
        if (size_ > most_kept) *this = {};
    }

private:
    Pages pages_;
    std::size_t size_ = 0;
};

}  // namespace weft::engine
