// SPDX-License-Identifier: BSD-3-Clause
// A file that stands for another one and sees every byte on its way, in whatever kind of call.
#pragma once

#include "storage/forwarding_file.hpp"

namespace weft::storage {

/// All transfers go through read_at() and write_at(), which are for the derived class to say.
class InterceptingFile : public ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override = 0;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override = 0;
};

}  // namespace weft::storage
