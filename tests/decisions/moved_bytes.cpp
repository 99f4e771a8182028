// SPDX-License-Identifier: BSD-3-Clause
// inq_put_size and inq_get_size: the bytes that this rank has moved. The header counts once, on
// rank 0, which reads and writes it.
#include <string>
#include <string_view>
#include <vector>

#include "sample.hpp"

using namespace contract;

namespace {

struct Moved {
    MPI_Offset put = -1;
    MPI_Offset got = -1;
};

Moved moved(int ncid, Place place = here()) {
    Moved bytes;
    ok(ncmpi_inq_put_size(ncid, &bytes.put), "", place);
    ok(ncmpi_inq_get_size(ncid, &bytes.got), "", place);
    return bytes;
}

void expect_moved(int ncid, MPI_Offset put, MPI_Offset got, std::string_view what,
                  Place place = here()) {
    const Moved bytes = moved(ncid, place);
    expect_equal(bytes.put, put, "put, " + std::string(what), place);
    expect_equal(bytes.got, got, "got, " + std::string(what), place);
}

MPI_Offset header_of(int ncid) {
    MPI_Offset header = 0;
    ok(ncmpi_inq_header_size(ncid, &header));
    return rank() == 0 ? header : 0;
}

void written_and_read() {
    Sample file = define_sample();
    expect_moved(file.ncid, 0, 0, "in define mode");
    ok(ncmpi_enddef(file.ncid));
    MPI_Offset put = header_of(file.ncid);
    expect_moved(file.ncid, put, 0, "after enddef");
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset mine[] = {rank() % 3, Sample::x_length};
    const std::vector<int> values(24, 5);
    ok(ncmpi_put_vara_int_all(file.ncid, file.fixed, start, mine, values.data()));
    put += 4 * mine[0] * mine[1];
    expect_moved(file.ncid, put, 0, "after a put");
    ok(ncmpi_redef(file.ncid));
    ok(ncmpi_enddef(file.ncid));
    expect_moved(file.ncid, put, 0, "nothing was defined");
    close_file(file.ncid);

    file.ncid = open_file(path(), NC_NOWRITE);
    MPI_Offset got = header_of(file.ncid);
    expect_moved(file.ncid, 0, got, "after opening");
    std::vector<int> read(24);
    ok(ncmpi_get_vara_int_all(file.ncid, file.fixed, start, mine, read.data()));
    got += 4 * mine[0] * mine[1];
    expect_moved(file.ncid, 0, got, "after a get");
    close_file(file.ncid);
}

/// A put that was copied when posted counts once, when it is done.
void posted() {
    const Sample file = sample();
    const Moved before = moved(file.ncid);
    const std::vector<int> values(24, 5);
    if (rank() == 0) ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), nullptr));
    expect_moved(file.ncid, before.put, 0, "before the wait");
    ok(ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr));
    expect_moved(file.ncid, before.put + (rank() == 0 ? 96 : 0), 0, "after it");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv, {{"written_and_read", written_and_read}, {"posted", posted}});
}
