// SPDX-License-Identifier: BSD-3-Clause
// Dimensions, variables and fill modes, as the program changes them. The contract gives the order
// of the checks. Nothing communicates but the steps that are passed in.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "container/definition.hpp"
#include "dataset/change.hpp"

namespace weft::dataset {

using container::Definition;

/// Changes how a variable is to be stored, or returns why it cannot be stored so.
using StorageChange =
    std::function<Status(model::Storage&, const model::Schema&, const model::Variable&)>;

/// Makes only changes after which the definition is legal.
class DefinitionEditor {
public:
    DefinitionEditor(Definition& definition, const ChangeRules& rules, ChangeSteps& steps)
        : definition_(definition), rules_(rules), steps_(steps) {}

    /// The new one gets the next id. Length 0: unlimited.
    Status add_dimension(const char* name, std::int64_t length);
    Status add_variable(const char* name, int type, int rank, const int* dimension_ids);
    Status rename_dimension(int id, const char* name);
    Status rename_variable(int id, const char* name);
    /// Sets the fill mode, NC_FILL or NC_NOFILL, of all variables, and of those defined later.
    Status set_fill_mode(int mode);
    /// `value`: only to be compared. It becomes an attribute.
    Status set_fill_of_variable(int id, bool no_fill, const void* value);
    /// How a variable that the files do not have yet is to be stored: `change` returns why it
    /// cannot be. Code::enotnc4 if the format stores all variables alike.
    Status change_storage(int id, const StorageChange& change);
    /// Sets how values of such a variable are quantised when they are put; `mode` is an
    /// NC_QUANTIZE_*.
    Status set_quantization(int id, int mode, int digits);
    /// The byte order of its values in the file; `endian` as NC_ENDIAN_*.
    Status set_byte_order(int id, int endian);

private:
    // `name` is in normal form, or an error that says why it has none.
    [[nodiscard]] Status check_new_dimension(const Result<std::string_view>& name,
                                             std::int64_t length) const;
    [[nodiscard]] Status check_new_variable(const Result<std::string_view>& name, int type,
                                            int rank, const int* ids) const;
    [[nodiscard]] Status check_dimensions(std::string_view variable, int rank,
                                          const int* ids) const;
    [[nodiscard]] Status check_new_in_file(int id) const;
    [[nodiscard]] Status check_quantization(int id, int mode, int digits) const;
    [[nodiscard]] Status check_dimension_name(int id, const Result<std::string>& name) const;
    [[nodiscard]] Status check_variable_name(int id, const Result<std::string>& name) const;
    [[nodiscard]] std::string field_of_dimensions(int rank, const int* ids) const;

    Definition& definition_;
    ChangeRules rules_;
    ChangeSteps& steps_;
};

}  // namespace weft::dataset
