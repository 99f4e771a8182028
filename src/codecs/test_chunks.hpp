// SPDX-License-Identifier: BSD-3-Clause
// Chunks for tests, and what the libraries themselves make of them.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codecs/pipeline.hpp"

namespace weft::codecs {

using Bytes = std::vector<std::byte>;

/// Bytes between two pages that no instruction may touch, at the end of the space between them or
/// at its beginning. So even code that no sanitizer has seen cannot read or write beside the bytes
/// unnoticed.
class GuardedBytes {
public:
    enum class Side { end, begin };

    GuardedBytes(std::size_t bytes, Side side) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t between = (bytes + page - 1) / page * page;
        mapped_bytes_ = between + 2 * page;
        mapped_ = mmap(nullptr, mapped_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped_ == MAP_FAILED) throw std::bad_alloc();
        auto* const first = static_cast<std::byte*>(mapped_) + page;
        if (between > 0 && mprotect(first, between, PROT_READ | PROT_WRITE) != 0)
            throw std::bad_alloc();
        bytes_ = {first + (side == Side::end ? between - bytes : 0), bytes};
    }
    GuardedBytes(std::span<const std::byte> bytes, Side side) : GuardedBytes(bytes.size(), side) {
        std::ranges::copy(bytes, bytes_.begin());
    }
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;
    ~GuardedBytes() { munmap(mapped_, mapped_bytes_); }

    [[nodiscard]] std::span<std::byte> span() const { return bytes_; }

private:
    void* mapped_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    std::span<std::byte> bytes_;
};

/// Values that rise slowly with some noise in the lower bits, like those of physical fields.
inline Bytes smooth_chunk(std::size_t bytes, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    Bytes chunk(bytes);
    for (std::size_t i = 0; i < bytes; i += 4) {
        const auto value = static_cast<std::uint32_t>(0x42000000U + 40 * i + random() % 97);
        std::memcpy(chunk.data() + i, &value, std::min<std::size_t>(4, bytes - i));
    }
    return chunk;
}

inline Bytes random_chunk(std::size_t bytes, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    Bytes chunk(bytes);
    for (std::byte& byte : chunk) byte = static_cast<std::byte>(random() & 0xff);
    return chunk;
}

/// A filter with parameters with which it works on elements of so many bytes.
Filter usual_filter(int id, std::uint32_t element_bytes);

/// The result of the filter's library for these bytes, whether the pipeline can encode it or not.
Bytes applied_by_library(const Filter& filter, std::span<const std::byte> bytes);
/// Applies all filters by their libraries, one after the other.
Bytes applied_by_libraries(const std::vector<Filter>& filters, std::span<const std::byte> bytes);

inline Pipeline pipeline_for(std::vector<Filter> filters, std::size_t chunk_bytes,
                             std::int64_t element_bytes = 4) {
    return {
        std::move(filters),
        {.element_bytes = element_bytes, .chunk_bytes = static_cast<std::int64_t>(chunk_bytes)}};
}

}  // namespace weft::codecs
