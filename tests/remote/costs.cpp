// SPDX-License-Identifier: BSD-3-Clause
// What crosses the link, counted by counting_hop.py:
//     costs
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "../program.hpp"

namespace {

constexpr int variables = 1000;
constexpr MPI_Offset values = 100;

struct Counts {
    std::int64_t round_trips = 0;
    std::int64_t bytes = 0;
};

/// Of all links.
Counts counts() {
    // What was sent without waiting for an answer is to be counted, too.
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(200'000);
    Counts sum;
    for (const auto& entry : std::filesystem::directory_iterator(std::getenv("LINK_COUNTS"))) {
        std::array<std::int64_t, 2> numbers{};
        std::ifstream(entry.path(), std::ios::binary)
            .read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
        sum.round_trips += numbers[0];
        sum.bytes += numbers[1];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return sum;
}

void expect_at_most(std::int64_t most, std::int64_t is, const std::string& what) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::printf("%s: %lld\n", what.c_str(), static_cast<long long>(is));
    require(is <= most, what + ": " + std::to_string(is) + ", at most " + std::to_string(most));
}

/// Although no rank but rank 0 has anything to say yet.
void await_links_of_all_ranks() {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const auto links = [] {
        return std::distance(std::filesystem::directory_iterator(std::getenv("LINK_COUNTS")), {});
    };
    const double begun = MPI_Wtime();
    while (links() < ranks && MPI_Wtime() < begun + 20) usleep(10'000);
    require(links() == ranks, "not every rank has begun to connect when the file is there");
}

void make(const char* name) {
    int ncid = 0;
    check(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid),
          "create");
    await_links_of_all_ranks();
    int dimension = 0;
    check(ncmpi_def_dim(ncid, "x", values, &dimension), "def_dim");
    std::vector<int> ids(variables);
    for (int i = 0; i < variables; ++i) {
        int& id = ids[static_cast<std::size_t>(i)];
        const std::string variable = "variable" + std::to_string(i);
        check(ncmpi_def_var(ncid, variable.c_str(), NC_FLOAT, 1, &dimension, &id), "def_var");
        check(ncmpi_put_att_text(ncid, id, "units", 5, "metre"), "put_att");
    }
    check(ncmpi_enddef(ncid), "enddef");
    const std::vector<float> data(values, 1.5F);
    for (const int id : ids) {
        int posted = 0;
        check(ncmpi_iput_var_float(ncid, id, data.data(), &posted), "iput");
    }
    check(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr), "wait_all");
    check(ncmpi_close(ncid), "close");
}

void open_to_read(const char* name) {
    const Counts before = counts();
    int ncid = 0;
    check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    expect_at_most(1, counts().round_trips - before.round_trips,
                   "round trips of all ranks to open a file of 1,000 variables");
    std::vector<float> data(values);
    check(ncmpi_get_var_float_all(ncid, variables - 1, data.data()), "get");
    require(data == std::vector<float>(values, 1.5F), "the values are others");
    check(ncmpi_close(ncid), "close");
}

void put_strided(const char* name) {
    constexpr MPI_Offset elements = 1'000'000;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int ncid = 0;
    int dimension = 0;
    int variable = 0;
    check(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid),
          "create");
    check(ncmpi_def_dim(ncid, "x", 3 * elements, &dimension), "def_dim");
    check(ncmpi_def_var(ncid, "v", NC_FLOAT, 1, &dimension, &variable), "def_var");
    check(ncmpi_enddef(ncid), "enddef");
    check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    const Counts before = counts();
    if (rank == 0) {
        const MPI_Offset start = 0;
        const MPI_Offset stride = 3;
        const std::vector<float> data(elements, 2.5F);
        check(ncmpi_put_vars_float(ncid, variable, &start, &elements, &stride, data.data()), "put");
    }
    expect_at_most(elements * 4 * 21 / 20 + 65536, counts().bytes - before.bytes,
                   "bytes of a strided put of 10^6 elements of 4 bytes");
    check(ncmpi_end_indep_data(ncid), "end_indep_data");
    check(ncmpi_close(ncid), "close");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc == 1, "usage: costs");
    const std::string name = "ssh://far" + std::filesystem::current_path().string() + "/file.nc";
    make(name.c_str());
    open_to_read(name.c_str());
    put_strided(name.c_str());
    MPI_Finalize();
}
