// SPDX-License-Identifier: BSD-3-Clause
// Two-phase I/O between the ranks of one node: the exchange phase is a store into the window's
// place in shared memory, so that a byte is touched twice, by its owner and by the kernel. The
// protocol is that of shm::Ring.
#include "base/checked.hpp"
#include "engine/methods/methods.hpp"
#include "engine/methods/sweep.hpp"
#include "engine/shm/ring.hpp"
#include "engine/window/covered_write.hpp"
#include "engine/window/window_list.hpp"
#include "mpi/agreed.hpp"

namespace weft::engine {
namespace {

class SharedWindows {
public:
    SharedWindows(const Request& request, const Context& context, const Plan& plan,
                  const std::vector<Summary>& ranks, shm::Ring& ring, mpi::CommView comm)
        : request_(request),
          context_(context),
          ring_(ring),
          comm_(comm),
          writers_(static_cast<std::uint32_t>(plan.writers)),
          rewrites_(plan.rewrites),
          windows_(ranks, plan.window_bytes, domains_at_a_time(ring)),
          grain_(grain_of(ranks, plan.window_bytes)),
          mine_(windows_.of_rank(comm.rank())),
          mover_(request),
          sweep_(request),
          keeper_(context.channel, context.cost, context.options.sieve_write,
                  Guards(context.channel, context.solitude, Neighbours::none, nullptr)) {}

    Outcome run() {
        const bool put = request_.direction == Direction::put;
        while (next_ < mine_.size() && alive_) {
            if (put) {
                deposit(mine_[next_]);
            } else {
                withdraw(mine_[next_]);
            }
        }
        return {end(), mover_.all_in_range()};
    }

private:
    /// So that each has several windows under way.
    static std::size_t domains_at_a_time(const shm::Ring& ring) {
        constexpr std::uint32_t windows_of_each = 4;
        return std::max(1U, ring.slot_count() / windows_of_each);
    }

    /// What divides the offsets and lengths of all runs and windows.
    static std::int64_t grain_of(const std::vector<Summary>& ranks, std::int64_t window_bytes) {
        std::int64_t grains = window_bytes;
        for (const Summary& rank : ranks) grains |= rank.grain;
        return power_of_two_in(grains);
    }

    /// The part of a window that is marked: from the first word of marks to the last that can be
    /// used.
    WindowList::Bytes marked_part(std::uint32_t n) const {
        const std::int64_t begin = windows_.bytes(n).begin;
        const std::int64_t word = Coverage::word_bytes(grain_);
        const WindowList::Bytes touched = windows_.touched(n);
        return {touched.begin - (touched.begin - begin) % word, touched.end};
    }

    std::span<std::atomic<std::uint64_t>> marks_of(std::uint32_t n, const WindowList::Bytes& part) {
        const std::int64_t skipped = part.begin - windows_.bytes(n).begin;
        return ring_.marks(n).subspan(
            static_cast<std::size_t>(skipped / Coverage::word_bytes(grain_)));
    }

    /// A put's part of a window goes to its place; then the window may be complete.
    void deposit(std::uint32_t n) {
        const WindowList::Bytes window = windows_.bytes(n);
        const std::vector<Sweep::Share>& shares = sweep_.advance(window.begin, window.end);
        if (!await_turn(n) || (rewrites_ && !await_content(n))) return;
        move(shares, image_of(n, window));
        if (!rewrites_) mark(n, shares);
        ++next_;  // before others can set the slot's state back
        if (ring_.arrive(n, windows_.participants(n))) write_full();
    }

    bool await_turn(std::uint32_t n) {
        const PhaseTimer timer(context_.channel.report(), Phase::wait);
        if (!ring_.await_turn(n, [this] { help(); })) alive_ = false;
        return alive_;
    }

    void mark(std::uint32_t n, const std::vector<Sweep::Share>& shares) {
        if (shares.empty()) return;
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        const WindowList::Bytes part = marked_part(n);
        coverage_.reset(part.begin, part.end, grain_);
        for (const Sweep::Share& share : shares)
            coverage_.add(request_.pieces[share.piece].file, share.from, share.to);
        coverage_.add_to(marks_of(n, part));
    }

    /// What a rank does instead of waiting.
    void help() {
        if (request_.direction == Direction::put) write_full();
        if (request_.direction == Direction::get || rewrites_) read_ahead();
    }

    void write_full() {
        ring_.write_full(writers_, windows_.count(), [this](std::uint32_t n) { write(n); });
    }

