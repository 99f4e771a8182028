// SPDX-License-Identifier: BSD-3-Clause
// The faults of PnetCDF 1.15 that the contract lists; Weft must not have them.
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

bool is_last() {
    return rank() == ranks() - 1;
}

/// A collective put to a record variable in which one rank has nothing to write.
void fault_01() {
    const Sample file = sample();
    const MPI_Offset start[] = {rank(), 0};
    const MPI_Offset count[] = {ranks() > 1 && is_last() ? 0 : 1, 6};
    const std::vector<int> values(6, rank());
    ok(ncmpi_put_vara_int_all(file.ncid, file.record, start, count, values.data()));
    expect_equal(record_count(file.ncid), ranks() > 1 ? ranks() - 1 : 1, "records on all ranks");
    close_file(file.ncid);
}

/// Strides over records.
void fault_02() {
    const Sample file = sample_with_records(7);
    const MPI_Offset start[] = {1, 0};
    const MPI_Offset count[] = {3, 6};
    const MPI_Offset stride[] = {2, 1};
    std::vector<int> values(18);
    for (std::size_t i = 0; i < 18; ++i) values[i] = static_cast<int>(i / 6 + 1);
    ok(ncmpi_put_vars_int_all(file.ncid, file.record, start, count, stride, values.data()));
    const std::vector<int> all = values_of(file.ncid, file.record, 42);
    std::vector<int> first;
    for (std::size_t record = 0; record < 7; ++record) first.push_back(all[6 * record]);
    expect_values(first, {0, 1, 0, 2, 0, 3, 0}, "records");
    std::vector<int> read(18);
    ok(ncmpi_get_vars_int_all(file.ncid, file.record, start, count, stride, read.data()));
    expect_values(read, values, "read back");
    const MPI_Offset far[] = {6, 0};
    const MPI_Offset steps[] = {5, 1};
    ok(ncmpi_put_vars_int_all(file.ncid, file.record, far, count, steps, values.data()));
    expect_equal(record_count(file.ncid), 17, "6 + 2 * 5 is the last one");
    close_file(file.ncid);
}

/// Creating a file in a directory that does not exist.
void fault_03() {
    int ncid = 5;
    expect(
        ncmpi_create(MPI_COMM_WORLD, "no/such/directory/file.nc", NC_CLOBBER, MPI_INFO_NULL, &ncid),
        NC_ENOENT);
    expect_equal(ncid, -1, "ncid");
}

/// A small file system in memory, on rank 0; false on all ranks if that is not possible.
bool mount_small(const std::string& directory) {
    int mounted = 0;
    if (rank() == 0) {
        mkdir(directory.c_str(), 0777);
        mounted = mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=1m") == 0;
    }
    MPI_Bcast(&mounted, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return mounted != 0;
}

/// An interleaved collective write, by columns, of 8 MiB.
void overfill(const std::string& name, const char* method) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", method);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, name.c_str(), NC_64BIT_DATA, info, &ncid), method);
    MPI_Info_free(&info);
    const MPI_Offset columns = 64 * ranks();
    const MPI_Offset rows = (8 << 20) / 4 / columns;
    const int y = dimension(ncid, "y", rows);
    const int x = dimension(ncid, "x", columns);
    const int id = variable(ncid, "v", NC_INT, {y, x});
    ok(ncmpi_enddef(ncid), method);
    const std::vector<int> values(static_cast<std::size_t>(rows) * 64, rank() + 1);
    const MPI_Offset start[] = {0, 64 * rank()};
    const MPI_Offset count[] = {rows, 64};
    expect(ncmpi_put_vara_int_all(ncid, id, start, count, values.data()), NC_ENO_SPACE, method);
    const int code = ncmpi_close(ncid);
    expect_true(code != NC_EBADID, "the file can be closed");
    expect(ncmpi_close(ncid), NC_EBADID, "and is then closed");
}

void fault_04() {
    const std::string directory = path(".mount");
    if (!mount_small(directory)) return skip("no file system can be mounted here");
    for (const char* method : {"automatic", "direct", "two_phase"}) {
        overfill(directory + "/" + method + ".nc", method);
        meet();
        if (rank() == 0)
            ok(ncmpi_delete((directory + "/" + method + ".nc").c_str(), MPI_INFO_NULL));
        meet();
    }
    if (rank() == 0) expect_equal(umount2(directory.c_str(), MNT_DETACH), 0, "unmount");
}

/// Ids of closed files and ids that never existed, while another file is open.
void fault_05() {
    const int other = create_file(path(".other.nc"));
    const int closed = create_file(path());
    close_file(closed);
    int value = 0;
    for (const int ncid : {closed, 17, 1023, 1024, -1}) {
        expect(ncmpi_inq_ndims(ncid, &value), NC_EBADID);
        expect(ncmpi_put_var_int_all(ncid, 0, &value), NC_EBADID);
        expect(ncmpi_enddef(ncid), NC_EBADID);
        expect(ncmpi_close(ncid), NC_EBADID);
    }
    close_file(other);
}

