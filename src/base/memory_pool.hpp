// SPDX-License-Identifier: BSD-3-Clause
// A pool that keeps large returned memory for reuse. The C library would return it to the kernel,
// and touching it again costs a page fault for every 4 KiB: more than writing the header of a file
// with thousands of variables.
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace weft {

/// Returns at least so many uninitialised bytes. Any thread may call it. Throws std::bad_alloc.
void* take_memory(std::size_t bytes);
/// `bytes`: the number that was requested.
void give_back_memory(void* memory, std::size_t bytes) noexcept;

template <class T>
struct PoolAllocator {
    using value_type = T;

    PoolAllocator() = default;
    template <class Other>
    PoolAllocator(const PoolAllocator<Other>& /*other*/) noexcept {}

    T* allocate(std::size_t count) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
            throw std::bad_array_new_length();
        return static_cast<T*>(take_memory(count * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        give_back_memory(memory, count * sizeof(T));
    }

    friend bool operator==(PoolAllocator /*one*/, PoolAllocator /*other*/) { return true; }
};

template <class T>
using PooledVector = std::vector<T, PoolAllocator<T>>;
using PooledBytes = PooledVector<std::byte>;

struct GiveBack {
    std::size_t bytes = 0;
    void operator()(std::byte* memory) const noexcept { give_back_memory(memory, bytes); }
};
/// A block of uninitialised bytes.
using PooledBlock = std::unique_ptr<std::byte[], GiveBack>;

inline PooledBlock take_block(std::size_t bytes) {
    return PooledBlock(static_cast<std::byte*>(take_memory(bytes)), GiveBack{bytes});
}

/// The algorithms of libstdc++ 12 copy constant bytes one at a time. `to` is at least as long.
inline void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to) {
    if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

/// A copy of bytes.
class PooledCopy {
public:
    PooledCopy() = default;
    explicit PooledCopy(std::span<const std::byte> bytes)
        : memory_(take_block(bytes.size())), bytes_(bytes.size()) {
        copy_bytes(bytes, *this);
    }

    [[nodiscard]] std::byte* data() const { return memory_.get(); }
    [[nodiscard]] std::size_t size() const { return bytes_; }
    [[nodiscard]] std::byte* begin() const { return data(); }
    [[nodiscard]] std::byte* end() const { return data() + bytes_; }
    [[nodiscard]] std::byte& operator[](std::size_t i) const { return memory_[i]; }

private:
    PooledBlock memory_;
    std::size_t bytes_ = 0;
};

}  // namespace weft
