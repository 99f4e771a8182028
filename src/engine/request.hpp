// SPDX-License-Identifier: BSD-3-Clause
// What the engine is asked to do: pieces, each a set of file bytes and the memory they come from or
// go to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "region/file_shape.hpp"
#include "region/pattern.hpp"
#include "types/kernels.hpp"

namespace weft::engine {

enum class Direction : std::uint8_t { put, get };

/// How one element changes on its way.
struct Codec {
    const types::Kernels* kernels = nullptr;
    int external_bytes = 1;
    int memory_bytes = 1;
    std::array<std::byte, 8> fill{};  // replaces what the external type cannot hold, in file form
};

/// One rectangular set of elements, or a list of runs. Element i of the file's stream is element
/// `first_element + i` of the pattern (of a list: where memory_of() says), so that the pieces of an
/// access can share one pattern.
struct Piece {
    region::FileShape file;  // in bytes; runs are whole elements
    std::shared_ptr<const region::Pattern> memory;
    std::int64_t first_element = 0;
    std::byte* address = nullptr;  // the pattern's origin; only read by puts
    Codec codec;
    bool* out_of_range = nullptr;  // if not null, set once a value did not fit its target type
};

struct Request {
    Direction direction = Direction::put;
    std::vector<Piece> pieces;  // none empty, in rising order of file.base()

    /// Puts the pieces in order.
    void sort();

    [[nodiscard]] std::int64_t bytes() const;
    /// First byte, and the byte behind the last; both 0 when there are no bytes.
    [[nodiscard]] std::int64_t begin() const;
    [[nodiscard]] std::int64_t end() const;
    [[nodiscard]] std::int64_t runs() const;
    /// The largest power of two known to divide the offset and the length of every run; 0 when
    /// there are no bytes.
    [[nodiscard]] std::int64_t grain() const;
};

}  // namespace weft::engine
