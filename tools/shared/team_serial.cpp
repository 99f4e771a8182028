// SPDX-License-Identifier: BSD-3-Clause
// A team of one, for a build without MPI.
#include "tools/shared/team.hpp"

namespace weft::tools {

Team Team::join() {
    return {};
}

bool Team::is_launched() {
    return false;
}

void Team::leave() {}

void Team::abandon(int /*exit_code*/) {}

std::int64_t Team::largest(std::int64_t mine) const {
    return mine;
}

std::string Team::text_of_first(const std::string& text) const {
    return text;
}

std::vector<std::byte> Team::gather(std::span<const std::byte> mine) const {
    return {mine.begin(), mine.end()};
}

Status Team::agree(const Status& mine) const {
    return mine;
}

}  // namespace weft::tools
