// SPDX-License-Identifier: BSD-3-Clause
// Base of files that wrap no other file: the usual ways to serve calls by simpler ones.
#pragma once

#include <utility>

#include "storage/range_checksum.hpp"
#include "storage/shape_runs.hpp"

namespace weft::storage {

class LeafFile : public File {
public:
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override {
        return write_at(offset, bytes);
    }
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override {
        return write_runs(*this, shape, from, packed);
    }
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override {
        return read_runs(*this, shape, from, packed);
    }
    Status settle() override { return {}; }
    Result<Checksum> checksum(std::int64_t offset, std::int64_t length) override {
        return checksum_by_reading(*this, offset, length);
    }
    void will_read(std::int64_t, std::int64_t) override {}

    Result<std::uint64_t> identity() override { return std::uint64_t{0}; }
    Result<Striping> stripe(const StripingWish&) override { return Striping{}; }
    Status reserve(std::int64_t, std::int64_t) override { return {}; }

    Result<std::int64_t> insertion_block() override { return std::int64_t{0}; }
    Status insert_room(std::int64_t, std::int64_t) override { return no_such_call(); }
    Status remove_room(std::int64_t, std::int64_t) override { return no_such_call(); }
    Result<Extent> hole_behind(std::int64_t) override { return no_such_call(); }

    Result<bool> settle_size(SizeSettling settling) override {
        return settle_size_by_calls(*this, std::move(settling));
    }

    void start_writing(std::int64_t, std::int64_t) override {}
    Status finish_writing(std::int64_t, std::int64_t) override { return {}; }
    Status renew(double) override { return {}; }

private:
    static Status no_such_call() {
        return {Code::enotsupport, "the file system cannot move bytes without copying them"};
    }
};

}  // namespace weft::storage
