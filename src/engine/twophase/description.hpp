// SPDX-License-Identifier: BSD-3-Clause
// What a rank tells an aggregator about its bytes, once for each pattern of access: shapes without
// data, relative to where the call begins in the file.
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

/// All pieces of a request. For puts each byte is by itself; gets move whole elements, because an
/// element that came in two parts could not be converted.
std::vector<RequestShape> list_of(const Request& request);

/// 63 bits. The same for two requests that differ only by where in the file they begin, and, but
/// for a chance of 2^-63, for no others. 0 when there are no bytes.
inline constexpr std::uint64_t fingerprint_bits = ~std::uint64_t{0} >> 7U;
std::uint64_t fingerprint(const Request& request);

/// Gets into memory where a byte is used twice: what comes last in the file stays there.
bool needs_order(const Request& request);

/// Writes shapes in the form of `region/shape_codec.hpp`, each behind the size of its elements.
class Description {
public:
    /// Offsets are told relative to `base`.
    explicit Description(std::int64_t base) : last_(base) {}

    /// Nothing when the shape lies outside the stretches of the file, which rise and are disjoint.
    /// Of a list, only the elements that begin or end within them.
    void add(const RequestShape& item, const std::vector<region::Interval>& stretches);

    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    void tell(const region::FileShape& shape, std::int64_t element_bytes);

    std::int64_t last_;  // the base of the last shape: the next one is told relative to it
    std::vector<std::byte> bytes_;
};

/// Shapes that a Description tells.
class Described {
public:
    Described() = default;
    Described(Described&&) = default;
    Described& operator=(Described&&) = default;

    /// `base`: what offsets are relative to. `einval` when the bytes are no description.
    static Result<Described> read(std::span<const std::byte> bytes, std::int64_t base);

    /// In the order in which they were told.
    [[nodiscard]] const std::vector<RequestShape>& list() const { return list_; }
    /// All shapes to other offsets. The list stays.
    void move(std::int64_t distance);

private:
    std::deque<region::FileShape> shapes_;
    std::vector<RequestShape> list_;
};

}  // namespace weft::engine::twophase
