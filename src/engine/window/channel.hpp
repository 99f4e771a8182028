// SPDX-License-Identifier: BSD-3-Clause
// How the engine reaches storage. A channel counts and times each transfer, cuts writes into the
// calls that are fastest, posts them where it is better not to wait, and reads zeros behind the end
// of a file. A channel to a target moves whole units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "engine/plan/call_facts.hpp"
#include "engine/plan/pace.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"
#include "engine/window/staging.hpp"
#include "engine/window/target.hpp"
#include "storage/file.hpp"

namespace weft::engine {

class Channel {
public:
    Channel(storage::File& file, Report& report, Pace& pace, Staging& staging)
        : file_(&file), report_(report), pace_(pace), staging_(staging) {}
    /// `unit`: how many bytes a unit of the target has.
    Channel(Target& target, std::int64_t unit, Report& report, Pace& pace, Staging& staging)
        : target_(&target), unit_(unit), report_(report), pace_(pace), staging_(staging) {}

    [[nodiscard]] SpaceKind kind() const {
        if (target_ == nullptr) return {.unit = unit_};
        return {.is_file = false,
                .unit = unit_,
                .least_window = target_->window_bytes(),
                .only_owners_load = target_->only_owners_load(),
                .turn_bytes = target_->turn_bytes()};
    }

    /// The total length of the units that the request spans. For a put to a target it is equal to
    /// the request's length only if the request sets each of these units as a whole.
    [[nodiscard]] std::int64_t unit_bytes(const Request& request) const;

    /// How many bytes of a unit of a target a put can set.
    [[nodiscard]] std::int64_t bytes_within(const region::Interval& unit) const {
        return target_->bytes_within(unit);
    }
    /// Whether the ranks together put as many bytes as can be set in the units that they touch. If
    /// no byte is put twice, they set each of these units as a whole.
    [[nodiscard]] bool are_whole_units(const CallTotals& all) const;

    /// Called before a call of the engine: sets whether storage may take its writes as late as at
    /// settle(). It may not if the writer holds a lock until storage has them.
    void let_post(bool may) { posts_ = may && posts_writes(pace_.cost); }
    /// Called before a call of the engine, with the approximate bytes of units that this rank will
    /// load.
    void will_load(std::int64_t bytes) { call_bytes_ = bytes; }
    /// Called before a get from a target (Target::will_load).
    void will_load(std::vector<std::int64_t> units) { target_->will_load(std::move(units)); }
    /// The cost model, which is the same on all ranks.
    [[nodiscard]] const CostModel& cost() const { return pace_.cost; }
    /// Whether storage prefers shapes to single runs.
    [[nodiscard]] bool prefers_shapes() const { return pace_.cost.prefers_shapes; }

    // These functions are for a file.

    /// Fills `bytes`; what lies behind the end of the file is zero.
    Status read(std::int64_t offset, std::span<std::byte> bytes);
    /// Fills the part of `bytes` that lies before the end of the file, and returns its length.
    Result<std::int64_t> read_to_end(std::int64_t offset, std::span<std::byte> bytes);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    /// Tells storage that the engine will read this range soon.
    void will_read(std::int64_t offset, std::int64_t length) { file_->will_read(offset, length); }
    /// These are like the functions of storage::File. They move bytes of the shape's stream, from
    /// position `from` on.
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed);
    Status write_shape(const region::FileShape& shape, std::int64_t from,
                       std::span<const std::byte> packed);

    // These functions are for a target. They take at least one part.

    Status load(std::span<const UnitsToLoad> parts, const UnitReady& ready = {});
    Status store(std::span<const UnitsToStore> parts);

    /// Waits until storage has all that was written to a file. Returns the first failure of the
    /// writes that were under way. The engine calls it before the ranks agree on their outcome.
    Status settle();
    /// begin_apart() and end_apart() enclose a put of this rank alone to a target
    /// (Target::begin_apart).
    [[nodiscard]] bool begin_apart() { return target_->begin_apart(); }
    void end_apart() { target_->end_apart(); }
    /// Collective. Ends a turn of puts to targets: of those in the same place one does.
    static Status finish(std::span<Channel* const> channels, mpi::CommView comm);
    /// Settles at the end of a call that has failed, and tells nobody the outcome.
    void abandon() noexcept;
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset, std::int64_t length);

    /// The one piece of memory for bytes on their way. Each use ends the one before. Throws
    /// std::bad_alloc.
    std::byte* staging(std::int64_t bytes) {
        if (!staging_.reserve(static_cast<std::size_t>(bytes))) throw std::bad_alloc();
        return staging_.data();
    }
    [[nodiscard]] Report& report() { return report_; }

private:
    void count_read(std::int64_t bytes, double seconds);
    void count_write(std::int64_t bytes, double seconds);

    storage::File* file_ = nullptr;
    Target* target_ = nullptr;
    std::int64_t unit_ = 1;
    std::int64_t call_bytes_ = 0;
    Report& report_;
    Pace& pace_;
    Staging& staging_;
    bool posts_ = false;
    bool is_settled_ = true;  // no write can be under way
};

/// Whether loads from the channel's target wait for answers from afar, so that they are announced.
inline bool announces_units(const Channel& channel) {
    return !channel.kind().is_file && channel.cost().round_trip > 0;
}

}  // namespace weft::engine
