// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/liveness_check.hpp"

#include <algorithm>

#include "mpi/failure.hpp"
#include "mpi/progress.hpp"

namespace weft::engine::shm {

bool LivenessCheck::wait(WaitWord& word, std::uint32_t old, std::chrono::microseconds longest) {
    using std::chrono::microseconds;
    constexpr microseconds first_nap(50);
    constexpr microseconds longest_nap(1000);
    constexpr microseconds between_looks(100'000);
    constexpr int looks_before_asking = 50;  // asking many ranks takes longer
    if (broken_.load(std::memory_order_relaxed) != 0) return false;
    if (calls_ != nullptr && calls_->has_verdict()) return false;
    if (word.has_left(old, looks_before_asking)) return true;
    SpinLimits limits = limits_;
    if (limits.keeps_core() && calls_ != nullptr && calls_->shares_core())
        limits = SpinLimits::on_shared_core();
    microseconds slept(0);
    for (microseconds nap = first_nap; slept < longest; nap = std::min(2 * nap, longest_nap)) {
        word.wait_while(old, limits, nap);
        if (word.load() != old) return true;
        mpi::advance();
        limits = {};  // it will take longer
        slept += nap;
    }
    since_look_ += slept;
    if (since_look_ < between_looks) return true;
    since_look_ = microseconds(0);
    // A rank that has made its change may have ended since, in good order.
    if (!segment_.everybody_lives() && word.load() == old) {
        broken_.store(1);
        return false;
    }
    return word.load() != old || calls_ == nullptr || calls_->look();
}

Status rank_died() {
    return mpi::rank_has_ended();
}

}  // namespace weft::engine::shm
