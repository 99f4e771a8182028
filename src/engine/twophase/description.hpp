// SPDX-License-Identifier: BSD-3-Clause
// What a rank tells an aggregator about its bytes, once for each pattern of access: shapes without
// data. Offsets are relative to where the call begins in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "engine/request/request.hpp"
#include "engine/twophase/walk.hpp"
#include "region/interval.hpp"

namespace weft::engine::twophase {

/// Returns all pieces of a request. Puts move bytes; gets move whole elements, because nobody could
/// convert an element that came in two parts.
std::vector<RequestShape> list_of(const Request& request);

/// Two requests that differ only by where in the file they begin have the same fingerprint; others
/// have it by a chance of 2^-63. 0 when there are no bytes.
inline constexpr std::uint64_t fingerprint_bits = ~std::uint64_t{0} >> 7U;
std::uint64_t fingerprint(const Request& request);

/// Whether a get uses a byte of memory twice. Then the bytes that come last in the file stay there.
bool needs_order(const Request& request);

/// Writes shapes in the form of `region/shape_codec.hpp`, each behind the size of its elements.
class Description {
public:
    /// Writes offsets relative to `base`.
    explicit Description(std::int64_t base) : last_(base) {}

    /// Adds a shape, if it touches the stretches of the file; these rise and are disjoint. Of a
    /// list of runs, adds only the elements that begin or end within them.
    void add(const RequestShape& item, const std::vector<region::Interval>& stretches);

    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    void tell(const region::FileShape& shape, std::int64_t element_bytes);

    std::int64_t last_;  // the base of the last shape: the next one is told relative to it
    std::vector<std::byte> bytes_;
};

/// The shapes that a Description has told.
class Described {
public:
    Described() = default;
    Described(Described&&) = default;
    Described& operator=(Described&&) = default;

    /// `base`: what offsets are relative to. Returns `einval` when the bytes are no description.
    static Result<Described> read(std::span<const std::byte> bytes, std::int64_t base);

    /// The shapes in the order of the description.
    [[nodiscard]] const std::vector<RequestShape>& list() const { return list_; }
    /// Moves all shapes to other offsets. list() stays valid.
    void move(std::int64_t distance);

private:
    std::deque<region::FileShape> shapes_;
    std::vector<RequestShape> list_;
};

}  // namespace weft::engine::twophase
