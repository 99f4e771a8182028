// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/rewrite_gate.hpp"

namespace weft::engine::shm {

RewriteGate::Pass::~Pass() {
    if (word_ == nullptr) return;
    word_->value.fetch_sub(1, std::memory_order_seq_cst);
    word_->wake();
}

std::unique_ptr<RewriteGate> RewriteGate::create(mpi::CommView comm) {
    const auto words = 2 + static_cast<std::size_t>(comm.size());
    std::unique_ptr<Segment> segment = Segment::create(comm, words * sizeof(WaitWord));
    if (segment == nullptr) return nullptr;
    return std::unique_ptr<RewriteGate>(
        new RewriteGate(std::move(segment), comm.rank(), comm.size()));
}

/// All words begin as zero, like the segment.
RewriteGate::RewriteGate(std::unique_ptr<Segment> segment, int rank, int ranks)
    : segment_(std::move(segment)),
      words_(reinterpret_cast<WaitWord*>(segment_->data())),
      rank_(rank),
      ranks_(ranks),
      liveness_(*segment_, words_[0].value, ranks) {}

RewriteGate::Pass RewriteGate::to_write() {
    writing(rank_).value.fetch_add(1, std::memory_order_seq_cst);
    Pass pass(writing(rank_));
    if (rewriters().value.load(std::memory_order_seq_cst) != 0) return {};
    return pass;
}

RewriteGate::Pass RewriteGate::to_rewrite() {
    rewriters().value.fetch_add(1, std::memory_order_seq_cst);
    Pass pass(rewriters());
    for (int rank = 0; rank < ranks_; ++rank) {
        if (!await_writer(rank)) return {};
    }
    return pass;
}

bool RewriteGate::await_writer(int rank) {
    WaitWord& word = writing(rank);
    std::uint32_t writes = word.value.load(std::memory_order_seq_cst);
    while (writes != 0) {
        if (!liveness_.wait(word, writes)) return false;
        writes = word.load();
    }
    return true;
}

}  // namespace weft::engine::shm
