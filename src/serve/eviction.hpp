// SPDX-License-Identifier: BSD-3-Clause
// Which stranger (a client that has not proved a key) is dropped when there are too many and one
// more comes. One must be: else clients that only hold connections would keep out all others.
#pragma once

#include <chrono>
#include <cstddef>
#include <random>

namespace weft::serve {

class Eviction {
public:
    /// Chooses one of so many strangers, in the order of their arrival; `first_is_there`: the age
    /// of the first. The first goes if it had enough time to prove a key. Otherwise, when strangers
    /// come in masses, a random one goes, so that some honest clients get through.
    std::size_t choose(std::size_t strangers, std::chrono::duration<double> first_is_there) {
        constexpr std::chrono::duration<double> enough(1);
        if (first_is_there > enough) return 0;
        return std::uniform_int_distribution<std::size_t>(0, strangers - 1)(random_);
    }

private:
    std::mt19937_64 random_{std::random_device()()};
};

}  // namespace weft::serve
