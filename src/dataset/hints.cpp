// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "dataset/compression.hpp"
#include "files/hint_table.hpp"
#include "files/hint_values.hpp"
#include "formats/formats.hpp"
#include "layout/layout.hpp"

namespace weft::dataset {
namespace {

using files::is_enabled;

/// "enable", or the number of bytes that a rank may hold back. Not set: "automatic".
std::optional<std::int64_t> write_behind_bytes(const mpi::Hints& hints) {
    constexpr std::int64_t usual = 64 << 20;
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (is_enabled(hints, "weft_write_behind")) return usual;
    const std::string text = files::text_of(hints, "weft_write_behind");
    if (text == "disable" || text == "false") return 0;
    const std::optional<std::int64_t> bytes = files::number_in(text);
    return bytes ? std::optional(std::min(*bytes, most)) : std::nullopt;
}

std::string write_behind_word(std::optional<std::int64_t> bytes) {
    if (!bytes) return "automatic";
    return *bytes == 0 ? "disable" : std::to_string(*bytes);
}

/// The words between colons; empty ones are skipped.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        if (end > begin) words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// Whether Weft's hint, or the one of the paper on partitioned files, asks for a part for each
/// target.
bool is_one_per_target(const mpi::Hints& hints) {
    return files::text_of(hints, "weft_parts") == "auto" ||
           is_enabled(hints, "nc_partitioning_enabled");
}

parts::Rules rules_of(const mpi::Hints& hints) {
    namespace hint = files::hint;
    parts::Rules rules;
    // The paper gives the dimensions of a variable that is too small, Weft those of one that is
    // not.
    const auto too_few = files::asked_for(hints, hint::min_ndims);
    rules.least_dimensions =
        static_cast<int>(files::asked_for(hints, hint::weft_part_min_ndims)
                             .value_or(too_few ? *too_few + 1 : hint::weft_part_min_ndims.usual));
    rules.least_bytes = files::number_of(hints, hint::weft_part_least_bytes);
    if (const auto id = files::number_in(files::text_of(hints, parts::chosen_dimension_attribute)))
        rules.dimension = *id;
    return rules;
}

Settings::Parts parts_of(const mpi::Hints& hints) {
    namespace hint = files::hint;
    Settings::Parts parts;
    std::int64_t count = files::number_of(hints, hint::weft_parts);
    if (count == 0 && is_enabled(hints, "pnetcdf_subfiling"))
        count = files::number_of(hints, hint::nc_num_subfiles);
    parts.count = static_cast<int>(count);
    parts.folders = words_of(files::text_of(hints, "weft_part_dirs"));
    parts.one_per_target = is_one_per_target(hints) && count == 0 && !parts.folders.empty();
    constexpr double milliseconds = 1e-3;
    parts.probe_seconds =
        milliseconds * static_cast<double>(files::number_of(hints, hint::weft_probe));
    parts.watches_targets = is_one_per_target(hints) && count == 0 && parts.probe_seconds > 0;
    parts.epoch_records = files::number_of(hints, hint::weft_epoch_records);
    parts.rules = rules_of(hints);
    return parts;
}

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

HintMap hints_of(MPI_Info info) {
    return mpi::hints_of(info);
}

MPI_Info info_of(const HintMap& hints) {
    return mpi::info_of(hints);
}

Settings settings_of(const mpi::Hints& hints) {
    namespace hint = files::hint;
    Settings settings;
    settings.format = files::text_of(hints, "weft_format");
    settings.variable_align = files::asked_for(hints, hint::nc_var_align_size);
    settings.record_align = files::asked_for(hints, hint::nc_record_align_size);
    settings.header_chunk_bytes = files::number_of(hints, hint::nc_header_read_chunk_size);
    settings.move_chunk_bytes = files::number_of(hints, hint::nc_data_move_chunk_size);
    settings.durable_close = is_enabled(hints, "weft_durable");
    settings.is_trusted = files::text_of(hints, "weft_trust") != "no";
    settings.filters = filters_asked_for(hints);
    settings.open_chunk_bytes = files::number_of(hints, hint::weft_open_chunk_bytes);
    settings.quantization = quantization_asked_for(hints);
    settings.chunk_bytes = files::number_of(hints, hint::weft_chunk_bytes);
    settings.record_chunk_bytes = files::asked_for(hints, hint::weft_record_chunk_bytes);
    settings.parts = parts_of(hints);
    settings.write_behind_bytes = write_behind_bytes(hints);
    return settings;
}

mpi::Hints effective_hints(const mpi::Hints& hints, const files::Settings& file,
                           const Settings& settings) {
    mpi::Hints all = hints;
    for (const auto& [key, value] : files::fixed_hints) all[key] = value;
    for (const auto& [key, value] : files::kept_hints) all.try_emplace(key, value);
    tell_layout(settings, all);
    tell_parts(settings.parts, all);
    files::echo(file, all);
    all["weft_write_behind"] = write_behind_word(settings.write_behind_bytes);
    all["weft_durable"] = settings.durable_close ? "enable" : "disable";
    all["weft_compress"] = compression_of(settings.filters);
    all["weft_checksum"] = checksum_of(settings.filters);
    all["weft_open_chunk_bytes"] = std::to_string(settings.open_chunk_bytes);
    all["weft_quantize"] = quantization_word(settings.quantization);
    all["weft_chunk_bytes"] = std::to_string(settings.chunk_bytes);
    all["weft_record_chunk_bytes"] =
        settings.record_chunk_bytes ? std::to_string(*settings.record_chunk_bytes) : "automatic";
    all["weft_trust"] = settings.is_trusted ? "yes" : "no";
    if (!settings.format.empty()) all["weft_format"] = settings.format;
    return all;
}

mpi::Hints hints_in_force(const Core& core) {
    files::Settings file = core.shared.settings();
    file.engine.aggregators = core.engine().movers();
    Settings settings = core.settings;
    const layout::Alignment& alignment = core.definition.alignment;
    if (!settings.variable_align) settings.variable_align = alignment.variable_align;
    if (!settings.record_align) settings.record_align = alignment.record_align;
    if (!settings.record_align)
        settings.record_align =
            layout::record_align_in_force({}, has_fixed_variable(core.definition.schema));
    if (!core.condition.is_new) settings.parts.one_per_target = false;
    settings.parts.count = core.container->part_count();
    settings.format = formats::chosen_format(core.definition.format);
    return effective_hints(core.hints, file, settings);
}

}  // namespace weft::dataset
