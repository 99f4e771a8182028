// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window.hpp"

#include <span>

namespace weft::engine {

void Window::place(std::int64_t begin, std::int64_t end) {
    begin_ = begin;
    end_ = end;
    coverage_.reset(begin, end);
    if (bytes_.size() < static_cast<std::size_t>(end - begin))
        bytes_.resize(static_cast<std::size_t>(end - begin));
}

Status Window::load(Direction direction) {
    ++channel_.report().windows;
    if (coverage_.empty()) return {};
    const auto length = static_cast<std::size_t>(coverage_.last() - coverage_.first());
    const std::span<std::byte> hull(bytes_.data() + (coverage_.first() - begin_), length);
    if (direction == Direction::get) return channel_.read(coverage_.first(), hull);
    whole_ = coverage_.complete();
    if (!whole_) ++channel_.report().windows_with_holes;
    // Neighbours rewrite their windows whole, so every write beside them needs the lock, also one
    // without holes.
    const Result<bool> locked = lock_beside_neighbours();
    if (!locked.ok()) return locked.status();
    if (whole_ || !locked.value() || !should_rewrite()) return {};
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

bool Window::should_rewrite() const {
    if (rewriting_ != Choice::automatic) return rewriting_ == Choice::enable;
    return rewriting_pays(coverage_.last() - coverage_.first(), coverage_.run_count(), cost_);
}

Status Window::store() {
    Status status;
    if (coverage_.empty()) return status;
    if (whole_) {
        status = write(coverage_.first(), coverage_.last());
    } else {
        for (auto run = coverage_.next_run(begin_); run.begin < run.end && status.ok();
             run = coverage_.next_run(run.end)) {
            status = write(run.begin, run.end);
        }
    }
    lock_.reset();
    return status;
}

Status Window::write(std::int64_t begin, std::int64_t end) {
    return channel_.write(
        begin, std::span(bytes_.data() + (begin - begin_), static_cast<std::size_t>(end - begin)));
}

}  // namespace weft::engine
