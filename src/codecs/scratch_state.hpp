// SPDX-License-Identifier: BSD-3-Clause
// The content of a scratch: buffers, and the state of the codecs.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/memory_pool.hpp"
#include "codecs/pipeline.hpp"

namespace weft::codecs {

struct Scratch::State {
    /// Room for so many bytes in the one of two buffers that `in_use` is not in.
    std::span<std::byte> buffer_beside(std::span<const std::byte> in_use, std::size_t bytes) {
        Buffer& buffer = buffers_[buffers_[0].holds(in_use.data()) ? 1 : 0];
        if (buffer.bytes < bytes) buffer = {take_block(bytes), bytes};
        return {buffer.memory.get(), bytes};
    }

    /// A codec's own, one of each type, made when it is first asked for.
    template <class T>
    T& kept() {
        static const char key{};
        for (const auto& [owner, value] : kept_)
            if (owner == &key) return *static_cast<T*>(value.get());
        kept_.emplace_back(&key, std::make_shared<T>());
        return *static_cast<T*>(kept_.back().second.get());
    }

private:
    struct Buffer {
        PooledBlock memory;
        std::size_t bytes = 0;

        [[nodiscard]] bool holds(const std::byte* at) const {
            return memory != nullptr && at >= memory.get() && at < memory.get() + bytes;
        }
    };

    std::array<Buffer, 2> buffers_;
    std::vector<std::pair<const void*, std::shared_ptr<void>>> kept_;
};

}  // namespace weft::codecs
