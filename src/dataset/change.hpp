// SPDX-License-Identifier: BSD-3-Clause
// How a change of the definition is made: this rank checks its arguments, the ranks agree, each of
// them makes the change, and in data mode the header is written.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "dataset/uniformity.hpp"

namespace weft::dataset {

/// The conditions, besides the definition, that decide whether a change is allowed.
struct ChangeRules {
    bool compares_arguments = false;  // safe mode
    bool may_grow = true;             // define mode; in data mode the header keeps its size
    bool classic_model = false;       // Code::estrictnc3 for variables of types that only CDF-5 has

    /// Code::enotindefine if the header would have to grow.
    [[nodiscard]] Status check_renaming(std::string_view old_name, std::string_view new_name) const;
};

/// The steps in which ranks communicate before and after a change.
class ChangeSteps {
public:
    ChangeSteps() = default;
    ChangeSteps(const ChangeSteps&) = delete;
    ChangeSteps& operator=(const ChangeSteps&) = delete;
    virtual ~ChangeSteps() = default;

    /// Called after the checks, with their outcome. If it returns success, this rank makes the
    /// change.
    virtual Status agree(Status checked, const UniformFields& arguments) = 0;
    /// Called after the change.
    virtual Status keep() = 0;
};

}  // namespace weft::dataset
