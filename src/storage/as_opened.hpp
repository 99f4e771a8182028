// SPDX-License-Identifier: BSD-3-Clause
// A file as it was when it was opened: what its store has told with the opening is not asked again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "storage/forwarding_file.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// For looking at a file right after it was opened. Where its size was told, size() says that, and
/// reads of its head and tail are answered from what was told; all else is the file's, and what is
/// written through this is not seen. Who reads less than the size allows for meets the file as it
/// is from then on. The file must outlive it.
class AsOpened final : public ForwardingFile {
public:
    /// Takes head and tail out of `opened`, whose file need not be there any more.
    AsOpened(File& file, Opened& opened);

    [[nodiscard]] const std::optional<std::int64_t>& told_bytes() const { return bytes_; }
    /// How much of its head was told.
    [[nodiscard]] std::int64_t head_bytes() const { return std::ssize(head_); }
    /// The file has changed.
    void forget();

    Result<std::int64_t> size() override;
    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;

private:
    std::optional<std::int64_t> bytes_;
    std::vector<std::byte> head_;
    std::vector<std::byte> tail_;
};

}  // namespace weft::storage
