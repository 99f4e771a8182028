// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window.hpp"

#include <cmath>
#include <span>

#include "engine/covered_write.hpp"

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
    const std::span hull(bytes_ + (coverage_.first() - begin_), static_cast<std::size_t>(length));
    if (direction == Direction::get) return channel_.read(coverage_.first(), hull);
    whole_ = coverage_.complete();
    if (!whole_) ++channel_.report().windows_with_holes;
    // Neighbours rewrite their windows whole, so every write beside them needs the lock, also one
    // without holes.
    const Result<bool> locked = lock_beside_neighbours();
    if (!locked.ok()) return locked.status();
    const Stretch stretch{length, marked_bytes_, std::llround(marked_runs_)};
    if (whole_ || !locked.value() || !should_rewrite(stretch, rewriting_, cost_)) return {};
    whole_ = true;
    Status status = channel_.read(coverage_.first(), hull);
    if (!status.ok()) lock_.reset();
    return status;
}

/// False where the file system cannot lock: then nobody rewrites, and writing only what is covered
/// is safe.
Result<bool> Window::lock_beside_neighbours() {
    if (neighbours_ == Neighbours::none) return true;
    auto lock = channel_.lock(coverage_.first(), coverage_.last() - coverage_.first());
    if (lock.code() == Code::enotsupport) return false;
    if (!lock.ok()) return lock.status();
    lock_ = std::move(lock).value();
    return true;
}

Status Window::store() {
    if (coverage_.empty()) return {};
    Status status = whole_ ? write_hull(channel_, coverage_, image())
                           : write_runs(channel_, coverage_, image());
    lock_.reset();
    return status;
}

}  // namespace weft::engine
