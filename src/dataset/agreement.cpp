// SPDX-License-Identifier: BSD-3-Clause
// Makes the ranks' definitions equal. If they differ, rank 0's is used: a difference in the layout
// of data is an error on all ranks, because values would land in the wrong place; a difference in
// labels (attributes, fill values and modes) is only reported, because programs write time stamps
// of each rank.
#include <algorithm>
#include <array>
#include <utility>

#include "dataset/dataset.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
/// Collective. One reduction if all definitions are equal. Otherwise all ranks continue with rank
/// 0's, which then replaces `definitions`, and get the code of the first difference in the layout.
Status Dataset::agree_on_definitions(const Status& mine, Definitions& definitions, bool& differed) {
    const mpi::CommView comm = this->comm();
    if (comm.size() == 1) return mine;
    const std::int64_t digest = definitions.digest();
    std::array<std::int64_t, 3> worst = {digest, -digest, mine.ok() ? 0 : 1};
    comm.all_reduce_max(worst);
    if (worst[2] != 0) return mpi::agree(comm, mine).status();
    differed = worst[0] != -worst[1];
    return differed ? take_roots_definitions(definitions) : Status();
}

/// Collective, if definitions differ.
Status Dataset::take_roots_definitions(Definitions& definitions) {
    const mpi::CommView comm = this->comm();
    const Definitions own = std::exchange(definitions, definitions.of_root(comm));
    const Definitions& roots = definitions;
    Result<model::Schema> schema = container_->decoded(roots.encoded);
    if (!schema.ok()) return mpi::agree(comm, schema.status()).status();
    Status labels = difference(schema.value(), definition_.schema);
    if (own.fill_modes != roots.fill_modes)
        labels.keep_first({Code::emultidefine_var_fill_mode, "fill modes of variables"});
    Status found =
        switches_.safe_mode ? labels : compare_with(roots.encoded, schema.value(), own.alignment);
    definition_.schema = std::move(schema).value();
    take_fill_modes(roots.fill_modes);
    found.keep_first(container_->place(roots.alignment));
    const mpi::Agreed agreed = mpi::agree(comm, found);
    if (agreed.ok()) note_labels(mpi::agree(comm, labels).status());
    return agreed.status();
}

/// Whether this rank's definition and `asked`, its arguments of enddef, give another layout.
Status Dataset::compare_with(std::span<const std::byte> encoded, const model::Schema& roots,
                             const Alignment& asked) const {
    const Status found = difference(roots, definition_.schema, Compared::all_but_attributes);
    if (!found.ok()) return found;
    return container_->compare_places(encoded, asked);
}

Definitions Dataset::definitions(const Alignment& alignment) const {
    return {.encoded = container_->encoded(), .fill_modes = fill_modes(), .alignment = alignment};
}

std::vector<std::byte> Dataset::fill_modes() const {
    std::vector<std::byte> modes;
    for (const bool no_fill : definition_.no_fill) modes.push_back(std::byte{no_fill});
    modes.push_back(std::byte{!definition_.fill_new});
    return modes;
}

void Dataset::take_fill_modes(const std::vector<std::byte>& modes) {
    definition_.no_fill.clear();
    for (const std::byte no_fill : modes) definition_.no_fill.push_back(no_fill != std::byte{0});
    definition_.fill_new = !definition_.no_fill.back();
    definition_.no_fill.pop_back();
}

/// Collective, in data mode after a change of names or attributes: all ranks get rank 0's. In
/// independent mode each keeps its number of records.
Status Dataset::agree_on_header() {
    const mpi::CommView comm = this->comm();
    if (comm.size() == 1) return {};
    const Definitions own{
        .encoded = container_->encoded_without_records(), .fill_modes = {}, .alignment = {}};
    if (is_uniform(comm, own.digest())) return {};
    Result<model::Schema> roots = container_->decoded(own.of_root(comm).encoded);
    const mpi::Agreed readable = mpi::agree(comm, roots.status());
    if (!readable.ok()) return readable.status();
    roots.value().record_count = definition_.schema.record_count;
    note_labels(mpi::agree(comm, difference(roots.value(), definition_.schema)).status());
    definition_.schema = std::move(roots).value();
    return {};
}

/// All ranks have the same `difference`, or none. weft_last_error and the report have it.
void Dataset::note_labels(const Status& difference) {
    constexpr std::size_t most_notes = 32;
    if (difference.ok()) return;
    const Status note(difference.code(),
                      difference.context() + " differ; rank 0's are in the file");
    (void)remember(note);
    const bool is_known =
        std::ranges::find(condition_.notes, note.context()) != condition_.notes.end();
    if (!is_known && condition_.notes.size() < most_notes)
        condition_.notes.push_back(note.context());
}

}  // namespace weft::dataset
