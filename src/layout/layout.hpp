// SPDX-License-Identifier: BSD-3-Clause
// Where the parts of a file lie: header, fixed variables, records, by the formulas of the
// interface's contract.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "format/header.hpp"
#include "region/nest.hpp"
#include "region/run_list.hpp"

namespace weft::layout {

/// The caller's wishes, in bytes. Alignments are rounded up to multiples of 4.
struct Alignment {
    std::int64_t header_free = 0;  // h_minfree: room behind the header
    std::optional<std::int64_t>
        variable_align{};            // v_align: of the data section; 512 when not given
    std::int64_t variable_free = 0;  // v_minfree: room between the fixed variables and the records
    std::optional<std::int64_t>
        record_align{};  // r_align: of the records; 4 with fixed variables, else 512
};

/// The alignments in force for these wishes: v_align, and r_align for a file with or without fixed
/// variables. For numbers up to 2^62.
std::int64_t variable_align_in_force(const Alignment& alignment);
std::int64_t record_align_in_force(const Alignment& alignment, bool has_fixed);

/// The layout of a file whose variables have been placed.
struct Layout {
    format::Begins begins;           // of the variables
    std::int64_t header_extent = 0;  // where data begin
    std::int64_t fixed_end = 0;      // behind the last fixed variable; header_extent without any
    std::int64_t record_begin = 0;   // of record 0; fixed_end without record variables
    std::int64_t record_bytes = 0;   // from one record to the next; 0 without record variables

    [[nodiscard]] std::int64_t begin(int variable) const {
        return begins[static_cast<std::size_t>(variable)];
    }
    /// The size of a complete file with this many records.
    [[nodiscard]] std::int64_t file_bytes(std::int64_t record_count) const;
};

/// The content of one file's header, with its layout.
struct Placed {
    format::Version version = format::Version::cdf1;
    model::Schema schema;
    Layout layout;
};

/// The same as references.
struct PlacedView {
    PlacedView(format::Version version_, const model::Schema& schema_, const Layout& layout_)
        : version(version_), schema(schema_), layout(layout_) {}
    PlacedView(const Placed& placed)  // NOLINT: the same thing
        : PlacedView(placed.version, placed.schema, placed.layout) {}

    [[nodiscard]] format::HeaderView header() const { return {version, schema, layout.begins}; }

    format::Version version;
    const model::Schema& schema;
    const Layout& layout;
};

/// The layout of a file with this header. Code::evarsize if it ends beyond 2^62.
Result<Layout> layout_of(const format::HeaderView& header);
/// A header that was read, with its layout.
Result<Placed> placed(format::Header header);

/// Places every variable. `old`, if given, is the file before a redefinition: its variables are the
/// first ones of `schema`, in the same order, and none of them moves towards the front of the file.
/// Code::evarsize if the format cannot hold an offset.
Result<Layout> place_variables(format::Version version, const model::Schema& schema,
                               std::int64_t header_bytes, const Alignment& alignment,
                               const format::HeaderView* old = nullptr);

/// The place of a variable in a file.
struct Place {
    const model::Schema& schema;
    const model::Variable& variable;
    std::int64_t begin;         // of the first byte; of a record variable, in record 0
    std::int64_t record_bytes;  // from one record to the next, or in_one_array
};
/// The records of a variable lie side by side, whichever of its dimensions may grow: it is one
/// array of the present lengths.
inline constexpr std::int64_t in_one_array = -1;

inline Place place_of(const model::Schema& schema, const Layout& layout, int variable) {
    return {schema, schema.variable(variable), layout.begin(variable), layout.record_bytes};
}

/// The file bytes of a block of a variable; `start`, `count` and `stride` have one entry per
/// dimension. Elements of the record dimension are `record_bytes` apart.
region::Nest file_nest(const Place& place, const std::int64_t* start, const std::int64_t* count,
                       const std::int64_t* stride);

/// The same for elements by their number in the variable.
region::ElementPlaces element_places(const Place& place);

}  // namespace weft::layout
