// SPDX-License-Identifier: BSD-3-Clause
// A file that wraps another one and sees every byte, in whatever call.
#pragma once

#include "storage/forwarding_file.hpp"
#include "storage/range_checksum.hpp"
#include "storage/shape_runs.hpp"

namespace weft::storage {

/// All transfers go through read_at() and write_at() of the derived class, also those of calls that
/// move several runs.
class InterceptingFile : public ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override = 0;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override = 0;

    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) final {
        return write_at(offset, bytes);
    }
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) final {
        return write_runs(*this, shape, from, packed);
    }
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) final {
        return read_runs(*this, shape, from, packed);
    }
    Result<Checksum> checksum(std::int64_t offset, std::int64_t length) final {
        return checksum_by_reading(*this, offset, length);
    }
    Result<bool> settle_size(SizeSettling settling) final {
        return settle_size_by_calls(*this, std::move(settling));
    }
};

}  // namespace weft::storage
