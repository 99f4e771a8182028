// SPDX-License-Identifier: BSD-3-Clause
// File windows in shared memory (DESIGN.md 5.3): ranks put their bytes straight to their place in a
// window, and whoever completes windows writes them.
//
// The windows of a call are numbered 0, 1, 2, ...; window n uses slot n mod K. The numbers, and who
// takes part in a window, follow from the access ranges, which all ranks know from planning
// (WindowList), so nobody needs to say that it will not come.
//
// Rules of a put:
//   1. A rank visits its windows in order of their numbers and holds none while it waits.
//   2. It may touch the slot of window n only while the slot's `turn` is n.
//   3. The last of a window's participants to arrive marks the slot full.
//   4. Full slots are written by whoever holds one of the writer slots (writer_slots.hpp); a rank
//      that finds them taken goes on, because a writer looks again after it has left its own. It
//      leaves it after each window and, where ranks share cores, lets another have the core before
//      it looks: a writer is mostly in the kernel, from which it is seldom taken, and the rank that
//      all wait for may be queued behind it.
//   5. Writing ends with turn = n + K, which opens the slot for its next window.
//   6. Who fills a slot leaves the writing to a rank that waits for this slot, if there is one,
//      after ringing the slot's bell: that rank looks for full slots whenever the bell has rung.
//      Otherwise the slowest rank would be the last at every window, write them all, and be slower
//      still, while the others wait.
//   7. Where several windows may be written at the same time, as they are of several files, a rank
//      writes only when it would have to wait otherwise: others may wait for what it has to put,
//      while nobody waits for a writer. Who fills a slot calls one of the ranks that have put all
//      they have: they sleep until the call ends, and the slowest rank would write all windows
//      alone. With one file somebody should always be writing, so who fills a slot that nobody
//      waits for writes it at once.
//
// Nobody waits for ever. Let m be the lowest window that is not complete. Its slot's turn is m,
// because m - K is complete. Every participant of m waits, if at all, for the turn of a window
// below m (rule 1), all of which are complete; so all of them arrive at m, and the last of them, or
// a writer, or the rank that it is left to, writes it. `arena_model_test` checks this exhaustively
// for small cases.
//
// A get mirrors it: the first to claim a slot fills it from the file, participants take their bytes
// out, the last one opens the slot for its next window. A rank whose window is still being read
// claims one of its later windows meanwhile.
//
// A put that rewrites what lies between its bytes begins as a get and goes on as a put: the first
// to claim a slot fills it from the file, then participants put in their bytes. Who waits for a
// window to be read does not wait for ever either, since its reader waits for nobody. A rank that
// takes part in a window but has no bytes there neither reads it nor waits for that, so a window
// between the bytes of all ranks costs a turn, and no reading or writing.
//
// A call ends for all ranks when its last window is complete. Hence no rank begins a call while
// another works on windows of the one before, and the slots can be set anew for each call: by rank
// 0, before it posts to the all-gather, which all ranks wait for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/shm/all_gather.hpp"
#include "engine/shm/kept_segment.hpp"
#include "engine/shm/writer_slots.hpp"

namespace weft::engine::shm {

class WindowArena {
public:
    static constexpr std::uint32_t most_slots = 32;
    static constexpr std::size_t message_bytes = 256;

    /// Collective. Makes an arena in memory that the ranks have `kept`, or else in new memory.
    /// Returns null on all ranks where there is no shared memory for it. `calls`: where the ranks
    /// show their calls, if they have shared-memory collectives. Uniform: arena_bytes, the room for
    /// all windows.
    static std::unique_ptr<WindowArena> create(mpi::CommView comm, std::int64_t arena_bytes,
                                               RollCall* calls, KeptSegment& kept);
    /// Ends an arena. If no rank has found it broken, another arena may use its memory.
    static void keep(std::unique_ptr<WindowArena> arena, KeptSegment& kept);

    /// The room that windows of this size need so that ranks do not wait for each other's windows.
    static std::int64_t room_for(std::int64_t window_bytes);
    [[nodiscard]] std::int64_t room() const { return arena_bytes_; }

    /// Collective over the arena's ranks. Begins a call. Returns `mine` of all ranks, in order of
    /// rank; nothing when a rank has died or the call has failed. Uniform: the size of `mine`, at
    /// most `message_bytes`.
    std::optional<std::vector<std::byte>> begin_call(std::span<const std::byte> mine);

    /// Sets the size of the windows of this call: the wanted one, or a smaller one of which several
    /// have room. Returns it. Uniform: window_bytes.
    std::int64_t use_windows(std::int64_t window_bytes);

    [[nodiscard]] std::byte* window(std::uint32_t n);
    /// A bit for each byte of the window. A new window has no bits set, and a writer clears them.
    [[nodiscard]] std::span<std::atomic<std::uint64_t>> marks(std::uint32_t n);

