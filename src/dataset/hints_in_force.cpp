// SPDX-License-Identifier: BSD-3-Clause
// The answer of ncmpi_inq_file_info: people tune by it, so it has the values in force, not the
// requested ones.
#include <cmath>
#include <string>

#include "dataset/dataset.hpp"
#include "dataset/hints.hpp"
#include "files/hint_table.hpp"

namespace weft::dataset {
namespace {

bool has_fixed_variable(const model::Schema& schema) {
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (!schema.is_record_variable(schema.variable(id))) return true;
    }
    return false;
}

void tell_layout(const Settings& settings, mpi::Hints& all) {
    const layout::Alignment alignment{.variable_align = settings.variable_align,
                                      .record_align = settings.record_align};
    const auto variables = std::to_string(layout::variable_align_in_force(alignment));
    all["nc_var_align_size"] = variables;
    all["nc_header_align_size"] = variables;
    all["nc_record_align_size"] = std::to_string(layout::record_align_in_force(alignment, true));
    all["nc_header_read_chunk_size"] = std::to_string(settings.header_chunk_bytes);
    all["nc_data_move_chunk_size"] = std::to_string(settings.move_chunk_bytes);
}

void tell_parts(const Settings::Parts& parts, mpi::Hints& all) {
    const std::string count = std::to_string(parts.count);
    all["weft_parts"] = parts.one_per_target ? "auto" : count;
    all["pnetcdf_subfiling"] = parts.wants_set() ? "enable" : "disable";
    all["nc_num_subfiles"] = count;
    all["weft_probe"] = std::to_string(std::llround(parts.probe_seconds * 1e3));
    all["weft_epoch_records"] = std::to_string(parts.epoch_records);
    all["weft_part_min_ndims"] = std::to_string(parts.rules.least_dimensions);
    all["weft_part_least_bytes"] = std::to_string(parts.rules.least_bytes);
}

}  // namespace

mpi::Hints effective_hints(const mpi::Hints& hints, const files::Settings& file,
                           const Settings& settings) {
    mpi::Hints all = hints;
    for (const auto& [key, value] : files::fixed_hints) all[key] = value;
    for (const auto& [key, value] : files::kept_hints) all.try_emplace(key, value);
    tell_layout(settings, all);
    tell_parts(settings.parts, all);
    files::echo(file, all);
    all["weft_write_behind"] =
        settings.write_behind_bytes == 0 ? "disable" : std::to_string(settings.write_behind_bytes);
    all["weft_durable"] = settings.durable_close ? "enable" : "disable";
    return all;
}

mpi::Hints Dataset::hints_in_force() const {
    files::Settings file = shared_.settings();
    file.engine.aggregators = engine().movers();
    Settings settings = settings_;
    if (!settings.variable_align) settings.variable_align = definition_.alignment.variable_align;
    if (!settings.record_align) settings.record_align = definition_.alignment.record_align;
    if (!settings.record_align)
        settings.record_align =
            layout::record_align_in_force({}, has_fixed_variable(definition_.schema));
    if (!is_new()) settings.parts.one_per_target = false;
    settings.parts.count = container_->part_count();
    return effective_hints(hints_, file, settings);
}

}  // namespace weft::dataset
