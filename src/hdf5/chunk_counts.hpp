// SPDX-License-Identifier: BSD-3-Clause
// Counts this rank's work on the chunks of a variable since the file was opened, for the report.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace weft::hdf5 {

struct ChunkCounts {
    std::int64_t written = 0;
    std::int64_t stored_bytes = 0;       // of these
    std::int64_t rewritten = 0;          // of these, those that were in the file already
    std::int64_t lost_bytes = 0;         // by that
    std::int64_t closed_early = 0;       // of these, those that made room for others
    std::int64_t compressed_behind = 0;  // of these, those that were compressed behind their puts
    std::int64_t unkept = 0;             // changes that a kill would lose (kept_values.hpp)
    std::int64_t read = 0;
    std::atomic<std::int64_t> codec_nanoseconds = 0;  // several threads add to it
};

/// Adds the time of its life.
class CodecTime {
public:
    explicit CodecTime(ChunkCounts& counts) : counts_(counts) {}
    CodecTime(const CodecTime&) = delete;
    CodecTime& operator=(const CodecTime&) = delete;
    ~CodecTime() {
        const auto spent = std::chrono::steady_clock::now() - begin_;
        counts_.codec_nanoseconds +=
            std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count();
    }

private:
    ChunkCounts& counts_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace weft::hdf5
