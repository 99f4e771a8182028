// SPDX-License-Identifier: BSD-3-Clause
// Reads a file on the web beside the same one of this machine, all values of both by collective and
// independent calls and posted requests, and compares them:
//     reader NAME LOCAL [refusing | columns | failing [ROUNDS]]
// With `columns` ranks read parts along the fastest dimension, and nothing else. With `refusing` it
// also tries to write. With `failing` the opening, or a later call, may fail, on all ranks, and
// then the reason is printed, and the next round begins; values that differ are an error all the
// same.
#include <weft.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../program.hpp"

namespace {

bool may_fail = false;
int rank = 0;
int ranks = 1;

/// Thrown on all ranks.
struct HasFailed {};

/// A file that is closed if a round ends before.
struct OpenFile {
    int id = -1;
    ~OpenFile() {
        if (id >= 0) (void)ncmpi_close(id);
    }
};

/// If a call may fail, and has on any rank, ends the round on all of them.
void settle(int code, int ncid, const char* what) {
    int worst = code;
    MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (worst == NC_NOERR) return;
    const std::string why = std::string(what) + ": " + ncmpi_strerrno(code) + ": " +
                            (code == NC_NOERR ? "" : weft_last_error(ncid));
    require(may_fail || code == NC_NOERR, why);
    std::printf("rank %d: %s\n", rank, why.c_str());
    throw HasFailed{};
}

struct Variable {
    std::vector<MPI_Offset> shape;

    [[nodiscard]] std::size_t elements() const {
        std::size_t all = 1;
        for (const MPI_Offset length : shape) all *= static_cast<std::size_t>(length);
        return all;
    }
};

Variable variable_of(int ncid, int id) {
    int ndims = 0;
    check(ncmpi_inq_varndims(ncid, id, &ndims), "inq_varndims");
    std::vector<int> dimensions(static_cast<std::size_t>(ndims));
    check(ncmpi_inq_vardimid(ncid, id, dimensions.data()), "inq_vardimid");
    Variable variable;
    for (const int dimension : dimensions) {
        MPI_Offset length = 0;
        check(ncmpi_inq_dimlen(ncid, dimension, &length), "inq_dimlen");
        variable.shape.push_back(length);
    }
    return variable;
}

/// This rank's share along a dimension, as start and count.
void take_share(const Variable& variable, std::size_t along, std::vector<MPI_Offset>& start,
                std::vector<MPI_Offset>& count) {
    start.assign(variable.shape.size(), 0);
    count = variable.shape;
    if (count.empty()) return;
    start[along] = variable.shape[along] * rank / ranks;
    count[along] = variable.shape[along] * (rank + 1) / ranks - start[along];
}

std::vector<double> share_of(int ncid, int id, int step) {
    const Variable variable = variable_of(ncid, id);
    std::vector<MPI_Offset> start;
    std::vector<MPI_Offset> count;
    take_share(variable, 0, start, count);
    std::vector<MPI_Offset> stride(count.size(), 1);
    if (!count.empty()) {
        stride.back() = step;
        const std::size_t last = count.size() - 1;
        count[last] = (count[last] + step - 1) / step;
    }
    std::vector<double> values(Variable{count}.elements(), -1);
    settle(ncmpi_get_vars_double_all(ncid, id, start.data(), count.data(), stride.data(),
                                     values.data()),
           ncid, "get_vars_all");
    return values;
}

std::vector<double> columns_of(int ncid, int id) {
    const Variable variable = variable_of(ncid, id);
    std::vector<MPI_Offset> start;
    std::vector<MPI_Offset> count;
    take_share(variable, variable.shape.empty() ? 0 : variable.shape.size() - 1, start, count);
    std::vector<double> values(Variable{count}.elements());
    settle(ncmpi_get_vara_double_all(ncid, id, start.data(), count.data(), values.data()), ncid,
           "get_vara_all");
    return values;
}

/// Posts gets of all variables together.
std::vector<double> posted(int ncid) {
    int count = 0;
    check(ncmpi_inq_nvars(ncid, &count), "inq_nvars");
    std::vector<std::vector<double>> values;
    std::vector<int> requests(static_cast<std::size_t>(count));
    for (int id = 0; id < count; ++id) values.emplace_back(variable_of(ncid, id).elements());
    for (int id = 0; id < count; ++id)
        check(ncmpi_iget_var_double(ncid, id, values[static_cast<std::size_t>(id)].data(),
                                    &requests[static_cast<std::size_t>(id)]),
              "iget_var");
    std::vector<int> statuses(requests.size());
    settle(ncmpi_wait_all(ncid, count, requests.data(), statuses.data()), ncid, "wait_all");
    std::vector<double> all;
    for (const auto& one : values) all.insert(all.end(), one.begin(), one.end());
    return all;
}

std::vector<double> alone(int ncid, int id) {
    std::vector<double> values(variable_of(ncid, id).elements());
    check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    const int code = ncmpi_get_var_double(ncid, id, values.data());
    settle(code, ncid, "get_var");
    check(ncmpi_end_indep_data(ncid), "end_indep_data");
    return values;
}

void require_same(const std::vector<double>& a, const std::vector<double>& b, const char* how) {
    require(a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0,
            how);
}

void try_to_write(const char* name) {
    int ncid = -1;
    require(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER, MPI_INFO_NULL, &ncid) == NC_EPERM,
            "create is not refused");
    require(std::strstr(weft_last_error(-1), "only read") != nullptr, weft_last_error(-1));
    require(ncmpi_open(MPI_COMM_WORLD, name, NC_WRITE, MPI_INFO_NULL, &ncid) == NC_EPERM,
            "open for writing is not refused");
    require(ncmpi_delete(name, MPI_INFO_NULL) == NC_EPERM, "delete is not refused");
}

void compare(const char* name, const char* local, bool by_columns) {
    OpenFile there;
    OpenFile here;
    settle(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &there.id), -1, "open");
    check(ncmpi_open(MPI_COMM_WORLD, local, NC_NOWRITE, MPI_INFO_NULL, &here.id), "open local");
    int count = 0;
    check(ncmpi_inq_nvars(here.id, &count), "inq_nvars");
    for (int id = 0; id < count && by_columns; ++id)
        require_same(columns_of(there.id, id), columns_of(here.id, id), "columns differ");
    for (int id = 0; id < count && !by_columns; ++id) {
        for (const int step : {1, 3, 1000})
            require_same(share_of(there.id, id, step), share_of(here.id, id, step),
                         "values differ");
        require_same(alone(there.id, id), alone(here.id, id), "values of one rank differ");
    }
    if (!by_columns)
        require_same(posted(there.id), posted(here.id), "values of posted requests differ");
    settle(ncmpi_close(std::exchange(there.id, -1)), -1, "close");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc >= 3, "usage: reader NAME LOCAL [refusing | columns | failing [ROUNDS]]");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char* const way = argc > 3 ? argv[3] : "";
    may_fail = std::strcmp(way, "failing") == 0;
    const int rounds = argc > 4 ? std::atoi(argv[4]) : 1;
    int compared = 0;
    for (int round = 0; round < rounds; ++round) {
        try {
            compare(argv[1], argv[2], std::strcmp(way, "columns") == 0);
            ++compared;
        } catch (const HasFailed&) {
            continue;
        }
    }
    if (std::strcmp(way, "refusing") == 0) try_to_write(argv[1]);
    if (compared == rounds) std::printf("rank %d: ok\n", rank);
    if (rank == 0) std::printf("compared %d times\n", compared);
    MPI_Finalize();
}
