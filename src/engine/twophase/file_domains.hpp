// SPDX-License-Identifier: BSD-3-Clause
// Divides the part of a space that a collective call touches between the aggregators. Each byte has
// one aggregator, which moves it in one of its windows. Pure: no communication, no files.
//
// A file domain consists of slices; domains get slices in turn. Where the file system stripes
// files, a slice is a stripe, and the turns begin anew where the stripes do. So all stripes of a
// storage target belong to one domain in every call, however many targets and domains there are.
// Elsewhere a slice is an aligned block, so large that each domain has one; so ranks in order of
// the file exchange little with other nodes. Slices and windows are whole units of the space.
#pragma once

#include <algorithm>
#include <cstdint>

namespace weft::engine::twophase {

class FileDomains {
public:
    struct Shape {
        std::int64_t begin = 0;  // of what is divided: begin < end
        std::int64_t end = 0;
        std::int64_t window_bytes = 1;
        int aggregators = 1;
        std::int64_t stripe_bytes = 0;  // or of a block of the file system; 0: not known
        int stripes = 0;                // storage targets; up to 1: not striped
        std::int64_t unit = 1;  // divides window_bytes and, where there are stripes, stripe_bytes
    };
    explicit FileDomains(const Shape& shape);

    /// The number of domains: no more than stripes, so that no two aggregators share a target, and
    /// fewer than aggregators if that makes none of them busier.
    [[nodiscard]] int count() const { return count_; }
    /// The approximate length of the access range in slices, wherever it lies in the file.
    [[nodiscard]] std::int64_t slices() const {
        return (access_range_end_ - access_range_begin_ + slice_bytes_ - 1) / slice_bytes_;
    }
    [[nodiscard]] std::int64_t begin() const { return access_range_begin_; }
    [[nodiscard]] std::int64_t end() const { return access_range_end_; }

    /// A window of whole units of a slice. The first and the last window may reach out of the
    /// access range, to the next unit. `number` rises with the offset within a domain.
    struct Window {
        int domain = 0;
        std::int64_t number = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    /// Returns the window that has the byte at `offset`, a byte of the access range.
    [[nodiscard]] Window at(std::int64_t offset) const;

    /// Calls `use(domain, begin, end)` for each slice of [begin, end), a part of the access range.
    template <class Use>
    void for_each_slice(std::int64_t begin, std::int64_t end, Use&& use) const;
    /// The number of slices that [begin, end) touches.
    [[nodiscard]] std::int64_t slices_in(std::int64_t begin, std::int64_t end) const {
        return begin < end ? slice_of(end - 1) - slice_of(begin) + 1 : 0;
    }

    /// Returns the first byte at or behind `offset` that belongs to the domain; it may lie behind
    /// the access range.
    [[nodiscard]] std::int64_t next_in(int domain, std::int64_t offset) const;

    /// Calls `use(domain)` once for each domain that has bytes of [begin, end).
    template <class Use>
    void for_each_touched(std::int64_t begin, std::int64_t end, Use&& use) const {
        for_each_domain(slice_of(begin), slice_of(end - 1), use);
    }

    /// Calls `use(domain)` once for each domain that could have bytes of [begin, end) if the whole
    /// call began at another offset.
    template <class Use>
    void for_each_within_reach(std::int64_t begin, std::int64_t end, Use&& use) const {
        if (moves_with_access_range_) {
            const std::int64_t most_shift = alignment_ - 1;
            for_each_domain((begin - access_range_begin_) / slice_bytes_,
                            (end - 1 - access_range_begin_ + most_shift) / slice_bytes_, use);
        } else {
            for_each_domain(0, count_ - 1, use);
        }
    }

    /// Calls `use(begin, end)` for rising and disjoint stretches of [begin, end). Together they
    /// have all bytes that could belong to the domain if the whole call began at another offset.
    template <class Use>
    void for_each_stretch_within_reach(int domain, std::int64_t begin, std::int64_t end,
                                       Use&& use) const;

private:
    [[nodiscard]] std::int64_t slice_of(std::int64_t offset) const {
        return (offset - origin_) / slice_bytes_;
    }
    template <class Use>
    void for_each_domain(std::int64_t first_slice, std::int64_t last_slice, Use& use) const {
        if (last_slice - first_slice < count_) {
            for (std::int64_t slice = first_slice; slice <= last_slice; ++slice)
                if (slice_before(slice) < first_slice) use(domain_of(slice));
            return;
        }
        for (int i = 0; i < count_; ++i) {
            const int domain = (domain_of(first_slice) + i) % count_;
            if (slice_from(first_slice, domain) <= last_slice) use(domain);
        }
    }
    [[nodiscard]] int domain_of(std::int64_t slice) const {
        return static_cast<int>(slice % period_ % count_);
    }
    /// The first one at or behind `slice` that is the domain's.
    [[nodiscard]] std::int64_t slice_from(std::int64_t slice, int domain) const {
        const std::int64_t turn = slice % period_;
        const std::int64_t next = turn + (domain - turn % count_ + count_) % count_;
        return slice - turn + (next < period_ ? next : period_ + domain);
    }
    /// The last one of the same domain that is before `slice`; negative where there is none.
    [[nodiscard]] std::int64_t slice_before(std::int64_t slice) const {
        const std::int64_t turn = slice % period_;
        if (turn >= count_) return slice - count_;
        const std::int64_t last = turn + (period_ - 1 - turn) / count_ * count_;
        return slice - turn - period_ + last;
    }

    int count_ = 1;
    std::int64_t period_ = 1;  // slices after which the turns begin anew
    std::int64_t window_bytes_ = 1;
    std::int64_t alignment_ = 1;  // of slices that move with the access range
    std::int64_t access_range_begin_ = 0;
    std::int64_t access_range_end_ = 0;
    std::int64_t last_unit_end_ = 0;  // of those that the access range touches
    std::int64_t origin_ = 0;         // where slice 0 begins
    std::int64_t slice_bytes_ = 1;
    bool moves_with_access_range_ = true;  // slices do
};

template <class Use>
void FileDomains::for_each_slice(std::int64_t begin, std::int64_t end, Use&& use) const {
    while (begin < end) {
        const std::int64_t slice = slice_of(begin);
        const std::int64_t next = std::min(end, origin_ + (slice + 1) * slice_bytes_);
        use(domain_of(slice), begin, next);
        begin = next;
    }
}

template <class Use>
void FileDomains::for_each_stretch_within_reach(int domain, std::int64_t begin, std::int64_t end,
                                                Use&& use) const {
    if (!moves_with_access_range_) return use(begin, end);
    std::int64_t done = begin;
    for (std::int64_t slice = domain;; slice += count_) {
        const std::int64_t slice_begin = access_range_begin_ + slice * slice_bytes_;
        const std::int64_t first = std::max(done, slice_begin - (alignment_ - 1));
        if (first >= end) return;
        const std::int64_t last = std::min(end, slice_begin + slice_bytes_);
        if (first < last) use(first, last);
        done = std::max(done, last);
    }
}

}  // namespace weft::engine::twophase
