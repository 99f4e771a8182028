// SPDX-License-Identifier: BSD-3-Clause
// The engine's way to storage: counts and times each transfer, cuts writes into the calls that are
// fastest, leaves them to storage that is better not waited for, and reads zeros behind the end of
// the file. Or the way to a target, by whole units alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "engine/plan/pace.hpp"
#include "engine/plan/prospect.hpp"
#include "engine/trace/report.hpp"
#include "engine/window/staging.hpp"
#include "engine/window/target.hpp"
#include "storage/file.hpp"

namespace weft::engine {

class Channel {
public:
    Channel(storage::File& file, Report& report, Pace& pace, Staging& staging)
        : file_(&file), report_(report), pace_(pace), staging_(staging) {}
    /// `unit`: of the target's space, in bytes.
    Channel(Target& target, std::int64_t unit, Report& report, Pace& pace, Staging& staging)
        : target_(&target), unit_(unit), report_(report), pace_(pace), staging_(staging) {}

    [[nodiscard]] SpaceKind kind() const { return {.is_file = target_ == nullptr, .unit = unit_}; }

    /// Before a call of the engine: whether its writes may be stored as late as at settle(). Not
    /// where they are stored under locks, which must not be released before.
    void let_post(bool may) { posts_ = may && posts_writes(pace_.cost); }
    /// The same on all ranks.
    [[nodiscard]] const CostModel& cost() const { return pace_.cost; }
    /// Whether storage rather takes shapes than their runs.
    [[nodiscard]] bool prefers_shapes() const { return pace_.cost.prefers_shapes; }

    // To a file.

    /// Fills `bytes`; what lies behind the end of the file is zero.
    Status read(std::int64_t offset, std::span<std::byte> bytes);
    /// How much of `bytes` lies before the end of the file; the rest is left alone.
    Result<std::int64_t> read_to_end(std::int64_t offset, std::span<std::byte> bytes);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    /// The same, of bytes that have not been touched lately, such as a program's array: they are
    /// brought into the core's cache before the file's lock is taken. The kernel, which copies
    /// under the lock, fetches them page by page; a loop of loads fetches ahead. So one rank writes
    /// faster, and several do not wait for each other's memory.
    Status write_untouched(std::int64_t offset, std::span<const std::byte> bytes);
    /// Advice: this range will be read soon.
    void will_read(std::int64_t offset, std::int64_t length) { file_->will_read(offset, length); }
    /// As the functions of storage::File: bytes from `from` on of the shape's stream.
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed);
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed);

    // To a target: whole units.

    Status load(const region::Interval& part, std::span<std::byte> bytes);
    Status store(const region::Interval& part, std::span<const std::byte> bytes);

    /// Returns when all that was written to a file is stored; the first failure of what was still
    /// under way. Before the ranks agree how their call went.
    Status settle();
    /// Collective where there is a target, and at the end of a put: its end. Else settles.
    Status finish(Direction direction, mpi::CommView comm);
    /// The same as settle() at the end of a call that has failed: nobody is told how it went.
    void abandon() noexcept;
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset, std::int64_t length);

    /// The one piece of memory for what is read and written; any use ends the one before. Throws
    /// std::bad_alloc.
    std::byte* staging(std::int64_t bytes) {
        if (!staging_.reserve(static_cast<std::size_t>(bytes))) throw std::bad_alloc();
        return staging_.data();
    }
    [[nodiscard]] Report& report() { return report_; }

private:
    Status write_once(std::int64_t offset, std::span<const std::byte> bytes);
    void count_read(std::int64_t bytes, double seconds);
    void count_write(std::int64_t bytes, double seconds);

    storage::File* file_ = nullptr;
    Target* target_ = nullptr;
    std::int64_t unit_ = 1;
    Report& report_;
    Pace& pace_;
    Staging& staging_;
    bool posts_ = false;
    bool is_settled_ = true;  // nothing can be under way
};

}  // namespace weft::engine
