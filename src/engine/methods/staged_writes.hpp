// SPDX-License-Identifier: BSD-3-Clause
// Collects converted runs in memory that stays in the core's cache, then writes them one after the
// other, while few other ranks of the node write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/methods/methods.hpp"

namespace weft::engine {

class StagedWrites {
public:
    /// The longest run. Larger staging would leave the cache before the kernel copies it.
    static constexpr std::int64_t most_bytes = 256 << 10;

    /// It is faster to write a run that needs no conversion from where it is, if it is as long.
    static constexpr std::int64_t least_unstaged = 16 << 10;

    /// `bytes`: how many bytes all writes have together.
    StagedWrites(const MethodContext& context, std::int64_t bytes);

    /// Returns room for bytes that go to `offset`. The caller fills it before the next call.
    Result<std::byte*> add(std::int64_t offset, std::int64_t length);

    /// Writes the collected runs, then a run from the program's memory.
    Status write_unstaged(std::int64_t offset, std::span<const std::byte> bytes);

    /// Writes the collected runs. Returns the status of the first write that failed, or of a rank's
    /// death.
    Status write();

private:
    struct Write {
        std::int64_t offset;
        std::int64_t length;
    };

    template <class Work>
    Status in_turn(Work&& work);
    Status write_all();
    Status write_one(std::int64_t offset, std::span<const std::byte> bytes);

    const MethodContext& context_;
    Guards guards_;
    std::int64_t room_;
    std::unique_ptr<std::byte[]> staging_;  // from the first run on
    std::int64_t filled_ = 0;
    std::vector<Write> writes_;
};

}  // namespace weft::engine
