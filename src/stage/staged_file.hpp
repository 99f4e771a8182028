// SPDX-License-Identifier: BSD-3-Clause
// A file whose writes go into a log of this node, from which a thread moves them into the file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "region/interval.hpp"
#include "stage/log.hpp"
#include "storage/forwarding_file.hpp"

namespace weft::stage {

/// What one handle has staged, and how long it has waited.
struct StageCounts {
    std::int64_t staged_bytes = 0;
    std::int64_t records = 0;
    std::int64_t passed_bytes = 0;   // that went straight to the file,
    std::int64_t refused_bytes = 0;  // of these, those that the log could not take
    double full_seconds = 0;         // until the ring had room
    double read_seconds = 0;         // until the file had what a read wants
    double drain_seconds = 0;        // until the file had everything: at sync, close and the like

    void add(const StageCounts& more) {
        staged_bytes += more.staged_bytes;
        records += more.records;
        passed_bytes += more.passed_bytes;
        refused_bytes += more.refused_bytes;
        full_seconds += more.full_seconds;
        read_seconds += more.read_seconds;
        drain_seconds += more.drain_seconds;
    }
};

/// Forwards everything until stage_in(). From then on write_at(), write_soon() and write_shape()
/// return when their bytes are in the log, and settle() returns at once; a read waits until the
/// file has the records that touch it; everything else waits until the file has all of the node's
/// records (but mark(), hold() and is_locked(), which do not look at bytes). A failure of the drain
/// is reported by what waits for it; nothing is dropped, and the next that waits has it try again.
class StagedFile final : public storage::ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;
    ~StagedFile() override;

    /// `number`: of the file in the log, which this process may also use for others. `detaches`:
    /// close() leaves what is in the log to others, and so does the final size.
    void stage_in(std::shared_ptr<Log> log, std::uint32_t number, bool detaches);
    [[nodiscard]] bool is_staged() const { return log_ != nullptr; }
    /// Makes writes go straight to the file, each after all records of the log; or ends that.
    void pass(bool passes) { passes_ = passes; }

    /// Waits until the file has everything that this node has staged. Reports each failure of the
    /// drain once to each handle, also where the drain has succeeded since.
    Status drain();

    [[nodiscard]] const StageCounts& counts() const { return counts_; }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed) override;
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override;
    Status settle() override;
    Result<std::uint64_t> identity() override { return inner().identity(); }
    Status sync() override;
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset,
                                                     std::int64_t length) override;
    Result<std::unique_ptr<storage::RangeLock>> mark(std::int64_t offset,
                                                     std::int64_t length) override {
        return inner().mark(offset, length);
    }
    Result<std::unique_ptr<storage::RangeLock>> hold(std::int64_t offset,
                                                     std::int64_t length) override {
        return inner().hold(offset, length);
    }
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override {
        return inner().is_locked(offset, length);
    }
    Result<bool> settle_size(storage::SizeSettling settling) override;
    Status close() override;

private:
    Result<storage::File*> reach() override;
    storage::File* at_hand() override;
    Status await_all();
    Status await_range(const region::Interval& range);
    Status append(const Content& content);
    Status stage_run(std::int64_t offset, std::span<const std::byte> bytes);
    Status write_behind_all(std::int64_t offset, std::span<const std::byte> bytes);

    std::shared_ptr<Log> log_;  // locks that outlive the file share it, too
    std::uint32_t number_ = 0;
    bool detaches_ = false;
    bool passes_ = false;
    bool is_closed_ = false;
    std::uint32_t failures_told_ = 0;
    StageCounts counts_;
};

}  // namespace weft::stage
