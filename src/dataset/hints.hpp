// SPDX-License-Identifier: BSD-3-Clause
// Hints: what was asked for, what is in force, and what ncmpi_inq_file_info answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dataset/report_files.hpp"
#include "engine/request/options.hpp"
#include "layout/layout.hpp"
#include "mpi/info.hpp"
#include "storage/store.hpp"

namespace weft::dataset {

using HintMap = mpi::Hints;

/// The pairs of an MPI_Info, and a new MPI_Info with these pairs, which the caller frees.
HintMap hints_of(MPI_Info info);
MPI_Info info_of(const HintMap& hints);

struct Settings {
    engine::Options engine;
    std::optional<std::int64_t>
        variable_align;  // nc_var_align_size; precedes the arguments of _enddef
    std::optional<std::int64_t> record_align;  // nc_record_align_size
    std::int64_t header_chunk_bytes = 262144;  // nc_header_read_chunk_size
    std::int64_t move_chunk_bytes = 4 << 20;   // nc_data_move_chunk_size: per rank
    bool durable_close =
        false;  // weft_durable: close returns when the data survive a power failure
    std::int64_t write_behind_bytes = 0;          // weft_write_behind: what a rank may hold back
    std::optional<storage::Coherence> coherence;  // weft_coherence; precedes what is known
    ReportPaths reports;                          // weft_report, weft_trace
    std::string fault_plan;  // weft_fault: fails the n-th storage call, for tests

    /// The file system's block, for want of a striping_unit.
    void learn_block(std::int64_t bytes);
};

/// Values that make no sense are ignored, as MPI asks of hints.
Settings settings_of(const mpi::Hints& hints);

/// What ncmpi_inq_file_info answers: every hint of the contract with the value that is in force,
/// which `settings` tell, whatever was wished, and those of `hints` that Weft does not know.
mpi::Hints effective_hints(const mpi::Hints& hints, const Settings& settings);

/// Pairs "key=value;key=value", as the environment variable PNETCDF_HINTS holds them.
mpi::Hints parse_hint_list(std::string_view list);

/// `hints` with the `stronger` ones in their places. Where a hint has two names, either of them
/// takes the place of both.
mpi::Hints overruled(mpi::Hints hints, const mpi::Hints& stronger);

}  // namespace weft::dataset
