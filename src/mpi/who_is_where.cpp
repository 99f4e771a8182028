// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/who_is_where.hpp"

#include <algorithm>

namespace weft::mpi {
namespace {

/// "rank 3", "ranks 0-2, 5".
std::string named(const std::vector<int>& rising) {
    std::string text = rising.size() == 1 ? "rank " : "ranks ";
    for (std::size_t first = 0; first < rising.size();) {
        std::size_t last = first;
        while (last + 1 < rising.size() && rising[last + 1] == rising[last] + 1) ++last;
        if (first > 0) text += ", ";
        text += std::to_string(rising[first]);
        if (last > first) text.append(1, '-').append(std::to_string(rising[last]));
        first = last + 1;
    }
    return text;
}

}  // namespace

std::string who_is_where(const std::vector<CallOfRank>& calls) {
    struct Group {
        std::string where;
        std::vector<int> ranks;
    };
    std::vector<Group> groups;
    for (const CallOfRank& call : calls) {
        auto group = std::ranges::find(groups, call.where, &Group::where);
        if (group == groups.end()) group = groups.insert(group, {call.where, {}});
        group->ranks.push_back(call.rank);
    }
    std::string text = "the ranks are in different calls";
    for (const Group& group : groups) {
        text += &group == &groups.front() ? ": " : ", ";
        text += named(group.ranks) + " " + group.where;
    }
    return text;
}

}  // namespace weft::mpi
