// SPDX-License-Identifier: BSD-3-Clause
// The hints on how to keep a dataset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/hint_table.hpp"
#include "model/storage.hpp"
#include "parts/table.hpp"
#include "types/quantize.hpp"

namespace weft::container {

/// The hints of a netCDF file besides those of any shared file (files/settings.hpp), and the
/// program's own requests.
struct Settings {
    std::string format;  // weft_format: of a new dataset, by its name in the table of formats
    // nc_var_align_size; precedes the arguments of _enddef
    std::optional<std::int64_t> variable_align;
    // nc_record_align_size
    std::optional<std::int64_t> record_align;
    std::int64_t header_chunk_bytes = files::hint::nc_header_read_chunk_size.usual;
    // The limit for each rank.
    std::int64_t move_chunk_bytes = files::hint::nc_data_move_chunk_size.usual;
    // weft_durable: close returns when the data survive a power failure
    bool durable_close = false;
    struct Parts {
        int count = 0;                     // weft_parts: 0 makes a single file
        bool one_per_target = false;       // "auto": as many parts as there are targets worth using
        bool in_netcdf4 = false;           // as netCDF-4 files: weft_format asks for them, too
        std::vector<std::string> folders;  // weft_part_dirs
        std::vector<std::int64_t> weights;  // of the parts; empty: equal
        double probe_seconds = 0;           // weft_probe: how long targets are measured
        bool watches_targets = false;       // "auto": and moves work from slow targets to others
        std::int64_t epoch_records = 0;  // weft_epoch_records: records of each epoch; 0: any number
        parts::Rules rules;              // weft_part_min_ndims, weft_part_least_bytes

        [[nodiscard]] bool wants_set() const { return count > 0 || one_per_target; }
    };
    Parts parts;
    // weft_trust: foreign libraries may read the file in this process
    bool is_trusted = true;
    // weft_compress, weft_checksum: the filters of new variables, if the format supports them
    std::vector<model::Filter> filters;
    // weft_open_chunk_bytes: the size of the chunks that a rank keeps until later puts have
    // completed them
    std::int64_t open_chunk_bytes = files::hint::weft_open_chunk_bytes.usual;
    // weft_quantize: how values of new variables are quantised, if the format can record that
    std::optional<types::Quantization> quantization;
    // weft_chunk_bytes: the largest size of a chunk, if the program does not choose
    std::int64_t chunk_bytes = files::hint::weft_chunk_bytes.usual;
    // weft_record_chunk_bytes: the least size of a chunk with records, by a hint
    std::optional<std::int64_t> record_chunk_bytes;
    // Whether an interrupted change of a file opened for reading is undone; otherwise it is an
    // error.
    bool recovers_for_reading = true;
    // weft_write_behind: how many bytes a rank may hold back. Not set: as its format is best
    // written
    std::optional<std::int64_t> write_behind_bytes;
};

}  // namespace weft::container
