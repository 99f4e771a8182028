// SPDX-License-Identifier: BSD-3-Clause
// The parts of a file that libhdf5 has read of late, in pages: it asks for a few bytes here and
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hdf5/books/books.hpp"

namespace weft::hdf5 {

class Pages {
public:
    explicit Pages(Source& source) : source_(source), page_bytes_(source.page_bytes()) {}

    /// Fills `bytes`. False if the file cannot be read.
    bool read(std::int64_t offset, std::span<std::byte> bytes);

private:
    static constexpr std::int64_t most_bytes = 32 << 20;

    const std::vector<std::byte>* page(std::int64_t number);

    Source& source_;
    std::int64_t page_bytes_;
    std::unordered_map<std::int64_t, std::vector<std::byte>> pages_;
};

}  // namespace weft::hdf5
