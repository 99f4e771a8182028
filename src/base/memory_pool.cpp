// SPDX-License-Identifier: BSD-3-Clause
#include "base/memory_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <utility>

// Without the address sanitizer the macros do nothing.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#endif

namespace weft {
namespace {

constexpr std::size_t shortest_kept = 32 << 10;
constexpr std::size_t longest_kept = 4 << 20;
constexpr std::size_t most_kept = 8 << 20;  // bytes in all

bool is_kept(std::size_t bytes) {
    return bytes >= shortest_kept && bytes <= longest_kept;
}

/// Free pieces, whose sizes are powers of two; the last one returned is used first.
class Pool {
public:
    /// A piece; null if there is none.
    void* take(std::size_t size) noexcept {
        const std::lock_guard guard(mutex_);
        Piece*& first = first_of(size);
        if (first == nullptr) return nullptr;
        Piece* const piece = first;
        ASAN_UNPOISON_MEMORY_REGION(piece, size);
        first = piece->next;
        kept_bytes_ -= size;
        return piece;
    }

    /// Keeps a piece; false if enough are kept.
    bool keep(void* memory, std::size_t size) noexcept {
        const std::lock_guard guard(mutex_);
        if (kept_bytes_ + size > most_kept) return false;
        Piece*& first = first_of(size);
        first = new (memory) Piece{first};
        // `next` stays unpoisoned: the leak checker only follows pointers in memory that is not
        // poisoned.
        ASAN_POISON_MEMORY_REGION(first + 1, size - sizeof *first);
        kept_bytes_ += size;
        return true;
    }

private:
    struct Piece {
        Piece* next;
    };
    static constexpr int first_power = std::countr_zero(shortest_kept);
    static constexpr int powers = std::countr_zero(longest_kept) - first_power + 1;

    Piece*& first_of(std::size_t size) {
        return first_[static_cast<std::size_t>(std::countr_zero(size) - first_power)];
    }

    std::mutex mutex_;
    std::array<Piece*, powers> first_{};
    std::size_t kept_bytes_ = 0;
};

/// Never destroyed: files may be closed after static objects are destroyed.
Pool& pool() {
    static Pool& all = *new Pool;
    return all;
}

}  // namespace

void* take_memory(std::size_t bytes) {
    if (!is_kept(bytes)) return ::operator new(bytes);
    const std::size_t size = std::bit_ceil(bytes);
    void* const memory = pool().take(size);
    return memory != nullptr ? memory : ::operator new(size);
}

void give_back_memory(void* memory, std::size_t bytes) noexcept {
    if (memory == nullptr) return;
    if (!is_kept(bytes) || !pool().keep(memory, std::bit_ceil(bytes))) ::operator delete(memory);
}

}  // namespace weft
