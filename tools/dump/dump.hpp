// SPDX-License-Identifier: BSD-3-Clause
// The content and the forms of the output of `weft dump`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"
#include "tools/dump/groups.hpp"
#include "tools/dump/index_notes.hpp"
#include "tools/dump/line_filler.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/number_text.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// Line lengths that leave room for a value.
inline constexpr int shortest_line = 10;

struct CdlForm {
    std::string name;     // of the dataset
    std::string place{};  // behind the names of variables in the data section, such as "(time=3)"
    Digits digits;
    int line_length = 80;
    bool says_format = false;  // in a comment, as ncmpidump does
    /// Also prints what ncdump omits, so that `weft gen` makes the same file again: zeros behind
    /// text, types of empty attributes and of unusual fill values, the format.
    bool is_exact = false;
    bool is_special = false;   // with what ncdump -s shows as attributes
    bool breaks_texts = true;  // of attributes, behind each of their lines
    IndexNotes notes{};
    bool shows_times = false;  // as dates
    char time_separator = ' ';
    std::vector<std::int64_t> begins{};  // of the variables, in notes (cdl/note.hpp), or empty
    std::optional<std::int64_t> file_bytes{};  // likewise
};

/// Prints everything before the outermost group.
void print_cdl_begin(Output& out, const Input& input, const CdlForm& form);

/// Prints everything of a group up to "data:".
void print_cdl_definitions(Output& out, LineFiller& filler, const Input& input,
                           const FileGroup& group, const CdlForm& form);

/// Prints one variable's part of its group's data section; nothing for a variable without values.
Status print_cdl_data(Output& out, LineFiller& filler, const Input& input, const FileGroup& group,
                      int id, const CdlForm& form);

/// Prints the header in NcML, the XML of `ncdump -x`, where elements of variables whose data are
/// not requested have a shorter form. `location` is the file's path.
void print_ncml(Output& out, const Input& input, const FileGroups& groups,
                const std::vector<bool>& wanted, std::string_view location, Digits digits);

/// Begins the JSON form with everything but data, and leaves the document open.
void print_json_header(Output& out, const Input& input);

/// A variable's data as an array of arrays, one level for each dimension.
Status print_json_data(Output& out, const Input& input, int id);

}  // namespace weft::tools
