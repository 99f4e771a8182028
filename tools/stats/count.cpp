// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/count.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <span>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "tools/shared/read_window.hpp"
#include "tools/shared/walk.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

struct CountedLane {
    std::size_t variable = 0;  // position in the list of ids
    types::External type{};
    std::int64_t begin = 0;
    std::int64_t bytes = 0;  // in a record, if it has records
    bool is_record = false;
    MissingValues missing;
};

/// In the order of the file.
std::vector<CountedLane> counted_lanes(const OpenedFile& opened, const std::vector<int>& ids) {
    std::vector<CountedLane> lanes;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const format::Variable& variable = opened.schema.variable(ids[i]);
        lanes.push_back({.variable = i,
                         .type = variable.type,
                         .begin = variable.begin,
                         .bytes = format::slab_bytes(opened.schema, variable).value(),
                         .is_record = opened.schema.is_record_variable(variable),
                         .missing = missing_values_of(variable)});
    }
    std::ranges::sort(lanes, [](const CountedLane& a, const CountedLane& b) {
        return a.is_record != b.is_record ? b.is_record : a.begin < b.begin;
    });
    return lanes;
}

/// The data of the variables, of which each reader takes the next part until none is left.
class Work {
public:
    Work(const std::vector<CountedLane>& lanes, std::int64_t record_count)
        : walk_(walk_over(lanes, record_count)) {}

    /// What is taken is what lies in `part` from now on.
    void begin(Part part) {
        next_ = part.from;
        end_ = part.to;
    }
    /// Calls `use` for the pieces of the next part, until it returns false. False when there is
    /// nothing left.
    template <class Use>
    bool take(Use&& use) {
        const std::int64_t from = next_.fetch_add(part_bytes);
        if (from >= end_) return false;
        walk_.visit(from, std::min(from + part_bytes, end_), use);
        return true;
    }
    /// Nobody takes any more.
    void stop() { next_ = end_; }

    [[nodiscard]] std::int64_t bytes() const { return walk_.bytes(); }
    void done(std::int64_t bytes) { done_ += bytes; }
    /// Bytes that were done since this was asked last.
    std::int64_t newly_done() { return done_.exchange(0); }

private:
    static constexpr std::int64_t part_bytes = std::int64_t{32} << 20;

    static Walk walk_over(const std::vector<CountedLane>& lanes, std::int64_t record_count) {
        std::vector<Lane> fixed;
        std::vector<Lane> in_record;
        for (const CountedLane& lane : lanes)
            (lane.is_record ? in_record : fixed).push_back({lane.bytes, 1});
        return {fixed, in_record, record_count};
    }

    const Walk walk_;
    std::int64_t end_ = 0;
    std::atomic<std::int64_t> next_ = 0;
    std::atomic<std::int64_t> done_ = 0;
};

/// One thread's hands: a file of its own, a buffer, tallies.
class Reader {
public:
    Reader(const OpenedFile& opened, const std::vector<CountedLane>& lanes)
        : opened_(opened), window_(*opened.file), lanes_(lanes), tallies_(lanes.size()) {}

    /// `report` is called now and then.
    template <class Report>
    Status run(Work& work, Report&& report) {
        Status status;
        const auto add_piece = [&](const WalkPiece& piece) {
            status = add(piece);
            work.done(piece.bytes);
            report();
            return status.ok();
        };
        while (status.ok() && work.take(add_piece)) continue;
        if (!status.ok()) work.stop();
        return status;
    }
    [[nodiscard]] const std::vector<ValueTally>& tallies() const { return tallies_; }

private:
    /// The blocks that begin in the piece.
    Status add(const WalkPiece& piece) {
        const CountedLane& lane = lanes_[piece.lane];
        const std::int64_t place = lane.begin + piece.record * opened_.record_bytes;
        for (std::int64_t at = round_up(piece.offset, block_bytes); at < piece.offset + piece.bytes;
             at += block_bytes) {
            const std::int64_t bytes = std::min(block_bytes, lane.bytes - at);
            const auto read = window_.at(place + at, bytes);
            if (!read.ok()) return read.status();
            add_values(lane.type, read.value(), lane.missing, tallies_[lane.variable]);
        }
        return {};
    }

    const OpenedFile& opened_;
    ReadWindow window_;
    const std::vector<CountedLane>& lanes_;
    std::vector<ValueTally> tallies_;
};

/// This rank's part of the work, by a thread for each reader; this thread is one of them, and the
/// only one that shows how far they are.
Status run_readers(std::vector<Reader>& readers, Work& work, Progress& progress) {
    std::vector<std::future<Status>> others;
    for (std::size_t i = 1; i < readers.size(); ++i) {
        others.push_back(std::async(
            std::launch::async, [&reader = readers[i], &work] { return reader.run(work, [] {}); }));
    }
    Status status = readers[0].run(work, [&] { progress.advance(work.newly_done()); });
    for (std::future<Status>& other : others) {
        const Status theirs = other.get();
        if (status.ok()) status = theirs;
    }
    return status;
}

/// Tallies of several readers, or ranks, of the variables `ids`, one behind the other.
std::vector<ValueTally> merged(const OpenedFile& opened, const std::vector<int>& ids,
                               std::span<const ValueTally> all) {
    std::vector<ValueTally> sums(ids.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t at = i % ids.size();
        add_tally(opened.schema.variable(ids[at]).type, all[i], sums[at]);
    }
    return sums;
}

}  // namespace

Result<std::vector<ValueTally>> count_values(const Team& team,
                                             const std::vector<OpenedFile>& handles,
                                             const std::vector<int>& ids, ProgressMode mode) {
    const OpenedFile& opened = handles.front();
    const std::vector<CountedLane> lanes = counted_lanes(opened, ids);
    Work work(lanes, opened.schema.record_count);
    const Part part = part_of(team, work.bytes());
    work.begin(part);
    std::vector<Reader> readers;
    for (const OpenedFile& handle : handles) readers.emplace_back(handle, lanes);
    Progress progress(mode, "counting", part.to - part.from, team);
    const Status status = team.agree(run_readers(readers, work, progress));
    if (!status.ok()) return status;

    std::vector<ValueTally> mine;
    for (const Reader& reader : readers)
        mine.insert(mine.end(), reader.tallies().begin(), reader.tallies().end());
    mine = merged(opened, ids, mine);
    const std::vector<std::byte> gathered = team.gather(std::as_bytes(std::span(mine)));
    std::vector<ValueTally> all(gathered.size() / sizeof(ValueTally));
    std::memcpy(all.data(), gathered.data(), gathered.size());
    return team.is_first() ? merged(opened, ids, all) : std::vector<ValueTally>();
}

}  // namespace weft::tools
