// SPDX-License-Identifier: BSD-3-Clause
#include "base/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft {
namespace {

/// How many letters must be changed, added, removed or swapped with a neighbour to turn one word
/// into the other (optimal string alignment, which changes no letter twice).
std::size_t distance_between(std::string_view one, std::string_view other) {
    // Three rows of the table for all prefixes: a swap looks two rows back.
    std::vector<std::size_t> before(other.size() + 1);
    std::vector<std::size_t> last(other.size() + 1);
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= one.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t change = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
            row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
            const bool is_swap =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

bool is_same_letter(char one, char other) {
    const auto small = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    };
    return small(one) == small(other);
}

}  // namespace

std::string nearest_hint(std::string_view word, std::span<const std::string> known) {
    const std::string* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(word.size() / 3, word.size() > 2 ? 1 : 0) + 1;
    for (const std::string& candidate : known) {
        const bool begins = word.size() > 1 && candidate.starts_with(word);
        if (std::ranges::equal(word, candidate, is_same_letter))
            return "; did you mean '" + candidate + "'?";
        const std::size_t distance = begins ? 0 : distance_between(word, candidate);
        if (distance >= least) continue;
        least = distance;
        nearest = &candidate;
    }
    return nearest == nullptr ? "" : "; did you mean '" + *nearest + "'?";
}

}  // namespace weft
