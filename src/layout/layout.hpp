// SPDX-License-Identifier: BSD-3-Clause
// Where the parts of a file lie: header, fixed variables, records. By the formulas of the
// interface's contract.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "format/schema.hpp"
#include "region/nest.hpp"
#include "region/run_list.hpp"

namespace weft::layout {

/// What a caller may ask for, in bytes. Alignments are rounded up to multiples of 4.
struct Alignment {
    std::int64_t header_free = 0;  // h_minfree: room behind the header
    std::optional<std::int64_t>
        variable_align{};            // v_align: of the data section; 512 when not given
    std::int64_t variable_free = 0;  // v_minfree: room between the fixed variables and the records
    std::optional<std::int64_t>
        record_align{};  // r_align: of the records; 4 with fixed variables, else 512
};

/// What is in force where `alignment` is asked for: v_align, and r_align of a file with or without
/// fixed variables. Of numbers up to 2^62.
std::int64_t variable_align_in_force(const Alignment& alignment);
std::int64_t record_align_in_force(const Alignment& alignment, bool has_fixed);

/// The sections of a file whose variables have been placed.
struct Layout {
    std::int64_t header_extent = 0;  // where data begin
    std::int64_t fixed_end = 0;      // behind the last fixed variable; header_extent without any
    std::int64_t record_begin = 0;   // of record 0; fixed_end without record variables
    std::int64_t record_bytes = 0;   // from one record to the next; 0 without record variables

    /// Bytes of a complete file with this many records.
    [[nodiscard]] std::int64_t file_bytes(std::int64_t record_count) const;
};

/// What one file says of itself.
struct Header {
    format::Schema schema;
    Layout layout;
};

/// The same of a file whose header is somebody else's.
struct HeaderView {
    const format::Schema& schema;
    const Layout& layout;
};
inline HeaderView view_of(const Header& header) {
    return {header.schema, header.layout};
}

/// The layout of a schema whose begins are set, as read from a file.
Result<Layout> layout_of(const format::Schema& schema);

/// Sets the begin of every variable. `old`, when given, is the schema before a redefinition: its
/// variables are the first ones of `schema`, in the same order, and nothing of theirs moves towards
/// the front of the file. Code::evarsize when an offset exceeds what the format can hold.
Result<Layout> place_variables(format::Schema& schema, std::int64_t header_bytes,
                               const Alignment& alignment, const format::Schema* old);

/// Where a file has a variable.
struct Place {
    const format::Schema& schema;
    const format::Variable& variable;
    std::int64_t record_bytes;  // from one record to the next
};

/// The file bytes of a block of a variable, `start`, `count` and `stride` with one entry per
/// dimension. Elements of the record dimension are `record_bytes` apart.
region::Nest file_nest(const Place& place, const std::int64_t* start, const std::int64_t* count,
                       const std::int64_t* stride);

/// The same for elements by their number, counted through the variable.
region::ElementPlaces element_places(const Place& place);

}  // namespace weft::layout
