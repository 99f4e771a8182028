// SPDX-License-Identifier: BSD-3-Clause
// What a dataset consists of: its dimensions, variables and attributes, and which of the variables
// are filled. Questions to it, none of which communicates or touches a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "container/format.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"
#include "types/kernels.hpp"

namespace weft::container {

/// What the places of a variable hold that nobody has written.
struct Fill {
    bool no_fill = true;
    std::array<std::byte, 8> value{};  // file form
};

/// A name as the C functions take it, which may be NULL.
inline std::string_view view_of(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

struct Definition {
    Format format = Format::cdf1;
    Limits limits;  // of the format
    model::Schema schema;
    std::optional<model::Schema> before;  // in define mode after redef: what to return to
    std::vector<bool> no_fill;            // of each variable
    bool fill_new = false;                // fill mode of variables to come
    layout::Alignment alignment;          // what the last enddef went by
    // From one record to the next, as the container has placed them; 0 without record variables.
    std::int64_t record_pitch = 0;

    /// Code::ebaddim, Code::enotvar.
    [[nodiscard]] Status check_dimension(int id) const;
    [[nodiscard]] Status check_variable(int id) const;
    /// With the number of records for the record dimension.
    [[nodiscard]] std::int64_t dimension_length(int id) const;
    /// Code::ebadname; Code::ebaddim, Code::enotvar.
    Result<int> find_dimension(const char* name) const;
    Result<int> find_variable(const char* name) const;

    [[nodiscard]] const model::Variable& variable(int id) const { return schema.variable(id); }
    [[nodiscard]] types::ByteRule byte_rule() const { return limits.byte_rule; }
    [[nodiscard]] Fill fill_of(int variable_id) const;
};

}  // namespace weft::container
