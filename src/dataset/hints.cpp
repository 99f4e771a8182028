// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <algorithm>

#include "files/hint_values.hpp"

namespace weft::dataset {
namespace {

using files::is_enabled;

/// "enable", or the number of bytes that a rank may hold back.
std::int64_t write_behind_bytes(const mpi::Hints& hints) {
    constexpr std::int64_t usual = 64 << 20;
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (is_enabled(hints, "weft_write_behind")) return usual;
    return std::min(files::number_in(files::text_of(hints, "weft_write_behind")).value_or(0), most);
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

/// By Weft's hint, or by that of the paper on partitioned files.
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
    settings.variable_align = files::asked_for(hints, hint::nc_var_align_size);
    settings.record_align = files::asked_for(hints, hint::nc_record_align_size);
    settings.header_chunk_bytes = files::number_of(hints, hint::nc_header_read_chunk_size);
    settings.move_chunk_bytes = files::number_of(hints, hint::nc_data_move_chunk_size);
    settings.durable_close = is_enabled(hints, "weft_durable");
    settings.parts = parts_of(hints);
    settings.write_behind_bytes = write_behind_bytes(hints);
    return settings;
}

}  // namespace weft::dataset
