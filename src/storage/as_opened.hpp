// SPDX-License-Identifier: BSD-3-Clause
// A file as it was when it was opened: answers from what the open has returned.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "storage/forwarding_file.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Reads a file right after it was opened. size() and reads of the head and the tail are answered
/// from the open, if it has returned them; all other calls go to the file. Writes through this
/// object do not change those answers. After a short read all calls go to the file. The file must
/// outlive this object.
class AsOpened final : public ForwardingFile {
public:
    /// Takes head and tail out of `opened`, whose file may have been moved out.
    AsOpened(File& file, Opened& opened);

    [[nodiscard]] const std::optional<std::int64_t>& told_bytes() const { return bytes_; }
    /// The number of bytes of the head that the open has returned.
    [[nodiscard]] std::int64_t head_bytes() const { return std::ssize(head_); }
    /// Drops all answers, because the file has changed.
    void forget();

    Result<std::int64_t> size() override;
    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;

private:
    std::optional<std::int64_t> bytes_;
    std::vector<std::byte> head_;
    std::vector<std::byte> tail_;
};

}  // namespace weft::storage