    void write(std::uint32_t n) {
        ++context_.channel.report().windows;
        const WindowList::Bytes window = windows_.bytes(n);
        const WindowSpan span(context_.channel.report(), window.begin, window.end);
        if (rewrites_) return rewrite(n);
        const WindowList::Bytes part = marked_part(n);
        written_.take(part.begin, part.end, grain_, marks_of(n, part));
        note(keeper_.write(written_, image_of(n, window)));
    }

    /// With what the file held between the bytes that were put.
    void rewrite(std::uint32_t n) {
        ++context_.channel.report().windows_with_holes;
        const WindowList::Bytes access_range = windows_.touched(n);
        if (!ring_.is_spoiled(n))
            note(context_.channel.write(access_range.begin, bytes_of(n, access_range)));
    }

    /// What the file holds in the window's place is in the window. False when a rank has died.
    bool await_content(std::uint32_t n) {
        if (ring_.claim(n)) read(n);
        const PhaseTimer timer(context_.channel.report(), Phase::wait);
        alive_ = ring_.await_ready(n, [this] { help(); });
        return alive_;
    }

    /// A get's part of a window, after somebody has read the window.
    void withdraw(std::uint32_t n) {
        const WindowList::Bytes window = windows_.bytes(n);
        const std::vector<Sweep::Share>& shares = sweep_.advance(window.begin, window.end);
        if (!await_turn(n) || !await_content(n)) return;
        move(shares, image_of(n, window));
        ++next_;  // before others can set the slot's state back
        ring_.leave(n, windows_.participants(n), windows_.count());
    }

    /// One of this rank's later windows that nobody reads yet and whose slot is free.
    void read_ahead() {
        for (std::size_t i = next_; i < mine_.size(); ++i) {
            if (mine_[i] - mine_[next_] >= ring_.slot_count()) return;
            if (ring_.claim(mine_[i])) return read(mine_[i]);
        }
    }

    void read(std::uint32_t n) {
        if (request_.direction == Direction::get) ++context_.channel.report().windows;
        const WindowList::Bytes window = windows_.bytes(n);
        const WindowList::Bytes access_range = windows_.touched(n);
        const WindowSpan span(context_.channel.report(), window.begin, window.end);
        Status status = context_.channel.read(access_range.begin, bytes_of(n, access_range));
        if (!status.ok()) ring_.spoil(n);
        note(std::move(status));
        ring_.mark_ready(n);
    }

    void move(const std::vector<Sweep::Share>& shares, const Place& image) {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        for (const Sweep::Share& share : shares)
            mover_.move(share.piece, share.from, share.to, image);
    }

    [[nodiscard]] std::span<std::byte> bytes_of(std::uint32_t n, const WindowList::Bytes& part) {
        return {ring_.window(n) + (part.begin - windows_.bytes(n).begin),
                static_cast<std::size_t>(part.end - part.begin)};
    }

    [[nodiscard]] Place image_of(std::uint32_t n, const WindowList::Bytes& window) {
        return {.data = ring_.window(n), .origin = window.begin, .form = Place::Form::image};
    }

    void note(Status status) {
        if (!status.ok()) ring_.report_failure();
        status_.keep_first(std::move(status));
    }

    /// The same outcome on all ranks.
    Status end() {
        const PhaseTimer timer(context_.channel.report(), Phase::wait);
        const auto end = alive_ ? ring_.end_call([this] { help(); }) : shm::Ring::End::rank_died;
        if (end == shm::Ring::End::rank_died) return shm::rank_died();
        // Windows that were left to storage count as written before it has said how that went.
        const bool posted =
            request_.direction == Direction::put && posts_writes(context_.channel.cost());
        status_.keep_first(context_.channel.settle());
        const bool all_know = end == shm::Ring::End::well && !posted;
        return all_know ? Status() : mpi::agree(comm_, status_).status();
    }

    const Request& request_;
    const Context& context_;
    shm::Ring& ring_;
    mpi::CommView comm_;
    std::uint32_t writers_;
    bool rewrites_;
    WindowList windows_;
    std::int64_t grain_;
    std::vector<std::uint32_t> mine_;  // the windows of this rank
    std::size_t next_ = 0;             // of these, the first that it has not left, or arrived at
    Mover mover_;
    Sweep sweep_;
    Coverage coverage_;  // of this rank, in the window it deposits into
    Coverage written_;   // of all ranks, in the window it writes
    HoleKeeper keeper_;
    Status status_;
    bool alive_ = true;  // no rank has died
};

}  // namespace

Outcome run_shared_windows(const Request& request, const Context& context, const Plan& plan,
                           const std::vector<Summary>& ranks, shm::Ring& ring, mpi::CommView comm) {
    return SharedWindows(request, context, plan, ranks, ring, comm).run();
}

}  // namespace weft::engine
