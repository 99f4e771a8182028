// SPDX-License-Identifier: BSD-3-Clause
#include "hints.hpp"

#include <cmath>

namespace random_programs {
namespace {

// A size from `low` to `high`, with every order of magnitude as likely as any other.
std::string draw_size(Random& random, double low, double high) {
    const double fraction = static_cast<double>(random.between(0, 1000)) / 1000.0;
    return std::to_string(std::llround(low * std::pow(high / low, fraction)));
}

}  // namespace

Hints draw_performance_hints(Random& random, int ranks) {
    static const std::vector<std::string> methods{"auto", "direct", "sieve", "two_phase",
                                                  "reference"};
    static const std::vector<std::string> switches{"enable", "disable", "automatic"};
    constexpr double mebibyte = 1024.0 * 1024.0;
    Hints hints;
    if (random.chance(20)) return hints;
    if (random.chance(60)) hints.emplace_back("weft_method", random.pick(methods));
    if (random.chance(50)) {
        hints.emplace_back("cb_buffer_size", draw_size(random, 16, 16 * mebibyte));
    }
    if (random.chance(40)) hints.emplace_back("cb_nodes", std::to_string(random.between(1, ranks)));
    if (random.chance(50)) hints.emplace_back("weft_shared_memory", random.pick(switches));
    if (random.chance(30)) {
        hints.emplace_back("weft_pretended_nodes", std::to_string(random.between(1, ranks)));
    }
    if (random.chance(15)) {
        hints.emplace_back("striping_unit", draw_size(random, 16, mebibyte));
        hints.emplace_back("striping_factor", std::to_string(random.between(1, 6)));
    }
    for (const char* key : {"ind_rd_buffer_size", "ind_wr_buffer_size"}) {
        if (random.chance(30)) hints.emplace_back(key, draw_size(random, 1, 4 * mebibyte));
    }
    for (const char* key : {"romio_cb_write", "romio_cb_read", "romio_ds_write", "romio_ds_read"}) {
        if (random.chance(30)) hints.emplace_back(key, random.pick(switches));
    }
    if (random.chance(30)) {
        hints.emplace_back("weft_write_behind",
                           random.chance(50) ? "enable" : draw_size(random, 1, mebibyte));
    }
    return hints;
}

Hints draw_part_hints(Random& random, bool in_netcdf4) {
    Hints hints;
    hints.emplace_back("weft_parts", std::to_string(random.between(in_netcdf4 ? 1 : 0, 7)));
    if (in_netcdf4)
        hints.emplace_back("weft_format", "netcdf4");
    else
        hints.emplace_back("weft_epoch_records",
                           std::to_string(random.pick(std::vector{0, 0, 1, 2, 3})));
    hints.emplace_back("weft_part_least_bytes", std::to_string(random.pick(std::vector{0, 8, 64})));
    hints.emplace_back("weft_part_min_ndims", std::to_string(random.between(1, 2)));
    // Two folders, so that writes to one part may run beside those to others.
    if (random.chance(50)) hints.emplace_back("weft_part_dirs", ".:./.");
    return hints;
}

Hints draw_storage_hints(Random& random) {
    static const std::vector<std::string> compressors{"none", "deflate", "deflate:6", "zstd:1"};
    Hints hints;
    hints.emplace_back("weft_compress", random.pick(compressors));
    if (random.chance(30)) hints.emplace_back("weft_checksum", "fletcher32");
    if (random.chance(70)) hints.emplace_back("weft_chunk_bytes", draw_size(random, 4096, 65536));
    // Few records in a chunk, so that puts set whole chunks.
    if (random.chance(50)) hints.emplace_back("weft_record_chunk_bytes", draw_size(random, 4, 512));
    if (random.chance(50)) hints.emplace_back("weft_open_chunk_bytes", draw_size(random, 0, 65536));
    return hints;
}

MPI_Info info_of(const Hints& hints) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    for (const auto& [key, value] : hints) MPI_Info_set(info, key.c_str(), value.c_str());
    return info;
}

std::string text_of(const Hints& hints) {
    std::string text;
    for (const auto& [key, value] : hints) text += (text.empty() ? "" : ";") + key + "=" + value;
    return text;
}

}  // namespace random_programs
