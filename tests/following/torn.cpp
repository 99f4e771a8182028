// SPDX-License-Identifier: BSD-3-Clause
// torn READS [together] [seldom]: readers look for a record that is not whole. Rank 0 appends
// records of three variables, whose values are all the number of the record, and calls ncmpi_sync
// after each. The other ranks, each for itself, call ncmpi_sync again and again, read the newest
// record, and check each value, at least READS times altogether, until the last record is there.
// With "together" ranks 0 and 1 write each record together; with "seldom" ncmpi_sync comes after
// each fifth record only. Prints how long after the return of the writer's ncmpi_sync a reader has
// seen a record; one that was seen before counts as 0.
#include <mpi.h>
#include <pnetcdf.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

namespace {

constexpr const char* path = "torn.nc";
constexpr MPI_Offset values = 700;  // of a record: no whole number of pages
constexpr long reads_per_record = 8;

void check(int code, const char* what) {
    if (code == NC_NOERR) return;
    std::fprintf(stderr, "%s: %s\n", what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

long nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000L + now.tv_nsec;
}

/// What writers and readers share, in memory of the node.
struct Shared {
    std::atomic<long> reads;
    std::atomic<long> synced_at[1];  // of each record: when its sync returned; 0: not yet
};

class SharedMemory {
public:
    explicit SharedMemory(long records) {
        const auto bytes = static_cast<MPI_Aint>(sizeof(Shared) +
                                                 sizeof(long) * static_cast<std::size_t>(records));
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        void* mine = nullptr;
        MPI_Win_allocate_shared(rank == 0 ? bytes : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                                &window_);
        MPI_Aint size = 0;
        int unit = 0;
        void* begin = nullptr;
        MPI_Win_shared_query(window_, 0, &size, &unit, &begin);
        shared_ = static_cast<Shared*>(begin);
        if (rank == 0) std::memset(begin, 0, static_cast<std::size_t>(bytes));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    ~SharedMemory() { MPI_Win_free(&window_); }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    Shared* operator->() const { return shared_; }

private:
    MPI_Win window_ = MPI_WIN_NULL;
    Shared* shared_ = nullptr;
};

class Writer {
public:
    Writer(MPI_Comm comm, long records_per_sync) : records_per_sync_(records_per_sync) {
        MPI_Comm_rank(comm, &rank_);
        MPI_Comm_size(comm, &ranks_);
        check(ncmpi_create(comm, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid_),
              "create");
        int dimensions[2] = {};
        int id = 0;
        check(ncmpi_def_dim(ncid_, "time", NC_UNLIMITED, &dimensions[0]), "def_dim");
        check(ncmpi_def_dim(ncid_, "x", values, &dimensions[1]), "def_dim");
        check(ncmpi_def_var(ncid_, "time", NC_INT, 1, dimensions, &id), "def_var");
        check(ncmpi_def_var(ncid_, "first", NC_INT, 2, dimensions, &id), "def_var");
        check(ncmpi_def_var(ncid_, "second", NC_DOUBLE, 2, dimensions, &id), "def_var");
        check(ncmpi_enddef(ncid_), "enddef");
        check(ncmpi_sync(ncid_), "sync");
    }

    void append(MPI_Offset record) {
        const std::vector<int> numbers(values, static_cast<int>(record));
        const MPI_Offset share = values / ranks_;
        const MPI_Offset start[] = {record, share * rank_};
        const MPI_Offset count[] = {1, rank_ == ranks_ - 1 ? values - share * rank_ : share};
        for (int id = 0; id < 3; ++id)
            check(ncmpi_put_vara_int_all(ncid_, id, start, count, numbers.data()), "put");
        if ((record + 1) % records_per_sync_ == 0) check(ncmpi_sync(ncid_), "sync");
    }

    void close() { check(ncmpi_close(ncid_), "close"); }

private:
    int ncid_ = -1;
    int rank_ = 0;
    int ranks_ = 1;
    long records_per_sync_;
};

void write(MPI_Comm comm, const SharedMemory& shared, long records, long records_per_sync) {
    Writer writer(comm, records_per_sync);
    MPI_Barrier(MPI_COMM_WORLD);
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    for (long record = 0; record < records; ++record) {
        writer.append(record);
        if (rank == 0 && records_per_sync == 1) shared->synced_at[record] = nanoseconds();
        // Readers look while records are written, and at each of them some times; but nobody needs
        // to see the first one before the second begins.
        const long looks = shared->reads + reads_per_record;
        while (record > 0 && record < records - 1 && shared->reads < looks) {
            const timespec moment{.tv_sec = 0, .tv_nsec = 20'000};
            nanosleep(&moment, nullptr);
        }
    }
    writer.close();
}

class Reader {
public:
    Reader() { check(ncmpi_open(MPI_COMM_SELF, path, NC_NOWRITE, MPI_INFO_NULL, &ncid_), "open"); }

    /// Whether there is a record.
    bool look(const SharedMemory& shared) {
        check(ncmpi_sync(ncid_), "sync");
        MPI_Offset count = 0;
        check(ncmpi_inq_dimlen(ncid_, 0, &count), "inq_dimlen");
        const long now = nanoseconds();
        if (count < seen_) torn("records have gone", count, seen_);
        if (count > seen_) {
            const long synced = shared->synced_at[count - 1];
            latencies_.push_back(synced == 0 ? 0 : std::max(0L, now - synced));
            seen_ = count;
        }
        if (count > 0) check_record(count - 1);
        return count > 0;
    }

    void close() { check(ncmpi_close(ncid_), "close"); }
    [[nodiscard]] MPI_Offset seen() const { return seen_; }
    [[nodiscard]] const std::vector<long>& latencies() const { return latencies_; }

private:
    void check_record(MPI_Offset record) {
        for (int id = 0; id < 3; ++id) {
            const MPI_Offset start[] = {record, 0};
            const MPI_Offset count[] = {1, values};
            const std::size_t length = id == 0 ? 1 : static_cast<std::size_t>(values);
            std::fill(numbers_.begin(), numbers_.end(), -1);
            check(ncmpi_get_vara_int_all(ncid_, id, start, count, numbers_.data()), "get");
            for (std::size_t i = 0; i < length; ++i) {
                if (numbers_[i] != record) torn("a value of a record is", numbers_[i], record);
            }
        }
    }

    [[noreturn]] static void torn(const char* what, MPI_Offset is, MPI_Offset wanted) {
        std::fprintf(stderr, "torn: %s %lld in place of %lld\n", what, static_cast<long long>(is),
                     static_cast<long long>(wanted));
        MPI_Abort(MPI_COMM_WORLD, 1);
        std::abort();
    }

    int ncid_ = -1;
    MPI_Offset seen_ = 0;
    std::vector<int> numbers_ = std::vector<int>(values);
    std::vector<long> latencies_;
};

std::vector<long> read(const SharedMemory& shared, long records) {
    MPI_Barrier(MPI_COMM_WORLD);
    Reader reader;
    while (reader.seen() < records) {
        if (reader.look(shared)) ++shared->reads;
    }
    reader.close();
    return reader.latencies();
}

/// On rank 0.
void report(std::vector<long> mine) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int count = static_cast<int>(mine.size());
    std::vector<int> counts(static_cast<std::size_t>(ranks));
    MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<int> places(static_cast<std::size_t>(ranks), 0);
    for (std::size_t i = 1; i < places.size(); ++i) places[i] = places[i - 1] + counts[i - 1];
    std::vector<long> all(static_cast<std::size_t>(places.back() + counts.back()));
    MPI_Gatherv(mine.data(), count, MPI_LONG, all.data(), counts.data(), places.data(), MPI_LONG, 0,
                MPI_COMM_WORLD);
    if (rank != 0 || all.empty()) return;
    std::ranges::sort(all);
    const auto at = [&](std::size_t percent) {
        return static_cast<double>(all[(all.size() - 1) * percent / 100]) * 1e-6;
    };
    std::printf(
        "%zu records were seen, in the median %.3f ms after the writer's sync, 99 %% within "
        "%.3f ms, all within %.3f ms\n",
        all.size(), at(50), at(99), at(100));
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long reads = argc > 1 ? std::atol(argv[1]) : 0;
    const auto has = [&](const char* word) {
        return std::any_of(argv + std::min(argc, 2), argv + argc,
                           [&](const char* one) { return std::strcmp(one, word) == 0; });
    };
    const int writers = has("together") ? 2 : 1;
    const long records_per_sync = has("seldom") ? 5 : 1;
    if (reads <= 0 || ranks <= writers) {
        if (rank == 0)
            std::fprintf(stderr, "torn READS [together] [seldom], on %d ranks or more\n",
                         writers + 1);
        MPI_Finalize();
        return 2;
    }
    const long records = reads / reads_per_record + 1;
    {
        const SharedMemory shared(records);
        MPI_Comm part = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, rank < writers ? 0 : 1, rank, &part);
        std::vector<long> latencies;
        if (rank < writers)
            write(part, shared, records, records_per_sync);
        else
            latencies = read(shared, records);
        MPI_Comm_free(&part);
        report(std::move(latencies));
        if (rank == 0)
            std::printf("%ld reads, %ld records, nothing torn\n", shared->reads.load(), records);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
