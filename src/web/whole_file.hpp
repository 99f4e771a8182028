// SPDX-License-Identifier: BSD-3-Clause
// A file whose server gives no parts of it, downloaded as a whole to a temporary file that has no
// name.
#pragma once

#include <memory>
#include <utility>

#include "storage/read_only_file.hpp"
#include "web/place.hpp"

namespace weft::web {

class WholeFile final : public storage::ReadOnlyFile {
public:
    /// Downloads the file. `place` gets its version.
    static Result<std::unique_ptr<storage::File>> download(Place& place);

    WholeFile(std::unique_ptr<storage::File> bytes, std::uint64_t identity);

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        return bytes_->read_at(offset, bytes);
    }
    Result<std::int64_t> size() override { return bytes_->size(); }
    Result<std::uint64_t> identity() override { return identity_; }
    Status close() override { return bytes_->close(); }

private:
    std::unique_ptr<storage::File> bytes_;
    std::uint64_t identity_;
};

}  // namespace weft::web
