// SPDX-License-Identifier: BSD-3-Clause
// Two-phase I/O between the ranks of one node: the exchange phase is a store into the window's
// place in shared memory, so that a byte is touched twice, by its owner and by the kernel. The
// protocol is that of shm::WindowArena.
//
// Targets have windows at other times than files, and puts to them go in turns: a call of the arena
// for each, behind which all finish what they have stored. Whichever rank writes a window stores
// its units.
#include <algorithm>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/methods/windowed_file.hpp"
#include "engine/shm/window_arena.hpp"
#include "engine/window/window_list.hpp"
#include "mpi/agreed.hpp"

namespace weft::engine {
namespace {

bool is_file(const FileCall& call) {
    return call.context.channel.kind().is_file;
}

class SharedWindows {
public:
    /// `windows`: of all files.
    SharedWindows(std::span<const FileCall> files, const WindowList& windows,
                  shm::WindowArena& arena, mpi::CommView comm)
        : is_put_(files.front().request.direction == Direction::put),
          report_(files.front().context.channel.report()),
          arena_(arena),
          comm_(comm),
          writers_(writers_of(files)),
          fills_first_(files.size() > 1 || !is_file(files.front())),
          windows_(windows),
          all_mine_(windows.of_rank(comm.rank())) {
        for (const FileCall& file : files) {
            parts_.emplace_back(file);
            reads_ = reads_ || !is_put_ || file.plan.rewrites;
        }
    }

    /// Moves the windows from number `first` on, which are those of a call that the arena has
    /// begun. For the arena they are 0, 1, 2, ...; so they are from here on.
    Outcome run(std::uint32_t first, std::uint32_t count) {
        first_ = first;
        count_ = count;
        mine_.clear();
        for (const std::uint32_t n : all_mine_)
            if (n >= first && n - first < count) mine_.push_back(n - first);
        touched_.clear();
        next_ = 0;
        while (next_ < mine_.size() && alive_) {
            if (is_put_) {
                deposit(mine_[next_]);
            } else {
                withdraw(mine_[next_]);
            }
        }
        return {end(), std::ranges::all_of(parts_, &WindowedFile::all_in_range)};
    }

    /// Whether no rank has died.
    [[nodiscard]] bool alive() const { return alive_; }

private:
    /// The kernel lets one in per file, so that several may be written at the same time, unless a
    /// hint says how many.
    static std::uint32_t writers_of(std::span<const FileCall> files) {
        const FileCall& first = files.front();
        int writers = first.plan.writers;
        if (first.context.options.aggregators == 0) {
            for (const FileCall& file : files.subspan(1)) writers += file.plan.writers;
            writers = std::min(writers, std::max(first.plan.writers, first.context.cost.cores));
        }
        return static_cast<std::uint32_t>(writers);
    }

    WindowedFile& part_of(std::uint32_t n) {
        return parts_.size() == 1 ? parts_.front() : parts_[windows_.file(first_ + n)];
    }
    [[nodiscard]] region::Interval interval_of(std::uint32_t n) const {
        return windows_.bytes(first_ + n);
    }
    [[nodiscard]] region::Interval touched_part(std::uint32_t n) const {
        return windows_.touched(first_ + n);
    }
    [[nodiscard]] std::uint32_t participants(std::uint32_t n) const {
        return windows_.participants(first_ + n);
    }

    /// The part of a window that is marked: from the first word of marks to the last that can be
    /// used.
    region::Interval marked_part(std::uint32_t n) {
        const std::int64_t begin = interval_of(n).begin;
        const std::int64_t word = Coverage::word_bytes(part_of(n).grain());
        const region::Interval touched = touched_part(n);
        return {touched.begin - (touched.begin - begin) % word, touched.end};
    }

    std::span<std::atomic<std::uint64_t>> marks_of(std::uint32_t n, const region::Interval& part) {
        const std::int64_t skipped = part.begin - interval_of(n).begin;
        return arena_.marks(n).subspan(
            static_cast<std::size_t>(skipped / Coverage::word_bytes(part_of(n).grain())));
    }

