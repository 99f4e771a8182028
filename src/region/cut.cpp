// SPDX-License-Identifier: BSD-3-Clause
#include "region/cut.hpp"

#include <algorithm>
#include <utility>

#include "region/form.hpp"

namespace weft::region {

FileShape Cut::of(const FileShape& whole, Interval part, std::int64_t memory_shift) {
    if (part.empty()) return {};
    if (part == Interval{0, whole.bytes()} && memory_shift == 0) return whole;
    if (const Cut* const cut = form_as<Cut>(whole)) {
        const std::int64_t begin = cut->part_.begin;
        return of(cut->whole_.moved(whole.distance()), {begin + part.begin, begin + part.end},
                  cut->memory_shift_ + memory_shift);
    }
    const BytePlace first = whole.place_of(part.begin);
    if (first.memory + memory_shift == 0 && whole.run_of(part.end - 1) == first.run)
        return Nest(first.offset, part.length(), {});
    return Cut(whole, part, memory_shift);
}

Cut::Cut(FileShape whole, Interval part, std::int64_t memory_shift)
    : whole_(std::move(whole)),
      part_(part),
      memory_shift_(memory_shift),
      first_run_(whole_.run_of(part.begin)) {}

/// All runs but the first and the last begin and end like those of the whole.
Outline Cut::outline() const {
    const std::int64_t base = whole_.offset_of(part_.begin);
    const BytePlace last = whole_.place_of(part_.end - 1);
    const std::int64_t end = last.offset + 1;
    return {.base = base,
            .end = end,
            .bytes = part_.length(),
            .runs = last.run - first_run_ + 1,
            .listed_runs = whole_.listed_runs(),
            .step = whole_.step() | (base - whole_.base()) | (end - base)};
}

std::int64_t Cut::bytes_below(std::int64_t offset) const {
    return std::clamp(whole_.bytes_below(offset), part_.begin, part_.end) - part_.begin;
}

BytePlace Cut::place_of(std::int64_t position) const {
    BytePlace place = whole_.place_of(part_.begin + position);
    place.memory += memory_shift_;
    place.run -= first_run_;
    return place;
}

void Cut::visit(std::int64_t from, std::int64_t to, const GroupUse& use) const {
    whole_.visit(part_.begin + from, part_.begin + to, [&](RunGroup group) {
        group.stream -= part_.begin;
        group.memory += memory_shift_;
        use(group);
    });
}

}  // namespace weft::region
