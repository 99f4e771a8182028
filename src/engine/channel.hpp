// SPDX-License-Identifier: BSD-3-Clause
// The engine's way to storage: counts and times each transfer, and reads zeros behind the end of
// the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/report.hpp"
#include "storage/file.hpp"

namespace weft::engine {

class Channel {
public:
    Channel(storage::File& file, Report& report) : file_(file), report_(report) {}

    /// Fills `bytes`; what lies behind the end of the file is zero.
    Status read(std::int64_t offset, std::span<std::byte> bytes);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset, std::int64_t length);

    [[nodiscard]] Report& report() { return report_; }

private:
    storage::File& file_;
    Report& report_;
};

}  // namespace weft::engine
