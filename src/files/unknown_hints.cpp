// SPDX-License-Identifier: BSD-3-Clause
#include "files/unknown_hints.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/nearest_word.hpp"
#include "files/hint_table.hpp"

namespace weft::files {

std::string note_of_unknown_hints(const mpi::Hints& hints) {
    std::string note;
    for (const auto& [name, value] : hints) {
        if (!name.starts_with("weft_") || std::ranges::count(own_hints, name) > 0) continue;
        const std::vector<std::string> known(std::begin(own_hints), std::end(own_hints));
        if (!note.empty()) note += "; ";
        note += "there is no hint '" + name + "'" + nearest_hint(name, known);
    }
    return note;
}

}  // namespace weft::files
