// SPDX-License-Identifier: BSD-3-Clause
// Collective writes of interleaved data that are larger than the disk, a tmpfs of 1 MiB.
#include <mpi.h>
#include <pnetcdf.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr MPI_Offset rows = 256;
constexpr MPI_Offset columns = 1024;  // 2 MiB of doubles
constexpr MPI_Offset old_count = 10000;

int rank = 0;
int rank_count = 1;
int failures = 0;
char directory[] = "/tmp/weft-full-XXXXXX";

void expect(bool holds, const std::string& what) {
    if (holds) return;
    std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
    ++failures;
}

void expect_code(int code, int wanted, const std::string& what) {
    expect(code == wanted, what + ": " + ncmpi_strerrno(code) + ", not " + ncmpi_strerrno(wanted));
}

/// Collective. False if this process may not mount.
bool mount_disk() {
    int mounted = 0;
    if (rank == 0 && mkdtemp(directory) != nullptr) {
        mounted = mount("weft-full", directory, "tmpfs", 0, "size=1m") == 0;
        if (mounted == 0) rmdir(directory);
    }
    MPI_Bcast(&mounted, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(directory, sizeof directory, MPI_CHAR, 0, MPI_COMM_WORLD);
    return mounted != 0;
}

void unmount_disk() {
    if (rank != 0) return;
    umount2(directory, MNT_DETACH);
    rmdir(directory);
}

MPI_Info hints_for(const std::string& method) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", method.c_str());
    MPI_Info_set(info, "cb_buffer_size", "65536");
    return info;
}

std::vector<int> old_values() {
    std::vector<int> values;
    for (MPI_Offset i = 0; i < old_count; ++i) values.push_back(static_cast<int>(i * 7 + 1));
    return values;
}

/// A file with a small variable that can be written and a large one that cannot.
int create(const std::string& path, MPI_Info info) {
    int ncid = -1;
    expect_code(ncmpi_create(MPI_COMM_WORLD, path.c_str(), NC_64BIT_DATA, info, &ncid), NC_NOERR,
                "create");
    int dimensions[3] = {-1, -1, -1};
    int variable = -1;
    ncmpi_def_dim(ncid, "old", old_count, &dimensions[0]);
    ncmpi_def_dim(ncid, "row", rows, &dimensions[1]);
    ncmpi_def_dim(ncid, "column", columns, &dimensions[2]);
    ncmpi_def_var(ncid, "small", NC_INT, 1, dimensions, &variable);
    ncmpi_def_var(ncid, "large", NC_DOUBLE, 2, dimensions + 1, &variable);
    expect_code(ncmpi_enddef(ncid), NC_NOERR, "enddef");
    const std::vector<int> values = old_values();
    expect_code(ncmpi_put_var_int_all(ncid, 0, values.data()), NC_NOERR,
                "put of the small variable");
    expect_code(ncmpi_sync(ncid), NC_NOERR, "sync");
    return ncid;
}

void check_old_values(const std::string& path) {
    int ncid = -1;
    const int opened = ncmpi_open(MPI_COMM_WORLD, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid);
    expect_code(opened, NC_NOERR, "open after the disk was full");
    if (opened != NC_NOERR) return;
    std::vector<int> values(static_cast<std::size_t>(old_count), 0);
    expect_code(ncmpi_get_var_int_all(ncid, 0, values.data()), NC_NOERR,
                "get of the small variable");
    expect(values == old_values(), "old data have changed");
    expect_code(ncmpi_close(ncid), NC_NOERR, "close of the file read");
}

void fill_disk(const std::string& method) {
    MPI_Info info = hints_for(method);
    const std::string path = std::string(directory) + "/file.nc";
    const int ncid = create(path, info);
    MPI_Info_free(&info);
    const MPI_Offset start[] = {0, rank};
    const MPI_Offset count[] = {rows, (columns - rank + rank_count - 1) / rank_count};
    const MPI_Offset stride[] = {1, rank_count};
    const std::vector<double> values(static_cast<std::size_t>(count[0] * count[1]), 1.5);
    expect_code(ncmpi_put_vars_double_all(ncid, 1, start, count, stride, values.data()),
                NC_ENO_SPACE, method + ": put");
    expect_code(ncmpi_close(ncid), NC_ENO_SPACE, method + ": close");
    check_old_values(path);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) std::filesystem::remove(path);
    MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    if (!mount_disk()) {
        if (rank == 0) std::printf("skipped: mounting a small disk needs privileges\n");
        MPI_Finalize();
        return 77;
    }
    for (const char* method : {"direct", "sieve", "two_phase", "reference", "automatic"})
        fill_disk(method);
    unmount_disk();
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
