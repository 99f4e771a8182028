// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/window_arena.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/checked.hpp"

namespace weft::engine::shm {
namespace {

constexpr std::int64_t page = 4096;
constexpr std::int64_t word_bits = 64;
constexpr std::int64_t fewest_slots = 4;
constexpr std::int64_t usual_slots = 8;
constexpr std::int64_t least_room = 64 << 10;
constexpr std::int64_t most_room = 64 << 20;

std::int64_t board_bytes(int ranks) {
    return static_cast<std::int64_t>(AllGather::bytes_for(ranks, WindowArena::message_bytes));
}

std::size_t aligned(std::int64_t bytes) {
    return static_cast<std::size_t>(round_up(bytes, page));
}

/// A word per 64 bytes of each window, and one more for windows of a few bytes.
std::int64_t mark_bytes(std::int64_t arena_bytes) {
    return arena_bytes / 8 + std::int64_t{WindowArena::most_slots} * 8;
}

}  // namespace

/// What the ranks share beside windows. All zero at the start, with the board of the all-gather
/// that lies behind it.
struct WindowArena::Control {
    Word broken;                           // a rank has died
    std::atomic<std::uint64_t> full;       // bit s: slot s waits to be written
    std::atomic<std::uint32_t> completed;  // windows of this call
    WaitWord writers;                      // places taken
    WaitWord end_bell;
    std::atomic<std::uint32_t> finished;  // the last call whose windows are all complete
    std::array<std::atomic<std::uint32_t>, 2> failed;  // of the call c: [c mod 2]
    std::array<Slot, most_slots> slots;
};

std::unique_ptr<WindowArena> WindowArena::create(mpi::CommView comm, std::int64_t arena_bytes,
                                                 RollCall* calls, KeptSegment& kept) {
    const std::size_t state_bytes = aligned(sizeof(Control)) + aligned(board_bytes(comm.size()));
    const std::size_t bytes = state_bytes + aligned(mark_bytes(arena_bytes)) + aligned(arena_bytes);
    std::unique_ptr<Segment> segment = kept.reuse(comm, bytes);
    if (segment != nullptr) {
        if (comm.rank() == 0) std::memset(segment->data(), 0, state_bytes);
        comm.barrier();
    } else {
        segment = Segment::create(comm, bytes);
    }
    if (segment == nullptr) return nullptr;
    return std::unique_ptr<WindowArena>(
        new WindowArena(std::move(segment), comm, arena_bytes, calls));
}

WindowArena::WindowArena(std::unique_ptr<Segment> segment, mpi::CommView comm,
                         std::int64_t arena_bytes, RollCall* calls)
    : segment_(std::move(segment)),
      rank_(comm.rank()),
      ranks_(static_cast<std::uint32_t>(comm.size())),
      arena_bytes_(arena_bytes),
      control_(reinterpret_cast<Control*>(segment_->data())),
      liveness_(*segment_, control_->broken, comm.size(), calls),
      all_gather_(segment_->data() + aligned(sizeof(Control)), comm.rank(), comm.size(),
                  message_bytes, calls),
      writers_(control_->writers, liveness_) {
    std::byte* at = segment_->data() + aligned(sizeof(Control)) + aligned(board_bytes(comm.size()));
    marks_ = at;
    at += aligned(mark_bytes(arena_bytes));
    windows_ = at;
}

/// Marks are zero between calls, also behind one that has failed.
void WindowArena::keep(std::unique_ptr<WindowArena> arena, KeptSegment& kept) {
    if (arena->control_->broken.load() == 0) kept.keep(std::move(arena->segment_));
}

std::int64_t WindowArena::room_for(std::int64_t window_bytes) {
    return std::clamp(std::min(window_bytes, most_room) * usual_slots, least_room, most_room);
}

WindowArena::Slot& WindowArena::slot(std::uint32_t n) {
    return control_->slots[n % slots_];
}

std::atomic<std::uint64_t>& WindowArena::full() {
    return control_->full;
}

WaitWord& WindowArena::end_bell() {
    return control_->end_bell;
}

bool WindowArena::has_finished() const {
    return control_->finished.load(std::memory_order_acquire) == calls_;
}

std::byte* WindowArena::window(std::uint32_t n) {
    return windows_ + std::int64_t{n % slots_} * window_bytes_;
}

std::span<std::atomic<std::uint64_t>> WindowArena::marks(std::uint32_t n) {
    const auto words = static_cast<std::size_t>((window_bytes_ + word_bits - 1) / word_bits);
    return {reinterpret_cast<std::atomic<std::uint64_t>*>(marks_) + (n % slots_) * words, words};
}

/// A power of two of slots, so that numbers may wrap around.
std::int64_t WindowArena::use_windows(std::int64_t window_bytes) {
    window_bytes_ = std::min(window_bytes, arena_bytes_ / fewest_slots);
    const auto room = static_cast<std::uint64_t>(arena_bytes_ / window_bytes_);
    slots_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(std::bit_floor(room), most_slots));
    return window_bytes_;
}

