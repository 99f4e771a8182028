// SPDX-License-Identifier: BSD-3-Clause
// A change of the definition, between the checks of its arguments and its making: there the ranks
// agree.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.hpp"
#include "dataset/uniformity.hpp"

namespace weft::dataset {

/// A change that one rank's program wants. Nobody makes it if `checked` is a failure.
struct Change {
    Status checked{};
    UniformFields arguments{};  // if ranks compare them
    std::function<void()> make{};
    Status warning{};  // of a change that is made
};

/// What decides about a change beside the definition.
struct ChangeRules {
    bool compares_arguments = false;  // safe mode
    bool may_grow = true;             // define mode; in data mode the header keeps its size
    bool classic_model = false;       // Code::estrictnc3 for variables of types that only CDF-5 has

    /// Code::enotindefine if the header would have to grow.
    [[nodiscard]] Status check_renaming(std::string_view old_name, std::string_view new_name) const;
};

}  // namespace weft::dataset