    /// A put's part of a window goes to its place; then the window may be complete.
    void deposit(std::uint32_t n) {
        const region::Interval window = interval_of(n);
        WindowedFile& part = part_of(n);
        const WindowedFile::Shares& shares = part.shares_of(window);
        if (!await_turn(n)) return;
        if (part.rewrites() && !shares.empty() && !await_content(n)) return;
        part.move(shares, image_of(n, window));
        if (!part.rewrites()) mark(n, shares);
        ++next_;  // before others can set the slot's state back
        if (!arena_.arrive(n, participants(n))) return;
        if (fills_first_) {
            arena_.call_helper();
        } else {
            write_full();
        }
    }

    bool await_turn(std::uint32_t n) {
        const PhaseTimer timer(report_, Phase::wait);
        if (!arena_.await_turn(n, [this] { help(); })) alive_ = false;
        return alive_;
    }

    void mark(std::uint32_t n, const WindowedFile::Shares& shares) {
        if (shares.empty()) return;
        const PhaseTimer timer(report_, Phase::convert);
        const region::Interval part = marked_part(n);
        coverage_.reset(part.begin, part.end, part_of(n).grain());
        part_of(n).mark(shares, coverage_);
        coverage_.add_to(marks_of(n, part));
    }

    /// The work of a rank that would otherwise wait.
    void help() {
        if (is_put_) write_full();
        if (reads_) read_ahead();
    }

    void write_full() {
        arena_.write_full(writers_, count_, [this](std::uint32_t n) { write(n); });
    }

    void write(std::uint32_t n) {
        ++report_.windows;
        const region::Interval window = interval_of(n);
        const WindowSpan span(report_, window.begin, window.end);
        WindowedFile& file = part_of(n);
        if (file.rewrites()) return rewrite(n);
        const region::Interval part = marked_part(n);
        written_.take(part.begin, part.end, file.grain(), marks_of(n, part));
        note(file.write(written_, image_of(n, window)));
    }

    /// Writes the window with the content of the file in its holes. A window to which no rank has
    /// put anything was not read.
    void rewrite(std::uint32_t n) {
        if (!arena_.is_filled(n)) return;
        ++report_.windows_with_holes;
        const region::Interval access_range = touched_part(n);
        note(part_of(n).channel().write(access_range.begin, bytes_of(n, access_range)));
    }

    /// Waits until the window holds the content of the file. Returns false if a rank has died.
    bool await_content(std::uint32_t n) {
        if (arena_.claim(n)) read(n);
        const PhaseTimer timer(report_, Phase::wait);
        alive_ = arena_.await_ready(n, [this] { help(); });
        return alive_;
    }

    /// A get's part of a window, after somebody has read the window.
    void withdraw(std::uint32_t n) {
        const region::Interval window = interval_of(n);
        WindowedFile& part = part_of(n);
        const WindowedFile::Shares& shares = part.shares_of(window);
        if (!await_turn(n) || (!shares.empty() && !await_content(n))) return;
        part.move(shares, image_of(n, window));
        ++next_;  // before others can set the slot's state back
        arena_.leave(n, participants(n), count_);
    }

    /// Reads one of this rank's later windows that nobody reads yet and whose slot is free.
    void read_ahead() {
        for (std::size_t i = next_; i < mine_.size(); ++i) {
            if (mine_[i] - mine_[next_] >= arena_.slot_count()) return;
            if (is_read(mine_[i]) && touches(i) && arena_.claim(mine_[i])) return read(mine_[i]);
        }
    }

    /// Whether this rank has bytes in its i-th window.
    bool touches(std::size_t i) {
        for (std::size_t at = touched_.size(); at <= i; ++at)
            touched_.push_back(part_of(mine_[at]).touches(interval_of(mine_[at])));
        return touched_[i];
    }

    [[nodiscard]] bool is_read(std::uint32_t n) { return !is_put_ || part_of(n).rewrites(); }

    void read(std::uint32_t n) {
        if (!is_put_) ++report_.windows;
        const region::Interval window = interval_of(n);
        const region::Interval access_range = touched_part(n);
        const WindowSpan span(report_, window.begin, window.end);
        Status status = part_of(n).channel().read(access_range.begin, bytes_of(n, access_range));
        if (status.ok()) arena_.mark_filled(n);
        note(std::move(status));
        arena_.mark_ready(n);
    }

