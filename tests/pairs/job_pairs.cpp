// SPDX-License-Identifier: BSD-3-Clause
// Two jobs write to one file, or to one set of files, at the same time, each its own elements: none
// of them may be lost.
//
//     job_pairs both SEED ROUNDS FIRST     MPI_COMM_WORLD is both jobs; the first has FIRST ranks
//     job_pairs make|check SEED RANKS      one rank: makes the file of a round, looks at it
//     job_pairs job SEED FIRST SECOND 0|1  one of two jobs that are started side by side
//
// What a round does is drawn from its seed alone; files are named after it.
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace {

/// Every element belongs to one rank of the two jobs.
enum class Deal { columns_in_turn, rows_in_turn, blocks_of_columns };

class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}
    int from(int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random_);
    }
    bool one_in(int count) { return from(1, count) == 1; }
    template <std::size_t n>
    const char* any(const std::array<const char*, n>& words) {
        return words.at(static_cast<std::size_t>(from(0, n - 1)));
    }

private:
    std::mt19937_64 random_;
};

/// The same in all processes.
struct Round {
    Round(std::uint64_t seed, int rank_count) : name("pair." + std::to_string(seed) + ".nc") {
        Draw draw(seed);
        ranks = rank_count;
        rows = draw.from(1, 12);
        columns = draw.from(rank_count, 700);
        has_records = draw.one_in(3);
        parts = draw.one_in(4) ? 0 : draw.from(2, 3);
        deal = static_cast<Deal>(draw.from(0, 2));
    }

    std::string name;
    int ranks;
    MPI_Offset rows;
    MPI_Offset columns;
    bool has_records;
    int parts;  // 0: a plain file
    Deal deal;
};

int value_of(const Round& round, int version, MPI_Offset row, MPI_Offset column) {
    return static_cast<int>(version * 1000000 + row * round.columns + column);
}

/// Plans delays by delays.c, if it is preloaded.
void plan_delays(std::uint64_t seed) {
    auto* const plan =
        reinterpret_cast<void (*)(std::uint64_t)>(dlsym(RTLD_DEFAULT, "plan_delays"));
    if (plan != nullptr) plan(seed);
}

/// The choices of a job.
struct Job {
    Job(std::uint64_t round, int number)
        : seed((round * 2 + static_cast<std::uint64_t>(number) + 1) << 20) {
        Draw draw(seed);
        puts = draw.from(1, 3);
        way = draw.one_in(2) ? 1 : draw.from(0, 2);
        constexpr std::array longest_pauses{0, 3000, 20000};
        pause = draw.from(0, longest_pauses.at(static_cast<std::size_t>(draw.from(0, 2))));
        hints = {{"romio_ds_write", draw.any<4>({"enable", "enable", "enable", "automatic"})},
                 {"ind_wr_buffer_size", draw.any<3>({"256", "4096", "1048576"})},
                 {"cb_buffer_size", draw.any<3>({"512", "65536", "1048576"})},
                 {"weft_method", draw.any<4>({"automatic", "automatic", "sieve", "two_phase"})}};
    }

    std::uint64_t seed;
    int puts;
    int way;    // collective, independent, posted
    int pause;  // microseconds
    std::vector<std::array<std::string, 2>> hints;
};

MPI_Info info_of(const std::vector<std::array<std::string, 2>>& hints) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    for (const auto& [key, value] : hints) MPI_Info_set(info, key.c_str(), value.c_str());
    return info;
}

void make(const Round& round) {
    std::vector<std::array<std::string, 2>> hints;
    if (round.parts > 0)
        hints = {{"weft_parts", std::to_string(round.parts)},
                 {"weft_part_dirs", "t1:t2"},
                 {"weft_part_min_ndims", "1"},
                 {"weft_part_least_bytes", "1"}};
    MPI_Info info = info_of(hints);
    int file = 0;
    check(ncmpi_create(MPI_COMM_SELF, round.name.c_str(), NC_64BIT_DATA, info, &file), "create");
    std::array<int, 2> dims{};
    const MPI_Offset rows = round.has_records ? NC_UNLIMITED : round.rows;
    check(ncmpi_def_dim(file, "row", rows, dims.data()), "row");
    check(ncmpi_def_dim(file, "column", round.columns, &dims[1]), "column");
    int variable = 0;
    check(ncmpi_def_var(file, "values", NC_INT, 2, dims.data(), &variable), "variable");
    check(ncmpi_close(file), "close");
    MPI_Info_free(&info);
}

struct Share {
    std::array<MPI_Offset, 2> start = {};
    std::array<MPI_Offset, 2> count = {};
    std::array<MPI_Offset, 2> stride = {1, 1};
};

