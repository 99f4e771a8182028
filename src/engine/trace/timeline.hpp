// SPDX-License-Identifier: BSD-3-Clause
// Records what a rank did when, in memory that does not grow. The time since the beginning has a
// few hundred intervals of equal width, which doubles whenever the time no longer fits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "report/file_report.hpp"
#include "report/phase.hpp"

namespace weft::engine {

class Timeline {
public:
    static constexpr std::size_t slice_count = 256;

    /// Times are seconds since the beginning; an earlier time counts as the beginning.
    void spent(report::Phase phase, double from, double to);
    void wrote(double at, std::int64_t offset, std::int64_t bytes);
    void read(double at, std::int64_t offset, std::int64_t bytes);

    /// How often the width has doubled.
    [[nodiscard]] int doublings() const { return doublings_; }
    void widen_to(int doublings);
    [[nodiscard]] double slice_seconds() const { return slice_seconds_; }
    [[nodiscard]] const std::array<report::Slice, slice_count>& slices() const { return slices_; }

private:
    std::size_t slice_at(double at);
    void widen();

    int doublings_ = 0;
    double slice_seconds_ = 1.0 / 16384;
    std::array<report::Slice, slice_count> slices_{};
};

}  // namespace weft::engine
