// SPDX-License-Identifier: BSD-3-Clause
// Into define mode and out of it: agreement, layout, header, moved data, fill.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/journal.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/moves.hpp"
#include "layout/whole_blocks.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

Status check_arguments(const Alignment& alignment) {
    const bool negative = alignment.header_free < 0 || alignment.variable_free < 0 ||
                          alignment.variable_align.value_or(0) < 0 ||
                          alignment.record_align.value_or(0) < 0;
    return negative ? Status(Code::einval, "a negative argument of _enddef") : Status();
}

/// Zeros up to the data, so that no stale data are left in the header's padding; but not without
/// bound.
void pad_header(PooledBytes& header, std::int64_t extent) {
    constexpr std::int64_t most = 1 << 20;
    const auto bytes = static_cast<std::int64_t>(header.size());
    header.resize(static_cast<std::size_t>(std::max(bytes, std::min(extent, bytes + most))));
}

}  // namespace

Status Dataset::redef() {
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (broken_) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "already in define mode"};
    if (definition_.set != nullptr) {
        const Status named = part_files().check_names(definition_.set->table());
        if (!named.ok()) return named;
    }
    // Independent writes may have added records that not everybody knows of.
    Status counted = flush();
    counted.keep_first(share_record_count());
    if (state_ == State::independent) counted.keep_first(shared_.show_each_other());
    const mpi::Agreed agreed = mpi::agree(comm(), counted);
    if (!agreed.ok()) return agreed.status();
    before_ = definition_.schema;
    if (definition_.set != nullptr)
        definition_.set->master().schema.record_count = before_->record_count;
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
    layout::Layout placed;
    if (mine.ok()) mine = place(definition_.schema, alignment, placed);
    Definitions all_ranks = mine.ok() ? definitions(alignment) : Definitions();
    // Not that of a set, whose parts come first.
    const bool is_first = is_new_ && !settings_.parts.wants_set() && comm().rank() == root;
    if (mine.ok() && is_first) mine = write_first_header(all_ranks.header);
    bool differed = false;
    Status agreed = agree_on_definitions(mine, all_ranks, placed, differed);
    if (!agreed.ok() && !differed) return agreed;
    const Status committed =
        commit_definitions(placed, all_ranks.alignment, std::move(all_ranks.header));
    if (!committed.ok()) return committed;
    aligned_ = alignment;
    const Status filled = fill_new_variables();
    before_.reset();
    if (!filled.ok()) return filled;
    return agreed;
}

Status Dataset::place(format::Schema& schema, const Alignment& alignment,
                      layout::Layout& placed) const {
    const Status sizes = format::check_large_variables(schema);
    if (!sizes.ok()) return sizes;
    const std::int64_t header_bytes = format::header_bytes(schema);
    const Result<layout::Layout> result =
        before_ ? layout::place_again(schema, header_bytes, alignment, *before_)
                : layout::place_variables(schema, header_bytes, alignment, nullptr);
    if (result.ok()) placed = result.value();
    return result.status();
}

/// Rank 0, whose definitions count: the header of a new file, before the ranks agree, so that the
/// agreement also tells whether it could be written. What an earlier attempt wrote is erased.
Status Dataset::write_first_header(std::span<const std::byte> header) {
    const std::int64_t bytes = std::ssize(header);
    Status written = file().write_at(0, header);
    if (written.ok() && bytes < first_header_bytes_) {
        const std::vector<std::byte> zeros(static_cast<std::size_t>(first_header_bytes_ - bytes));
        written = file().write_at(bytes, zeros);
    }
    first_header_bytes_ = std::max(first_header_bytes_, bytes);
    return written;
}

/// Collective. The files become what has been defined; `header`: that of a single one.
Status Dataset::commit_definitions(const layout::Layout& layout, const Alignment& alignment,
                                   PooledBytes header) {
    const Status free = find_free_numbers();
    if (!free.ok()) return free;
    const Status chosen = choose_targets();
    if (!chosen.ok()) return chosen;
    const Result<std::shared_ptr<FileSet>> next = next_set(alignment);
    if (!next.ok()) return next.status();
    Status written;
    if (next.value() != nullptr) {
        header = format::write_header(next.value()->master().schema);
        if (is_new_) part_files().attach(next.value());
        written = is_new_ ? make_set(*next.value(), alignment, header)
                          : change_set(*next.value(), alignment, header);
    } else {
        written = write_definitions({definition_.schema, layout}, header);
    }
    if (!written.ok()) return written;
    definition_.set = next.value();
    if (comm().rank() == root) header_in_file_ = std::move(header);
    const std::int64_t records = definition_.schema.record_count;
    // Parts that were there before may end before the last record that somebody has begun.
    recorded_ = {.master = records,
                 .parts = records,
                 .whole = is_new_ ? records : RecordsInFiles::not_known};
    definition_.layout = layout;
    is_new_ = false;
    changed_ = true;
    state_ = State::collective;
    return {};
}

