// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "engine/options.hpp"

namespace weft::engine {

const char* name_of(Method method) {
    switch (method) {
        case Method::automatic:
            return "automatic";
        case Method::direct:
            return "direct";
        case Method::sieve:
            return "sieve";
        case Method::two_phase:
            return "two_phase";
        case Method::reference:
            return "reference";
    }
    return "unknown";
}

void Request::sort() {
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.file.base() < b.file.base(); });
}

std::int64_t Request::bytes() const {
    std::int64_t sum = 0;
    for (const Piece& piece : pieces) sum += piece.file.bytes();
    return sum;
}

std::int64_t Request::begin() const {
    return pieces.empty() ? 0 : pieces.front().file.base();
}

std::int64_t Request::end() const {
    std::int64_t last = 0;
    for (const Piece& piece : pieces) last = std::max(last, piece.file.end());
    return last;
}

std::int64_t Request::runs() const {
    std::int64_t sum = 0;
    for (const Piece& piece : pieces) sum += piece.file.runs();
    return sum;
}

std::int64_t Request::grain() const {
    std::int64_t grains = 0;
    for (const Piece& piece : pieces) grains |= piece.file.grain();
    return grains == 0 ? 0 : power_of_two_in(grains);
}

}  // namespace weft::engine