    /// Rule 2. Between looks it calls help(), which may write full windows or read later ones.
    /// Returns false when a rank has died.
    template <class Help>
    bool await_turn(std::uint32_t n, Help&& help) {
        Slot& mine = slot(n);
        while (true) {
            const std::uint32_t rung = mine.bell.load();
            if (mine.turn.load() == n) return true;
            help();
            mine.waiting.fetch_add(1);
            const bool alive = liveness_.wait(mine.bell, rung);
            mine.waiting.fetch_sub(1);
            if (!alive) return false;
        }
    }
    /// Rules 3 and 6. Returns whether this rank has a window to write.
    bool arrive(std::uint32_t n, std::uint32_t participants);
    /// Rule 7. Has a rank that waits in end_call() help.
    void call_helper();
    /// Rule 4, with at most `writers` at a time. Calls write(n) for each full window, then rule 5.
    template <class Write>
    void write_full(std::uint32_t writers, std::uint32_t window_count, Write&& write) {
        while (full().load() != 0 &&
               writers_.write_if_free(writers, [&] { write_one(window_count, write); }))
            liveness_.give_way();
    }

    /// The slots for ranks that write without windows, beside others that write windows.
    [[nodiscard]] WriterSlots& writer_slots() { return writers_; }

    /// Called for gets, and for puts that rewrite. Returns whether this rank must read the window.
    /// The rank takes part in the window, and has neither left it nor arrived at it.
    bool claim(std::uint32_t n);
    void mark_ready(std::uint32_t n);
    /// Called before mark_ready(): the window holds the content of the file. If it is not called, a
    /// put must not write the window.
    void mark_filled(std::uint32_t n) { slot(n).filled.store(1, std::memory_order_relaxed); }
    [[nodiscard]] bool is_filled(std::uint32_t n) {
        return slot(n).filled.load(std::memory_order_relaxed) != 0;
    }
    /// Returns false when a rank has died.
    template <class Help>
    bool await_ready(std::uint32_t n, Help&& help) {
        return await(slot(n).loading, ready, help);
    }
    /// Says that this rank has taken its bytes out of the window.
    void leave(std::uint32_t n, std::uint32_t participants, std::uint32_t window_count);

    /// Tells all ranks that the call has failed.
    void report_failure();
    /// How the call ended; the same on all ranks.
    enum class End { well, failed, rank_died };
    /// Waits until all windows of the call are complete.
    template <class Help>
    End end_call(Help&& help) {
        WaitWord& bell = end_bell();
        while (true) {
            const std::uint32_t rung = bell.load();
            if (has_finished()) return has_failed() ? End::failed : End::well;
            help();
            if (!liveness_.wait(bell, rung)) return End::rank_died;
        }
    }

    [[nodiscard]] std::uint32_t slot_count() const { return slots_; }

private:
    struct Control;
    static constexpr std::uint32_t idle = 0, claimed = 1, ready = 2;  // values of Slot::loading

    WindowArena(std::unique_ptr<Segment> segment, mpi::CommView comm, std::int64_t arena_bytes,
                RollCall* calls);

    struct Slot {
        WaitWord bell;     // rung when turn has changed, and when somebody should write the slot
        WaitWord loading;  // gets, and puts that rewrite
        std::atomic<std::uint32_t> turn;     // the number of the window that may use the slot
        std::atomic<std::uint32_t> waiting;  // ranks that listen to the bell
        std::atomic<std::uint32_t> arrived;
        std::atomic<std::uint32_t> filled;
    };

    [[nodiscard]] Slot& slot(std::uint32_t n);
    [[nodiscard]] std::atomic<std::uint64_t>& full();
    /// Rung when the call has ended, and when somebody should help.
    [[nodiscard]] WaitWord& end_bell();
    [[nodiscard]] bool has_finished() const;
    void open_slots();
    void complete(std::uint32_t n, std::uint32_t window_count);
    template <class Write>
    void write_one(std::uint32_t window_count, Write& write) {
        if (const std::optional<std::uint32_t> n = take_full()) {
            write(*n);
            complete(*n, window_count);
        }
    }
    std::optional<std::uint32_t> take_full();
    [[nodiscard]] bool has_failed() const;

    template <class Help>
    bool await(WaitWord& word, std::uint32_t wanted, Help&& help) {
        while (true) {
            if (word.load() == wanted) return true;
            help();
            const std::uint32_t old = word.load();
            if (old != wanted && !liveness_.wait(word, old)) return false;
        }
    }

    std::unique_ptr<Segment> segment_;
    int rank_;
    std::uint32_t ranks_;
    std::int64_t arena_bytes_;
    std::int64_t window_bytes_ = 0;
    std::uint32_t slots_ = 0;
    std::uint32_t calls_ = 0;  // the number of this one
    Control* control_;
    LivenessCheck liveness_;
    AllGather all_gather_;
    WriterSlots writers_;
    std::byte* marks_;
    std::byte* windows_;
};

}  // namespace weft::engine::shm
