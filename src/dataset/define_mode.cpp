// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/define_mode.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "dataset/constants.hpp"
#include "dataset/filling.hpp"
#include "dataset/quantizing.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {

using layout::Alignment;

namespace {

Status check_arguments(const Alignment& alignment) {
    const bool negative = alignment.header_free < 0 || alignment.variable_free < 0 ||
                          alignment.variable_align.value_or(0) < 0 ||
                          alignment.record_align.value_or(0) < 0;
    return negative ? Status(Code::einval, "an argument of _enddef is negative") : Status();
}

std::vector<std::byte> fill_modes_of(const Definition& definition) {
    std::vector<std::byte> modes;
    for (const bool no_fill : definition.no_fill) modes.push_back(std::byte{no_fill});
    modes.push_back(std::byte{!definition.fill_new});
    return modes;
}

}  // namespace

Status DefineMode::check() const {
    const Status intact = core_.check_intact();
    if (!intact.ok()) return intact;
    if (!is_on_) return {Code::enotindefine, "only allowed in define mode"};
    return {};
}

void DefineMode::begin() {
    core_.definition.before = core_.definition.schema;
    core_.container->begin_change();
    is_on_ = true;
}

void DefineMode::give_up() {
    if (!is_on_ || core_.condition.is_new) return;
    core_.definition.schema = std::move(*core_.definition.before);
    core_.definition.before.reset();
    is_on_ = false;
}

Status DefineMode::end(const Alignment& asked) {
    const Status defining = check();
    if (!defining.ok()) return defining;
    const Alignment alignment = in_force(asked);
    settle_quantization(core_.definition, core_.settings.quantization);
    Status mine = place(asked, alignment);
    Definitions all_ranks = mine.ok() ? definitions(alignment) : Definitions();
    if (mine.ok() && core_.condition.is_new && core_.comm().rank() == root)
        mine = core_.container->write_ahead(all_ranks.encoded);
    bool differed = false;
    const Status agreed = agree_on_definitions(mine, all_ranks, differed);
    if (!agreed.ok() && !differed) return agreed;
    const Status committed =
        core_.container->commit(all_ranks.alignment, std::move(all_ranks.encoded));
    if (!committed.ok()) return committed;
    core_.condition.is_new = false;
    core_.condition.changed = true;
    is_on_ = false;
    core_.definition.alignment = alignment;
    const Status filled = fill_new_variables(core_);
    core_.definition.before.reset();
    (void)core_.shared.stage().pass(false);
    return filled.ok() ? agreed : filled;
}

/// Hints overrule the arguments of enddef.
Alignment DefineMode::in_force(Alignment asked) const {
    if (core_.settings.variable_align) asked.variable_align = core_.settings.variable_align;
    if (core_.settings.record_align) asked.record_align = core_.settings.record_align;
    return asked;
}

Status DefineMode::place(const Alignment& asked, const Alignment& alignment) {
    Status mine = check_arguments(asked);
    if (core_.switches.safe_mode) {
        mine = compare_fields(
            core_.comm(), mine,
            {{Code::emultidefine_fnc_args, "h_minfree", field_of(asked.header_free)},
             {Code::emultidefine_fnc_args, "v_align", field_of(asked.variable_align.value_or(-1))},
             {Code::emultidefine_fnc_args, "v_minfree", field_of(asked.variable_free)},
             {Code::emultidefine_fnc_args, "r_align", field_of(asked.record_align.value_or(-1))}});
    }
    return mine.ok() ? core_.container->place(alignment) : mine;
}

Definitions DefineMode::definitions(const Alignment& alignment) const {
    return {.encoded = core_.container->encoded(),
            .fill_modes = fill_modes_of(core_.definition),
            .alignment = alignment};
}

void DefineMode::take_fill_modes(const std::vector<std::byte>& modes) {
    Definition& definition = core_.definition;
    definition.no_fill.clear();
    for (const std::byte no_fill : modes) definition.no_fill.push_back(no_fill != std::byte{0});
    definition.fill_new = !definition.no_fill.back();
    definition.no_fill.pop_back();
}

/// Collective. One reduction if all definitions are equal. Otherwise all ranks continue with rank
/// 0's, which then replaces `definitions`, and get the code of the first difference in the layout.
Status DefineMode::agree_on_definitions(const Status& mine, Definitions& definitions,
                                        bool& differed) {
    const mpi::CommView comm = core_.comm();
    if (comm.size() == 1) return mine;
    const std::int64_t digest = definitions.digest();
    std::array<std::int64_t, 3> worst = {digest, -digest, mine.ok() ? 0 : 1};
    comm.all_reduce_max(worst);
    if (worst[2] != 0) return mpi::agree(comm, mine).status();
    differed = worst[0] != -worst[1];
    return differed ? take_roots(definitions) : Status();
}

