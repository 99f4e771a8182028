// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/window.hpp"

#include <cmath>
#include <span>

#include "engine/window/covered_write.hpp"

namespace weft::engine {

void Window::place(std::int64_t begin, std::int64_t end) {
    begin_ = begin;
    end_ = end;
    coverage_.reset(begin, end, grain_);
    marked_bytes_ = 0;
    marked_runs_ = 0;
    bytes_ = channel_.staging(end - begin);
}

void Window::mark(Direction direction, const region::FileShape& shape, std::int64_t from,
                  std::int64_t to) {
    if (direction == Direction::get) {
        coverage_.stretch(shape.offset_of(from), shape.offset_of(to - 1) + 1);
        return;
    }
    coverage_.add(shape, from, to);
    marked_bytes_ += to - from;
    marked_runs_ += static_cast<double>(to - from) * static_cast<double>(shape.runs()) /
                    static_cast<double>(shape.bytes());
}

Status Window::load(Direction direction) {
    ++channel_.report().windows;
    if (coverage_.empty()) return {};
    const std::int64_t length = coverage_.last() - coverage_.first();
    const std::span access_range(bytes_ + (coverage_.first() - begin_),
                                 static_cast<std::size_t>(length));
    if (direction == Direction::get) return channel_.read(coverage_.first(), access_range);
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

/// The old content, up to the window's edges where little is between: then windows are read one
/// behind the other, for which systems read ahead, and have long pieces of memory. Only what the
/// guard is for is written back.
Status Window::read_old() {
    constexpr std::int64_t share = 16;  // of the window
    const std::int64_t wide_gap = (end_ - begin_) / share;
    const std::int64_t from = coverage_.first() - begin_ < wide_gap ? begin_ : coverage_.first();
    const std::int64_t to = end_ - coverage_.last() < wide_gap ? end_ : coverage_.last();
    return channel_.read(from,
                         std::span(bytes_ + (from - begin_), static_cast<std::size_t>(to - from)));
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
    Status status = whole_ ? write_access_range(channel_, coverage_, image())
                           : write_runs(channel_, coverage_, image());
    guard_ = {};
    return status;
}

}  // namespace weft::engine
