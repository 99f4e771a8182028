// SPDX-License-Identifier: BSD-3-Clause
// Much memory, of which only what is touched is there.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/test_pattern.hpp"

namespace large {

inline constexpr std::int64_t gibi = std::int64_t{1} << 30;

/// Elements that are zero at first.
template <class T>
class Memory {
public:
    explicit Memory(std::int64_t elements)
        : bytes_(static_cast<std::size_t>(elements) * sizeof(T)),
          data_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        if (data_ != MAP_FAILED) return;
        std::perror("mmap");
        std::abort();
    }
    ~Memory() { munmap(data_, bytes_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    [[nodiscard]] T* data() const { return static_cast<T*>(data_); }
    [[nodiscard]] T& operator[](std::int64_t i) const { return data()[i]; }
    [[nodiscard]] std::int64_t size() const {
        return static_cast<std::int64_t>(bytes_ / sizeof(T));
    }

private:
    std::size_t bytes_;
    void* data_;
};

template <class T>
void fill(const Memory<T>& memory, int part = 0) {
    weft::TestPattern<T>(part).fill(memory.data(), memory.size());
}

/// The first element that is not as `fill` makes it; -1 where all are.
template <class T>
std::int64_t first_wrong(const Memory<T>& memory, int part = 0) {
    return weft::TestPattern<T>(part).first_wrong(memory.data(), memory.size());
}

/// Makes sure that what is found afterwards was read.
template <class T>
void forget(const Memory<T>& memory) {
    std::fill_n(memory.data(), memory.size(), static_cast<T>(-1));
}

}  // namespace large