/// A wait for an unknown request on one rank.
void fault_06() {
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", ranks());
    const int id = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start = rank();
    const int value = 100 + rank();
    int request = 12346;
    int status = 9;
    if (rank() > 0) ok(ncmpi_iput_var1_int(ncid, id, &start, &value, &request));
    const int wanted = rank() == 0 ? NC_EINVAL_REQUEST : NC_NOERR;
    expect(ncmpi_wait_all(ncid, 1, &request, &status), wanted);
    expect_equal(status, wanted, "status");
    std::vector<int> all;
    for (int i = 0; i < ranks(); ++i) all.push_back(i == 0 ? 0 : 100 + i);
    expect_values(values_of(ncid, id, all.size()), all, "the others' data are written");
    close_file(ncid);
}

/// Two pending requests share one buffer.
void fault_07() {
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", 16384);
    const int a = variable(ncid, "a", NC_INT, {x});
    const int b = variable(ncid, "b", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    std::vector<int> values(16384);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(0x01020304 + i);
    ok(ncmpi_iput_var_int(ncid, a, values.data(), nullptr));
    ok(ncmpi_iput_var_int(ncid, b, values.data(), nullptr));
    ok(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr));
    expect_values(values_of(ncid, a, values.size()), values, "a");
    expect_values(values_of(ncid, b, values.size()), values, "b");
    close_file(ncid);
}

/// Statuses are in the order of the ids.
void fault_08() {
    const Sample file = sample();
    const int value = 1000;
    int posted[2] = {};
    ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &posted[0]));
    ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &posted[1]));
    int backwards[] = {posted[1], 99, posted[0]};
    int statuses[] = {7, 7, 7};
    expect(ncmpi_wait_all(file.ncid, 3, backwards, statuses), NC_EINVAL_REQUEST);
    expect_values<int>({statuses, statuses + 3}, {0, NC_EINVAL_REQUEST, 0}, "unknown in between");
    signed char byte = 0;
    int put = 0;
    int get = 0;
    ok(ncmpi_iget_var_schar(file.ncid, file.scalar, &byte, &get));
    ok(ncmpi_iput_var_int(file.ncid, file.scalar, &value, &put));
    int mixed[] = {put, get};
    expect(ncmpi_wait_all(file.ncid, 2, mixed, statuses), NC_ERANGE);
    expect_values<int>({statuses, statuses + 2}, {0, NC_ERANGE}, "posted the other way around");
    close_file(file.ncid);
}

/// Puts from memory that cannot be written to.
void fault_09() {
    constexpr std::size_t ints = 65536;
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", ints);
    const int same = variable(ncid, "same", NC_INT, {x});
    const int other = variable(ncid, "other", NC_DOUBLE, {x});
    ok(ncmpi_enddef(ncid));
    void* const page = mmap(nullptr, ints * sizeof(int), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    expect_true(page != MAP_FAILED, "mmap");
    auto* const values = static_cast<int*>(page);
    for (std::size_t i = 0; i < ints; ++i) values[i] = static_cast<int>(i + 0x01020304);
    const std::vector<int> wanted(values, values + ints);
    expect_equal(mprotect(page, ints * sizeof(int), PROT_READ), 0, "mprotect");
    ok(ncmpi_put_var_int_all(ncid, same, values), "collective");
    ok(ncmpi_put_var_int_all(ncid, other, values), "converted");
    ok(ncmpi_iput_var_int(ncid, same, values, nullptr), "posted");
    ok(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr));
    ok(ncmpi_begin_indep_data(ncid));
    ok(ncmpi_put_var_int(ncid, same, values), "independent");
    ok(ncmpi_end_indep_data(ncid));
    expect_values(values_of(ncid, same, ints), wanted, "int");
    expect_values(values_of(ncid, other, ints), wanted, "double");
    munmap(page, ints * sizeof(int));
    close_file(ncid);
}

/// The header counts once among the bytes read, on rank 0, which reads it.
void fault_10() {
    const Sample file = sample_for_reading(1);
    MPI_Offset header = 0;
    MPI_Offset bytes = 0;
    ok(ncmpi_inq_header_size(file.ncid, &header));
    ok(ncmpi_inq_get_size(file.ncid, &bytes));
    if (rank() != 0) header = 0;
    expect_equal(bytes, header, "after open");
    (void)values_of(file.ncid, file.fixed, 24);
    ok(ncmpi_inq_get_size(file.ncid, &bytes));
    expect_equal(bytes, header + 96, "after a get of 96 bytes");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"fault_01", fault_01},
                {"fault_02", fault_02},
                {"fault_03", fault_03},
                {"fault_04", fault_04},
                {"fault_05", fault_05},
                {"fault_06", fault_06},
                {"fault_07", fault_07},
                {"fault_08", fault_08},
                {"fault_09", fault_09},
                {"fault_10", fault_10}});
}
