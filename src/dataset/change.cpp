// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/change.hpp"

#include <fmt/format.h>

namespace weft::dataset {

Status ChangeRules::check_renaming(std::string_view old_name, std::string_view new_name) const {
    if (may_grow || new_name.size() <= old_name.size()) return {};
    return {Code::enotindefine,
            fmt::format("'{}' is longer than '{}', which needs define mode", new_name, old_name)};
}

}  // namespace weft::dataset
