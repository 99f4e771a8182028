// SPDX-License-Identifier: BSD-3-Clause
// One rank's part of a call, between its memory and what its view shows of the file: what it asks
// of the engine. Most often once; where values must be converted beside the engine, in rounds, each
// of as many bytes as lie in a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "mpiio/external_values.hpp"
#include "mpiio/transfer.hpp"
#include "mpiio/view.hpp"

namespace weft::mpiio {

class RankTransfer {
public:
    /// `part`: of the view's stream. `file_bytes`: where reads end. All outlive it.
    RankTransfer(const View& view, const Transfer& transfer, region::Interval part,
                 std::int64_t file_bytes)
        : view_(view), transfer_(transfer), part_(part), file_bytes_(file_bytes) {}

    /// Errors: as mpi::decode_bytes() and mpi::external32_fields().
    Status open();
    /// At least one.
    [[nodiscard]] std::int64_t rounds() const;
    /// What is asked of the engine in a round; nothing where the file has ended.
    Status begin(std::int64_t round, engine::Request& request);
    /// That has been done.
    void end(std::int64_t round);

    [[nodiscard]] bool all_in_range() const { return !is_staged_ || values_.all_in_range(); }
    /// What was moved, in memory.
    [[nodiscard]] std::int64_t memory_bytes() const;

private:
    /// Of a part of the stream, what is there.
    struct Found {
        std::int64_t bytes = 0;
        std::int64_t gap = 0;  // how far it is there without a gap
    };

    [[nodiscard]] region::Interval part_of(std::int64_t round) const;
    Result<Found> find(region::Interval part, std::byte* address, engine::Request& request) const;

    const View& view_;
    const Transfer& transfer_;
    region::Interval part_;
    std::int64_t file_bytes_;
    std::int64_t moved_ = 0;  // of the stream
    ExternalValues values_;   // where they change
    std::shared_ptr<const engine::Elements> elements_;
    bool is_staged_ = false;
    std::vector<std::byte> buffer_;
    Found found_;  // in this round
};

}  // namespace weft::mpiio
