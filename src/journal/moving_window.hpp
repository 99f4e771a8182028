// SPDX-License-Identifier: BSD-3-Clause
// Helpers to move many bytes within a file: a window of memory that slides over them, reads that
// must not end early, and writes that reach the disk while later ones are still to come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "base/result.hpp"
#include "mpi/io_ranks.hpp"
#include "region/interval.hpp"
#include "storage/file.hpp"

namespace weft::journal {

/// Slides over a share from its begin to its end.
class MovingWindow {
public:
    /// Code::enomem if there is no memory for it.
    static Result<MovingWindow> over(region::Interval share, std::int64_t window_bytes);

    [[nodiscard]] bool is_at_end() const { return begin_ >= share_.end; }
    [[nodiscard]] std::int64_t begin() const { return begin_; }
    [[nodiscard]] std::int64_t end() const { return begin_ + std::min(room_, share_.end - begin_); }
    [[nodiscard]] std::span<std::byte> bytes() const {
        return {memory_.get(), static_cast<std::size_t>(end() - begin_)};
    }
    void advance() { begin_ = end(); }

private:
    MovingWindow(region::Interval share, std::int64_t room, std::unique_ptr<std::byte[]> memory)
        : share_(share), begin_(share.begin), room_(room), memory_(std::move(memory)) {}

    region::Interval share_;
    std::int64_t begin_;
    std::int64_t room_;
    std::unique_ptr<std::byte[]> memory_;
};

/// Reads a part of the file that must be there. An early end is a failure: zeros in its place would
/// lose data.
Status read_all(storage::File& file, std::int64_t offset, std::span<std::byte> bytes);

/// Writes at rising offsets. Every few MiB it starts writing to the disk: the disk works while
/// memory is copied, and a final sync() has little left to do.
class EarlyWriting {
public:
    explicit EarlyWriting(storage::File& file) : file_(file) {}
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes);

private:
    storage::File& file_;
    std::int64_t begin_ = 0;  // of the bytes that have not been started
    std::int64_t bytes_ = 0;
};

}  // namespace weft::journal
