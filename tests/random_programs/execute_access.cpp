// SPDX-License-Identifier: BSD-3-Clause
//
// Which rank makes which of the calls of an access.
#include <algorithm>

#include "data_call.hpp"
#include "mismatch.hpp"
#include "runner.hpp"

namespace random_programs {

void Runner::execute_one(const Access& step) {
    if (!step.collective) {
        round_alone(step, 0);
        return;
    }
    const auto ranks = static_cast<std::size_t>(active_ranks_);
    for (std::size_t first = 0; first < step.pieces.size(); first += ranks) {
        if (must_run_alone(step, first)) {
            expect_code("ncmpi_begin_indep_data", NC_NOERR, ncmpi_begin_indep_data(ncid_));
            round_alone(step, first);
            expect_code("ncmpi_end_indep_data", NC_NOERR, ncmpi_end_indep_data(ncid_));
            expect_code("ncmpi_sync", NC_NOERR, ncmpi_sync(ncid_));
            MPI_Barrier(active_);
            return;
        }
        one_round(step, first);
    }
}

// Whether only some ranks of this round would put to a record variable, and the options exclude
// that.
bool Runner::must_run_alone(const Access& step, std::size_t first) const {
    if (!step.put || options_.has(Feature::uneven_records)) return false;
    const std::size_t last = first + static_cast<std::size_t>(active_ranks_);
    int records = 0;
    for (std::size_t i = first; i < last; ++i) {
        const int variable = i < step.pieces.size() ? step.pieces[i].variable : step.idle_variable;
        records += model_.is_record(variable) ? 1 : 0;
    }
    return records > 0 && (records < active_ranks_ || last > step.pieces.size());
}

// One collective call of every rank, with its piece or without data.
void Runner::one_round(const Access& step, std::size_t first) {
    const std::size_t mine =
        first + static_cast<std::size_t>((rank_ + step.rotation) % active_ranks_);
    if (mine < step.pieces.size()) {
        run_piece(step.pieces[mine], step.put, true);
    } else {
        call_without_data({ncid_, true, model_, Damage::none}, step.put, step.idle_variable);
    }
}

void Runner::round_alone(const Access& step, std::size_t first) {
    const int place = (rank_ + step.rotation) % active_ranks_;
    const bool one_by_one = step.put && !options_.has(Feature::together_alone);
    for (std::size_t i = first; i < step.pieces.size(); ++i) {
        const bool mine = static_cast<int>(i % static_cast<std::size_t>(active_ranks_)) == place;
        if (mine) run_piece(step.pieces[i], step.put, false);
        if (one_by_one) MPI_Barrier(active_);
    }
}

void Runner::run_piece(const Piece& piece, bool put, bool collective) {
    const Damage damage = damage_done_ ? Damage::none : options_.damage;
    const CallContext context{ncid_, collective, model_, damage};
    // Set before the call, which throws when it finds the damage.
    const bool damaged = put ? put_piece(context, piece) : get_piece(context, piece);
    damage_done_ = damage_done_ || damaged;
    if (put && model_.is_record(piece.variable) && piece.fault == NC_NOERR) {
        own_record_count_ = std::max(own_record_count_, records_end(piece));
    }
}

}  // namespace random_programs
