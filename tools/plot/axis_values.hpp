// SPDX-License-Identifier: BSD-3-Clause
// The values along a dimension: those of its coordinate variable or, without one, indices. They are
// read twice, first to find their range, then to place the round ones: memory does not depend on
// their number.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/meaning/time_units.hpp"
#include "tools/plot/picture.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

class AxisValues {
public:
    static Result<AxisValues> read(const Input& file, int dimension, std::int64_t length);

    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] std::int64_t length() const { return length_; }
    /// The first index belongs at the right, or at the top.
    [[nodiscard]] bool grows_back() const { return grows_back_; }
    /// The degrees that all cells cover, for longitudes or latitudes; 0 for other values.
    [[nodiscard]] double longitudes() const { return goes_round_ ? covered() : 0; }
    [[nodiscard]] double latitudes() const { return are_latitudes_ ? covered() : 0; }

    /// The marks that fit into this many characters, at cells or at points.
    Result<std::vector<Tick>> ticks(const Input& file, TickRoom room, bool are_cells) const;

private:
    /// A value, and the same without jumps for periodic longitudes.
    using Take = std::function<void(std::int64_t index, double value, double climbing)>;
    /// Passes the values of the coordinate variable to `take`.
    Status each(const Input& file, const Take& take) const;

    [[nodiscard]] double covered() const;
    [[nodiscard]] std::vector<double> round_values(int most) const;
    /// The indices of marks; they are evenly spaced if the values neither only rise nor only fall.
    [[nodiscard]] std::vector<std::int64_t> marked_indices(int most) const;
    [[nodiscard]] std::vector<std::string> texts_of(const std::vector<double>& values) const;
    [[nodiscard]] double place_of(double index, bool are_cells) const;

    int coordinate_ = -1;  // a variable; -1: none
    std::string title_;
    std::int64_t length_ = 1;
    std::optional<TimeUnits> dates_;
    bool goes_round_ = false;
    bool are_latitudes_ = false;
    bool grows_back_ = false;
    bool is_ordered_ = true;  // values rise, or fall, from each to the next
    double first_ = 0;        // without jumps
    double last_ = 0;
};

}  // namespace weft::tools
