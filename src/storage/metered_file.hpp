// SPDX-License-Identifier: BSD-3-Clause
// A file whose writes are reported to the meter of its storage target.
#pragma once

#include <memory>
#include <utility>

#include "region/interval.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/target_meter.hpp"

namespace weft::storage {

class MeteredFile final : public ForwardingFile {
public:
    /// How many bytes are reported to the meter at a time.
    static constexpr std::int64_t usual_window_bytes = 1 << 20;

    /// `follower`: another handle of the same file, for the meter. `meter`: that of the file's
    /// target; outlives the file.
    MeteredFile(std::unique_ptr<File> inner, std::shared_ptr<File> follower, TargetMeter& meter,
                std::int64_t window_bytes = usual_window_bytes)
        : ForwardingFile(std::move(inner)),
          follower_(std::move(follower)),
          meter_(meter),
          window_bytes_(window_bytes) {}

    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override;

private:
    Status note(Status written, region::Interval range, std::int64_t bytes);

    std::shared_ptr<File> follower_;
    TargetMeter& meter_;
    const std::int64_t window_bytes_;
    region::Interval window_;  // the range of the bytes
    std::int64_t bytes_ = 0;   // written since the last report
};

}  // namespace weft::storage
