// SPDX-License-Identifier: BSD-3-Clause
// What crosses the link, counted by counting_hop.py:
//     costs
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "../program.hpp"

namespace {

constexpr int variables = 1000;
constexpr MPI_Offset values = 100;

struct Counts {
    std::int64_t round_trips = 0;
    std::int64_t bytes = 0;
    std::map<std::string, std::int64_t> round_trips_of_links{};

    /// The most of any link since then.
    [[nodiscard]] std::int64_t most_round_trips_since(const Counts& before) const {
        std::int64_t most = 0;
        for (const auto& [link, count] : round_trips_of_links) {
            const auto old = before.round_trips_of_links.find(link);
            most = std::max(most,
                            old == before.round_trips_of_links.end() ? count : count - old->second);
        }
        return most;
    }
};

Counts counts_now() {
    Counts sum;
    for (const auto& entry : std::filesystem::directory_iterator(std::getenv("LINK_COUNTS"))) {
        std::array<std::int64_t, 2> numbers{};
        std::ifstream(entry.path(), std::ios::binary)
            .read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
        sum.round_trips += numbers[0];
        sum.bytes += numbers[1];
        sum.round_trips_of_links[entry.path().filename()] = numbers[0];
    }
    return sum;
}

// Offsets in the file of a link.
constexpr std::streamoff question_at = 16;
constexpr std::streamoff answer_at = 24;

/// Returns when nothing is under way on a link, or when that has ended.
void await_rest_of(const std::filesystem::path& link, std::int64_t question) {
    const std::string name = link.filename().string();
    const pid_t process = std::stoi(name.substr(name.rfind('-') + 1));
    std::fstream file(link, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(question_at).write(reinterpret_cast<const char*>(&question), sizeof question);
    file.flush();
    for (std::int64_t answer = 0; answer < question && ::kill(process, 0) == 0; usleep(1000)) {
        std::ifstream answered(link, std::ios::binary);
        answered.seekg(answer_at).read(reinterpret_cast<char*>(&answer), sizeof answer);
    }
}

/// The counts of all links. Messages that were sent without waiting for an answer count, too.
Counts counts() {
    static std::int64_t questions = 0;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    ++questions;
    if (rank == 0) {
        for (const auto& link : std::filesystem::directory_iterator(std::getenv("LINK_COUNTS")))
            await_rest_of(link.path(), questions);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    Counts sum = counts_now();
    MPI_Barrier(MPI_COMM_WORLD);
    return sum;
}

std::ptrdiff_t link_count() {
    return std::distance(std::filesystem::directory_iterator(std::getenv("LINK_COUNTS")), {});
}

/// Links show themselves when their processes have started, which the library waits for only when
/// it needs them. Returns when there are so many, and how many there are, before any rank goes on.
std::ptrdiff_t await_links(std::ptrdiff_t count) {
    std::ptrdiff_t found = 0;
    while ((found = link_count()) < count) usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
    return found;
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
    require(await_links(ranks) == ranks, "a rank has begun more than one connection");
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
    int ncid = 0;
    // After this the server has had the last word, so the next message begins a round trip.
    check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open first");
    check(ncmpi_close(ncid), "close");
    const Counts before = counts();
    check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    const std::int64_t round_trips = counts().round_trips - before.round_trips;
    expect_at_most(1, round_trips, "round trips of all ranks to open a file of 1,000 variables");
    require(round_trips > 0, "nobody has asked the server for the file");
    std::vector<float> data(values);
    check(ncmpi_get_var_float_all(ncid, variables - 1, data.data()), "get");
    require(data == std::vector<float>(values, 1.5F), "the values are others");
    check(ncmpi_close(ncid), "close");
}

/// Opens a file over a link that nobody has used yet.
void open_anew(const char* name) {
    const Counts before = counts();
    int ncid = 0;
    check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open anew");
    expect_at_most(3, counts().most_round_trips_since(before),
                   "round trips of a rank to open that file in a new session");
    check(ncmpi_close(ncid), "close");
}

struct NewFile {
    int ncid = 0;
    int variable = 0;
};

NewFile file_of_one_variable(const char* name, MPI_Offset length) {
    NewFile file;
    int dimension = 0;
    check(ncmpi_create(MPI_COMM_WORLD, name, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file.ncid),
          "create");
    check(ncmpi_def_dim(file.ncid, "x", length, &dimension), "def_dim");
    check(ncmpi_def_var(file.ncid, "v", NC_FLOAT, 1, &dimension, &file.variable), "def_var");
    check(ncmpi_enddef(file.ncid), "enddef");
    return file;
}

/// Settling the file's size is one round trip, and closing it another; then the last lock is given
/// up, which nobody waits for.
void close_written(const char* name) {
    constexpr MPI_Offset elements = 3001;
    const auto [ncid, variable] = file_of_one_variable(name, elements);
    const std::vector<float> data(elements, 4.5F);
    check(ncmpi_put_var_float_all(ncid, variable, data.data()), "put");
    const Counts before = counts();
    check(ncmpi_close(ncid), "close");
    expect_at_most(3, counts().most_round_trips_since(before),
                   "how often a rank speaks while it closes a file that it has written");
}

/// Posts puts to places of their own, with gaps between.
void post_many(const char* name) {
    constexpr MPI_Offset posts = 10'000;
    constexpr MPI_Offset length = 3;
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const auto [ncid, variable] = file_of_one_variable(name, ranks * posts * (length + 1));
    const std::vector<float> data(length, 3.5F);
    const auto start_of = [&](MPI_Offset post) { return (post * ranks + rank) * (length + 1); };
    // All ranks have connected when it returns.
    MPI_Offset start = start_of(0);
    check(ncmpi_put_vara_float_all(ncid, variable, &start, &length, data.data()), "put");
    // A machine that stands still for a while makes it longer, and never shorter. The third round
    // trip is for what a busy one needs otherwise.
    constexpr int most_trials = 10;
    double shortest = 3;
    for (int trial = 0; trial < most_trials && shortest >= 3; ++trial) {
        for (MPI_Offset i = 0; i < posts; ++i) {
            int posted = 0;
            start = start_of(i);
            check(ncmpi_iput_vara_float(ncid, variable, &start, &length, data.data(), &posted),
                  "iput");
        }
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        check(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr), "wait_all");
        double taken = (MPI_Wtime() - begun) / std::atof(std::getenv("LINK_SECONDS"));
        MPI_Allreduce(MPI_IN_PLACE, &taken, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0)
            std::printf("round trips of time for 10,000 iputs and a wait_all: %.2f\n", taken);
        require(taken >= 1, "the link is not slow");
        shortest = std::min(shortest, taken);
    }
    require(shortest < 3, "10,000 iputs and a wait_all take more than two round trips");
    check(ncmpi_close(ncid), "close");
}

/// Ranks that have something to move before they have connected begin all the connections that a
/// long link needs, and not one after the other.
void read_at_once(const char* name) {
    constexpr int connections = 4;
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const Counts before = counts();
    int ncid = 0;
    int variable = 0;
    check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    check(ncmpi_inq_varid(ncid, "v", &variable), "inq_varid");
    check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    const MPI_Offset place = 4 * rank;
    float value = 0;
    check(ncmpi_get_var1_float(ncid, variable, &place, &value), "get");
    require(value == 3.5F, "the value is another");
    check(ncmpi_end_indep_data(ncid), "end_indep_data");
    const auto wanted = 1 + (ranks - 1) * connections;
    const auto old = std::ssize(before.round_trips_of_links);
    await_links(old + wanted);
    const auto links = std::ssize(counts().round_trips_of_links) - old;
    require(links == wanted,
            std::to_string(links) + " links for " + std::to_string(ranks) + " ranks");
    check(ncmpi_close(ncid), "close");
}

void put_strided(const char* name) {
    constexpr MPI_Offset elements = 1'000'000;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const auto [ncid, variable] = file_of_one_variable(name, 3 * elements);
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
    open_anew(("ssh://further" + std::filesystem::current_path().string() + "/file.nc").c_str());
    const std::string posts = std::filesystem::current_path().string() + "/posts.nc";
    post_many(("ssh://slow" + posts).c_str());
    read_at_once(("ssh://slow-anew" + posts).c_str());
    put_strided(name.c_str());
    close_written(name.c_str());
    MPI_Finalize();
}
