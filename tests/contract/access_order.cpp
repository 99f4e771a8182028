// SPDX-License-Identifier: BSD-3-Clause
// Data access: the order of the checks. Each call has the fault of its code and all later ones.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

const MPI_Offset bad[] = {-1, -1};
const MPI_Offset good[] = {0, 0};
const MPI_Offset one[] = {1, 1};
const MPI_Offset much[] = {99, 99};
const MPI_Offset negative[] = {-1, 1};
const MPI_Offset no_stride[] = {0, 1};
float real = 0;
char letter = 0;

void mode_before_arguments() {
    const Sample file = define_sample();
    expect(ncmpi_put_var_float_all(file.ncid, NC_GLOBAL, &real), NC_EINDEFINE);
    expect(ncmpi_put_var_float(file.ncid, 99, &real), NC_EINDEFINE);
    expect(ncmpi_get_vara_float_all(file.ncid, 99, bad, bad, &real), NC_EINDEFINE);
    expect(ncmpi_mput_var_float_all(file.ncid, 0, nullptr, nullptr), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_put_var_float(file.ncid, NC_GLOBAL, &real), NC_ENOTINDEP);
    expect(ncmpi_get_vara_text(file.ncid, 99, bad, bad, &letter), NC_ENOTINDEP);
    expect(ncmpi_mget_var_float(file.ncid, 0, nullptr, nullptr), NC_ENOTINDEP);
    expect(ncmpi_put_varn_float(file.ncid, 99, 1, nullptr, nullptr, &real), NC_ENOTINDEP);
    ok(ncmpi_begin_indep_data(file.ncid));
    expect(ncmpi_put_var_float_all(file.ncid, NC_GLOBAL, &real), NC_EINDEP);
    expect(ncmpi_get_vara_text_all(file.ncid, 99, bad, bad, &letter), NC_EINDEP);
    expect(ncmpi_mput_var_float_all(file.ncid, 0, nullptr, nullptr), NC_EINDEP);
    ok(ncmpi_end_indep_data(file.ncid));
    close_file(file.ncid);
}

void permission_before_mode() {
    const Sample file = sample_for_reading(1);
    int request = 3;
    expect(ncmpi_put_var_float(file.ncid, NC_GLOBAL, &real), NC_EPERM, "before NC_ENOTINDEP");
    expect(ncmpi_put_vara_float_all(file.ncid, 99, bad, bad, &real), NC_EPERM);
    expect(ncmpi_iput_var_float(file.ncid, 99, &real, &request), NC_EPERM);
    expect_equal(request, NC_REQ_NULL, "request");
    expect(ncmpi_bput_var_float(file.ncid, 99, &real, &request), NC_EPERM);
    expect(ncmpi_mput_var_float_all(file.ncid, 0, nullptr, nullptr), NC_EPERM);
    close_file(file.ncid);
}

void variables() {
    const Sample file = sample();
    const int id = file.ncid;
    expect(ncmpi_put_vara_float_all(id, NC_GLOBAL, bad, bad, &real), NC_EGLOBAL);
    expect(ncmpi_put_vara_float_all(id, 6, bad, bad, &real), NC_ENOTVAR);
    expect(ncmpi_put_vara_float_all(id, -2, bad, bad, &real), NC_ENOTVAR);
    expect(ncmpi_put_vara_float_all(id, file.text, bad, bad, &real), NC_ECHAR);
    expect(ncmpi_get_vara_text_all(id, file.fixed, bad, bad, &letter), NC_ECHAR);
    expect(ncmpi_get_var_text_all(id, file.real, &letter), NC_ECHAR);
    expect(ncmpi_iget_vara_text(id, file.fixed, bad, bad, &letter, nullptr), NC_ECHAR);
    expect(ncmpi_put_varn_float_all(id, file.text, 1, nullptr, nullptr, &real), NC_ECHAR);
    expect(ncmpi_put_varn_float_all(id, NC_GLOBAL, 1, nullptr, nullptr, &real), NC_EGLOBAL);
    close_file(id);
}

