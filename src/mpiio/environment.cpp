// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/environment.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "files/hint_values.hpp"

namespace weft::mpiio {
namespace {

std::string value_of(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::vector<std::string> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string> words;
    for (std::size_t end = 0; end < line.size();) {
        const std::size_t begin = line.find_first_not_of(blanks, end);
        if (begin == std::string_view::npos) break;
        end = std::min(line.find_first_of(blanks, begin), line.size());
        words.emplace_back(line.substr(begin, end - begin));
    }
    return words;
}

/// The contents of a file; empty if it cannot be read, because hints are optional.
std::string contents_of(const std::string& name) {
    std::error_code unknown;
    if (name.empty() || !std::filesystem::is_regular_file(name, unknown)) return {};
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string served_files() {
    return value_of("WEFT_MPIIO");
}

mpi::Hints hints_in_force(const mpi::Hints& of_program) {
    const mpi::Hints of_file = parse_hint_lines(contents_of(value_of("ROMIO_HINTS")));
    return files::overruled(files::overruled(of_file, of_program),
                            files::parse_hint_list(value_of("WEFT_MPIIO_HINTS")));
}

mpi::Hints parse_hint_lines(std::string_view text) {
    mpi::Hints hints;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::vector<std::string> words = words_of(line);
        if (words.size() == 2 && !words[0].starts_with('#')) hints.emplace(words[0], words[1]);
    }
    return hints;
}

}  // namespace weft::mpiio
