// SPDX-License-Identifier: BSD-3-Clause
// The n-th allocation of Weft fails on one rank in a session with a file; for every n, until a
// session makes fewer. If no call returned an error the file must have all data. No rank waits in
// vain, and the job continues. Prints the number of allocations at the end.
//
//     faults_allocation [SHARE]
//
// SHARE: one of so many n is taken in a run.
#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

#include "../program.hpp"
#include "../share_of_points.hpp"

namespace {

// Allocations of Weft until one fails; below zero: never.
std::atomic<long> left = -1;
std::atomic<bool> in_weft = false;

}  // namespace

// The function is not inlined, so that no compiler reports the pair as an error.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    if (in_weft && left >= 0 && left-- == 0) throw std::bad_alloc();
    if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}

namespace {

constexpr MPI_Offset rows = 6;
constexpr MPI_Offset columns = 4;  // of each rank
constexpr const char* path = "allocation.nc";

int rank = 0;
int ranks = 1;
std::vector<int> values;

/// One session; remembers whether a call failed on this rank.
class Session {
public:
    explicit Session(MPI_Comm comm) : comm_(comm) {}

    /// True if every call of every rank went well.
    bool run() {
        if (anywhere(create())) return false;
        define("first");
        if (!anywhere(call([&] { return ncmpi_enddef(file_); }))) {
            put("first");
            post("first");
            if (!anywhere(call([&] { return ncmpi_redef(file_); }))) {
                define("second");
                if (!anywhere(call([&] { return ncmpi_enddef(file_); }))) put("second");
            }
        }
        call([&] { return ncmpi_close(file_); });
        return !anywhere(failed_);
    }

private:
    template <class Work>
    bool call(Work&& work) {
        in_weft = true;
        const int code = work();
        in_weft = false;
        if (code != NC_NOERR) failed_ = true;
        return code != NC_NOERR;
    }

    bool anywhere(bool mine) const {
        int any = mine;
        MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, comm_);
        return any != 0;
    }

    bool create() {
        MPI_Info info = MPI_INFO_NULL;
        MPI_Info_create(&info);
        MPI_Info_set(info, "weft_method", "two_phase");
        const bool failed = call(
            [&] { return ncmpi_create(comm_, path, NC_CLOBBER | NC_64BIT_DATA, info, &file_); });
        MPI_Info_free(&info);
        return failed;
    }

    void define(const char* name) {
        int dims[3] = {-1, -1, -1};
        int variable = -1;
        if (ncmpi_inq_dimid(file_, "t", dims) != NC_NOERR) {
            call([&] { return ncmpi_def_dim(file_, "t", NC_UNLIMITED, &dims[0]); });
            call([&] { return ncmpi_def_dim(file_, "y", rows, &dims[1]); });
            call([&] { return ncmpi_def_dim(file_, "x", columns * ranks, &dims[2]); });
        }
        ncmpi_inq_dimid(file_, "y", &dims[1]);
        ncmpi_inq_dimid(file_, "x", &dims[2]);
        call([&] { return ncmpi_def_var(file_, name, NC_INT, 3, dims, &variable); });
        call([&] { return ncmpi_put_att_text(file_, variable, "units", 3, "kgm"); });
    }

    int variable(const char* name) const {
        int found = -1;
        ncmpi_inq_varid(file_, name, &found);
        return found;
    }

    void put(const char* name) {
        const MPI_Offset start[] = {0, 0, columns * rank};
        const MPI_Offset count[] = {1, rows, columns};
        call([&] {
            return ncmpi_put_vara_int_all(file_, variable(name), start, count, values.data());
        });
    }

    /// The next record.
    void post(const char* name) {
        const MPI_Offset start[] = {1, 0, columns * rank};
        const MPI_Offset count[] = {1, rows, columns};
        int request = NC_REQ_NULL;
        int status = NC_NOERR;
        call([&] {
            return ncmpi_iput_vara_int(file_, variable(name), start, count, values.data(),
                                       &request);
        });
        call([&] { return ncmpi_wait_all(file_, 1, &request, &status); });
        failed_ |= status != NC_NOERR;
    }

    MPI_Comm comm_;
    int file_ = -1;
    bool failed_ = false;
};

void expect_everything() {
    int file = -1;
    check(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &file), "open");
    std::vector<int> back(values.size());
    const auto expect = [&](const char* name, MPI_Offset record) {
        const MPI_Offset start[] = {record, 0, columns * rank};
        const MPI_Offset count[] = {1, rows, columns};
        int variable = -1;
        check(ncmpi_inq_varid(file, name, &variable), "inq_varid");
        check(ncmpi_get_vara_int_all(file, variable, start, count, back.data()), "get");
        require(back == values, std::string(name) + ": no error was reported, but data are lost");
    };
    expect("first", 0);
    expect("first", 1);
    expect("second", 0);
    check(ncmpi_close(file), "close");
}

/// The communicators of consecutive sessions: a new one for each, without earlier knowledge, or the
/// same for all, over which ranks may still have to learn that the session before has failed.
enum class Communicators { own, shared };

/// True if the n-th allocation was reached.
bool run(int failing_rank, long n, Communicators communicators) {
    MPI_Comm comm = MPI_COMM_WORLD;
    if (communicators == Communicators::own) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    left = rank == failing_rank ? n : -1;
    const bool all_well = Session(comm).run();
    int reached = rank == failing_rank && left < 0;
    left = -1;
    MPI_Bcast(&reached, 1, MPI_INT, failing_rank, MPI_COMM_WORLD);
    if (all_well) expect_everything();
    require(all_well || reached, "a call failed though no allocation did");
    if (communicators == Communicators::own) MPI_Comm_free(&comm);
    return reached != 0;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < rows * columns; ++i) values.push_back(i * 1000 + rank);
    const long share = argc > 1 ? std::strtol(argv[1], nullptr, 10) : ranks == 1 ? 1 : 4;
    for (int failing_rank = 0; failing_rank < ranks; failing_rank += std::max(1, ranks - 1)) {
        for (const Communicators communicators : {Communicators::own, Communicators::shared}) {
            const weft_tests::ShareOfPoints points(share);
            long places = 0;
            while (!points.takes(places) || run(failing_rank, places, communicators)) ++places;
            if (rank == 0) std::printf("rank %d of %d: %ld places\n", failing_rank, ranks, places);
            require(places > 100, "hardly any allocation was met");
        }
    }
    MPI_Finalize();
}
