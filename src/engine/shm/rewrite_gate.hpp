// SPDX-License-Identifier: BSD-3-Clause
// How ranks of one node that write on their own keep clear of ranks that rewrite.
//
// A rank that rewrites a window reads it, changes it and writes it back. So it undoes what another
// rank has written into the holes meanwhile. Range locks prevent that, but a lock for every short
// write costs as much as the write. Therefore writers take no lock as long as nobody rewrites:
//
//     writer      writing of this rank += 1;  if rewriters = 0: write;  writing -= 1
//     rewriter    rewriters += 1;  wait for each rank until its writing = 0;
//                 lock, read, write, unlock;  rewriters -= 1
//
// Either the writer's addition comes first in the one order of both (they are sequentially
// consistent), and the rewriter waits for it; or the rewriter's does, and the writer sees it and
// takes a range lock, as it would without a gate. So no write without a lock is between a
// rewriter's reading and writing back. A writer that sees a rewriter steps back at once, so that
// nobody waits for more than the writes in progress. A rewriter that dies leaves everybody with
// range locks; a writer that dies is noticed by who waits for it.
#pragma once

#include <memory>
#include <utility>

#include "engine/shm/futex.hpp"
#include "engine/shm/liveness_check.hpp"
#include "engine/shm/segment.hpp"

namespace weft::engine::shm {

/// Used by one thread of each rank. A thread with a pass to write must not ask for one to rewrite.
class RewriteGate {
public:
    /// A pass is held while writing or rewriting.
    class Pass {
    public:
        Pass() = default;
        Pass(Pass&& other) noexcept : word_(std::exchange(other.word_, nullptr)) {}
        Pass& operator=(Pass&& other) noexcept {
            std::swap(word_, other.word_);
            return *this;
        }
        ~Pass();
        [[nodiscard]] explicit operator bool() const { return word_ != nullptr; }

    private:
        friend class RewriteGate;
        explicit Pass(WaitWord& word) : word_(&word) {}
        WaitWord* word_ = nullptr;  // that counts this
    };

    /// Collective. Returns null where the ranks are not on one node, or cannot share memory.
    static std::unique_ptr<RewriteGate> create(mpi::CommView comm);

    /// Returns an empty pass while somebody rewrites: then the writer takes a range lock.
    Pass to_write();
    /// Waits until nobody writes without a lock. Returns an empty pass when a rank has died.
    /// Several ranks may rewrite at a time: range locks keep them apart.
    Pass to_rewrite();

private:
    RewriteGate(std::unique_ptr<Segment> segment, int rank, int ranks);
    [[nodiscard]] WaitWord& rewriters() { return words_[1]; }
    [[nodiscard]] WaitWord& writing(int rank) { return words_[2 + rank]; }
    bool await_writer(int rank);

    std::unique_ptr<Segment> segment_;
    WaitWord* words_;  // the first: of the liveness check
    int rank_;
    int ranks_;
    LivenessCheck liveness_;
};

}  // namespace weft::engine::shm