/// Collective, if definitions differ.
Status DefineMode::take_roots(Definitions& definitions) {
    const mpi::CommView comm = core_.comm();
    model::Schema& mine = core_.definition.schema;
    const Definitions own = std::exchange(definitions, definitions.of_root(comm));
    const Definitions& roots = definitions;
    Result<model::Schema> schema = core_.container->decoded(roots.encoded);
    if (!schema.ok()) return mpi::agree(comm, schema.status()).status();
    Status labels = difference(schema.value(), mine);
    if (own.fill_modes != roots.fill_modes)
        labels.keep_first({Code::emultidefine_var_fill_mode, "fill modes of variables"});
    Status found = core_.switches.safe_mode
                       ? labels
                       : compare_with(roots.encoded, schema.value(), own.alignment);
    mine = std::move(schema).value();
    take_fill_modes(roots.fill_modes);
    found.keep_first(core_.container->place(roots.alignment));
    const mpi::Agreed agreed = mpi::agree(comm, found);
    if (agreed.ok()) note_labels(mpi::agree(comm, labels).status());
    return agreed.status();
}

/// Returns an error if this rank's definition and `asked`, its arguments of enddef, result in
/// another layout than rank 0's.
Status DefineMode::compare_with(std::span<const std::byte> encoded, const model::Schema& roots,
                                const Alignment& asked) const {
    const Status found = difference(roots, core_.definition.schema, Compared::all_but_attributes);
    return found.ok() ? core_.container->compare_places(encoded, asked) : found;
}

ChangeRules DefineMode::rules() const {
    return {.compares_arguments = core_.switches.safe_mode,
            .may_grow = is_on_,
            .classic_model = core_.classic_model};
}

Status DefineMode::agree(Status mine, const UniformFields& arguments) {
    if (core_.switches.safe_mode) return compare_fields(core_.comm(), std::move(mine), arguments);
    return is_on_ ? mine : mpi::agree(core_.comm(), mine).status();
}

Status DefineMode::keep() {
    if (is_on_) return {};
    container::Condition& condition = core_.condition;
    const Status intact = core_.check_intact();
    if (!intact.ok()) return intact;
    const Status flushed = transfers_.flush();
    const Status status = agree_on_header();
    if (!status.ok()) return status;
    condition.changed = true;
    Status mine = core_.shared.stage().pass(true);
    if (mine.ok()) mine = core_.container->rewrite();
    const mpi::Agreed rewritten = mpi::agree(core_.comm(), mine);
    (void)core_.shared.stage().pass(false);
    if (rewritten.ok()) return flushed;
    // A rank may have changed some of the files: then the dataset is broken on all ranks.
    std::array<std::int64_t, 1> broken = {condition.broken};
    if (core_.comm().size() > 1) core_.comm().all_reduce_max(broken);
    condition.broken = broken[0] != 0;
    return rewritten.status();
}

/// Collective: all ranks get rank 0's names and attributes. In independent mode each keeps its
/// number of records.
Status DefineMode::agree_on_header() {
    const mpi::CommView comm = core_.comm();
    if (comm.size() == 1) return {};
    const Definitions own{
        .encoded = core_.container->encoded_without_records(), .fill_modes = {}, .alignment = {}};
    if (is_uniform(comm, own.digest())) return {};
    Result<model::Schema> roots = core_.container->decoded(own.of_root(comm).encoded);
    const mpi::Agreed readable = mpi::agree(comm, roots.status());
    if (!readable.ok()) return readable.status();
    model::Schema& mine = core_.definition.schema;
    roots.value().take_lengths(mine);
    note_labels(mpi::agree(comm, difference(roots.value(), mine)).status());
    mine = std::move(roots).value();
    return {};
}

/// Records `difference`, which is the same on all ranks, for weft_last_error and the report. Does
/// nothing if there is none.
void DefineMode::note_labels(const Status& difference) {
    constexpr std::size_t most_notes = 32;
    if (difference.ok()) return;
    const Status note(difference.code(),
                      difference.context() + " differ; rank 0's are in the file");
    (void)core_.remember(note);
    std::vector<std::string>& notes = core_.condition.notes;
    const bool is_known = std::ranges::find(notes, note.context()) != notes.end();
    if (!is_known && notes.size() < most_notes) notes.push_back(note.context());
}

}  // namespace weft::dataset
