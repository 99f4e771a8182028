// SPDX-License-Identifier: BSD-3-Clause
// A program that is killed while it writes a staged file, and the check of what it leaves.
//
//     staging_writer FILE DIARIES OPERATIONS [puts]   on any number of ranks
//     staging_writer --verify FILE DIARIES            on one
//     staging_writer --refused FILE DIARIES           must not make a file that exists
//     staging_writer --delete FILE DIARIES            deletes it
//
// Operation n sets the blocks of a variable to n, each block by another rank than operation n - 1,
// and now and then is independent, appends records, syncs or changes the definition; or all of
// them only put and append ("puts"). Each rank keeps a diary in a page that survives it: the last
// operation that it has begun, and the last that has returned.
#include <fcntl.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../program.hpp"

namespace {

constexpr MPI_Offset block_values = 3000;
constexpr MPI_Offset record_values = 500;  // of a rank
constexpr MPI_Offset records_at_once = 3;

struct Diary {
    volatile long begun;
    volatile long returned;
    long ranks;
};

Diary& diary_of(const std::string& folder, int rank) {
    const std::string path = folder + "/diary." + std::to_string(rank);
    const int fd = open(path.c_str(), O_RDWR | O_CREAT, 0600);
    require(fd >= 0 && ftruncate(fd, sizeof(Diary)) == 0, path);
    void* const page = mmap(nullptr, sizeof(Diary), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    require(page != MAP_FAILED, path);
    close(fd);
    return *static_cast<Diary*>(page);
}

/// The two blocks that a rank sets in an operation.
std::array<long, 2> blocks_of(long operation, int rank, int ranks) {
    const long blocks = 2L * ranks;
    return {(rank + operation) % blocks, (rank + operation + ranks) % blocks};
}

bool appends(long operation) {
    return operation % 3 == 0;
}

/// Of those that an operation appends.
long first_record(long operation) {
    return (operation / 3 - 1) * records_at_once;
}

class Writer {
public:
    Writer(const std::string& path, const std::string& diaries, bool only_puts)
        : only_puts_(only_puts) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        diary_ = &diary_of(diaries, rank_);
        diary_->ranks = ranks_;
        check(ncmpi_create(MPI_COMM_WORLD, path.c_str(), NC_64BIT_DATA, MPI_INFO_NULL, &ncid_),
              "create");
        int dims[2];
        check(ncmpi_def_dim(ncid_, "block", 2L * ranks_, &dims[0]), "def_dim");
        check(ncmpi_def_dim(ncid_, "value", block_values, &dims[1]), "def_dim");
        check(ncmpi_def_var(ncid_, "field", NC_INT, 2, dims, &field_), "def_var");
        check(ncmpi_def_dim(ncid_, "record", NC_UNLIMITED, &dims[0]), "def_dim");
        check(ncmpi_def_dim(ncid_, "all", record_values * ranks_, &dims[1]), "def_dim");
        check(ncmpi_def_var(ncid_, "history", NC_INT, 2, dims, &history_), "def_var");
        check(ncmpi_enddef(ncid_), "enddef");
        MPI_Barrier(MPI_COMM_WORLD);
        std::ofstream(diaries + "/pid." + std::to_string(rank_)) << getpid() << '\n';
    }

    void run(long operations) {
        for (long n = 1; n <= operations; ++n) {
            diary_->begun = n;
            set_blocks(n);
            if (appends(n)) append(n);
            diary_->returned = n;
            if (only_puts_) continue;
            if (n % 11 == 0) check(ncmpi_sync(ncid_), "sync");
            if (n % 17 == 0) redefine(n);
        }
        check(ncmpi_close(ncid_), "close");
    }

private:
    [[nodiscard]] bool is_independent(long operation) const {
        return operation % 7 == 3 && !only_puts_;
    }

    void set_blocks(long n) {
        const std::vector<int> values(block_values, static_cast<int>(n));
        if (is_independent(n)) check(ncmpi_begin_indep_data(ncid_), "begin_indep_data");
        for (const long block : blocks_of(n, rank_, ranks_)) {
            const MPI_Offset start[2] = {block, 0};
            const MPI_Offset count[2] = {1, block_values};
            const auto put = is_independent(n) ? ncmpi_put_vara_int : ncmpi_put_vara_int_all;
            check(put(ncid_, field_, start, count, values.data()), "put");
        }
        if (is_independent(n)) check(ncmpi_end_indep_data(ncid_), "end_indep_data");
    }

    void append(long n) {
        const std::vector<int> values(records_at_once * record_values, static_cast<int>(n));
        const MPI_Offset start[2] = {first_record(n), record_values * rank_};
        const MPI_Offset count[2] = {records_at_once, record_values};
        check(ncmpi_put_vara_int_all(ncid_, history_, start, count, values.data()), "append");
    }

    /// Moves all data.
    void redefine(long n) {
        check(ncmpi_redef(ncid_), "redef");
        const std::string text(600, 'x');
        const std::string name = "note" + std::to_string(n);
        check(ncmpi_put_att_text(ncid_, NC_GLOBAL, name.c_str(), 600, text.c_str()), "put_att");
        check(ncmpi_enddef(ncid_), "enddef");
    }

    const bool only_puts_;
    int rank_ = 0;
    int ranks_ = 1;
    Diary* diary_ = nullptr;
    int ncid_ = -1;
    int field_ = -1;
    int history_ = -1;
};

/// The rank that sets a block in an operation.
int setter(long operation, long block, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        const auto mine = blocks_of(operation, rank, ranks);
        if (mine[0] == block || mine[1] == block) return rank;
    }
    std::abort();
}

