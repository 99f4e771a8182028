// SPDX-License-Identifier: BSD-3-Clause
// What moving many bytes within a file takes: a window of memory that slides over them, reads that
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

namespace weft::classic {

/// Slides over a share from its begin to its end.
class MovingWindow {
public:
    /// Code::enomem when there is no memory for it.
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

/// Reads a part of the file that is known to be there. An early end is a failure: whoever took it
/// for zeros would lose data.
Status read_all(storage::File& file, std::int64_t offset, std::span<std::byte> bytes);

/// Writes at rising offsets. What was written is sent on its way to the disk some MiB at a time:
/// the disk works while memory is copied, and a sync() in the end finds little to do.
class EarlyWriting {
public:
    explicit EarlyWriting(storage::File& file) : file_(file) {}
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes);

private:
    storage::File& file_;
    std::int64_t begin_ = 0;  // of what is not under way
    std::int64_t bytes_ = 0;
};

}  // namespace weft::classic
