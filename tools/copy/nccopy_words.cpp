// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/nccopy_words.hpp"

#include <cstddef>

namespace weft::tools {
namespace {

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<std::string> with_nccopy_letters(const std::vector<std::string>& words) {
    if (words.empty() || words.front() != "copy") return words;
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::string next = i + 1 < words.size() ? words[i + 1] : std::string();
        if (word == "--") {
            changed.insert(changed.end(), words.begin() + static_cast<std::ptrdiff_t>(i),
                           words.end());
            break;
        }
        const bool has_level = word.starts_with("-d") && is_number(word.substr(2));
        if (has_level) {
            changed.emplace_back("--deflate");
            changed.push_back(word.substr(2));
        } else if (word == "-d" && is_number(next)) {
            changed.emplace_back("--deflate");
        } else if (word == "-s" && next.find('=') == std::string::npos) {
            changed.emplace_back("--shuffle");
        } else {
            changed.push_back(word);
        }
    }
    return changed;
}

}  // namespace weft::tools
