// SPDX-License-Identifier: BSD-3-Clause
// Processes that share a page wait for a word of it to change. (engine/shm/futex.hpp is for ranks
// that wait for microseconds; here they wait for storage, and only sleep.)
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::stage {

using Word = std::atomic<std::uint32_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint32_t));

/// The longest sleep before a process checks whether the others are alive.
inline constexpr std::chrono::milliseconds nap(100);

/// Sleeps while the word is `old`, for `most` at most. It may return early.
void wait_while(Word& word, std::uint32_t old, std::chrono::microseconds most);

/// Changes the word and wakes all that sleep on it.
void change(Word& word);

}  // namespace weft::stage