    [[nodiscard]] std::span<std::byte> bytes_of(std::uint32_t n, const region::Interval& part) {
        return {arena_.window(n) + (part.begin - interval_of(n).begin),
                static_cast<std::size_t>(part.end - part.begin)};
    }

    [[nodiscard]] FileBuffer image_of(std::uint32_t n, const region::Interval& window) {
        return {.data = arena_.window(n), .origin = window.begin, .form = FileBuffer::Form::image};
    }

    void note(Status status) {
        if (!status.ok()) arena_.report_failure();
        status_.keep_first(std::move(status));
    }

    /// The same outcome on all ranks.
    Status end() {
        const PhaseTimer timer(report_, Phase::wait);
        const auto end =
            alive_ ? arena_.end_call([this] { help(); }) : shm::WindowArena::End::rank_died;
        alive_ = end != shm::WindowArena::End::rank_died;
        if (!alive_) return shm::rank_died();
        const bool may_have_posted = settle();
        const bool all_know = end == shm::WindowArena::End::well && !may_have_posted;
        return all_know ? Status() : mpi::agree(comm_, status_).status();
    }

    /// Settles the files. Windows whose writes were posted counted as complete before storage has
    /// reported how that went. Returns whether ranks may have posted some; the same on all ranks.
    bool settle() {
        bool may_have_posted = false;
        for (WindowedFile& part : parts_) {
            may_have_posted = may_have_posted || (is_put_ && part.channel().kind().is_file &&
                                                  posts_writes(part.channel().cost()));
            status_.keep_first(part.channel().settle());
        }
        return may_have_posted;
    }

