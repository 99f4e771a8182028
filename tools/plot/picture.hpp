// SPDX-License-Identifier: BSD-3-Clause
// A drawing of a variable, reduced to a number of cells: memory does not depend on the data.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// The values of one cell.
struct PlotCell {
    std::int64_t present = 0;
    double sum = 0;
    double least = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();

    void add(double value);
    [[nodiscard]] double mean() const { return sum / static_cast<double>(present); }
};

/// A mark of an axis, from 0 at the left, or the bottom, to 1.
struct Tick {
    double place = 0;
    std::string text;
};

/// The available room along an axis.
struct TickRoom {
    std::int64_t characters = 0;  // of labels side by side
    bool is_upward = false;       // labels above each other: `characters` counts lines

    /// The largest number of marks.
    [[nodiscard]] int most(bool are_dates) const;
};

struct PlotAxis {
    std::string title;  // name and units
    std::int64_t length = 1;
    std::vector<Tick> ticks;  // in the order of their places
    bool grows_back = false;  // the first index belongs at the right, or at the top
};

struct CellCounts {
    std::int64_t columns = 1;
    std::int64_t rows = 1;
};

struct Drawing {
    std::string title;
    bool is_map = false;
    /// For a map of longitudes and latitudes, the ratio of degrees across to degrees upward; 0 for
    /// others.
    double aspect = 0;
    PlotAxis across;
    PlotAxis upward;              // of a map
    CellCounts size;              // at most the number of indices
    std::vector<PlotCell> cells;  // rows from the bottom to the top, each from left to right
    PlotCell all;
    double low = 0;  // what the darkest and the brightest colour stand for, or the lowest and the
    double high =
        0;  // highest place of a line: the least and the largest value, if nothing is said
    std::int64_t values = 0;  // the first ones of the variable

    [[nodiscard]] const PlotCell& at(std::int64_t row, std::int64_t column) const {
        return cells[static_cast<std::size_t>(row * size.columns + column)];
    }
};

/// The available room in a drawing of a known form.
struct DrawingRoom {
    CellCounts cells;
    TickRoom across;
    TickRoom upward;
};
using RoomFor = std::function<DrawingRoom(const Drawing& form)>;

/// A line along the only dimension of the variable that is longer than 1, or a map of the last two,
/// at index 0 of those before, which the title says. Code::einval for text and single values.
Result<Drawing> picture_of(const Input& file, int id, const RoomFor& room_for);

}  // namespace weft::tools
