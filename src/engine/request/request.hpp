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
#include <vector>

#include "region/file_shape.hpp"
#include "region/interval.hpp"
#include "region/pattern.hpp"
#include "types/kernels.hpp"
#include "types/quantize.hpp"

namespace weft::engine {

enum class Direction : std::uint8_t { put, get };

/// How one element is converted between memory and file.
struct Codec {
    const types::Kernels* kernels = nullptr;
    int external_bytes = 1;
    int memory_bytes = 1;
    std::array<std::byte, 8> fill{};  // replaces what the external type cannot hold, in file form
    // For puts, set once it is known how the values are quantised and where they lie in the file:
    // the quantizer, and the offset of the variable's value 0.
    types::Quantizer quantizer = {};
    std::int64_t begin_of_values = 0;

    friend auto operator<=>(const Codec&, const Codec&) = default;
};

/// The codec of elements, and where a stream of them lies in memory. Pieces share it, because there
/// may be millions of them.
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
    /// The number of units of this length that the pieces span, with their holes. Units of several
    /// pieces count once.
    [[nodiscard]] std::int64_t units(std::int64_t unit) const;
    /// The numbers of the units that have bytes of the request, rising.
    [[nodiscard]] std::vector<std::int64_t> unit_numbers(std::int64_t unit) const;
    /// Part `number`, counted from 0, when the request is divided into `count` parts of about the
    /// same length, with whole units.
    [[nodiscard]] Request part_in_turn(std::int64_t number, std::int64_t count,
                                       std::int64_t unit) const;
    /// Whether the request sets every unit that it touches as a whole, and no byte twice; false if
    /// that is uncertain. `within`: how many bytes of a unit can be set.
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
