// SPDX-License-Identifier: BSD-3-Clause
// What a file says of itself: its dimensions, variables and attributes, where they lie, and which
// of them are filled. Questions to it, none of which communicates or touches the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "format/schema.hpp"
#include "layout/layout.hpp"
#include "region/nest.hpp"
#include "types/kernels.hpp"

namespace weft::dataset {

class FileSet;

/// What the places of a variable hold that nobody has written.
struct Fill {
    bool no_fill = true;
    std::array<std::byte, 8> value{};  // file form
};

/// A name as the C functions take it, which may be NULL.
inline std::string_view view_of(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

/// How many records are known of from the files alone, as far as this communicator has seen to it.
struct RecordsInFiles {
    static constexpr std::int64_t not_known = -1;

    std::int64_t master = 0;  // its header announces; on rank 0
    std::int64_t parts = 0;   // the headers of parts announce
    std::int64_t whole = 0;   // are no longer than the part files
};

struct Definition {
    format::Schema schema;
    layout::Layout layout;
    std::vector<bool> no_fill;     // of each variable
    bool fill_new = false;         // fill mode of variables to come
    std::shared_ptr<FileSet> set;  // null: all is in one file, where schema and layout say

    /// Code::ebaddim, Code::enotvar.
    [[nodiscard]] Status check_dimension(int id) const;
    [[nodiscard]] Status check_variable(int id) const;
    /// With the number of records for the record dimension.
    [[nodiscard]] std::int64_t dimension_length(int id) const;
    /// Code::ebadname; Code::ebaddim, Code::enotvar.
    Result<int> find_dimension(const char* name) const;
    Result<int> find_variable(const char* name) const;

    [[nodiscard]] const format::Variable& variable(int id) const { return schema.variable(id); }
    [[nodiscard]] types::ByteRule byte_rule() const;
    [[nodiscard]] Fill fill_of(int variable_id) const;
    /// Of the definition so far, whether it is placed or not.
    [[nodiscard]] std::int64_t record_bytes() const;
    [[nodiscard]] std::int64_t header_bytes() const;
};

}  // namespace weft::dataset
