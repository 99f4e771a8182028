// SPDX-License-Identifier: BSD-3-Clause
// What `weft dump` prints, and in which form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"
#include "tools/dump/index_notes.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/number_text.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// Line lengths that leave room for a value.
inline constexpr int shortest_line = 10;

struct CdlForm {
    std::string name;  // of the dataset
    Digits digits;
    int line_length = 80;
    bool says_format = false;  // in a comment, as ncmpidump does
    /// Also prints what ncdump omits, so that `weft gen` makes the same file again: zeros behind
    /// text, types of empty attributes and of unusual fill values, the format.
    bool is_exact = false;
    bool is_special = false;  // with the attribute _Format, as ncdump -s
    IndexNotes notes{};
    bool shows_times = false;  // as dates
    char time_separator = ' ';
    std::vector<std::int64_t> begins{};  // of the variables, in notes (cdl/note.hpp), or empty
    std::optional<std::int64_t> file_bytes{};  // likewise
};

/// Everything up to "data:".
void print_cdl_header(Output& out, const Input& input, const CdlForm& form);

/// One variable's part of the data section; nothing for a variable without values.
Status print_cdl_data(Output& out, const Input& input, int id, const CdlForm& form);

/// The header in NcML, the XML of `ncdump -x`, where elements of variables whose data are not
/// requested have a shorter form. `location` is the file's path.
void print_ncml(Output& out, const model::Schema& schema, const std::vector<bool>& wanted,
                std::string_view location, Digits digits);

/// Begins the JSON form with everything but data, and leaves the document open.
void print_json_header(Output& out, const Input& input);

/// A variable's data as an array of arrays, one level for each dimension.
Status print_json_data(Output& out, const Input& input, int id);

}  // namespace weft::tools
