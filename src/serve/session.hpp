// SPDX-License-Identifier: BSD-3-Clause
// The server's end of a session: requests, in the order of their numbers, become calls of a store
// and its files. Connections and threads are behind an interface, so that tests and fuzzers need
// none.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "region/file_shape.hpp"
#include "remote/messages.hpp"
#include "storage/store.hpp"

namespace weft::serve {

class Outside {
public:
    virtual ~Outside() = default;
    /// Queues a frame for the client; waits while too much is under way. Returns false if the
    /// session ends.
    virtual bool send(remote::FrameKind kind, remote::Body body) = 0;
    using BackgroundWork = std::function<std::function<void()>()>;
    /// Runs `work`, which may wait for long, in the background, and then the function that it
    /// returns in the thread of the session. Fails if there is no thread; then `work` does not run.
    virtual Status in_background(BackgroundWork work) = 0;
};

/// The most that one session may have at a time.
struct SessionLimits {
    std::size_t files = 4096;
    std::size_t locks = 65536;
    std::size_t waits = 64;
    std::int64_t end_bytes = 256 << 10;  // of the head and of the tail in the answer to an open
    /// The most bytes of a read in one frame: while one crosses the link, the next is read.
    std::int64_t data_bytes = 256 << 10;
};

class Session {
public:
    /// Both arguments outlive the session.
    Session(storage::Store& store, Outside& outside, SessionLimits limits = {})
        : store_(store), outside_(outside), limits_(limits), shapes_(remote::shape_slots) {}

    /// Carries a request out, and answers it, even if it fails. A failure of this function means
    /// that the request breaks the protocol, and the session must end.
    Status handle(const remote::Frame& request);
    /// Reports stored writes to the client, unless all are reported.
    void tell_written();
    /// Releases all locks, so that no other client waits for them.
    void let_go() { locks_.clear(); }
    /// The bytes of stored writes that are not yet reported.
    [[nodiscard]] std::size_t untold_bytes() const { return untold_bytes_; }
    [[nodiscard]] std::size_t open_files() const { return files_.size(); }
    [[nodiscard]] std::size_t waits() const { return waits_; }

private:
    struct ServedFile {
        std::shared_ptr<storage::File> file;
        bool is_waiting = false;  // background work uses the file
    };
    struct ShapeSlot {
        bool is_taken = false;
        region::FileShape shape;
    };
    struct Held {
        std::unique_ptr<storage::RangeLock> lock;
        remote::OfRange range;
    };
    using Handler = Status (Session::*)(const remote::Frame& request);
    static Handler handler_of(remote::FrameKind kind);

    Status on_open(const remote::Frame& request);
    Status on_close(const remote::Frame& request);
    Status on_read(const remote::Frame& request);
    Status on_write(const remote::Frame& request);
    Status on_shape(const remote::Frame& request);
    Status on_read_shape(const remote::Frame& request);
    Status on_write_shape(const remote::Frame& request);
    Status on_file(const remote::Frame& request);
    Status on_range(const remote::Frame& request);
    Status on_number(const remote::Frame& request);
    Status on_renew(const remote::Frame& request);
    Status on_checksum(const remote::Frame& request);
    Status on_lock(const remote::Frame& request);
    Status on_unlock(const remote::Frame& request);
    Status on_settle_size(const remote::Frame& request);
    Status on_path(const remote::Frame& request);
    Status on_rename(const remote::Frame& request);

    /// Carries `work` out on the file in the background; requests about other files go on. `work`
    /// returns the function that answers the request.
    using FileWork = std::function<std::function<void()>(storage::File& file)>;
    void do_in_background(std::uint64_t request, std::uint32_t file, FileWork work);

    Result<storage::File*> file_of(std::uint32_t number);
    Result<region::FileShape> shape_at(std::uint32_t slot, std::int64_t base, std::int64_t from,
                                       std::int64_t length);
    void answer(std::uint64_t request, const Status& status, const remote::Body& value = {});
    void answer_number(std::uint64_t request, const Result<std::int64_t>& number);
    void note_write(std::uint64_t request, std::uint32_t file, const Status& status,
                    std::size_t bytes);
    Result<remote::Body> opened_value(const storage::Intent& intent, storage::Opened& opened);

    storage::Store& store_;
    Outside& outside_;
    SessionLimits limits_;
    std::map<std::uint32_t, ServedFile> files_;
    std::map<std::uint64_t, Held> locks_;
    std::vector<ShapeSlot> shapes_;
    std::size_t waits_ = 0;
    std::uint64_t written_ = 0;
    std::size_t untold_bytes_ = 0;
    bool has_untold_ = false;
    std::vector<std::byte> buffer_;
};

}  // namespace weft::serve
