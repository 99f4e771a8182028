// SPDX-License-Identifier: BSD-3-Clause
// Files that many cases begin with.
#pragma once

#include <string>

#include "harness.hpp"

namespace contract {

/// A new file in define mode, replacing what is there. Its id, or -1 after a reported failure.
int create_file(const std::string& path, int cmode = NC_64BIT_DATA, Place place = here());
int open_file(const std::string& path, int omode = NC_WRITE, Place place = here());
void close_file(int ncid, Place place = here());

int dimension(int ncid, const char* name, MPI_Offset length, Place place = here());
int variable(int ncid, const char* name, nc_type type, const std::vector<int>& dimensions,
             Place place = here());

/// Dimensions: time (unlimited), y = 4, x = 6. The variables and their shapes are below.
struct Sample {
    int ncid = -1;
    int time = -1;
    int y = -1;
    int x = -1;
    int scalar = -1;  // int
    int fixed = -1;   // int (y, x)
    int record = -1;  // int (time, x)
    int text = -1;    // char (x)
    int bytes = -1;   // byte (x)
    int real = -1;    // double (y, x)

    static constexpr MPI_Offset y_length = 4;
    static constexpr MPI_Offset x_length = 6;
};

/// A new file in define mode.
Sample define_sample(int cmode = NC_64BIT_DATA, Place place = here());
/// The same in collective data mode, without records.
Sample sample(int cmode = NC_64BIT_DATA, Place place = here());
/// The same with this many records; all values are zero.
Sample sample_with_records(MPI_Offset records, int cmode = NC_64BIT_DATA, Place place = here());
/// Opens that file again, for reading only.
Sample sample_for_reading(MPI_Offset records, Place place = here());

/// Collective: all values of an int variable.
std::vector<int> values_of(int ncid, int varid, std::size_t count, Place place = here());

MPI_Offset record_count(int ncid, Place place = here());

}  // namespace contract
