// SPDX-License-Identifier: BSD-3-Clause
// Two-phase I/O between the ranks of one node: the exchange phase is a store into the window's
// place in shared memory, so that a byte is touched twice, by its owner and by the kernel. The
// protocol is that of shm::WindowArena.
#include <algorithm>
#include <deque>
#include <vector>

#include "engine/methods/methods.hpp"
#include "engine/methods/windowed_file.hpp"
#include "engine/shm/window_arena.hpp"
#include "engine/window/window_list.hpp"
#include "mpi/agreed.hpp"

namespace weft::engine {
namespace {

class SharedWindows {
public:
    SharedWindows(std::span<const FileCall> files, shm::WindowArena& arena, mpi::CommView comm)
        : is_put_(files.front().request.direction == Direction::put),
          report_(files.front().context.channel.report()),
          arena_(arena),
          comm_(comm),
          writers_(writers_of(files)),
          fills_first_(files.size() > 1),
          ranks_(ranks_of(files)),
          windows_(ranks_, files.front().plan.window_bytes, domains_at_a_time(arena)),
          mine_(windows_.of_rank(comm.rank())) {
        for (const FileCall& file : files) {
            parts_.emplace_back(file);
            reads_ = reads_ || !is_put_ || file.plan.rewrites;
        }
    }

    Outcome run() {
        while (next_ < mine_.size() && alive_) {
            if (is_put_) {
                deposit(mine_[next_]);
            } else {
                withdraw(mine_[next_]);
            }
        }
        return {end(), std::ranges::all_of(parts_, &WindowedFile::all_in_range)};
    }

private:
    /// So that each has several windows under way.
    static std::size_t domains_at_a_time(const shm::WindowArena& arena) {
        constexpr std::uint32_t windows_of_each = 4;
        return std::max(1U, arena.slot_count() / windows_of_each);
    }

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

    static std::vector<const std::vector<Summary>*> ranks_of(std::span<const FileCall> files) {
        std::vector<const std::vector<Summary>*> ranks;
        for (const FileCall& file : files) ranks.push_back(file.ranks);
        return ranks;
    }

    WindowedFile& part_of(std::uint32_t n) {
        return parts_.size() == 1 ? parts_.front() : parts_[windows_.file(n)];
    }

    /// The part of a window that is marked: from the first word of marks to the last that can be
    /// used.
    region::Interval marked_part(std::uint32_t n) {
        const std::int64_t begin = windows_.bytes(n).begin;
        const std::int64_t word = Coverage::word_bytes(part_of(n).grain());
        const region::Interval touched = windows_.touched(n);
        return {touched.begin - (touched.begin - begin) % word, touched.end};
    }

    std::span<std::atomic<std::uint64_t>> marks_of(std::uint32_t n, const region::Interval& part) {
        const std::int64_t skipped = part.begin - windows_.bytes(n).begin;
        return arena_.marks(n).subspan(
            static_cast<std::size_t>(skipped / Coverage::word_bytes(part_of(n).grain())));
    }

