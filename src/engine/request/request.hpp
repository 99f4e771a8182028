// SPDX-License-Identifier: BSD-3-Clause
// What a caller asks of the engine: pieces, each a set of file bytes and the memory that they come
// from or go to.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "region/file_shape.hpp"
#include "region/interval.hpp"
#include "region/pattern.hpp"
#include "types/kernels.hpp"
#include "types/quantize.hpp"

namespace weft::engine {

enum class Direction : std::uint8_t { put, get };

/// How one element changes on its way.
struct Codec {
    const types::Kernels* kernels = nullptr;
    int external_bytes = 1;
    int memory_bytes = 1;
    std::array<std::byte, 8> fill{};  // replaces what the external type cannot hold, in file form
    // Of puts: what they are quantised by, when they are in file form and where they lie in the
    // file is known; and where the variable's value 0 lies there.
    types::Quantizer quantizer = {};
    std::int64_t begin_of_values = 0;

    friend auto operator<=>(const Codec&, const Codec&) = default;
};

/// What elements are, and where a stream of them lies in memory. Pieces share it, because there may
/// be millions of them.
struct Elements {
    Codec codec;
    std::shared_ptr<const region::Pattern> memory;
};

/// Elements in one shape, most often a rectangular set of them. Element i of a nest's stream is
/// element `first_element + i` of the pattern (of another shape's: where memory_of() says).
struct Piece {
    region::FileShape file;  // in bytes; runs are whole elements
    std::shared_ptr<const Elements> elements;
    std::int64_t first_element = 0;
    std::byte* address = nullptr;  // the pattern's origin; only read by puts
    bool* out_of_range = nullptr;  // if not null, set once a value did not fit its target type
};

/// A deque grows in small steps, copies nothing, and reuses memory.
using Pieces = std::deque<Piece>;

struct Request {
    Direction direction = Direction::put;
    Pieces pieces;  // none empty, in rising order of file.base()

    /// Brings the pieces into the order of file.base().
    void sort();

    [[nodiscard]] std::int64_t bytes() const;
    /// The first byte, and the byte behind the last; both 0 when there are no bytes.
    [[nodiscard]] std::int64_t begin() const;
    [[nodiscard]] std::int64_t end() const;
    [[nodiscard]] std::int64_t runs() const;
    /// How many units of this length lie between the ends of the pieces. Pieces that overlap count
    /// once.
    [[nodiscard]] std::int64_t units(std::int64_t unit) const;
    /// The part with this number, from 0 on, of so many of about the same length, with whole units.
    [[nodiscard]] Request part_in_turn(std::int64_t number, std::int64_t count,
                                       std::int64_t unit) const;
    /// Whether it sets every unit that it touches as a whole, and no byte twice; if not surely,
    /// false. `within`: how many bytes of a unit can be set.
    [[nodiscard]] bool sets_whole_units(
        std::int64_t unit, const std::function<std::int64_t(region::Interval)>& within) const;
    /// The largest power of two known to divide the offset and the length of every run; 0 when
    /// there are no bytes.
    [[nodiscard]] std::int64_t grain() const;
};

/// A request to one of several files.
struct FileRequest {
    std::size_t file = 0;
    const Request* request = nullptr;
};

}  // namespace weft::engine
