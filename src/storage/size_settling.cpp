// SPDX-License-Identifier: BSD-3-Clause
#include "storage/size_settling.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "base/checked.hpp"
#include "storage/file.hpp"

namespace weft::storage {
namespace {

constexpr std::int64_t most_count_bytes = 8;

bool is_range(const Extent& extent) {
    return extent.offset >= 0 && extent.length >= 0 && checked_add(extent.offset, extent.length);
}

/// The number of units in the file; 0 if it has no number.
Result<std::int64_t> units_in(File& file, const FinalSize& size) {
    std::array<std::byte, most_count_bytes> room{};
    const auto bytes = std::span(room).first(static_cast<std::size_t>(size.count.length));
    const Result<std::int64_t> got = file.read_at(size.count.offset, bytes);
    if (!got.ok()) return got.status();
    if (std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{255}; })) return 0;
    std::uint64_t units = 0;
    for (const std::byte byte : bytes) units = units << 8 | std::to_integer<std::uint64_t>(byte);
    return std::cmp_greater(units, size.most_units) ? 0 : static_cast<std::int64_t>(units);
}

Status give(File& file, const FinalSize& size) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    if (bytes.value() == size.unchanged_bytes) return {};
    std::int64_t units = size.units;
    if (size.count.length > 0) {
        const Result<std::int64_t> counted = units_in(file, size);
        if (!counted.ok()) return counted.status();
        units = std::max(units, counted.value());
    }
    const auto wanted = size.length_for(units);
    if (!wanted) return {Code::ewrite, "the file would be longer than a file can be"};
    const bool is_too_long = bytes.value() > wanted->bytes && bytes.value() <= wanted->longest_cut;
    return bytes.value() < wanted->bytes || is_too_long ? file.resize(wanted->bytes) : Status();
}

}  // namespace

std::optional<FinalSize::Length> FinalSize::length_for(std::int64_t unit_count) const {
    if (unit_count == 0) return empty;
    const auto of_units = checked_mul(unit_count, unit_bytes);
    const auto bytes = of_units ? checked_add(full.bytes, *of_units) : std::nullopt;
    if (!bytes) return std::nullopt;
    return Length{*bytes, full.longest_cut};
}

Status SizeSettling::check() const {
    const bool has_sound_numbers = size.units >= 0 && size.most_units >= 0 &&
                                   size.unit_bytes >= 0 && size.empty.bytes >= 0 &&
                                   size.full.bytes >= 0;
    if (is_range(turn) && is_range(others) && is_range(size.count) &&
        size.count.length <= most_count_bytes && has_sound_numbers) {
        return {};
    }
    return {Code::einval, "the description of the final size is not valid"};
}

Result<bool> settle_size_by_calls(File& file, SizeSettling settling) {
    std::unique_ptr<RangeLock> turn;
    if (settling.turn.length > 0) {
        // Without locks there are no turns.
        auto taken = file.lock(settling.turn.offset, settling.turn.length);
        if (taken.ok()) turn = std::move(taken).value();
    }
    settling.mine.reset();
    if (settling.others.length > 0) {
        const auto locked = file.is_locked(settling.others.offset, settling.others.length);
        if (!locked.ok() || locked.value()) return false;
    }
    if (Status given = give(file, settling.size); !given.ok()) return given;
    return true;
}

}  // namespace weft::storage
