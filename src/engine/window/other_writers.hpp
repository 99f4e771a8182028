// SPDX-License-Identifier: BSD-3-Clause
// Other communicators that have the file open for writing: those of other jobs, of a part of the
// ranks, MPI_COMM_SELF of each rank, or of another dataset over the same communicator.
//
// A rank that rewrites a window reads it, changes it and writes it back. So it undoes what others
// have written into the holes meanwhile. Ranks of one communicator keep clear of each other
// (guard.hpp). Communicators know nothing of one another, and share nothing but the file. A plain
// write must cost nothing, so the burden is on ranks that rewrite: they do so only where there are
// no other writers, and otherwise write no byte that the program has not put. Communicators tell
// each other by locks on bytes that no file has:
//
//     presence    rank 0 of each communicator holds one byte, picked at random, from before the
//                 first write of its ranks until after the last
//     rewriting   rank r of any communicator holds byte r while it rewrites
//
//     newcomer    lock a byte of presence;  lock all of rewriting, and unlock it;  may write now
//     rewriter    lock byte r of rewriting;  if no other byte of presence is locked: read a window,
//                 write it back, and the next one, ...;  unlock
//
// The file system brings all taking, releasing and asking for locks into one order. If a newcomer's
// presence comes before a rewriter's question, the rewriter sees it and leaves the holes alone.
// Otherwise the rewriter has its byte since before the newcomer's presence, and the newcomer does
// not get past "all of rewriting" until the rewriter has written its last window back. So no write
// of a newcomer is between a rewriter's reading and writing back; nor is one of a communicator that
// leaves, whose presence ends after its last write. (other_writers_model_test goes through all
// orders.)
//
// The answer that a rewriter gets stays true for as long as it holds its byte, so it asks once in a
// call. "Write it back" means that storage has the window: a rank settles what it has posted before
// it lets go of its byte (rewrite_lease.hpp). Each rank that writes windows back holds its own
// byte, since it alone knows when storage has them. Nobody waits for ever: who holds a byte of
// rewriting is in a call that all its ranks have come to, and waits for none but these; who holds
// all of it waits for nobody. Ranks of one communicator have bytes of their own, so that they
// rewrite side by side. While there are others, ranks ask before they lock, so that they do not
// hold up newcomers or each other.
//
// Where the file system cannot lock, nobody can tell who is there, and nobody rewrites.
#pragma once

#include <cstdint>
#include <memory>

#include "storage/file.hpp"

namespace weft::engine {

/// A rank's part in telling other communicators of its own, and in asking about them. The file must
/// outlive it.
class OtherWriters {
public:
    /// Whether a communicator of this process or of another one has the file open for writing.
    /// False also where nobody can tell.
    static bool is_there(storage::File& file);

    /// Until its communicator is announced, callers must assume that there may be others.
    OtherWriters(storage::File& file, int rank) : file_(file), rank_(rank) {}

    /// Called on rank 0 before any rank writes. Has no effect if the file system cannot lock.
    void announce();
    /// The place of the communicator, which the other ranks learn().
    [[nodiscard]] std::int64_t place() const { return place_; }
    /// Whether communicators can hear of each other.
    [[nodiscard]] bool is_known() const { return place_ != not_announced; }
    void learn(std::int64_t place) { place_ = place; }

    /// Called on rank 0 after announce(): whether there is another communicator. False also if
    /// nobody can tell.
    [[nodiscard]] bool are_there() { return is_known() && !is_alone(); }

    /// This rank's byte of rewriting, held for as long as a copy lives. There is one lock, however
    /// many ask for it at a time: a second one of the same handle would end with the first.
    using Hold = std::shared_ptr<storage::RangeLock>;

    /// Keeps other communicators from writing to the file while the result lives, if none has it
    /// open for writing now. Null: one has it open, or nobody can tell.
    Hold keep_out();

    /// Called on rank 0: takes the turn for what ranks 0 of communicators do one at a time, and not
    /// while they rewrite. Null if the file system cannot lock.
    Hold take_turn();

    /// Called on rank 0 in its turn, when its ranks will not make the file longer any more. Returns
    /// true if all other communicators have called it, or if nobody can tell: then this rank
    /// settles the length of the file, and nobody else extends the file in its turn.
    bool is_last_to_settle();

    /// Takes the turn, asks whether this rank is the last, and if so gives the file this size. For
    /// distant storage that is one request.
    Status settle_size(const storage::FinalSize& size);

    /// Called on rank 0 when all ranks have written their last bytes.
    void leave();

private:
    static constexpr std::int64_t not_announced = -1;

    bool is_taken(std::int64_t place);
    bool try_to_announce();
    bool is_alone();
    Hold own_byte();
    bool is_free(std::int64_t begin, std::int64_t end);
    std::unique_ptr<storage::RangeLock> lock(std::int64_t begin, std::int64_t length);
    std::unique_ptr<storage::RangeLock> hold(std::int64_t offset);

    storage::File& file_;
    int rank_;
    std::int64_t place_ = not_announced;  // of this communicator's bytes
    bool had_others_ = false;             // when this rank asked last
    std::weak_ptr<storage::RangeLock> byte_;
    std::weak_ptr<storage::RangeLock> alone_;  // the same, where nobody else was there
    std::unique_ptr<storage::RangeLock> presence_;
    std::unique_ptr<storage::RangeLock> unsettled_;
};

}  // namespace weft::engine
