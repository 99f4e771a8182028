// SPDX-License-Identifier: BSD-3-Clause
// The meaning of a variable's stored values by the attributes of the NetCDF Users Guide and the CF
// conventions. Every command that reads values follows the rules of docs/missing.md, which are
// those of the Python package:
//
// - `_Unsigned = "true"` makes the signed integers of a variable unsigned ones of the same bits.
//   This holds for its attributes, too.
// - Missing is what equals `_FillValue` or one of the numbers of `missing_value`; without
//   `_FillValue`, the default of the type (but for types of one byte, and with `_Unsigned`); what
//   lies outside `valid_range`, or `valid_min` and `valid_max`; and NaN.
// - All of these are stored values. An attribute one of whose numbers the variable's type does not
//   have says nothing.
// - What is meant is the stored value times `scale_factor` plus `add_offset`.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "model/schema.hpp"
#include "tools/meaning/missing_values.hpp"
#include "tools/shared/number_text.hpp"
#include "types/types.hpp"

namespace weft::tools {

struct ValueRules {
    types::External type{};                    // of stored values, with their true signedness
    MissingValues missing;                     // of this type
    std::optional<MissingValues::Value> mark;  // written for a missing value
    bool is_packed = false;
    double scale = 1;
    double offset = 0;

    [[nodiscard]] double unpacked(double stored) const {
        return is_packed ? stored * scale + offset : stored;
    }
    friend bool operator==(const ValueRules&, const ValueRules&) = default;
};

ValueRules rules_of(const model::Variable& variable);

/// A sentence for each attribute about missing values that is ignored.
std::vector<std::string> ignored_rules(const model::Variable& variable);

/// Whether a stored value is present, for rules whose type is `T`.
template <class T>
class Presence {
public:
    explicit Presence(const MissingValues& missing) : has_range_(missing.has_range) {
        for (const MissingValues::Value& value : missing.values)
            missing_.push_back(load<T>(value.data()));
        low_ = load<T>(missing.low.data());
        high_ = load<T>(missing.high.data());
    }
    bool operator()(T value) const {
        if (value != value || (has_range_ && !(value >= low_ && value <= high_))) return false;
        for (const T missing : missing_) {
            if (value == missing) return false;
        }
        return true;
    }

private:
    std::vector<T> missing_;
    bool has_range_;
    T low_{};
    T high_{};
};

/// Calls `take` with the meaning of each value; NaN for a missing one.
template <class Take>
void take_meant(const ValueRules& rules, std::span<const std::byte> bytes, Take&& take) {
    with_value_type(rules.type, [&]<class T>(std::type_identity<T>) {
        const Presence<T> is_there(rules.missing);
        for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
            const T value = load<T>(bytes.data() + at);
            take(is_there(value) ? rules.unpacked(static_cast<double>(value))
                                 : std::numeric_limits<double>::quiet_NaN());
        }
    });
}

}  // namespace weft::tools
