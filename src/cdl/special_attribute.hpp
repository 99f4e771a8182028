// SPDX-License-Identifier: BSD-3-Clause
// A special attribute, by which a text says how a variable is stored.
#pragma once

#include <string>

#include "model/schema.hpp"

namespace weft::cdl {

/// An attribute of a variable that ncdump -s prints, and that no file has: it says how the variable
/// is stored.
struct SpecialAttribute {
    int variable = 0;
    std::string name;
    model::Attribute value;
    std::string where;  // "line 3, column 7: ", of the value
};

}  // namespace weft::cdl
