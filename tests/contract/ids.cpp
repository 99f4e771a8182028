// SPDX-License-Identifier: BSD-3-Clause
// Ids of files and the communicators behind them.
#include <sys/resource.h>

#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

std::string own_path() {
    return path(std::to_string(rank()) + ".nc");
}

int create_alone(const std::string& name) {
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_SELF, name.c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid));
    return ncid;
}

void lowest_free_id() {
    const int first = create_file(path("0.nc"));
    const int second = create_file(path("1.nc"));
    const int third = create_file(path("2.nc"));
    expect_values<int>({first, second, third}, {0, 1, 2}, "ids");
    close_file(second);
    expect_equal(create_file(path("3.nc")), 1, "the lowest free one");
    close_file(first);
    close_file(1);
    expect_equal(open_file(path("3.nc"), NC_NOWRITE), 0, "for open, too");
    int count = 0;
    int ids[NC_MAX_NFILES];
    ok(ncmpi_inq_files_opened(&count, ids));
    expect_equal(count, 2, "open files");
    expect_values<int>({ids[0], ids[1]}, {0, 2}, "their ids");
    expect(ncmpi_inq_files_opened(nullptr, ids), NC_EINVAL, "NULL");
    close_file(0);
    close_file(2);
}

void closed_ids() {
    const int other = create_file(path("other.nc"));
    const int closed = create_file(path());
    close_file(closed);
    for (const int ncid : {closed, -1, 500, NC_MAX_NFILES, NC_MAX_INT, -NC_MAX_INT - 1}) {
        int id = 0;
        MPI_Offset length = 0;
        expect(ncmpi_close(ncid), NC_EBADID);
        expect(ncmpi_abort(ncid), NC_EBADID);
        expect(ncmpi_redef(ncid), NC_EBADID);
        expect(ncmpi_enddef(ncid), NC_EBADID);
        expect(ncmpi_sync(ncid), NC_EBADID);
        expect(ncmpi_def_dim(ncid, nullptr, -1, &id), NC_EBADID, "before the arguments");
        expect(ncmpi_def_var(ncid, nullptr, -1, -1, nullptr, &id), NC_EBADID);
        expect(ncmpi_inq(ncid, &id, &id, &id, &id), NC_EBADID);
        expect(ncmpi_inq_dimlen(ncid, 0, &length), NC_EBADID);
        expect(ncmpi_put_att_text(ncid, -77, nullptr, -1, nullptr), NC_EBADID);
        expect(ncmpi_put_var_int_all(ncid, -77, nullptr), NC_EBADID);
        expect(ncmpi_get_vara_int(ncid, 0, nullptr, nullptr, nullptr), NC_EBADID);
        id = 3;
        expect(ncmpi_iput_var_int(ncid, 0, &id, &id), NC_EBADID);
        expect_equal(id, NC_REQ_NULL, "the request id");
        expect(ncmpi_wait_all(ncid, 0, nullptr, nullptr), NC_EBADID);
        expect(ncmpi_cancel(ncid, 0, nullptr, nullptr), NC_EBADID);
        expect(ncmpi_buffer_attach(ncid, 10), NC_EBADID);
        expect(ncmpi_begin_indep_data(ncid), NC_EBADID);
    }
    close_file(other);
}

/// Opens as many files as the table holds, and one more.
void too_many_files() {
    struct rlimit limit {};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int enough = limit.rlim_cur >= 1200;
    MPI_Allreduce(MPI_IN_PLACE, &enough, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!enough) return skip("too few file descriptors");
    ncmpi_close(create_alone(own_path()));
    const bool full = rank() == 0;
    int ncid = -1;
    for (int i = 0; full && i < NC_MAX_NFILES; ++i) {
        const int code = ncmpi_open(MPI_COMM_SELF, own_path().c_str(), 0, MPI_INFO_NULL, &ncid);
        if (code != NC_NOERR) ok(code, "file " + std::to_string(i));
        if (ncid != i) expect_equal(ncid, i, "ids in order");
    }
    if (full) {
        expect(ncmpi_create(MPI_COMM_SELF, path().c_str(), 0, MPI_INFO_NULL, &ncid), NC_ENFILE);
        expect_equal(ncid, -1, "ncid");
        expect(ncmpi_open(MPI_COMM_SELF, own_path().c_str(), 0, MPI_INFO_NULL, &ncid), NC_ENFILE);
        expect_equal(ncid, -1, "ncid");
    }
    // A rank without an id must not leave the others waiting.
    expect(ncmpi_create(MPI_COMM_WORLD, path().c_str(), 0, MPI_INFO_NULL, &ncid), NC_ENFILE,
           "on all ranks when one has no id left");
    expect_equal(ncid, -1, "ncid");
    for (int i = 0; full && i < NC_MAX_NFILES; ++i) ncmpi_close(i);
}

void communicator_is_free_at_return() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int ncid = -1;
    ok(ncmpi_create(comm, path().c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid));
    MPI_Comm_free(&comm);
    const int x = dimension(ncid, "x", 4);
    const int id = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    const int values[] = {1, 2, 3, 4};
    ok(ncmpi_put_var_int_all(ncid, id, values));
    close_file(ncid);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    ok(ncmpi_open(comm, path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid));
    MPI_Comm_free(&comm);
    expect_values(values_of(ncid, id, 4), {1, 2, 3, 4}, "values");
    close_file(ncid);
}

void no_communicator() {
    int ncid = 5;
    expect_true(ncmpi_create(MPI_COMM_NULL, path().c_str(), 0, MPI_INFO_NULL, &ncid) != NC_NOERR,
                "create");
    expect_equal(ncid, -1, "ncid");
    ncid = 5;
    expect_true(ncmpi_open(MPI_COMM_NULL, path().c_str(), 0, MPI_INFO_NULL, &ncid) != NC_NOERR,
                "open");
    expect_equal(ncid, -1, "ncid");
}

/// Each rank has a file of its own, and works on it independently.
void one_file_per_rank() {
    const int ncid = create_alone(own_path());
    const int x = dimension(ncid, "x", 3 + rank());
    const int id = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    const std::vector<int> values(static_cast<std::size_t>(3 + rank()), rank());
    for (int i = 0; i <= rank(); ++i) ok(ncmpi_put_var_int_all(ncid, id, values.data()));
    expect_values(values_of(ncid, id, values.size()), values, "values");
    close_file(ncid);
}

void one_file_per_group() {
    MPI_Comm comm = MPI_COMM_NULL;
    const int group = rank() % 2;
    MPI_Comm_split(MPI_COMM_WORLD, group, -rank(), &comm);
    const std::string name = path(std::to_string(group) + ".nc");
    int ncid = -1;
    ok(ncmpi_create(comm, name.c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid));
    int members = 0;
    int place = 0;
    MPI_Comm_size(comm, &members);
    MPI_Comm_rank(comm, &place);
    MPI_Comm_free(&comm);
    const int x = dimension(ncid, "x", members);
    const int id = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start = place;
    ok(ncmpi_put_var1_int_all(ncid, id, &start, &place));
    std::vector<int> wanted;
    for (int i = 0; i < members; ++i) wanted.push_back(i);
    expect_values(values_of(ncid, id, wanted.size()), wanted, "values");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"lowest_free_id", lowest_free_id},
                {"closed_ids", closed_ids},
                {"too_many_files", too_many_files},
                {"communicator_is_free_at_return", communicator_is_free_at_return},
                {"no_communicator", no_communicator},
                {"one_file_per_rank", one_file_per_rank},
                {"one_file_per_group", one_file_per_group}});
}
