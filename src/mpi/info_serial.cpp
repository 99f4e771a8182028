// SPDX-License-Identifier: BSD-3-Clause
// Without MPI, an MPI_Info is a text (serial/mpi.h).
#include <algorithm>
#include <cstring>
#include <string_view>

#include "mpi/info.hpp"

namespace weft::mpi {

Hints hints_of(MPI_Info info) {
    Hints hints;
    std::string_view rest = info == nullptr ? "" : info;
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
        const auto equals = pair.find('=');
        if (equals == 0 || equals == std::string_view::npos) continue;
        hints.insert_or_assign(std::string(pair.substr(0, equals)),
                               std::string(pair.substr(equals + 1)));
    }
    return hints;
}

MPI_Info info_of(const Hints& hints) {
    std::string text;
    for (const auto& [key, value] : hints) text += key + '=' + value + ';';
    return strdup(text.c_str());
}

}  // namespace weft::mpi
