// SPDX-License-Identifier: BSD-3-Clause
#include "stage/waiting.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace weft::stage {

void wait_while(Word& word, std::uint32_t old, std::chrono::microseconds most) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most);
    timespec timeout{};
    timeout.tv_sec = seconds.count();
    timeout.tv_nsec = std::chrono::duration_cast<std::chrono::nanoseconds>(most - seconds).count();
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT, old, &timeout, nullptr,
            0);
}

void change(Word& word) {
    word.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr,
            nullptr, 0);
}

}  // namespace weft::stage