class Check {
public:
    Check(const std::string& path, const std::string& folder) {
        ranks_ = static_cast<int>(diary_of(folder, 0).ranks);
        for (int rank = 0; rank < ranks_; ++rank) diaries_.push_back(&diary_of(folder, rank));
        check(ncmpi_open(MPI_COMM_SELF, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid_), "open");
    }

    void run() {
        for (long block = 0; block < 2L * ranks_; ++block) check_block(block);
        for (long n = 3; n <= last_begun(); n += 3) check_record(n);
        check(ncmpi_close(ncid_), "close");
        std::printf("%ld operations begun\n", last_begun());
    }

private:
    [[nodiscard]] long last_begun() const {
        long last = 0;
        for (const Diary* diary : diaries_) last = std::max(last, static_cast<long>(diary->begun));
        return last;
    }

    /// Checks a block: its value must be the last that was put, or one of a later put that did not
    /// return.
    void check_block(long block) {
        long last = 0;
        std::vector<int> allowed;
        for (long n = last_begun(); n > 0 && last == 0; --n) {
            const Diary& diary = *diaries_[static_cast<std::size_t>(setter(n, block, ranks_))];
            if (diary.begun >= n) allowed.push_back(static_cast<int>(n));
            if (diary.returned >= n) last = n;
        }
        if (last == 0) return;
        std::vector<int> values(block_values);
        const MPI_Offset start[2] = {block, 0};
        const MPI_Offset count[2] = {1, block_values};
        check(ncmpi_get_vara_int_all(ncid_, 0, start, count, values.data()), "get");
        for (const int value : values)
            require(std::ranges::find(allowed, value) != allowed.end(),
                    "block " + std::to_string(block) + " has " + std::to_string(value) +
                        ", and the last put that returned was " + std::to_string(last));
    }

    /// Rank 0 counts a record when its own call returns; before, others may have returned, as
    /// without a stage.
    void check_record(long n) {
        if (diaries_[0]->returned < n) return;
        for (int rank = 0; rank < ranks_; ++rank) {
            if (diaries_[static_cast<std::size_t>(rank)]->returned < n) continue;
            std::vector<int> values(records_at_once * record_values);
            const MPI_Offset start[2] = {first_record(n), record_values * rank};
            const MPI_Offset count[2] = {records_at_once, record_values};
            check(ncmpi_get_vara_int_all(ncid_, 1, start, count, values.data()), "get record");
            for (const int value : values)
                require(value == n, "the records from " + std::to_string(first_record(n)) +
                                        " on have " + std::to_string(value) + " in place of " +
                                        std::to_string(n));
        }
    }

    int ranks_ = 0;
    int ncid_ = -1;
    std::vector<const Diary*> diaries_;
};

void refuse(const char* path) {
    int ncid = -1;
    require(ncmpi_create(MPI_COMM_WORLD, path, NC_NOCLOBBER, MPI_INFO_NULL, &ncid) == NC_EEXIST,
            "a file that exists was made");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc >= 4, "staging_writer FILE DIARIES OPERATIONS, or --verify FILE DIARIES");
    if (std::string(argv[1]) == "--verify")
        Check(argv[2], argv[3]).run();
    else if (std::string(argv[1]) == "--refused")
        refuse(argv[2]);
    else if (std::string(argv[1]) == "--delete")
        check(ncmpi_delete(argv[2], MPI_INFO_NULL), "delete");
    else
        Writer(argv[1], argv[2], argc > 4).run(std::atol(argv[3]));
    MPI_Finalize();
    return 0;
}
