// SPDX-License-Identifier: BSD-3-Clause
// What moving bytes costs in a place where files are.
#pragma once

namespace weft::storage {

/// Seconds that calls take, from the page cache where there is one.
struct Speed {
    double write_call = 0;
    double read_call = 0;
    double write_byte = 0;  // over what is there already
    double read_byte = 0;
    double new_page = 0;    // beside that, for a page that is not yet in the file
    double new_island = 0;  // for such a page between others that are not
};

}  // namespace weft::storage
