// SPDX-License-Identifier: BSD-3-Clause
// Locks of a remote file, and the settling of its size under them.
#include <exception>
#include <utility>

#include "remote/remote_file.hpp"

namespace weft::remote {
namespace {

/// Released by a frame without an answer: frames arrive in order, so the range is free for later
/// requests of this session, and the requests of others wait for it on the server.
class RemoteLock final : public storage::RangeLock {
public:
    RemoteLock(std::shared_ptr<Session> session, std::uint64_t lock)
        : session_(std::move(session)), lock_(lock) {}
    ~RemoteLock() override {
        if (lock_ == 0) return;
        try {
            // If the session is over, so is the lock.
            static_cast<void>(session_->post(FrameKind::unlock, encoded(Unlock{lock_})));
        } catch (const std::exception&) {
            // No memory for the frame: the lock ends with the session.
        }
    }

    /// The number of the lock; the caller must release the lock.
    std::uint64_t hand_over() { return std::exchange(lock_, 0); }

private:
    std::shared_ptr<Session> session_;
    std::uint64_t lock_;
};

}  // namespace

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::take(FrameKind kind, std::int64_t offset,
                                                             std::int64_t length) {
    const auto answered = ask(Code::efile, kind, encoded(OfRange{number_, offset, length}));
    if (!answered.ok()) return answered.status();
    return std::unique_ptr<storage::RangeLock>(
        std::make_unique<RemoteLock>(session_, answered.value().request));
}

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::lock(std::int64_t offset,
                                                             std::int64_t length) {
    return take(FrameKind::lock, offset, length);
}

Result<std::unique_ptr<storage::RangeLock>> RemoteFile::hold(std::int64_t offset,
                                                             std::int64_t length) {
    return take(FrameKind::hold, offset, length);
}

Result<bool> RemoteFile::is_locked(std::int64_t offset, std::int64_t length) {
    const auto locked =
        ask_number(Code::efile, FrameKind::is_locked, encoded(OfRange{number_, offset, length}));
    if (!locked.ok()) return locked.status();
    return locked.value() != 0;
}

Result<bool> RemoteFile::settle_size(storage::SizeSettling settling) {
    auto* const mine = dynamic_cast<RemoteLock*>(settling.mine.get());
    const bool goes_at_once = settling.mine == nullptr || mine != nullptr;
    if (!goes_at_once || !session_->knows(feature_settle_size))
        return storage::settle_size_by_calls(*this, std::move(settling));
    const auto last =
        ask_number(Code::ewrite, FrameKind::settle_size,
                   encoded(SettleSize{number_, mine == nullptr ? 0 : mine->hand_over(),
                                      settling.turn, settling.others, settling.size}));
    if (!last.ok()) return last.status();
    return last.value() != 0;
}

}  // namespace weft::remote