/// Opens all slots that there can be: it is not known yet how many the call uses.
void WindowArena::open_slots() {
    for (std::uint32_t n = 0; n < most_slots; ++n)
        control_->slots[n].turn.store(n, std::memory_order_relaxed);
    control_->completed.store(0, std::memory_order_relaxed);
    control_->failed[calls_ % 2].store(0, std::memory_order_relaxed);
}

std::optional<std::vector<std::byte>> WindowArena::begin_call(std::span<const std::byte> mine) {
    calls_ = all_gather_.exchanges() + 1;
    if (rank_ == 0) open_slots();
    if (!all_gather_.exchange(mine, liveness_)) return std::nullopt;
    std::vector<std::byte> all(ranks_ * mine.size());
    for (std::uint32_t rank = 0; rank < ranks_ && !mine.empty(); ++rank)
        std::memcpy(all.data() + rank * mine.size(), all_gather_.shown_by(static_cast<int>(rank)),
                    mine.size());
    return all;
}

bool WindowArena::arrive(std::uint32_t n, std::uint32_t participants) {
    Slot& mine = slot(n);
    // Another window may be full whose writer has just left its place.
    if (mine.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < participants) return true;
    mine.arrived.store(0, std::memory_order_relaxed);
    mine.loading.value.store(idle, std::memory_order_relaxed);
    full().fetch_or(std::uint64_t{1} << (n % slots_));
    if (mine.waiting.load() == 0) return true;
    mine.bell.value.fetch_add(1);
    mine.bell.wake_one();
    return false;
}

void WindowArena::call_helper() {
    end_bell().value.fetch_add(1);
    end_bell().wake_one();
}

/// Opens the slot for its next window; the last window ends the call.
void WindowArena::complete(std::uint32_t n, std::uint32_t window_count) {
    slot(n).filled.store(0, std::memory_order_relaxed);
    // The slot is freed before the count, so that the slots may be reset once the count is full.
    slot(n).turn.store(n + slots_, std::memory_order_release);
    slot(n).bell.value.fetch_add(1, std::memory_order_release);
    slot(n).bell.wake();
    if (control_->completed.fetch_add(1, std::memory_order_acq_rel) + 1 < window_count) return;
    control_->finished.store(calls_, std::memory_order_release);
    end_bell().value.fetch_add(1, std::memory_order_release);
    end_bell().wake();
}

/// The lowest full window, which no other writer has then.
std::optional<std::uint32_t> WindowArena::take_full() {
    std::uint64_t marked = full().load();
    while (marked != 0) {
        std::uint32_t best = slots_;
        for (std::uint64_t rest = marked; rest != 0; rest &= rest - 1) {
            const auto s = static_cast<std::uint32_t>(std::countr_zero(rest));
            const auto is_lower = [this](std::uint32_t a, std::uint32_t b) {
                return static_cast<std::int32_t>(slot(a).turn.load() - slot(b).turn.load()) < 0;
            };
            if (best == slots_ || is_lower(s, best)) best = s;
        }
        const std::uint64_t bit = std::uint64_t{1} << best;
        marked = full().fetch_and(~bit);
        if ((marked & bit) != 0) return slot(best).turn.load();
        marked &= ~bit;
    }
    return std::nullopt;
}

bool WindowArena::claim(std::uint32_t n) {
    Slot& mine = slot(n);
    std::uint32_t expected = idle;
    return mine.turn.load() == n && mine.loading.value.compare_exchange_strong(expected, claimed);
}

void WindowArena::mark_ready(std::uint32_t n) {
    slot(n).loading.publish(ready);
}

void WindowArena::leave(std::uint32_t n, std::uint32_t participants, std::uint32_t window_count) {
    Slot& mine = slot(n);
    if (mine.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 < participants) {
        liveness_.give_way();  // to the others, for whom the slot's next window waits
        return;
    }
    mine.arrived.store(0, std::memory_order_relaxed);
    mine.loading.value.store(idle, std::memory_order_relaxed);
    complete(n, window_count);
}

void WindowArena::report_failure() {
    control_->failed[calls_ % 2].store(1);
}

bool WindowArena::has_failed() const {
    return control_->failed[calls_ % 2].load() != 0;
}

}  // namespace weft::engine::shm
