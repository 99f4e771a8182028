// SPDX-License-Identifier: BSD-3-Clause
// The values along a dimension: those of its coordinate variable or, where there is none, indices.
// They are read twice, first to see which they are, then to see where round ones lie: memory does
// not depend on how many there are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/meaning/time_units.hpp"
#include "tools/plot/picture.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

class AxisValues {
public:
    static Result<AxisValues> read(const OpenedFile& file, int dimension, std::int64_t length);

    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] std::int64_t length() const { return length_; }
    /// The first index belongs at the right, or at the top.
    [[nodiscard]] bool grows_back() const { return grows_back_; }
    /// Degrees that all cells cover, of longitudes or of latitudes; 0 where values are others.
    [[nodiscard]] double longitudes() const { return goes_round_ ? covered() : 0; }
    [[nodiscard]] double latitudes() const { return are_latitudes_ ? covered() : 0; }

    /// Marks where there is room for so many characters, at cells or at points.
    Result<std::vector<Tick>> ticks(const OpenedFile& file, TickRoom room, bool are_cells) const;

private:
    /// What a place has: its value, and the same without jumps where longitudes go round.
    using Take = std::function<void(std::int64_t index, double value, double climbing)>;
    /// Of the coordinate variable.
    Status each(const OpenedFile& file, const Take& take) const;

    [[nodiscard]] double covered() const;
    [[nodiscard]] std::vector<double> round_values(int most) const;
    /// Evenly spaced ones, where values neither rise nor fall.
    [[nodiscard]] std::vector<std::int64_t> marked_indices(int most) const;
    [[nodiscard]] std::vector<std::string> texts_of(const std::vector<double>& values) const;
    [[nodiscard]] double place_of(double index, bool are_cells) const;

    int coordinate_ = -1;  // a variable; -1: there is none
    std::string title_;
    std::int64_t length_ = 1;
    std::optional<TimeUnits> dates_;
    bool goes_round_ = false;
    bool are_latitudes_ = false;
    bool grows_back_ = false;
    bool is_ordered_ = true;  // values rise, or fall, from each to the next
    double first_ = 0;        // of these without jumps
    double last_ = 0;
};

}  // namespace weft::tools