Share share_of(const Round& round, int rank) {
    Share share{.count = {round.rows, round.columns}};
    if (round.deal == Deal::blocks_of_columns) {
        share.start[1] = round.columns * rank / round.ranks;
        share.count[1] = round.columns * (rank + 1) / round.ranks - share.start[1];
        return share;
    }
    const std::size_t axis = round.deal == Deal::columns_in_turn ? 1 : 0;
    share.start[axis] = rank;
    share.stride[axis] = round.ranks;
    const MPI_Offset length = share.count[axis];
    share.count[axis] = rank < length ? (length - rank - 1) / round.ranks + 1 : 0;
    if (share.count[axis] == 0) share.start[axis] = 0;
    return share;
}

std::vector<int> values_of(const Round& round, const Share& share, int version) {
    std::vector<int> values;
    for (MPI_Offset i = 0; i < share.count[0]; ++i) {
        for (MPI_Offset j = 0; j < share.count[1]; ++j)
            values.push_back(value_of(round, version, share.start[0] + i * share.stride[0],
                                      share.start[1] + j * share.stride[1]));
    }
    return values;
}

/// Collective over the job. `first`: its first rank's number among those of both jobs.
void write(const Round& round, const Job& job, MPI_Comm comm, int first) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    const Share share = share_of(round, first + rank);
    plan_delays(job.seed + static_cast<std::uint64_t>(rank));
    usleep(static_cast<useconds_t>(job.pause));
    MPI_Info info = info_of(job.hints);
    int file = 0;
    check(ncmpi_open(comm, round.name.c_str(), NC_WRITE, info, &file), "open");
    MPI_Info_free(&info);
    const auto* const start = share.start.data();
    const auto* const count = share.count.data();
    const auto* const stride = share.stride.data();
    if (job.way == 1) check(ncmpi_begin_indep_data(file), "begin_indep_data");
    for (int put = 1; put <= job.puts; ++put) {
        const std::vector<int> values = values_of(round, share, put);
        int posted = 0;
        int status = NC_NOERR;
        if (job.way == 0) {
            check(ncmpi_put_vars_int_all(file, 0, start, count, stride, values.data()), "put_all");
        } else if (job.way == 1) {
            check(ncmpi_put_vars_int(file, 0, start, count, stride, values.data()), "put");
        } else {
            check(ncmpi_iput_vars_int(file, 0, start, count, stride, values.data(), &posted),
                  "iput");
            check(ncmpi_wait_all(file, 1, &posted, &status), "wait_all");
            check(status, "status of the put");
        }
    }
    check(ncmpi_close(file), "close");
}

/// Expects the bytes that both jobs have written in their last puts.
void look(const Round& round, std::uint64_t seed, int first) {
    const std::array jobs{Job(seed, 0), Job(seed, 1)};
    int file = 0;
    check(ncmpi_open(MPI_COMM_SELF, round.name.c_str(), NC_NOWRITE, MPI_INFO_NULL, &file), "open");
    for (int rank = 0; rank < round.ranks; ++rank) {
        const Share share = share_of(round, rank);
        const std::vector<int> wanted = values_of(round, share, jobs.at(rank < first ? 0 : 1).puts);
        std::vector<int> found(wanted.size());
        check(ncmpi_get_vars_int_all(file, 0, share.start.data(), share.count.data(),
                                     share.stride.data(), found.data()),
              "get");
        std::size_t lost = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) lost += found[i] != wanted[i] ? 1 : 0;
        require(lost == 0, "seed " + std::to_string(seed) + ": " + std::to_string(lost) + " of " +
                               std::to_string(wanted.size()) + " elements of rank " +
                               std::to_string(rank) + " are lost");
    }
    check(ncmpi_close(file), "close");
}

void both(std::uint64_t seed, int rounds, int first) {
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int number = rank < first ? 0 : 1;
    MPI_Comm job = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, number, rank, &job);
    for (int i = 0; i < rounds; ++i, ++seed) {
        const Round round(seed, ranks);
        if (rank == 0) make(round);
        MPI_Barrier(MPI_COMM_WORLD);
        write(round, Job(seed, number), job, number == 0 ? 0 : first);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) look(round, seed, first);
    }
    MPI_Comm_free(&job);
}

}  // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    require(count >= 4, "usage: job_pairs both|make|check|job SEED ...");
    const std::string_view what = words[1];
    const std::uint64_t seed = std::strtoull(words[2], nullptr, 10);
    const auto number = [&](int i) { return i < count ? std::atoi(words[i]) : 0; };
    if (what == "both") both(seed, number(3), number(4));
    if (what == "make") make(Round(seed, number(3)));
    if (what == "check") look(Round(seed, number(3)), seed, number(4));
    if (what == "job") {
        const int which = number(5);
        write(Round(seed, number(3) + number(4)), Job(seed, which), MPI_COMM_WORLD,
              which == 0 ? 0 : number(3));
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
