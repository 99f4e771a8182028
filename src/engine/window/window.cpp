// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/window.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "base/checked.hpp"
#include "engine/window/covered_units.hpp"
#include "engine/window/covered_write.hpp"

namespace weft::engine {

void Window::place(std::int64_t begin, std::int64_t end) {
    const std::int64_t unit = channel_.kind().unit;
    begin_ = begin - begin % unit;
    end_ = round_up(end, unit);
    coverage_.reset(begin_, end_, grain_);
    marked_bytes_ = 0;
    marked_runs_ = 0;
    bytes_ = channel_.staging(end_ - begin_);
}

void Window::mark(Direction direction, const region::FileShape& shape, std::int64_t from,
                  std::int64_t to) {
    if (direction == Direction::get && channel_.kind().is_file) {
        coverage_.stretch(shape.offset_of(from), shape.offset_of(to - 1) + 1);
        return;
    }
    coverage_.add(shape, from, to);
    marked_bytes_ += to - from;
    marked_runs_ += static_cast<double>(to - from) * static_cast<double>(shape.runs()) /
                    static_cast<double>(shape.bytes());
}

Status Window::load(Direction direction, const UnitReady& ready) {
    ++channel_.report().windows;
    if (coverage_.empty()) return {};
    const bool is_get = direction == Direction::get;
    if (!channel_.kind().is_file)
        return load_units(is_get ? UnitsWanted::touched : UnitsWanted::incomplete, ready);
    const std::int64_t length = coverage_.last() - coverage_.first();
    if (is_get)
        return channel_.read(coverage_.first(), bytes_of({coverage_.first(), coverage_.last()}));
    whole_ = coverage_.complete();
    if (!whole_) ++channel_.report().windows_with_holes;
    const Stretch stretch{length, marked_bytes_, std::llround(marked_runs_)};
    const Result<bool> rewrites =
        may_rewrite(!whole_ && should_rewrite(stretch, rewriting_, cost_));
    if (!rewrites.ok() || !rewrites.value()) return rewrites.status();
    whole_ = true;
    Status status = read_old();
    if (!status.ok()) guard_ = {};
    return status;
}

std::span<std::byte> Window::bytes_of(const region::Interval& part) {
    return {bytes_ + (part.begin - begin_), static_cast<std::size_t>(part.length())};
}

Status Window::load_units(UnitsWanted wanted, const UnitReady& ready) {
    const std::vector<region::Interval> parts = units_in(coverage_, channel_.kind().unit, wanted);
    if (wanted == UnitsWanted::incomplete && !parts.empty()) ++channel_.report().windows_with_holes;
    if (parts.empty()) return {};
    std::vector<UnitsToLoad> units;
    for (const region::Interval& part : parts) {
        if (wanted == UnitsWanted::incomplete)
            add_units(part, units);
        else
            units.push_back({part, bytes_of(part)});
    }
    return channel_.load(units, ready);
}

/// Adds the units one by one, each with the number of its bytes that the put sets.
void Window::add_units(const region::Interval& part, std::vector<UnitsToLoad>& units) {
    const std::int64_t unit = channel_.kind().unit;
    for (std::int64_t begin = part.begin; begin < part.end; begin += unit) {
        const region::Interval one{begin, begin + unit};
        units.push_back({one, bytes_of(one), coverage_.bytes_in(one.begin, one.end)});
    }
}

/// The old content, up to the window's edges where little is between: then windows are read one
/// behind the other, for which systems read ahead, and have long pieces of memory. Only what the
/// guard is for is written back.
Status Window::read_old() {
    constexpr std::int64_t share = 16;  // of the window
    const std::int64_t wide_gap = (end_ - begin_) / share;
    const std::int64_t from = coverage_.first() - begin_ < wide_gap ? begin_ : coverage_.first();
    const std::int64_t to = end_ - coverage_.last() < wide_gap ? end_ : coverage_.last();
    return channel_.read(from, bytes_of({from, to}));
}

/// Takes the guard for what comes. False where the window has no holes or they are left out.
Result<bool> Window::may_rewrite(bool wants_to) {
    const std::int64_t begin = coverage_.first();
    const std::int64_t length = coverage_.last() - begin;
    wants_to = wants_to && guards_.may_rewrite();
    Result<Guard> guard =
        wants_to ? guards_.to_rewrite(begin, length) : guards_.to_write(begin, length);
    if (guard.code() == Code::enotsupport) return false;
    if (!guard.ok()) return guard.status();
    guard_ = std::move(guard).value();
    return wants_to;
}

Status Window::store() {
    if (coverage_.empty()) return {};
    if (!channel_.kind().is_file) return store_whole_units(channel_, coverage_, image());
    Status status = whole_ ? write_access_range(channel_, coverage_, image())
                           : write_runs(channel_, coverage_, image());
    guard_ = {};
    return status;
}

}  // namespace weft::engine
