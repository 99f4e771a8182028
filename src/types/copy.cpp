// SPDX-License-Identifier: BSD-3-Clause
#include "types/copy.hpp"

#include <cstring>

namespace weft::types {
namespace {

template <std::size_t bytes>
bool copy(std::byte* to, std::ptrdiff_t to_stride, const std::byte* from,
          std::ptrdiff_t from_stride, std::size_t count) {
    constexpr auto dense = static_cast<std::ptrdiff_t>(bytes);
    if (to_stride == dense && from_stride == dense) {
        if (count > 0) std::memcpy(to, from, count * bytes);
        return true;
    }
    for (; count > 0; --count, to += to_stride, from += from_stride) std::memcpy(to, from, bytes);
    return true;
}

template <std::size_t bytes>
bool encode(std::byte* to, std::ptrdiff_t to_stride, const std::byte* from,
            std::ptrdiff_t from_stride, std::size_t count, const std::byte* /*fill*/) {
    return copy<bytes>(to, to_stride, from, from_stride, count);
}

template <std::size_t bytes>
constexpr Kernels kernels = {.encode = encode<bytes>, .decode = copy<bytes>};

}  // namespace

const Kernels& copy_kernels(int bytes) {
    switch (bytes) {
        case 1:
            return kernels<1>;
        case 2:
            return kernels<2>;
        case 4:
            return kernels<4>;
        default:
            return kernels<8>;
    }
}

}  // namespace weft::types
