// SPDX-License-Identifier: BSD-3-Clause
// The part table of a set: which parts there are, and how each variable is divided among them.
//
// A set is one dataset in several files. Its master has the whole variables, and of each divided
// one a scalar with its attributes; its parts have ranges of the divided ones along one of their
// dimensions. What the program has defined, as if in one file, is the whole.
//
// Where a target becomes slow while records are appended, the ranges stay what they are, but new
// records go to other files: an epoch begins. So the parts are a grid, of epochs (which have
// records) and of ranges (which have indices of the divided dimension). Only records are appended:
// what has none is in the first epoch's.
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

/// Tells the files of a set from those of any other.
using SetId = std::array<std::uint64_t, 2>;

struct Division {
    static constexpr int whole = -1;
    int position = whole;  // of the divided dimension among the variable's
    int number = 0;        // of a divided variable: the same in all files, and never used again

    [[nodiscard]] bool is_whole() const { return position == whole; }
    friend bool operator==(const Division&, const Division&) = default;
};

struct Table {
    SetId id{};
    PartNames names;  // of the part files, relative to the master's folder; those of
                      // one epoch behind those of the one before
    std::vector<std::int64_t> weights;       // of the ranges
    std::vector<std::int64_t> epochs = {0};  // the first record of each, rising
    std::vector<Division> variables;         // of the whole's, by id
    int next_number = 1;

    [[nodiscard]] int part_count() const { return static_cast<int>(names.size()); }
    [[nodiscard]] int range_count() const { return static_cast<int>(weights.size()); }
    [[nodiscard]] int epoch_count() const { return static_cast<int>(epochs.size()); }
    [[nodiscard]] int part_at(int epoch, int range) const { return epoch * range_count() + range; }
    [[nodiscard]] int epoch_of(int part) const { return part / range_count(); }
    [[nodiscard]] int range_of(int part) const { return part % range_count(); }
    [[nodiscard]] int epoch_at(std::int64_t record) const;
    /// Of an epoch; those of the last one have no end.
    [[nodiscard]] region::Interval records_of(int epoch) const;
    /// How many of so many records of the whole a part has.
    [[nodiscard]] std::int64_t records_in(int part, std::int64_t of_whole) const;
    /// Which indices of the divided dimension of a variable a part has; none of a variable that is
    /// not divided, or has no records and is in an earlier epoch.
    [[nodiscard]] region::Interval indices_in(const model::Schema& whole, int variable,
                                              int part) const;
    /// In how many epochs a divided variable is.
    [[nodiscard]] int epochs_of(const model::Schema& whole, int variable) const;
    /// Whether any variable is divided.
    [[nodiscard]] bool divides() const;
    /// Of a divided variable: the length of its divided dimension, and how that is divided.
    [[nodiscard]] std::int64_t length_of(const model::Schema& whole, int variable) const;
    [[nodiscard]] Ranges ranges_of(const model::Schema& whole, int variable) const;

    friend bool operator==(const Table&, const Table&) = default;
};

/// Which variables are divided.
struct Rules {
    int least_dimensions = 2;
    std::int64_t least_bytes = 64 << 10;  // of a fixed variable, or of a record
    std::optional<std::int64_t> dimension =
        {};  // the id of the one to divide, where a variable has it
};

/// The attribute of a variable by which a program says along which dimension it is divided: the
/// dimension's id.
inline constexpr const char* chosen_dimension_attribute = "par_dim_id";

/// Decides for the variables that the table does not know yet. Along the dimension that the program
/// has chosen, by the attribute or else by the rules, or else the slowest that is not the record
/// dimension; a variable that has none, or too few dimensions or bytes, stays whole.
void divide_new_variables(const model::Schema& whole, const Rules& rules, Table& table);

}  // namespace weft::parts
