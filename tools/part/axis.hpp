// SPDX-License-Identifier: BSD-3-Clause
// The values of a coordinate variable, which rise or fall from each to the next.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// Whether the units are degrees east, in a spelling of the CF conventions, or the variable's
/// attributes say that it is a longitude.
bool is_longitude(const model::Variable& variable);
/// The same for degrees north.
bool is_latitude(const model::Variable& variable);

class Axis {
public:
    /// Reads the values, with scale and offset applied. The variable must have one dimension and
    /// numbers. Code::einval if they neither only rise nor only fall.
    static Result<Axis> read(const Input& file, int id);

    [[nodiscard]] std::int64_t length() const { return std::ssize(values_); }
    [[nodiscard]] double at(std::int64_t index) const {
        return values_[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool goes_round() const { return goes_round_; }  // longitudes
    [[nodiscard]] double least() const { return rises() ? values_.front() : values_.back(); }
    [[nodiscard]] double largest() const { return rises() ? values_.back() : values_.front(); }
    /// The distance of the least value from its neighbour, and of the largest one; 0 without a
    /// neighbour.
    [[nodiscard]] double first_step() const { return rises() ? front_step() : back_step(); }
    [[nodiscard]] double last_step() const { return rises() ? back_step() : front_step(); }

    /// The rounding error of two equal values of this size.
    [[nodiscard]] double tolerance(double a, double b) const;

    /// Whether a value counts as inside the axis: it may lie up to one step outside of that end.
    [[nodiscard]] bool reaches(double value) const;
    /// "whose values go from -90 to 90"
    [[nodiscard]] std::string extent_text() const;
    [[nodiscard]] std::string number_text(double value) const;

private:
    [[nodiscard]] bool rises() const { return values_.front() <= values_.back(); }
    [[nodiscard]] double front_step() const;
    [[nodiscard]] double back_step() const;

    std::vector<double> values_;
    bool goes_round_ = false;
    bool is_float_ = false;  // of 32 bits
};

}  // namespace weft::tools
