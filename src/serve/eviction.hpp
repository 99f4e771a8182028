// SPDX-License-Identifier: BSD-3-Clause
// Which stranger goes when there are as many as there may be and one more comes. Somebody must:
// who just holds connections would keep out all others.
#pragma once

#include <chrono>
#include <cstddef>
#include <random>

namespace weft::serve {

class Eviction {
public:
    /// Of so many strangers, in the order in which they came, the first of whom is there for so
    /// long. Who has had enough time to show who it is goes first. Where none has, because they
    /// come in masses, it is anyone, so that some of those get through who need a while.
    std::size_t choose(std::size_t strangers, std::chrono::duration<double> first_is_there) {
        constexpr std::chrono::duration<double> enough(1);
        if (first_is_there > enough) return 0;
        return std::uniform_int_distribution<std::size_t>(0, strangers - 1)(random_);
    }

private:
    std::mt19937_64 random_{std::random_device()()};
};

}  // namespace weft::serve
