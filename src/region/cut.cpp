// SPDX-License-Identifier: BSD-3-Clause
#include "region/cut.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace weft::region {
namespace {

bool is_within_a_run(const FileShape& shape, Interval part) {
    return shape.run_of(part.begin) == shape.run_of(part.end - 1);
}

}  // namespace

FileShape Cut::of(const FileShape& whole, Interval part, std::int64_t memory_shift) {
    if (part.empty()) return {};
    if (part == Interval{0, whole.bytes()} && memory_shift == 0) return whole;
    if (const Cut* const cut = whole.as<Cut>()) {
        const std::int64_t begin = cut->part_.begin;
        return of(cut->whole_, {begin + part.begin, begin + part.end},
                  cut->memory_shift_ + memory_shift);
    }
    const bool begins_memory = whole.memory_of(part.begin) + memory_shift == 0;
    if (begins_memory && is_within_a_run(whole, part))
        return Nest(whole.offset_of(part.begin), part.length(), {});
    return std::make_shared<const Cut>(whole, part, memory_shift);
}

Cut::Cut(FileShape whole, Interval part, std::int64_t memory_shift)
    : whole_(std::move(whole)),
      part_(part),
      memory_shift_(memory_shift),
      base_(whole_.offset_of(part.begin)),
      end_(whole_.offset_of(part.end - 1) + 1),
      first_run_(whole_.run_of(part.begin)),
      runs_(whole_.run_of(part.end - 1) - first_run_ + 1) {}

std::int64_t Cut::longest_run() const {
    return std::min(whole_.longest_run(), bytes());
}

/// All runs but the first and the last begin and end as those of the whole.
std::int64_t Cut::grain() const {
    return power_of_two_in(whole_.grain() | base_ | end_);
}

std::int64_t Cut::bytes_below(std::int64_t offset) const {
    return std::clamp(whole_.bytes_below(offset), part_.begin, part_.end) - part_.begin;
}

std::int64_t Cut::offset_of(std::int64_t position) const {
    return whole_.offset_of(part_.begin + position);
}

std::int64_t Cut::memory_of(std::int64_t position) const {
    return whole_.memory_of(part_.begin + position) + memory_shift_;
}

std::int64_t Cut::run_of(std::int64_t position) const {
    return whole_.run_of(part_.begin + position) - first_run_;
}

FileShape Cut::moved(std::int64_t distance) const {
    return std::make_shared<const Cut>(whole_.moved(distance), part_, memory_shift_);
}

void Cut::visit_groups(std::int64_t from, std::int64_t to, GroupUse use) const {
    whole_.visit(part_.begin + from, part_.begin + to, [&](RunGroup group) {
        group.stream -= part_.begin;
        group.memory += memory_shift_;
        use(group);
    });
}

}  // namespace weft::region
