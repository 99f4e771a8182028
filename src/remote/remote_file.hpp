// SPDX-License-Identifier: BSD-3-Clause
// An open file on the server of a session.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "remote/client_session.hpp"
#include "storage/file.hpp"

namespace weft::remote {

class RemoteFile final : public storage::File {
public:
    /// `name`: as the program gave it.
    RemoteFile(std::shared_ptr<ClientSession> session, std::string name, std::uint32_t number,
               std::uint64_t identity);
    ~RemoteFile() override;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override;
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override;
    Status settle() override;
    Result<storage::Checksum> checksum(std::int64_t offset, std::int64_t length) override;
    void will_read(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> size() override;
    Result<std::uint64_t> identity() override { return identity_; }
    Status resize(std::int64_t bytes) override;
    /// The server lays the file out as its folder says.
    Result<storage::Striping> stripe(const storage::StripingWish& /*wish*/) override {
        return storage::Striping{};
    }
    Status reserve(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> insertion_block() override;
    Status insert_room(std::int64_t offset, std::int64_t length) override;
    Status remove_room(std::int64_t offset, std::int64_t length) override;
    Result<storage::Extent> hole_behind(std::int64_t offset) override;
    void start_writing(std::int64_t offset, std::int64_t length) override;
    /// The protocol has no request for it.
    Status finish_writing(std::int64_t, std::int64_t) override { return {}; }
    Status sync() override;
    Status renew(double stale_seconds) override;
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset,
                                                     std::int64_t length) override;
    Result<std::unique_ptr<storage::RangeLock>> hold(std::int64_t offset,
                                                     std::int64_t length) override;
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override;
    Result<bool> settle_size(storage::SizeSettling settling) override;
    Status close() override;

private:
    /// A part of a shape that is read ahead, because the parts before it were read.
    struct Ahead {
        std::uint64_t request = 0;
        Body slot_and_base;
        std::int64_t from = 0;
        std::vector<std::byte> packed;
    };

    /// `status`, of a call that fails with the code `failure`, as a sentence about this file.
    [[nodiscard]] Status told(Code failure, const Status& status) const;
    [[nodiscard]] Status closed(Code failure) const;
    /// Makes a call that changes the file or asks for its state: drops the bytes that were read
    /// ahead.
    Result<Answered> ask(Code failure, FrameKind kind, Body body, std::span<std::byte> into = {});
    Result<std::int64_t> ask_number(Code failure, FrameKind kind, Body body);
    Status post_write(FrameKind kind, Body body);
    Result<std::unique_ptr<storage::RangeLock>> take(FrameKind kind, std::int64_t offset,
                                                     std::int64_t length);
    void read_on(std::uint32_t slot, const region::FileShape& shape, std::int64_t from,
                 std::int64_t part);
    Status finish_ahead(std::span<std::byte> packed);
    void forget_ahead();

    std::shared_ptr<ClientSession> session_;
    std::string name_;
    std::uint32_t number_;
    std::uint64_t identity_;
    std::uint64_t last_write_ = 0;  // its request
    bool is_closed_ = false;
    std::deque<Ahead> ahead_;
    std::int64_t ahead_bytes_ = 0;
};

}  // namespace weft::remote
