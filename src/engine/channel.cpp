// SPDX-License-Identifier: BSD-3-Clause
#include "engine/channel.hpp"

#include <algorithm>

namespace weft::engine {

Status Channel::read(std::int64_t offset, std::span<std::byte> bytes) {
    const PhaseTimer timer(report_, Phase::storage);
    Result<std::int64_t> got = file_.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
    ++report_.read_calls;
    report_.read_bytes += got.value();
    return {};
}

Status Channel::write(std::int64_t offset, std::span<const std::byte> bytes) {
    const PhaseTimer timer(report_, Phase::storage);
    ++report_.write_calls;
    report_.written_bytes += static_cast<std::int64_t>(bytes.size());
    return file_.write_at(offset, bytes);
}

Result<std::unique_ptr<storage::RangeLock>> Channel::lock(std::int64_t offset,
                                                          std::int64_t length) {
    const PhaseTimer timer(report_, Phase::storage);
    ++report_.locks;
    return file_.lock(offset, length);
}

}  // namespace weft::engine
