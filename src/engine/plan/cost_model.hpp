// SPDX-License-Identifier: BSD-3-Clause
// What moving bytes costs on one machine and file system.
#pragma once

#include <cstdint>

#include "storage/file.hpp"

namespace weft::engine {

/// In seconds. The same on all ranks. Where no other source is named, a number was measured on one
/// virtual machine with 2 cores under Linux 6.1, by bench/sweep; plans depend on their ratios.
struct CostModel {
    // Of storage: measured where that can be done (storage/speed_probe.hpp), otherwise these.
    double write_call = 1.5e-6;
    double read_call = 0.6e-6;
    double write_byte = 0.12e-9;  // kernel copy into the page cache
    double read_byte = 0.08e-9;
    double new_page = 0.5e-6;      // beside that, for a page that is not yet in the file
    double new_island = 2e-6;      // for such a page between others that are not
    double crowded_call = 0.7e-6;  // for a write while other ranks write, too
    // Writers of one file queue for its lock: waiting costs each call, and each byte as the cache
    // goes cold.
    double contended_call = 3e-6;
    double contended_byte = 0.05e-9;
    double turn = 1e-6;              // a place among those that write, each time
    double exchange_byte = 0.30e-9;  // pack, pass on and place, on one core
    double window = 3e-6;            // passing a shared window through the hands of a rank
    double window_byte = 0.04e-9;    // into a window from the cache of one core, out of another's
    double message = 4e-6;
    double lock = 1.0e-6;
    int cores = 2;  // of a node
};

/// The usual costs, with those of storage as they were measured.
CostModel measured_cost(const storage::Speed& speed);

/// The costs of storage that has become slower.
CostModel slowed(CostModel cost, int write_level, int read_level);

/// The costs of a put of whose pages only this share is new to the file. Pages that are there cost
/// no more than their bytes.
CostModel with_new_share(CostModel cost, double new_share);

/// What a call is expected to take that writes new data, or reads what is in memory.
double write_seconds(std::int64_t bytes, const CostModel& cost);
double read_seconds(std::int64_t bytes, const CostModel& cost);

}  // namespace weft::engine
