// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <algorithm>

#include "files/hint_values.hpp"

namespace weft::dataset {
namespace {

using files::is_enabled;
using files::number_of;
using files::positive_of;

/// More than any file has, and can be rounded up; enddef refuses it.
std::optional<std::int64_t> alignment(const mpi::Hints& hints, const char* key) {
    constexpr std::int64_t most = std::int64_t{1} << 62;
    const auto value = positive_of(hints, key);
    return value ? std::min(*value, most) : value;
}

/// "enable", or how many bytes a rank may hold.
std::int64_t write_behind_bytes(const mpi::Hints& hints) {
    constexpr std::int64_t usual = 64 << 20;
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (is_enabled(hints, "weft_write_behind")) return usual;
    return std::min(number_of(hints, "weft_write_behind").value_or(0), most);
}

}  // namespace

HintMap hints_of(MPI_Info info) {
    return mpi::hints_of(info);
}

MPI_Info info_of(const HintMap& hints) {
    return mpi::info_of(hints);
}

Settings settings_of(const mpi::Hints& hints) {
    constexpr std::int64_t smallest_chunk = 48;
    constexpr std::int64_t largest_chunk = 1 << 30;
    Settings settings;
    settings.variable_align = alignment(hints, "nc_var_align_size");
    if (!settings.variable_align)
        settings.variable_align = alignment(hints, "nc_header_align_size");
    settings.record_align = alignment(hints, "nc_record_align_size");
    if (const auto bytes = positive_of(hints, "nc_header_read_chunk_size"))
        settings.header_chunk_bytes = std::clamp(*bytes, smallest_chunk, largest_chunk);
    if (const auto bytes = positive_of(hints, "nc_data_move_chunk_size"))
        settings.move_chunk_bytes = std::min(*bytes, largest_chunk);
    settings.durable_close = is_enabled(hints, "weft_durable");
    settings.write_behind_bytes = write_behind_bytes(hints);
    return settings;
}

}  // namespace weft::dataset