    bool is_put_;
    bool reads_ = false;  // windows of one of the files, at least
    Report& report_;
    shm::WindowArena& arena_;
    mpi::CommView comm_;
    std::uint32_t writers_;
    bool fills_first_;  // rule 7 of the arena
    const WindowList& windows_;
    std::vector<std::uint32_t> all_mine_;  // the windows of this rank
    std::uint32_t first_ = 0;              // of the arena's call: its first window
    std::uint32_t count_ = 0;              // and how many it has
    std::vector<std::uint32_t> mine_;      // of these, this rank's
    std::vector<bool> touched_;            // of these, as far as was asked
    std::size_t next_ = 0;            // of these, the first that it has not left, or arrived at
    std::deque<WindowedFile> parts_;  // by file
    Coverage coverage_;               // of this rank, in the window it deposits into
    Coverage written_;                // of all ranks, in the window it writes
    Status status_;
    bool alive_ = true;  // no rank has died
};

/// The number of domains, so that each has several windows under way.
std::size_t domains_at_a_time(const shm::WindowArena& arena) {
    constexpr std::uint32_t windows_of_each = 4;
    return std::max(1U, arena.slot_count() / windows_of_each);
}

Outcome move_files(std::span<const FileCall> files, shm::WindowArena& arena, mpi::CommView comm) {
    std::vector<const std::vector<Summary>*> ranks;
    for (const FileCall& file : files) ranks.push_back(file.ranks);
    const WindowList windows(ranks, files.front().plan.window_bytes, domains_at_a_time(arena));
    return SharedWindows(files, windows, arena, comm).run(0, windows.count());
}

/// The summaries of ranks, as if each rank had all of the units that it touches: ranks that meet in
/// a unit meet in its window.
std::vector<Summary> in_whole_units(std::vector<Summary> ranks, std::int64_t unit) {
    for (Summary& rank : ranks) {
        rank.begin -= rank.begin % unit;
        rank.end = round_up(rank.end, unit);
    }
    return ranks;
}

/// The number of windows in a turn, out of `count` windows.
std::uint32_t windows_in_turn(std::span<const FileCall> calls, std::uint32_t count, int ranks) {
    std::int64_t turn_bytes = std::numeric_limits<std::int64_t>::max();
    for (const FileCall& call : calls)
        turn_bytes = std::min(turn_bytes, call.context.channel.kind().turn_bytes);
    const std::int64_t of_a_rank =
        std::clamp<std::int64_t>(turn_bytes / calls.front().plan.window_bytes, 1, count);
    return static_cast<std::uint32_t>(std::min<std::int64_t>(of_a_rank * ranks, count));
}

/// The channels that have windows among `count` from number `first` on.
std::vector<Channel*> channels_of(std::span<const FileCall> calls, const WindowList& windows,
                                  std::uint32_t first, std::uint32_t count) {
    std::vector<bool> has_some(calls.size());
    for (std::uint32_t n = first; n < first + count; ++n) has_some[windows.file(n)] = true;
    std::vector<Channel*> channels;
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (has_some[i]) channels.push_back(&calls[i].context.channel);
    return channels;
}

/// A put to targets whose windows are of one length. `begin_call`: begins a call of the arena;
/// false if a rank has died.
template <class BeginCall>
Outcome move_to_targets(std::span<const FileCall> calls, shm::WindowArena& arena,
                        mpi::CommView comm, BeginCall&& begin_call) {
    std::vector<std::vector<Summary>> in_units;
    for (const FileCall& call : calls)
        in_units.push_back(in_whole_units(*call.ranks, call.context.channel.kind().unit));
    std::vector<const std::vector<Summary>*> ranks;
    for (const std::vector<Summary>& one : in_units) ranks.push_back(&one);
    const WindowList windows(ranks, calls.front().plan.window_bytes, domains_at_a_time(arena));
    const std::uint32_t in_turn = windows_in_turn(calls, windows.count(), comm.size());
    SharedWindows shared(calls, windows, arena, comm);
    Outcome all;
    for (std::uint32_t first = 0; first < windows.count(); first += in_turn) {
        const std::uint32_t count = std::min(in_turn, windows.count() - first);
        if (!begin_call()) return {shm::rank_died()};
        all.add(shared.run(first, count));
        if (!shared.alive()) return all;
        all.status.keep_first(Channel::finish(channels_of(calls, windows, first, count), comm));
    }
    all.status = mpi::agree(comm, all.status).status();
    return all;
}

}  // namespace

/// The bytes go straight to their place, so no exchange costs anything but the windows' own state.
double shared_windows_seconds(const CallFacts& call) {
    const CallTotals& all = call.all;
    const CostModel& cost = call.cost;
    const auto access_range = static_cast<double>(all.access_range());
    const auto bytes = static_cast<double>(all.bytes);
    const auto ranks = static_cast<double>(all.ranks);
    // A get reads windows ahead while others are passed on. Measured: that takes about as long as
    // if they were of the hinted size. But each waits for its answer, where storage is far away.
    const bool is_read_ahead = !call.is_put() && cost.round_trip == 0;
    const std::int64_t window = is_read_ahead
                                    ? call.options.window_bytes
                                    : shared_window_bytes(call.direction, all, call.options, cost);
    const double windows = access_range / static_cast<double>(window) + 1;
    const double in_parallel = std::min<double>(ranks, cost.cores);
    const double passing = windows * (ranks * cost.window + call.call_seconds()) / in_parallel;
    if (!call.is_put()) return access_range * cost.read_byte / in_parallel + passing;
    const double storing = passing + bytes * cost.window_byte + call.settling();
    if (all.bytes >= all.access_range())
        return bytes * cost.write_byte + new_page_seconds(all.bytes, cost) + storing;
    // It is not known how much ranks fill each other's holes: perhaps not at all.
    const Stretch stretch = all.stretch();
    return std::min(piecewise_seconds(stretch, cost), rewriting_seconds(stretch, cost)) + storing;
}

Outcome run_shared_windows(std::span<const FileCall> files, shm::WindowArena& arena,
                           mpi::CommView comm) {
    std::vector<FileCall> of_files;
    std::vector<FileCall> of_targets;
    for (const FileCall& file : files) (is_file(file) ? of_files : of_targets).push_back(file);
    Outcome all;
    bool has_begun = true;
    const auto begin_call = [&] {
        return std::exchange(has_begun, false) || arena.begin_call({}).has_value();
    };
    if (!of_files.empty() && begin_call()) all.add(move_files(of_files, arena, comm));
    for (std::size_t first = 0; first < of_targets.size();) {
        std::size_t end = first + 1;
        while (end < of_targets.size() &&
               of_targets[end].plan.window_bytes == of_targets[first].plan.window_bytes)
            ++end;
        const auto alike = std::span(of_targets).subspan(first, end - first);
        all.add(move_to_targets(alike, arena, comm, begin_call));
        first = end;
    }
    return all;
}

}  // namespace weft::engine
