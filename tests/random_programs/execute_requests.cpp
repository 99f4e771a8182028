// SPDX-License-Identifier: BSD-3-Clause
//
// The nonblocking calls that each step makes, and the calls for many variables.
#include <algorithm>

#include "bound_call.hpp"
#include "mismatch.hpp"
#include "runner.hpp"

namespace random_programs {

bool Runner::is_mine(int slot) const {
    return slot >= 0 && slot % active_ranks_ == rank_;
}

void Runner::execute_one(const Post& step) {
    for (const Request& request : step.requests) {
        if (is_mine(request.slot)) requests_.post(ncid_, model_, request);
    }
    requests_.check(ncid_, model_);
}

void Runner::execute_one(const Wait& step) {
    Model after = model_;
    after.apply(step);
    if (!step.collective) {
        own_record_count_ = std::max(own_record_count_, requests_.records_end(model_, step.chosen));
    }
    const Damage damage = damage_done_ ? Damage::none : options_.damage;
    const bool unknown_here = is_mine(step.chosen.unknown_slot);
    const bool damaged = requests_.wait(ncid_, step, unknown_here, after, damage);
    damage_done_ = damage_done_ || damaged;
    requests_.check(ncid_, after);
}

void Runner::execute_one(const Cancel& step) {
    requests_.cancel(ncid_, step, is_mine(step.chosen.unknown_slot));
    requests_.check(ncid_, model_);
}

void Runner::execute_one(const AttachBuffer& step) {
    const int code = step.bytes <= 0         ? NC_ENULLBUF
                     : model_.attached_bytes ? NC_EPREVATTACHBUF
                                             : NC_NOERR;
    expect_code("ncmpi_buffer_attach", code, ncmpi_buffer_attach(ncid_, step.bytes));
}

// Which ranks have pending bputs depends on the number of ranks: the others leave the buffer
// attached as long as one has some.
void Runner::execute_one(const DetachBuffer&) {
    if (model_.buffered_bytes() > 0 && !requests_.has_buffered()) return;
    const int code = !model_.attached_bytes     ? NC_ENULLABUF
                     : requests_.has_buffered() ? NC_EPENDINGBPUT
                                                : NC_NOERR;
    expect_code("ncmpi_buffer_detach", code, ncmpi_buffer_detach(ncid_));
}

void Runner::execute_one(const AccessMany& step) {
    const auto place = static_cast<std::size_t>((rank_ + step.rotation) % active_ranks_);
    std::vector<Piece> mine;
    for (std::size_t i = place; i < step.pieces.size();
         i += static_cast<std::size_t>(active_ranks_)) {
        mine.push_back(step.pieces[i]);
    }
    if (mine.empty() && !step.collective) return;
    std::vector<MemoryLayout> layouts;
    std::vector<std::unique_ptr<GuardedMemory>> memories;
    std::vector<void*> buffers;
    int expected = NC_NOERR;
    for (const Piece& piece : mine) {
        layouts.push_back(layout_of(piece));
        memories.push_back(std::make_unique<GuardedMemory>(layouts.back().bytes, piece.seed,
                                                           piece.read_only_buffer));
        buffers.push_back(memories.back()->bytes().data());
        if (step.put) store_values(model_, piece, layouts.back(), *memories.back());
        memories.back()->make_read_only();
        if (step.put && put_is_out_of_range(model_, piece)) expected = NC_ERANGE;
        if (piece.fault != NC_NOERR) expected = piece.fault;
    }
    const int code =
        call_many(ncid_, step.put, step.collective, step.typed, step.kind, mine, buffers);
    check_many(step, mine, layouts, memories, expected, code);
    for (const Piece& piece : mine) {
        if (!step.put || !model_.is_record(piece.variable) || piece.fault != NC_NOERR) continue;
        own_record_count_ = std::max(own_record_count_, records_end(piece));
    }
}

void Runner::check_many(const AccessMany& step, const std::vector<Piece>& pieces,
                        const std::vector<MemoryLayout>& layouts,
                        const std::vector<std::unique_ptr<GuardedMemory>>& memories, int expected,
                        int code) const {
    bool uncertain = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (step.put || pieces[i].fault != NC_NOERR) {
            if (memories[i]->first_change()) throw Mismatch("the call changed a buffer of a put");
            continue;
        }
        const Wanted wanted = wanted_values(model_, pieces[i]);
        if (wanted.range_error) expected = NC_ERANGE;
        uncertain = uncertain || !wanted.all_defined;
        check_buffer(pieces[i], layouts[i], wanted, *memories[i]);
    }
    if (uncertain && code == NC_ERANGE) return;
    expect_code(step.put ? "mput" : "mget", expected, code);
}

}  // namespace random_programs