/// Collective. The first file gets its header, and its data the new places.
Status Dataset::write_definitions(const SheetView& now, const PooledBytes& header) {
    if (!is_new_ && header == header_before()) return {};
    Status status;
    if (!is_new_) {
        status = change_definitions(now, header);
    } else if (settings_.parts.wants_set()) {
        const Status written = comm().rank() == root ? write_first_header(header) : Status();
        status = mpi::agree_at(comm(), written, root).status();
    }
    if (status.ok() && comm().rank() == root) header_put_bytes_ += std::ssize(header);
    return status;
}

PooledBytes Dataset::header_before() const {
    return format::write_header(definition_.set != nullptr ? definition_.set->master().schema
                                                           : *before_);
}

Status Dataset::change_definitions(const SheetView& now, const PooledBytes& header) {
    const mpi::CommView comm = this->comm();
    const layout::Layout& layout = now.layout;
    std::optional<format::Schema> in_master;
    if (definition_.set != nullptr)
        in_master = programs_share(definition_.set->master().schema, *before_);
    const format::Schema& old = in_master ? *in_master : *before_;
    Change change;
    change.header = header;
    pad_header(change.header, layout.header_extent);
    change.moves = layout::moves_between(old, layout_in_file(), now.schema, layout,
                                         definition_.schema.record_count);
    std::array<std::int64_t, 1> bytes = {0};
    Status measured;
    if (comm.rank() == root) {
        const Result<std::int64_t> size = file().size();
        measured = size.status();
        if (size.ok()) bytes[0] = size.value();
    }
    const mpi::Agreed known = mpi::agree_at(comm, measured, root);
    if (!known.ok()) return known.status();
    comm.broadcast(std::as_writable_bytes(std::span(bytes)), root);
    change.old_file_bytes = bytes[0];
    // Records behind the last counted one stay where records stay.
    const bool records_stay = layout.record_begin == layout_in_file().record_begin &&
                              layout.record_bytes == layout_in_file().record_bytes;
    change.new_file_bytes = std::max({layout.file_bytes(definition_.schema.record_count),
                                      static_cast<std::int64_t>(change.header.size()),
                                      records_stay ? change.old_file_bytes : 0});
    broken_ = true;  // unless it comes to an end
    ChangeOutcome outcome =
        apply_change(change, file(), settings_.move_chunk_bytes, comm, shared_.io_ranks());
    broken_ = outcome.interrupted;
    if (broken_) {
        outcome.status = {outcome.status.code(),
                          outcome.status.context() +
                              "; opening the file again undoes the change, unless it was complete"};
    }
    return outcome.status;
}

/// Collective. In data mode the header changes in place and does not grow.
Status Dataset::rewrite_header() {
    if (broken_) return interrupted_change();
    const mpi::CommView comm = this->comm();
    Status status = agree_on_header();
    if (!status.ok()) return status;
    changed_ = true;
    if (definition_.set != nullptr) {
        status = rewrite_set();
    } else if (comm.rank() == root) {
        status = replace_header(with_records_of_file(definition_.schema));
    }
    const mpi::Agreed replaced = mpi::agree(comm, status);
    if (replaced.ok()) return {};
    // On one rank, which has a part of a set to change, or the header.
    std::array<std::int64_t, 1> broken = {broken_};
    if (comm.size() > 1) comm.all_reduce_max(broken);
    broken_ = broken[0] != 0;
    return replaced.status();
}

/// Rank 0. A header that counts as many records as the file does: that is note_record_count()'s
/// matter.
PooledBytes Dataset::with_records_of_file(const format::Schema& schema) const {
    PooledBytes header = format::write_header(schema);
    const std::size_t bytes = format::encode_record_count(schema.version, 0).size();
    std::copy_n(header_in_file_.begin() + format::record_count_offset, bytes,
                header.begin() + format::record_count_offset);
    return header;
}

/// Rank 0. A change within one page is one small write, which the kernel does not tear; a larger
/// one takes the journal.
Status Dataset::replace_header(PooledBytes header) {
    constexpr std::size_t page = 4096;
    PooledBytes padded = header;
    padded.resize(std::max(header.size(), header_in_file_.size()));
    header_in_file_.resize(padded.size());
    const auto [first, unused] =
        std::mismatch(padded.begin(), padded.end(), header_in_file_.begin());
    if (first == padded.end()) return {};
    const auto begin = static_cast<std::size_t>(first - padded.begin());
    std::size_t end = padded.size();
    while (padded[end - 1] == header_in_file_[end - 1]) --end;
    header_put_bytes_ += static_cast<std::int64_t>(end - begin);
    Status status;
    if (begin / page == (end - 1) / page) {
        status = file().write_at(static_cast<std::int64_t>(begin),
                                 std::span(padded).subspan(begin, end - begin));
    } else {
        const Result<std::int64_t> size = file().size();
        if (!size.ok()) return size.status();
        const mpi::Comm self = mpi::Comm::self();
        const ChangeOutcome outcome = apply_change({.header = padded,
                                                    .moves = {},
                                                    .old_file_bytes = size.value(),
                                                    .new_file_bytes = size.value()},
                                                   file(), settings_.move_chunk_bytes, self.view(),
                                                   mpi::IoRanks(self.view()));
        broken_ = outcome.interrupted;
        status = outcome.status;
    }
    if (status.ok()) header_in_file_ = std::move(padded);
    return status;
}

}  // namespace weft::dataset
