// SPDX-License-Identifier: BSD-3-Clause
// What happens to data when the definition of their file changes.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

MPI_Offset extent_of(int ncid) {
    MPI_Offset extent = -1;
    ok(ncmpi_inq_header_extent(ncid, &extent));
    return extent;
}

/// Adds this many bytes of text to the header, and checks the values.
void expect_extent(int ncid, int text, bool asks, MPI_Offset extent,
                   const std::vector<int>& written) {
    const std::string what = std::to_string(text) + " bytes of text";
    ok(ncmpi_redef(ncid), what);
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "a", text,
                          std::string(static_cast<std::size_t>(text), 'a').c_str()),
       what);
    ok(asks ? ncmpi__enddef(ncid, 0, 512, 0, 4) : ncmpi_enddef(ncid), what);
    expect_equal(extent_of(ncid), extent, what);
    std::vector<int> read(written.size());
    ok(ncmpi_get_var_int_all(ncid, 0, read.data()), what);
    expect_true(read == written, "values have moved with their variable");
}

/// Much data move by whole blocks, or not at all, unless an alignment is asked for.
void growth_before_much_data() {
    const int ncid = create_file(path());
    variable(ncid, "v", NC_INT, {dimension(ncid, "x", 1 << 18)});
    ok(ncmpi_enddef(ncid));
    std::vector<int> written(1 << 18);
    std::iota(written.begin(), written.end(), 1);
    ok(ncmpi_put_var_int_all(ncid, 0, written.data()));
    expect_equal(extent_of(ncid), MPI_Offset{512}, "made");
    expect_extent(ncid, 600, false, 512 + 4096, written);
    expect_extent(ncid, 4000, false, 512 + 4096, written);
    expect_extent(ncid, 4600, true, 512 + 4096 + 512, written);
    expect_extent(ncid, 10000, false, 512 + 4096 + 512 + 2 * 4096, written);
    close_file(ncid);
}

/// A killed program may have stored records that its header does not count. The next program leaves
/// them in place.
void uncounted_records() {
    const int ncid = create_file(path());
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    variable(ncid, "v", NC_INT, {time});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset third = 2;
    const int value = 7;
    ok(ncmpi_put_var1_int_all(ncid, 0, &third, &value));
    close_file(ncid);
    std::string bytes = bytes_of(path());
    meet();
    std::fill_n(bytes.begin() + 4, 8, '\0');  // the number of records in the header
    make_file(path(), bytes);
    const int again = open_file(path(), NC_WRITE);
    ok(ncmpi_redef(again));
    ok(ncmpi_put_att_text(again, NC_GLOBAL, "title", 4, "text"));
    ok(ncmpi_enddef(again));
    close_file(again);
    expect_equal(size_of(path()), static_cast<std::int64_t>(bytes.size()), "bytes of the file");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"growth_before_much_data", growth_before_much_data},
                {"uncounted_records", uncounted_records}});
}
