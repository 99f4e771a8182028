// SPDX-License-Identifier: BSD-3-Clause
// Values in the program's memory whose file holds them in external32: how they change on their way.
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

/// To the file they are a stream of bytes, one value behind the other.
class ExternalValues {
public:
    ExternalValues() = default;
    ExternalValues(const ExternalValues&) = delete;
    ExternalValues& operator=(const ExternalValues&) = delete;

    /// Errors: as mpi::external32_fields().
    Status open(Direction direction, const Memory& memory);

    /// Null unless all are of one type: then the engine can convert them as it moves them.
    [[nodiscard]] std::shared_ptr<const engine::Elements> elements() const;

    /// Puts make the bytes `part` of the stream; gets take them, one part behind the other.
    void convert(region::Interval part, std::byte* bytes);
    /// False once a value did not fit its type on the other side, where there is another then.
    [[nodiscard]] bool all_in_range() const { return mover_->all_in_range(); }

    /// How long the values are in memory that the stream's first `bytes` hold.
    [[nodiscard]] std::int64_t memory_bytes(std::int64_t bytes) const;

private:
    // Those of each type: where they lie in the stream, as if that were a file.
    engine::Request request_;
    std::optional<engine::Mover> mover_;
};

}  // namespace weft::mpiio
