// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/ncdump_words.hpp"

#include <cstddef>

namespace weft::tools {
namespace {

/// Whether the word has only letters of ncdump without a value.
bool are_plain_letters(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           word.find_first_not_of("hcktisx", 1) == std::string::npos;
}

}  // namespace

std::vector<std::string> with_ncdump_letters(const std::vector<std::string>& words) {
    if (words.empty() || words.front() != "dump") return words;
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool has_range = i + 1 < words.size() &&
                               words[i + 1].find('=') != std::string::npos && word.ends_with('s');
        if (word == "--" || !are_plain_letters(word) || word.find('s') == std::string::npos ||
            has_range) {
            changed.push_back(word);
            continue;
        }
        for (const char letter : word.substr(1))
            changed.push_back(letter == 's' ? "--special" : std::string("-") + letter);
    }
    return changed;
}

}  // namespace weft::tools
