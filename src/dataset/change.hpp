// SPDX-License-Identifier: BSD-3-Clause
// How a change of the definition is made: this rank checks its arguments, the ranks agree, each of
// them makes the change, and in data mode the header is written.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "dataset/uniformity.hpp"

namespace weft::dataset {

/// What decides about a change beside the definition.
struct ChangeRules {
    bool compares_arguments = false;  // safe mode
    bool may_grow = true;             // define mode; in data mode the header keeps its size
    bool classic_model = false;       // Code::estrictnc3 for variables of types that only CDF-5 has

    /// Code::enotindefine if the header would have to grow.
    [[nodiscard]] Status check_renaming(std::string_view old_name, std::string_view new_name) const;
};

/// What the ranks do around a change.
class ChangeSteps {
public:
    ChangeSteps() = default;
    ChangeSteps(const ChangeSteps&) = delete;
    ChangeSteps& operator=(const ChangeSteps&) = delete;
    virtual ~ChangeSteps() = default;

    /// After the checks, with their outcome. This rank makes the change if it returns a success.
    virtual Status agree(Status checked, const UniformFields& arguments) = 0;
    /// After the change.
    virtual Status keep() = 0;
};

}  // namespace weft::dataset
