// SPDX-License-Identifier: BSD-3-Clause
// The order of bput's errors: NC_ENULLABUF comes after errors of the file and the variable, before
// errors of the selection. A put of no pieces is not a put.
#include "sample.hpp"

using namespace contract;

namespace {

const MPI_Offset bad[] = {-1, -1};
const MPI_Offset zero[] = {0, 0};
MPI_Offset* const no_block[] = {nullptr};
const int values[24] = {};
const char text[24] = {};

void before_the_attached_buffer() {
    const Sample file = sample();
    const Sample* const f = &file;
    expect(ncmpi_bput_vara_int(-1, f->fixed, bad, bad, values, nullptr), NC_EBADID);
    expect(ncmpi_bput_vara_int(f->ncid, NC_GLOBAL, bad, bad, values, nullptr), NC_EGLOBAL);
    expect(ncmpi_bput_vara_int(f->ncid, 99, bad, bad, values, nullptr), NC_ENOTVAR);
    expect(ncmpi_bput_vara_text(f->ncid, f->fixed, bad, bad, text, nullptr), NC_ECHAR);
    expect(ncmpi_bput_vara(f->ncid, f->fixed, bad, bad, text, 24, MPI_CHAR, nullptr), NC_ECHAR);
    close_file(file.ncid);
    const Sample reading = sample_for_reading(1);
    expect(ncmpi_bput_vara_text(reading.ncid, 99, bad, bad, text, nullptr), NC_EPERM);
    close_file(reading.ncid);
}

/// These calls fail with another error, or have nothing to put.
void after_it() {
    const Sample file = sample();
    const int id = file.ncid;
    const int v = file.fixed;
    int request = 5;
    expect(ncmpi_bput_var1_int(id, v, bad, values, &request), NC_ENULLABUF);
    expect_equal(request, NC_REQ_NULL, "the request");
    expect(ncmpi_bput_vara_int(id, v, bad, bad, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_vara_int(id, v, nullptr, nullptr, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_vara_int(id, v, zero, bad, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_vara_int(id, v, zero, zero, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_vars_int(id, v, zero, zero, bad, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_varm_int(id, v, zero, zero, zero, zero, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_varn_int(id, v, 1, nullptr, nullptr, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_varn_int(id, v, 1, no_block, no_block, values, nullptr), NC_ENULLABUF);
    expect(ncmpi_bput_var(id, v, values, 3, MPI_INT, nullptr), NC_ENULLABUF, "sizes differ");
    expect(ncmpi_bput_var(id, v, values, 0, MPI_INT, nullptr), NC_ENULLABUF, "an empty buffer");
    expect(ncmpi_bput_var(id, v, values, -5, MPI_INT, nullptr), NC_ENULLABUF, "a bad count");

    ok(ncmpi_buffer_attach(id, 1000));
    expect(ncmpi_bput_vara_int(id, v, bad, bad, values, nullptr), NC_EINVALCOORDS);
    expect(ncmpi_bput_vara_int(id, v, zero, bad, values, nullptr), NC_ENEGATIVECNT);
    expect(ncmpi_bput_varn_int(id, v, 1, nullptr, nullptr, values, nullptr), NC_ENULLSTART);
    expect(ncmpi_bput_var(id, v, values, 3, MPI_INT, nullptr), NC_EIOMISMATCH);
    ok(ncmpi_bput_var(id, v, values, 0, MPI_INT, nullptr));
    ok(ncmpi_buffer_detach(id));
    close_file(id);
}

void no_pieces() {
    const Sample file = sample();
    const int id = file.ncid;
    for (const bool attached : {false, true}) {
        if (attached) ok(ncmpi_buffer_attach(id, 100));
        int request = 5;
        ok(ncmpi_bput_varn_int(id, file.fixed, 0, nullptr, nullptr, values, &request));
        expect_equal(request, NC_REQ_NULL, "the request");
        ok(ncmpi_bput_varn(id, file.fixed, 0, nullptr, nullptr, values, 24, MPI_INT, nullptr));
        ok(ncmpi_bput_varn_int(id, file.scalar, 0, nullptr, nullptr, nullptr, nullptr));
        expect(ncmpi_bput_varn_int(id, 99, 0, nullptr, nullptr, values, nullptr), NC_ENOTVAR);
        expect(ncmpi_bput_varn_text(id, file.fixed, 0, nullptr, nullptr, text, nullptr), NC_ECHAR);
    }
    ok(ncmpi_buffer_detach(id));
    close_file(id);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"before_the_attached_buffer", before_the_attached_buffer},
                {"after_it", after_it},
                {"no_pieces", no_pieces}});
}
