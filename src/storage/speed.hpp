// SPDX-License-Identifier: BSD-3-Clause
// The costs of moving bytes in a store.
#pragma once

namespace weft::storage {

/// The speed of a file system: seconds, and other facts by which the engine plans. The defaults are
/// those of files in the page cache of Linux.
struct Speed {
    double write_call = 1.5e-6;
    double read_call = 0.6e-6;
    double write_byte = 0.12e-9;  // over existing bytes
    double read_byte = 0.08e-9;
    double new_page = 0.5e-6;     // in addition, for a page that is new to the file
    double new_island = 2e-6;     // for such a page between existing ones
    double round_trip = 0;        // in addition, until a call is answered; writes share it
    int writers = 1;              // up to so many concurrent requests raise the rate
    bool prefers_shapes = false;  // one call with a shape is faster than calls for its runs
    double read_over = 0;         // a read of several runs moves shorter gaps between them, too
};

}  // namespace weft::storage
