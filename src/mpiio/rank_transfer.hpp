// SPDX-License-Identifier: BSD-3-Clause
// One rank's part of a call, between its memory and its view of the file, as requests to the
// engine: usually one; if values must be converted outside the engine, one per round, each of a
// buffer of bytes.
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
    /// `part`: of the view's stream. `file_bytes`: where reads end. All arguments outlive this.
    RankTransfer(const View& view, const Transfer& transfer, region::Interval part,
                 std::int64_t file_bytes)
        : view_(view), transfer_(transfer), part_(part), file_bytes_(file_bytes) {}

    /// Returns the errors of mpi::decode_bytes() and mpi::external32_fields().
    Status open();
    /// The number of rounds, at least one.
    [[nodiscard]] std::int64_t rounds() const;
    /// Makes the request of a round; an empty one behind the end of the file.
    Status begin(std::int64_t round, engine::Request& request);
    /// Takes the result of a round.
    void end(std::int64_t round);

    [[nodiscard]] bool all_in_range() const { return !is_staged_ || values_.all_in_range(); }
    /// The bytes of memory that were moved.
    [[nodiscard]] std::int64_t memory_bytes() const;

private:
    /// How much of a part of the stream the file has.
    struct Found {
        std::int64_t bytes = 0;
        std::int64_t gap = 0;  // the bytes before the first gap
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
