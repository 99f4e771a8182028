// SPDX-License-Identifier: BSD-3-Clause
// Several makers of one file: with NC_NOCLOBBER one of them gets it, the others learn that it
// exists, and none loses its data.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "files.hpp"
#include "harness.hpp"

using namespace contract;

namespace {

constexpr int width = 4;

/// A file of rank 0's folder that each maker names in a way of its own.
std::string name_for(int maker, const std::string& file) {
    if (is_far()) return file;
    switch (maker % 4) {
        case 1:
            return "./" + file;
        case 2:
            return "ufs:" + file;
        case 3: {
            std::vector<char> folder(4096);
            return std::string(getcwd(folder.data(), folder.size())) + "/" + file;
        }
        default:
            return file;
    }
}

std::string variable_of(int maker) {
    return "of_" + std::to_string(maker);
}

/// The code of the create; the file has a variable of the maker's, with its number as values.
int make(MPI_Comm comm, const std::string& name, int maker) {
    int ncid = 12345;
    const int code =
        ncmpi_create(comm, name.c_str(), NC_NOCLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid);
    if (code != NC_NOERR) {
        expect_equal(ncid, -1, "ncid after a failure");
        return code;
    }
    int dimension = -1;
    int variable = -1;
    ok(ncmpi_def_dim(ncid, "x", width, &dimension));
    ok(ncmpi_def_var(ncid, variable_of(maker).c_str(), NC_INT, 1, &dimension, &variable));
    ok(ncmpi_enddef(ncid));
    const std::vector<int> values(width, maker);
    ok(ncmpi_put_var_int_all(ncid, variable, values.data()));
    ok(ncmpi_close(ncid));
    return code;
}

void expect_file_of(int maker, const std::string& name, const std::string& what) {
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_SELF, name.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), what);
    int variable = -1;
    ok(ncmpi_inq_varid(ncid, variable_of(maker).c_str(), &variable), what);
    std::vector<int> values(width);
    ok(ncmpi_get_var_int_all(ncid, variable, values.data()), what);
    expect_values(values, std::vector<int>(width, maker), what);
    ok(ncmpi_close(ncid));
}

/// All ranks wake up at the same moment, however their launcher lets them wait, with an offset of
/// this many nanoseconds.
void sleep_together(std::int64_t later) {
    constexpr std::int64_t second = 1'000'000'000;
    constexpr std::int64_t long_enough = 200'000;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    std::int64_t moment = now.tv_sec * second + now.tv_nsec + long_enough;
    MPI_Allreduce(MPI_IN_PLACE, &moment, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    moment += later;
    const timespec end{moment / second, moment % second};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr);
}

/// Ranks with the same `maker` make the file together; all makers start at the same time, with
/// different offsets.
void race(MPI_Comm comm, int maker, int makers, std::uint64_t seed) {
    const std::string file = path("." + std::to_string(seed) + ".nc");
    const std::string name = name_for(maker, file);
    std::mt19937_64 random(seed * 1000 + static_cast<std::uint64_t>(maker));
    constexpr std::uint64_t most_apart = 30'000;
    sleep_together(random() % 2 == 0 ? 0 : static_cast<std::int64_t>(random() % most_apart));
    const int code = make(comm, name, maker);
    const std::string what = weft::replay_of(seed);
    if (code != NC_NOERR) expect(code, NC_EEXIST, what);
    int rank_of_maker = 0;
    MPI_Comm_rank(comm, &rank_of_maker);
    const bool is_made = code == NC_NOERR && rank_of_maker == 0;
    int count = is_made ? 1 : 0;
    int winner = is_made ? maker : -1;
    MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &winner, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    expect_equal(count, 1, std::to_string(makers) + " makers, those who have made it, " + what);
    expect_file_of(winner, file, what);
    meet();
    if (rank() == 0) ok(ncmpi_delete(file.c_str(), MPI_INFO_NULL));
}

std::uint64_t rounds() {
    const char* const asked = std::getenv("WEFT_RACE_ROUNDS");
    constexpr std::uint64_t usual = 100;
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : usual;
}

void one_of_many_ranks() {
    for (const std::uint64_t seed : weft::test_seeds(rounds()))
        race(MPI_COMM_SELF, rank(), ranks(), seed);
}

void one_of_two_groups() {
    const int groups = ranks() > 1 ? 2 : 1;
    MPI_Comm group = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() % groups, rank(), &group);
    for (const std::uint64_t seed : weft::test_seeds(rounds() / 4))
        race(group, rank() % groups, groups, seed);
    MPI_Comm_free(&group);
}

void a_link_that_points_nowhere() {
    if (rank() == 0) expect_equal(symlink("nowhere.nc", here_of(path()).c_str()), 0, "symlink");
    meet();
    expect(make(MPI_COMM_SELF, path(), rank()), NC_EEXIST, "the name is taken");
    meet();
    if (rank() == 0) expect_equal(unlink(here_of(path()).c_str()), 0, "the link is there");
}

/// The effect of `end` on a file that was not defined yet, when another one has taken its place.
void expect_the_other_stays(int (*end)(int ncid), const std::string& name) {
    if (rank() == 0) {
        int mine = -1;
        int theirs = -1;
        const std::string file = path(name);
        ok(ncmpi_create(MPI_COMM_SELF, file.c_str(), NC_NOCLOBBER, MPI_INFO_NULL, &mine));
        ok(ncmpi_create(MPI_COMM_SELF, file.c_str(), NC_CLOBBER, MPI_INFO_NULL, &theirs));
        ok(ncmpi_close(theirs));
        end(mine);
        expect_true(size_of(file) > 0, name + ": the file of that name stays");
        ok(ncmpi_delete(file.c_str(), MPI_INFO_NULL));
        ok(ncmpi_create(MPI_COMM_SELF, file.c_str(), NC_NOCLOBBER, MPI_INFO_NULL, &mine));
        end(mine);
        expect_true(!exists(file), name + ": its own is gone");
    }
    meet();
}

int abort_it(int ncid) {
    const int code = ncmpi_abort(ncid);
    expect(code, NC_NOERR, "abort");
    return code;
}

/// The last variable would begin beyond the limit of CDF-1.
int close_it_undefined(int ncid) {
    int dimension = -1;
    int variable = -1;
    ok(ncmpi_def_dim(ncid, "x", 200'000'000, &dimension));
    for (const char* const name : {"u", "v", "w"})
        ok(ncmpi_def_var(ncid, name, NC_DOUBLE, 1, &dimension, &variable));
    const int code = ncmpi_close(ncid);
    expect_true(code != NC_NOERR, "there is no room for it");
    return code;
}

void only_ones_own_file_is_removed() {
    expect_the_other_stays(abort_it, "abort.nc");
    expect_the_other_stays(close_it_undefined, "close.nc");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {
                   {"one_of_many_ranks", one_of_many_ranks},
                   {"one_of_two_groups", one_of_two_groups},
                   {"a_link_that_points_nowhere", a_link_that_points_nowhere},
                   {"only_ones_own_file_is_removed", only_ones_own_file_is_removed},
               });
}
