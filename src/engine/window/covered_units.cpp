// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/covered_units.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "engine/window/units.hpp"
#include "region/interval.hpp"

namespace weft::engine {
namespace {

std::span<std::byte> bytes_of(const region::Interval& part, const FileBuffer& image) {
    return {image.data + (part.begin - image.origin), static_cast<std::size_t>(part.length())};
}

/// How to load a unit that is set in part. It counts as set by the put if the put sets every byte
/// that can be set; other units should not stay with the rank that happens to store them.
UnitsToLoad to_load(Channel& channel, const Coverage& coverage, const region::Interval& unit,
                    std::span<std::byte> bytes) {
    const std::int64_t set_bytes = coverage.bytes_in(unit.begin, unit.end);
    return {unit, bytes, set_bytes == channel.bytes_within(unit) ? set_bytes : 0};
}

void fill_holes(const Coverage& coverage, const UnitsToLoad& old, const FileBuffer& image) {
    const region::Interval& unit = old.units;
    const std::span<std::byte> bytes = bytes_of(unit, image);
    for (std::int64_t hole = unit.begin; hole < unit.end;) {
        const region::Interval run = coverage.next_run(hole);
        const std::int64_t end = run.empty() ? unit.end : std::min(run.begin, unit.end);
        const std::int64_t at = hole - unit.begin;
        std::memcpy(bytes.data() + at, old.bytes.data() + at, static_cast<std::size_t>(end - hole));
        hole = run.empty() ? unit.end : run.end;
    }
}

Status complete(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    const std::int64_t unit = channel.kind().unit;
    const auto incomplete = units_in(coverage, unit, UnitsWanted::incomplete);
    if (incomplete.empty()) return {};
    ++channel.report().windows_with_holes;
    std::int64_t bytes = 0;
    for (const region::Interval& part : incomplete) bytes += part.length();
    std::byte* memory = channel.staging(bytes);
    std::vector<UnitsToLoad> units;
    for (const region::Interval& part : incomplete) {
        for (std::int64_t begin = part.begin; begin < part.end; begin += unit) {
            units.push_back(to_load(channel, coverage, {begin, begin + unit},
                                    {memory, static_cast<std::size_t>(unit)}));
            memory += unit;
        }
    }
    Status loaded = channel.load(units);
    if (!loaded.ok()) return loaded;
    for (const UnitsToLoad& old : units) fill_holes(coverage, old, image);
    return loaded;
}

}  // namespace

Status store_whole_units(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    std::vector<UnitsToStore> units;
    for (const region::Interval& part :
         units_in(coverage, channel.kind().unit, UnitsWanted::touched))
        units.push_back({part, bytes_of(part, image)});
    return channel.store(units);
}

Status store_touched_units(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    if (coverage.empty()) return {};
    try {
        Status completed = complete(channel, coverage, image);
        return completed.ok() ? store_whole_units(channel, coverage, image) : completed;
    } catch (const std::bad_alloc&) {
        return {Code::enomem, "no memory for units that are put in part"};
    }
}

}  // namespace weft::engine
