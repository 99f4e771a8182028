// SPDX-License-Identifier: BSD-3-Clause
// Dimensions, variables and fill modes, as the program changes them. The contract gives the order
// of the checks. Nothing communicates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "container/definition.hpp"
#include "dataset/change.hpp"

namespace weft::dataset {

using container::Definition;

/// Offers only changes after which the definition is legal. A change refers to the definition.
class DefinitionEditor {
public:
    DefinitionEditor(Definition& definition, const ChangeRules& rules)
        : definition_(definition), rules_(rules) {}

    /// The new one gets the next id. Length 0: unlimited.
    [[nodiscard]] Change add_dimension(const char* name, std::int64_t length) const;
    [[nodiscard]] Change add_variable(const char* name, int type, int rank,
                                      const int* dimension_ids) const;
    [[nodiscard]] Change rename_dimension(int id, const char* name) const;
    [[nodiscard]] Change rename_variable(int id, const char* name) const;
    /// Of all variables, and of new ones: NC_FILL or NC_NOFILL.
    [[nodiscard]] Change set_fill_mode(int mode) const;
    /// `value`: only to be compared. It becomes an attribute.
    [[nodiscard]] Change set_fill_of_variable(int id, bool no_fill, const void* value) const;

private:
    [[nodiscard]] Result<model::Dimension> new_dimension(std::string_view name,
                                                         std::int64_t length) const;
    [[nodiscard]] Result<model::Variable> new_variable(std::string_view name, int type, int rank,
                                                       const int* ids) const;
    [[nodiscard]] Status check_dimensions(std::string_view variable, int rank,
                                          const int* ids) const;
    [[nodiscard]] Status check_dimension_name(int id, const Result<std::string>& name) const;
    [[nodiscard]] Status check_variable_name(int id, const Result<std::string>& name) const;
    [[nodiscard]] std::string field_of_dimensions(int rank, const int* ids) const;

    Definition& definition_;
    ChangeRules rules_;
};

}  // namespace weft::dataset
