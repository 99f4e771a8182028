// SPDX-License-Identifier: BSD-3-Clause
// The engine's way to storage: counts and times each transfer, cuts writes into the calls that are
// fastest, and reads zeros behind the end of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "engine/plan/pace.hpp"
#include "engine/trace/report.hpp"
#include "engine/window/staging.hpp"
#include "storage/file.hpp"

namespace weft::engine {

class Channel {
public:
    Channel(storage::File& file, Report& report, Pace& pace, Staging& staging)
        : file_(file), report_(report), pace_(pace), staging_(staging) {}

    /// Fills `bytes`; what lies behind the end of the file is zero.
    Status read(std::int64_t offset, std::span<std::byte> bytes);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset, std::int64_t length);

    /// The one piece of memory for what is read and written; any use ends the one before. Throws
    /// std::bad_alloc.
    std::byte* staging(std::int64_t bytes) {
        if (!staging_.reserve(static_cast<std::size_t>(bytes))) throw std::bad_alloc();
        return staging_.data();
    }
    [[nodiscard]] Report& report() { return report_; }

private:
    Status write_once(std::int64_t offset, std::span<const std::byte> bytes);

    storage::File& file_;
    Report& report_;
    Pace& pace_;
    Staging& staging_;
};

}  // namespace weft::engine
