// SPDX-License-Identifier: BSD-3-Clause
// Enters and leaves define mode.
#include <array>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

Status check_arguments(const Alignment& alignment) {
    const bool negative = alignment.header_free < 0 || alignment.variable_free < 0 ||
                          alignment.variable_align.value_or(0) < 0 ||
                          alignment.record_align.value_or(0) < 0;
    return negative ? Status(Code::einval, "an argument of _enddef is negative") : Status();
}

}  // namespace

Status Dataset::redef() {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (condition_.broken) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "the file is already in define mode"};
    const Status can = container_->check_changing();
    if (!can.ok()) return can;
    // Independent writes may have added records that other ranks do not know.
    Status counted = flush();
    counted.keep_first(share_record_count());
    if (state_ == State::independent) counted.keep_first(shared_.show_each_other());
    const mpi::Agreed agreed = mpi::agree(comm(), counted);
    if (!agreed.ok()) return agreed.status();
    definition_.before = definition_.schema;
    container_->begin_change();
    state_ = State::define;
    return {};
}

Status Dataset::enddef(const Alignment& asked) {
    const Status defining = check_defining();
    if (!defining.ok()) return defining;
    Alignment alignment = asked;
    if (settings_.variable_align) alignment.variable_align = settings_.variable_align;
    if (settings_.record_align) alignment.record_align = settings_.record_align;
    Status mine = check_arguments(asked);
    if (switches_.safe_mode) {
        mine = compare_fields(
            comm(), mine,
            {{Code::emultidefine_fnc_args, "h_minfree", field_of(asked.header_free)},
             {Code::emultidefine_fnc_args, "v_align", field_of(asked.variable_align.value_or(-1))},
             {Code::emultidefine_fnc_args, "v_minfree", field_of(asked.variable_free)},
             {Code::emultidefine_fnc_args, "r_align", field_of(asked.record_align.value_or(-1))}});
    }
    if (mine.ok()) mine = container_->place(alignment);
    Definitions all_ranks = mine.ok() ? definitions(alignment) : Definitions();
    if (mine.ok() && is_new() && comm().rank() == root)
        mine = container_->write_ahead(all_ranks.encoded);
    bool differed = false;
    Status agreed = agree_on_definitions(mine, all_ranks, differed);
    if (!agreed.ok() && !differed) return agreed;
    const Status committed = container_->commit(all_ranks.alignment, std::move(all_ranks.encoded));
    if (!committed.ok()) return committed;
    condition_.is_new = false;
    changed_ = true;
    state_ = State::collective;
    definition_.alignment = alignment;
    const Status filled = fill_new_variables();
    definition_.before.reset();
    if (!filled.ok()) return filled;
    return agreed;
}

/// Collective. In data mode the header changes in place and does not grow.
Status Dataset::rewrite_header() {
    if (condition_.broken) return interrupted_change();
    Status status = agree_on_header();
    if (!status.ok()) return status;
    changed_ = true;
    const mpi::Agreed rewritten = mpi::agree(comm(), container_->rewrite());
    if (rewritten.ok()) return {};
    // On a rank that has changed some of the files.
    std::array<std::int64_t, 1> broken = {condition_.broken};
    if (comm().size() > 1) comm().all_reduce_max(broken);
    condition_.broken = broken[0] != 0;
    return rewritten.status();
}

}  // namespace weft::dataset
