// SPDX-License-Identifier: BSD-3-Clause
// The values of an enumeration by their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/foreign_type.hpp"

namespace weft::tools {

class MemberNames {
public:
    explicit MemberNames(const model::ForeignType& type) {
        for (const model::ForeignType::Member& member : type.members)
            names_.emplace(member.value, member.name);
    }
    /// The number of a value without a name.
    [[nodiscard]] std::string of(std::int64_t value) const {
        const auto found = names_.find(value);
        return found == names_.end() ? std::to_string(value) : found->second;
    }

private:
    std::map<std::int64_t, std::string> names_;
};

}  // namespace weft::tools
