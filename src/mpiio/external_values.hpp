// SPDX-License-Identifier: BSD-3-Clause
// Converts values between the program's memory and external32 in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/request/mover.hpp"
#include "mpi/external32.hpp"
#include "mpiio/transfer.hpp"
#include "region/interval.hpp"

namespace weft::mpiio {

/// Values in external32. In the file they are a stream of bytes, one value behind the other.
class ExternalValues {
public:
    ExternalValues() = default;
    ExternalValues(const ExternalValues&) = delete;
    ExternalValues& operator=(const ExternalValues&) = delete;

    /// Returns the errors of mpi::external32_fields().
    Status open(Direction direction, const Buffer& memory);

    /// The elements for the engine, which converts the values while it moves them; null if they
    /// have several types.
    [[nodiscard]] std::shared_ptr<const engine::Elements> elements() const;

    /// For puts, makes the bytes `part` of the stream; for gets, takes them. Parts must come in
    /// order.
    void convert(region::Interval part, std::byte* bytes);
    /// False once a value did not fit its new type, and was replaced.
    [[nodiscard]] bool all_in_range() const { return mover_->all_in_range(); }

    /// The length in memory of the values in the first `bytes` of the stream.
    [[nodiscard]] std::int64_t memory_bytes(std::int64_t bytes) const;

private:
    // A piece for each type: its places in the stream, as if that were a file.
    engine::Request request_;
    std::optional<engine::Mover> mover_;
};

}  // namespace weft::mpiio
