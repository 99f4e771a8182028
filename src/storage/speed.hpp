// SPDX-License-Identifier: BSD-3-Clause
// What moving bytes costs in a place where files are.
#pragma once

namespace weft::storage {

/// Seconds, and what else decides how bytes are best moved. What a store does not know is as with
/// files of Linux in its page cache.
struct Speed {
    double write_call = 1.5e-6;
    double read_call = 0.6e-6;
    double write_byte = 0.12e-9;  // over what is there already
    double read_byte = 0.08e-9;
    double new_page = 0.5e-6;     // beside that, for a page that is not yet in the file
    double new_island = 2e-6;     // for such a page between others that are not
    double round_trip = 0;        // until a call is answered, beside all that; writes share it
    int writers = 1;              // so many requests under way at a time still raise the rate
    bool prefers_shapes = false;  // one call with a shape beats calls for its runs
};

}  // namespace weft::storage
