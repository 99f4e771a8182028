// SPDX-License-Identifier: BSD-3-Clause
// Writes records round by round, whatever happens to its servers meanwhile, and says how far it
// came:
//     writer NAME ROUNDS FOLDER
// While there is a file FOLDER/hold, it writes the last round again and again.
// Each rank leaves FOLDER/outcome.RANK: "synced N" for the rounds that surely survive, and then
// "ok", or the call that failed and its code.
#include <unistd.h>

#include <fstream>
#include <vector>

#include "../program.hpp"

namespace {

constexpr MPI_Offset row_values = 5000;
constexpr int rounds_between_syncs = 5;

class Run {
public:
    Run(const std::string& name, const std::string& folder) : name_(name), hold_(folder + "/hold") {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        outcome_.open(folder + "/outcome." + std::to_string(rank_));
    }

    void write(int rounds) {
        const bool done =
            make() && fill(rounds) && hold(rounds) && good(ncmpi_close(ncid_), "close");
        if (done) outcome_ << "synced " << rounds << "\nok\n";
    }

private:
    /// Tells all ranks a failure, which a put may report to one rank only: nothing more is tried
    /// after it.
    bool good(int code, const char* call) {
        int worst = code;
        MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        if (worst != NC_NOERR) outcome_ << call << ' ' << worst << std::endl;
        return worst == NC_NOERR;
    }

    bool make() {
        if (!good(ncmpi_create(MPI_COMM_WORLD, name_.c_str(), NC_CLOBBER | NC_64BIT_OFFSET,
                               MPI_INFO_NULL, &ncid_),
                  "create"))
            return false;
        int dimensions[2] = {};
        check(ncmpi_def_dim(ncid_, "t", NC_UNLIMITED, &dimensions[0]), "def_dim");
        check(ncmpi_def_dim(ncid_, "x", row_values * ranks_, &dimensions[1]), "def_dim");
        check(ncmpi_def_var(ncid_, "v", NC_INT, 2, dimensions, &variable_), "def_var");
        return good(ncmpi_enddef(ncid_), "enddef");
    }

    bool put(int round) {
        std::vector<int> row(row_values);
        for (int i = 0; i < row_values; ++i)
            row[static_cast<std::size_t>(i)] =
                round * 1'000'000 + rank_ * static_cast<int>(row_values) + i;
        const MPI_Offset start[] = {round, rank_ * row_values};
        const MPI_Offset count[] = {1, row_values};
        return good(ncmpi_put_vara_int_all(ncid_, variable_, start, count, row.data()), "put");
    }

    bool fill(int rounds) {
        for (int round = 0; round < rounds; ++round) {
            if (!put(round)) return false;
            if (round % rounds_between_syncs == rounds_between_syncs - 1) {
                if (!good(ncmpi_sync(ncid_), "sync")) return false;
                outcome_ << "synced " << round + 1 << std::endl;
            }
            usleep(2000);
        }
        return true;
    }

    bool is_held() {
        int held = rank_ == 0 && access(hold_.c_str(), F_OK) == 0 ? 1 : 0;
        MPI_Bcast(&held, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return held == 1;
    }

    bool hold(int rounds) {
        while (is_held()) {
            if (!put(rounds - 1) || !good(ncmpi_sync(ncid_), "sync")) return false;
            usleep(2000);
        }
        return true;
    }

    std::string name_;
    std::string hold_;
    std::ofstream outcome_;
    int rank_ = 0;
    int ranks_ = 1;
    int ncid_ = -1;
    int variable_ = -1;
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc == 4, "usage: writer NAME ROUNDS FOLDER");
    Run(argv[1], argv[3]).write(std::atoi(argv[2]));
    MPI_Finalize();
}
