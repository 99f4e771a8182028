// SPDX-License-Identifier: BSD-3-Clause
// An imap whose steps overflow 64 bits: NC_EINTOVERFLOW, and no memory is touched.
#include <climits>
#include <string>
#include <vector>

#include "datatype.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

const MPI_Offset zero[] = {0, 0};
const MPI_Offset shape[] = {Sample::y_length, Sample::x_length};
const MPI_Offset one[] = {1, 1};

void steps_that_overflow() {
    const Sample f = sample();
    const int id = f.ncid;
    std::vector<int> values(24, 5);
    std::vector<double> reals(24, 5);
    constexpr MPI_Offset most = LLONG_MAX;
    const MPI_Offset maps[][2] = {
        {most, 1},
        {1, most},
        {LLONG_MIN, 1},
        {1, LLONG_MIN},
        {most / 4 + 1, 1},
        {-most / 4 - 2, 1},
        {most / 16, most / 16},
        {1, most / 8},
        {most / 32, -most / 24 - 1},
        {(most / 2 + 1) / 2, 1},  // times 4 bytes it wraps to 0
    };
    for (const auto& map : maps) {
        const std::string what = std::to_string(map[0]) + " and " + std::to_string(map[1]);
        expect(ncmpi_put_varm_int_all(id, f.fixed, zero, shape, nullptr, map, values.data()),
               NC_EINTOVERFLOW, what);
        expect(ncmpi_get_varm_int_all(id, f.fixed, zero, shape, nullptr, map, values.data()),
               NC_EINTOVERFLOW, what);
        expect(ncmpi_put_varm_double_all(id, f.real, zero, shape, nullptr, map, reals.data()),
               NC_EINTOVERFLOW, what);
        int request = 5;
        expect(ncmpi_iput_varm_int(id, f.fixed, zero, shape, nullptr, map, values.data(), &request),
               NC_EINTOVERFLOW, what);
        expect_equal(request, NC_REQ_NULL, "the request");
    }
    expect_values(values_of(id, f.fixed, 24), std::vector<int>(24, 0), "nothing was written");
    close_file(id);
}

/// With a datatype that has gaps, imap counts its elements.
void over_a_datatype() {
    const Sample f = sample();
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_vector(24, 1, 2, MPI_INT, &made);
    const Type every_other(made);
    std::vector<int> values(48, 5);
    const MPI_Offset wraps[] = {LLONG_MAX / 2, 1};
    expect(ncmpi_put_varm_all(f.ncid, f.fixed, zero, shape, nullptr, wraps, values.data(), 1,
                              every_other),
           NC_EINTOVERFLOW);
    const MPI_Offset outside[] = {LLONG_MAX / 64, 1};
    expect(ncmpi_put_varm_all(f.ncid, f.fixed, zero, shape, nullptr, outside, values.data(), 1,
                              every_other),
           NC_EINVAL, "no overflow, but no element either");
    close_file(f.ncid);
}

/// Unused steps, and steps backwards.
void what_is_no_overflow() {
    const Sample f = sample();
    std::vector<int> values(24);
    for (int i = 0; i < 24; ++i) values[static_cast<std::size_t>(i)] = i;
    const MPI_Offset huge[] = {LLONG_MAX, LLONG_MIN};
    ok(ncmpi_put_varm_int_all(f.ncid, f.fixed, zero, one, nullptr, huge, &values[9]));
    const MPI_Offset none[] = {0, 0};
    ok(ncmpi_put_varm_int_all(f.ncid, f.fixed, zero, none, nullptr, huge, values.data()));
    expect_equal(values_of(f.ncid, f.fixed, 24)[0], 9, "one element");
    const MPI_Offset backwards[] = {-6, -1};
    ok(ncmpi_put_varm_int_all(f.ncid, f.fixed, zero, shape, nullptr, backwards, &values[23]));
    std::vector<int> wanted(values.rbegin(), values.rend());
    expect_values(values_of(f.ncid, f.fixed, 24), wanted, "backwards");
    close_file(f.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"steps_that_overflow", steps_that_overflow},
                {"over_a_datatype", over_a_datatype},
                {"what_is_no_overflow", what_is_no_overflow}});
}
