// SPDX-License-Identifier: BSD-3-Clause
// The options of the engine, which hints can set.
#pragma once

#include <cstdint>

namespace weft::engine {

/// The number of a row of the table of methods (plan/method_entry.hpp), or 0 for none. Only methods
/// that some code or test asks for by name have a name here.
enum class Method : std::uint8_t { automatic, direct, sieve, two_phase, reference };

/// A hint that is on, off, or left to the cost model.
enum class Choice : std::uint8_t { automatic, enable, disable };

struct Options {
    Method method = Method::automatic;            // weft_method: forces one for every call
    Choice collective_read = Choice::automatic;   // romio_cb_read: two-phase
    Choice collective_write = Choice::automatic;  // romio_cb_write
    Choice sieve_read = Choice::automatic;        // romio_ds_read
    Choice sieve_write = Choice::automatic;       // romio_ds_write
    Choice shared_memory = Choice::automatic;     // weft_shared_memory: windows of two-phase
    std::int64_t window_bytes = 1 << 20;          // cb_buffer_size: a window of two-phase
    int aggregators = 0;                          // cb_nodes: ranks that move windows at a time
    std::int64_t stripe_bytes = 0;                // striping_unit; 0: not known
    int stripes = 0;                              // striping_factor: of the (first) file
    int stripes_behind = 0;                       // of each file behind the first
    bool is_striped = false;                      // it is so, and not only said by a hint
    int pretended_nodes = 0;                      // weft_pretended_nodes; 0: as they are
    bool one_host = false;  // caches of hosts disagree, so rank 0's host moves what all ranks bring
    std::int64_t sieve_read_bytes = 512 << 10;   // ind_rd_buffer_size
    std::int64_t sieve_write_bytes = 512 << 10;  // ind_wr_buffer_size
};

}  // namespace weft::engine