    /// A put's part of a window goes to its place; then the window may be complete.
    void deposit(std::uint32_t n) {
        const region::Interval window = windows_.bytes(n);
        WindowedFile& part = part_of(n);
        const WindowedFile::Shares& shares = part.shares_of(window);
        if (!await_turn(n)) return;
        if (part.rewrites() && !shares.empty() && !await_content(n)) return;
        part.move(shares, image_of(n, window));
        if (!part.rewrites()) mark(n, shares);
        ++next_;  // before others can set the slot's state back
        if (arena_.arrive(n, windows_.participants(n)) && !fills_first_) write_full();
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

    /// What a rank does instead of waiting.
    void help() {
        if (is_put_) write_full();
        if (reads_) read_ahead();
    }

    void write_full() {
        arena_.write_full(writers_, windows_.count(), [this](std::uint32_t n) { write(n); });
    }

    void write(std::uint32_t n) {
        ++report_.windows;
        const region::Interval window = windows_.bytes(n);
        const WindowSpan span(report_, window.begin, window.end);
        WindowedFile& file = part_of(n);
        if (file.rewrites()) return rewrite(n);
        const region::Interval part = marked_part(n);
        written_.take(part.begin, part.end, file.grain(), marks_of(n, part));
        note(file.write(written_, image_of(n, window)));
    }

    /// With what the file held between the bytes that were put. A window in which no rank has any
    /// was not read.
    void rewrite(std::uint32_t n) {
        if (!arena_.is_filled(n)) return;
        ++report_.windows_with_holes;
        const region::Interval access_range = windows_.touched(n);
        note(part_of(n).channel().write(access_range.begin, bytes_of(n, access_range)));
    }

    /// What the file holds in the window's place is in the window. False when a rank has died.
    bool await_content(std::uint32_t n) {
        if (arena_.claim(n)) read(n);
        const PhaseTimer timer(report_, Phase::wait);
        alive_ = arena_.await_ready(n, [this] { help(); });
        return alive_;
    }

    /// A get's part of a window, after somebody has read the window.
    void withdraw(std::uint32_t n) {
        const region::Interval window = windows_.bytes(n);
        WindowedFile& part = part_of(n);
        const WindowedFile::Shares& shares = part.shares_of(window);
        if (!await_turn(n) || (!shares.empty() && !await_content(n))) return;
        part.move(shares, image_of(n, window));
        ++next_;  // before others can set the slot's state back
        arena_.leave(n, windows_.participants(n), windows_.count());
    }

    /// One of this rank's later windows that nobody reads yet and whose slot is free.
    void read_ahead() {
        for (std::size_t i = next_; i < mine_.size(); ++i) {
            if (mine_[i] - mine_[next_] >= arena_.slot_count()) return;
            if (is_read(mine_[i]) && touches(i) && arena_.claim(mine_[i])) return read(mine_[i]);
        }
    }

    /// Whether this rank has bytes in its i-th window.
    bool touches(std::size_t i) {
        for (std::size_t at = touched_.size(); at <= i; ++at)
            touched_.push_back(part_of(mine_[at]).touches(windows_.bytes(mine_[at])));
        return touched_[i];
    }

    [[nodiscard]] bool is_read(std::uint32_t n) { return !is_put_ || part_of(n).rewrites(); }

    void read(std::uint32_t n) {
        if (!is_put_) ++report_.windows;
        const region::Interval window = windows_.bytes(n);
        const region::Interval access_range = windows_.touched(n);
        const WindowSpan span(report_, window.begin, window.end);
        Status status = part_of(n).channel().read(access_range.begin, bytes_of(n, access_range));
        if (status.ok()) arena_.mark_filled(n);
        note(std::move(status));
        arena_.mark_ready(n);
    }

    [[nodiscard]] std::span<std::byte> bytes_of(std::uint32_t n, const region::Interval& part) {
        return {arena_.window(n) + (part.begin - windows_.bytes(n).begin),
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
        if (end == shm::WindowArena::End::rank_died) return shm::rank_died();
        const bool may_have_posted = settle();
        const bool all_know = end == shm::WindowArena::End::well && !may_have_posted;
        return all_know ? Status() : mpi::agree(comm_, status_).status();
    }

    /// Windows that were left to storage count as complete before it has said how that went. True
    /// where ranks may have left some: the same on all ranks.
    bool settle() {
        bool may_have_posted = false;
        for (WindowedFile& part : parts_) {
            may_have_posted = may_have_posted || (is_put_ && posts_writes(part.channel().cost()));
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
    bool fills_first_;                                // rule 7 of the arena
    std::vector<const std::vector<Summary>*> ranks_;  // of each file
    WindowList windows_;
    std::vector<std::uint32_t> mine_;  // the windows of this rank
    std::vector<bool> touched_;        // of these, as far as was asked
    std::size_t next_ = 0;             // of these, the first that it has not left, or arrived at
    std::deque<WindowedFile> parts_;   // by file
    Coverage coverage_;                // of this rank, in the window it deposits into
    Coverage written_;                 // of all ranks, in the window it writes
    Status status_;
    bool alive_ = true;  // no rank has died
};

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
    // How far ranks fill each other's holes is not known: perhaps not at all.
    const Stretch stretch = all.stretch();
    return std::min(piecewise_seconds(stretch, cost), rewriting_seconds(stretch, cost)) + storing;
}

Outcome run_shared_windows(std::span<const FileCall> files, shm::WindowArena& arena,
                           mpi::CommView comm) {
    return SharedWindows(files, arena, comm).run();
}

}  // namespace weft::engine
