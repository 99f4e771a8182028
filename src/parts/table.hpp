// SPDX-License-Identifier: BSD-3-Clause
// The part table of a set: its parts, and how each variable is divided among them.
//
// A set is one dataset in several files. Its master has the undivided variables, and for each
// divided one a scalar with its attributes; its parts have ranges of the divided ones along one of
// their dimensions. The whole is what the program has defined, as if in one file.
//
// If a target becomes slow while records are appended, the ranges stay, but new records go to other
// files: an epoch begins. So the parts are a grid of epochs (of records) and ranges (of indices of
// the divided dimension). Only records are appended: variables without records are in the parts of
// the first epoch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "parts/part_names.hpp"
#include "parts/ranges.hpp"

namespace weft::parts {

/// Identifies a set among all others.
using SetId = std::array<std::uint64_t, 2>;

struct Division {
    static constexpr int whole = -1;
    int position = whole;  // of the divided dimension among the variable's
    int number = 0;        // of a divided variable: the same in all files, and never reused

    [[nodiscard]] bool is_whole() const { return position == whole; }
    friend bool operator==(const Division&, const Division&) = default;
};

struct Table {
    SetId id{};
    PartNames names;  // of the part files, relative to the master's folder; those of
                      // one epoch behind those of the one before
    std::vector<std::int64_t> weights;       // of the ranges
    std::vector<std::int64_t> epochs = {0};  // the first record of each, rising
    std::vector<Division> variables;         // of the whole, by id
    int next_number = 1;
    bool is_in_netcdf4 = false;  // the parts are netCDF-4 files; else in the format of the master

    [[nodiscard]] int part_count() const { return static_cast<int>(names.size()); }
    [[nodiscard]] int range_count() const { return static_cast<int>(weights.size()); }
    [[nodiscard]] int epoch_count() const { return static_cast<int>(epochs.size()); }
    [[nodiscard]] int part_at(int epoch, int range) const { return epoch * range_count() + range; }
    [[nodiscard]] int epoch_of(int part) const { return part / range_count(); }
    [[nodiscard]] int range_of(int part) const { return part % range_count(); }
    [[nodiscard]] int epoch_at(std::int64_t record) const;
    /// The records of an epoch; the last epoch has no end.
    [[nodiscard]] region::Interval records_of(int epoch) const;
    /// The number of records in a part if the whole has `of_whole` records.
    [[nodiscard]] std::int64_t records_in(int part, std::int64_t of_whole) const;
    /// The indices of the divided dimension of a variable in a part; none for a variable that is
    /// not divided, or that has no records if the part is in a later epoch.
    [[nodiscard]] region::Interval indices_in(const model::Schema& whole, int variable,
                                              int part) const;
    /// The number of epochs that a divided variable is in.
    [[nodiscard]] int epochs_of(const model::Schema& whole, int variable) const;
    /// Whether any variable is divided.
    [[nodiscard]] bool divides() const;
    /// For a divided variable: the length of the divided dimension, and its ranges.
    [[nodiscard]] std::int64_t length_of(const model::Schema& whole, int variable) const;
    [[nodiscard]] Ranges ranges_of(const model::Schema& whole, int variable) const;

    friend bool operator==(const Table&, const Table&) = default;
};

/// The rules that decide which variables are divided.
struct Rules {
    int least_dimensions = 2;
    std::int64_t least_bytes = 64 << 10;  // of a fixed variable, or of a record
    std::optional<std::int64_t> dimension =
        {};  // the id of the one to divide, where a variable has it
};

/// The attribute of a variable by which a program chooses the dimension along which it is divided:
/// the dimension's id.
inline constexpr const char* chosen_dimension_attribute = "par_dim_id";

/// Decides for variables that are not yet in the table. A variable is divided along the dimension
/// that the program has chosen, by the attribute or by the rules, or else along the slowest one
/// that is not the record dimension; a variable without such a dimension, or with too few
/// dimensions or bytes, stays whole.
void divide_new_variables(const model::Schema& whole, const Rules& rules, Table& table);

}  // namespace weft::parts
