// SPDX-License-Identifier: BSD-3-Clause
#include "sets/epoch_schedule.hpp"

#include "parts/epochs.hpp"

namespace weft::sets {

std::optional<std::vector<int>> EpochSchedule::due(const container::Context& context,
                                                   const parts::Table& table) {
    const container::Settings::Parts& asked = context.settings.parts;
    const std::int64_t every = asked.epoch_records;
    if (is_given_up_ || (every <= 0 && !asked.watches_targets)) return std::nullopt;
    const container::Definition& whole = context.definition;
    const std::int64_t records = whole.schema.record_count;
    if (!parts::has_records(whole.schema, table) || records <= table.epochs.back())
        return std::nullopt;
    if (every > 0) {
        if (records < table.epochs.back() + every) return std::nullopt;
        return parts::next_targets(table);
    }
    if (table.epoch_count() >= parts::most_epochs) return std::nullopt;
    if (!watched_) watched_.emplace(whole.schema, table);
    return watched_->look(context.shared, table, records * whole.record_pitch);
}

void EpochSchedule::note_begun(const parts::Table& table, const std::vector<int>& targets,
                               std::vector<std::string>& notes) const {
    if (watched_) notes.push_back(watched_->in_words(table.epochs.back(), targets));
}

void EpochSchedule::ask_again() {
    if (watched_) watched_->ask_again();
}

}  // namespace weft::sets
