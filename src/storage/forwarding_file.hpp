// SPDX-License-Identifier: BSD-3-Clause
// A file that wraps another one, and forwards all calls that a derived class does not change.
#pragma once

#include <utility>

#include "storage/file.hpp"

namespace weft::storage {

class ForwardingFile : public File {
public:
    explicit ForwardingFile(std::unique_ptr<File> inner)
        : owned_(std::move(inner)), inner_(owned_.get()) {}
    /// `inner` must outlive this.
    explicit ForwardingFile(File& inner) : inner_(&inner) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override;
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override;
    Status settle() override;
    Result<Checksum> checksum(std::int64_t offset, std::int64_t length) override;
    void will_read(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> size() override;
    Result<std::uint64_t> identity() override;
    Status resize(std::int64_t bytes) override;
    Result<Striping> stripe(const StripingWish& wish) override;
    Status reserve(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> insertion_block() override;
    Status insert_room(std::int64_t offset, std::int64_t length) override;
    Status remove_room(std::int64_t offset, std::int64_t length) override;
    Result<Extent> hole_behind(std::int64_t offset) override;
    void start_writing(std::int64_t offset, std::int64_t length) override;
    Status finish_writing(std::int64_t offset, std::int64_t length) override;
    Status sync() override;
    Status renew(double stale_seconds) override;
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override;
    Result<std::unique_ptr<RangeLock>> mark(std::int64_t offset, std::int64_t length) override;
    Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) override;
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override;
    Result<bool> settle_size(SizeSettling settling) override;
    Status close() override;

protected:
    /// The inner file, once it is ready for a call. A failure becomes that of the call.
    virtual Result<File*> reach() { return inner_; }
    /// The same for advice, which must not wait: null if the file is not ready.
    virtual File* at_hand() { return inner_; }

    File& inner() { return *inner_; }
    void stand_for(std::unique_ptr<File> inner) {
        owned_ = std::move(inner);
        inner_ = owned_.get();
    }

private:
    template <class Use>
    auto hand_on(Use use) -> decltype(use(std::declval<File&>()));

    std::unique_ptr<File> owned_;
    File* inner_;
};

}  // namespace weft::storage