void coordinates_then_counts_then_strides() {
    const Sample file = sample();
    const int id = file.ncid;
    const int var = file.fixed;
    const MPI_Offset second_bad[] = {0, -1};
    const MPI_Offset zero_and_much[] = {0, 99};
    expect(ncmpi_put_vara_float_all(id, var, nullptr, negative, &real), NC_EINVALCOORDS, "NULL");
    expect(ncmpi_put_vara_float_all(id, var, bad, nullptr, &real), NC_EINVALCOORDS, "negative");
    expect(ncmpi_put_vara_float_all(id, var, second_bad, nullptr, &real), NC_EINVALCOORDS);
    expect(ncmpi_put_vara_float_all(id, var, much, nullptr, &real), NC_EINVALCOORDS, "too large");
    expect(ncmpi_put_vara_float_all(id, var, good, nullptr, &real), NC_EEDGE, "count NULL");
    expect(ncmpi_put_vara_float_all(id, var, good, negative, &real), NC_ENEGATIVECNT);
    expect(ncmpi_put_vara_float_all(id, var, good, much, &real), NC_EEDGE, "count > shape");
    expect(ncmpi_put_vara_float_all(id, var, one, zero_and_much, &real), NC_EEDGE);
    expect(ncmpi_put_vars_float_all(id, var, bad, nullptr, no_stride, &real), NC_EINVALCOORDS);
    expect(ncmpi_put_vars_float_all(id, var, good, nullptr, no_stride, &real), NC_EEDGE);
    expect(ncmpi_put_vars_float_all(id, var, good, negative, no_stride, &real), NC_ENEGATIVECNT);
    expect(ncmpi_put_vars_float_all(id, var, good, much, no_stride, &real), NC_EEDGE);
    expect(ncmpi_put_vars_float_all(id, var, good, one, no_stride, &real), NC_ESTRIDE);
    expect(ncmpi_put_vars_float_all(id, var, good, one, negative, &real), NC_ESTRIDE);
    const MPI_Offset last[] = {3, 0};
    const MPI_Offset two[] = {2, 1};
    expect(ncmpi_put_vars_float_all(id, var, last, two, no_stride, &real), NC_EEDGE,
           "behind the last row");
    expect(ncmpi_put_vars_float_all(id, var, last, two, negative, &real), NC_EEDGE,
           "behind the last row");
    expect(ncmpi_put_varm_float_all(id, var, good, nullptr, nullptr, nullptr, &real), NC_EEDGE);
    expect(ncmpi_put_var1_float_all(id, var, nullptr, &real), NC_EINVALCOORDS);
    expect(ncmpi_put_var1_float_all(id, var, much, &real), NC_EINVALCOORDS);
    expect(ncmpi_iput_vara_float(id, var, good, nullptr, &real, nullptr), NC_EEDGE, "posted");
    close_file(id);
}

void ends_of_strides() {
    const Sample file = sample();
    const std::vector<int> values(24);
    const auto put = [&](MPI_Offset start, MPI_Offset count, MPI_Offset stride) {
        const MPI_Offset starts[] = {0, start};
        const MPI_Offset counts[] = {1, count};
        const MPI_Offset strides[] = {1, stride};
        return ncmpi_put_vars_int_all(file.ncid, file.fixed, starts, counts, strides,
                                      values.data());
    };
    ok(put(0, 3, 2), "0 2 4");
    ok(put(1, 3, 2), "1 3 5");
    expect(put(2, 3, 2), NC_EEDGE, "2 4 6");
    ok(put(5, 1, 100), "one element");
    expect(put(0, 2, 6), NC_EEDGE, "0 6");
    expect(put(0, 2, NC_MAX_INT64), NC_EEDGE, "overflow");
    expect(put(0, NC_MAX_INT64, 1), NC_EEDGE, "overflow");
    expect(put(5, 2, 1), NC_EEDGE, "5 6");
    close_file(file.ncid);
}

void records_bound_reads_only() {
    const Sample file = sample_with_records(2);
    const std::vector<int> values(24);
    std::vector<int> read(24);
    const MPI_Offset behind[] = {2, 0};
    const MPI_Offset inside[] = {1, 0};
    const MPI_Offset two[] = {2, 6};
    expect(ncmpi_get_vara_int_all(file.ncid, file.record, behind, one, read.data()),
           NC_EINVALCOORDS);
    expect(ncmpi_get_vara_int_all(file.ncid, file.record, inside, two, read.data()), NC_EEDGE);
    ok(ncmpi_put_vara_int_all(file.ncid, file.record, inside, two, values.data()), "grows");
    expect_equal(record_count(file.ncid), 3, "records");
    ok(ncmpi_get_vara_int_all(file.ncid, file.record, inside, two, read.data()));
    close_file(file.ncid);
}

void no_records_to_read() {
    const Sample file = sample();
    int value = 5;
    expect(ncmpi_get_var1_int_all(file.ncid, file.record, good, &value), NC_EINVALCOORDS);
    expect(ncmpi_get_vara_int_all(file.ncid, file.record, good, one, &value), NC_EINVALCOORDS);
    ok(ncmpi_get_var_int_all(file.ncid, file.record, &value), "the whole of nothing");
    ok(ncmpi_put_var_int_all(file.ncid, file.record, &value), "the whole of nothing");
    expect_equal(value, 5, "nothing is read");
    expect_equal(record_count(file.ncid), 0, "nothing is written");
    close_file(file.ncid);
}

void records_of_the_formats() {
    const MPI_Offset beyond[] = {MPI_Offset{NC_MAX_UINT} + 1, 0};
    const int value = 1;
    for (const int cmode : {NC_CLOBBER, NC_64BIT_OFFSET}) {
        const Sample file = sample(cmode);
        expect(ncmpi_put_var1_int_all(file.ncid, file.record, beyond, &value), NC_EINVALCOORDS);
        close_file(file.ncid);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"mode_before_arguments", mode_before_arguments},
                {"permission_before_mode", permission_before_mode},
                {"variables", variables},
                {"coordinates_then_counts_then_strides", coordinates_then_counts_then_strides},
                {"ends_of_strides", ends_of_strides},
                {"records_bound_reads_only", records_bound_reads_only},
                {"no_records_to_read", no_records_to_read},
                {"records_of_the_formats", records_of_the_formats}});
}
