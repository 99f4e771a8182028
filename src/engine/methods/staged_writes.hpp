// SPDX-License-Identifier: BSD-3-Clause
// Converted runs on their way to the file: collected in memory that stays in the core's cache, then
// written one after the other while few other ranks of the node write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/methods/methods.hpp"

namespace weft::engine {

class StagedWrites {
public:
    /// The longest run. Larger staging would leave the cache before the kernel copies it.
    static constexpr std::int64_t most_bytes = 256 << 10;

    /// For writes of `bytes` in all.
    StagedWrites(const Context& context, std::int64_t bytes);

    /// Room for bytes that go to file offset `offset`, to be filled before the next call.
    Result<std::byte*> add(std::int64_t offset, std::int64_t length);

    /// Writes what is still held. Status of the first write that failed, or a rank's death.
    Status write();

private:
    struct Write {
        std::int64_t offset;
        std::int64_t length;
    };

    Status write_all();

    const Context& context_;
    Guards guards_;
    std::int64_t room_;
    std::unique_ptr<std::byte[]> staging_;
    std::int64_t filled_ = 0;
    std::vector<Write> writes_;
};

}  // namespace weft::engine
