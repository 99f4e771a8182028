// SPDX-License-Identifier: BSD-3-Clause
// The definition of a dataset: its dimensions, variables and attributes, and which variables are
// filled. Inquiries here neither communicate nor touch a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "container/constants.hpp"
#include "container/limits.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"
#include "types/kernels.hpp"

namespace weft::container {

/// The value of a variable's elements that have not been written.
struct Fill {
    bool no_fill = true;
    std::array<std::byte, 8> value{};  // as in the file
};

/// Converts a name as passed to a C function, where it may be NULL.
inline std::string_view view_of(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

struct Definition {
    int format = format_numbers::classic;  // NC_FORMAT_*
    Limits limits;                         // of the format
    model::Schema schema;
    std::optional<model::Schema> before;  // in define mode after redef: the definition to return to
    std::vector<bool> no_fill;            // for each variable
    bool fill_new = false;                // the fill mode of new variables
    // For each variable of a new dataset: whether the file states its fill value although nothing
    // is filled. Empty: none does.
    std::vector<bool> tells_fill;
    std::vector<std::string> groups;  // their paths, which nothing else may have as its name
    layout::Alignment alignment;      // used by the last enddef
    // For a new dataset: the wanted offsets of its variables in the single file that it is or
    // stands for. Empty: the format chooses them.
    std::vector<std::int64_t> wanted_places;
    // The distance between records as placed by the container; 0 without record variables.
    std::int64_t record_pitch = 0;

    [[nodiscard]] bool has_variable(int id) const {
        return id >= 0 && id < schema.variable_count();
    }
    /// Code::enameinuse if a group has this name.
    [[nodiscard]] Status check_no_group(std::string_view name) const;
    /// Fails with Code::ebaddim, Code::enotvar; Code::ebadtype, estrictcdf2.
    [[nodiscard]] Status check_dimension(int id) const;
    [[nodiscard]] Status check_variable(int id) const;
    [[nodiscard]] Status check_type(int type) const;
    /// The record dimension's length is the number of records.
    [[nodiscard]] std::int64_t dimension_length(int id) const;
    /// Fails with Code::ebadname; Code::ebaddim, Code::enotvar.
    Result<int> find_dimension(const char* name) const;
    Result<int> find_variable(const char* name) const;
    /// The attributes of a variable, or of the file (global_attributes_id). Fails with
    /// Code::enotvar.
    [[nodiscard]] Result<const model::AttributeList*> attributes_of(int owner) const;
    /// Like attributes_of(), but returns null if there is no such variable.
    [[nodiscard]] const model::AttributeList* find_list(int owner) const {
        if (owner == global_attributes_id) return &schema.global_attributes;
        return has_variable(owner) ? &schema.variable(owner).attributes : nullptr;
    }
    /// The attribute's number. Fails with Code::enotvar, ebadname, enotatt.
    Result<int> find_attribute(int owner, const char* name) const;

    [[nodiscard]] const model::Variable& variable(int id) const { return schema.variable(id); }
    [[nodiscard]] types::ByteRule byte_rule() const { return limits.byte_rule; }
    /// The kernels that convert the variable's values between file and memory; null between text
    /// and numbers.
    [[nodiscard]] const types::Kernels* kernels_of(int variable_id, types::Memory memory) const {
        const model::Variable& its = variable(variable_id);
        return types::find_kernels(its.type, memory, limits.byte_rule, its.byte_order);
    }
    [[nodiscard]] Fill fill_of(int variable_id) const;
};

}  // namespace weft::container
