// SPDX-License-Identifier: BSD-3-Clause
// A failed write is an error of its call, and of the next sync or close on all ranks, and then of
// no other: repeating it succeeds. Data lost by a sync stay an error.
#include <string>
#include <vector>

#include "files.hpp"
#include "harness.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int columns = 1000;
constexpr int endless = 1000;

/// Which system call fails, and how the ranks write.
struct Trial {
    int faulty_rank;
    const char* kind;
    int number;
    bool is_independent;
    bool to_records;

    [[nodiscard]] std::string fault() const {
        return std::to_string(faulty_rank) + ":" + kind + ":" + std::to_string(number) + ":EIO";
    }
    [[nodiscard]] std::string words() const {
        return fault() + (is_independent ? ", independent" : ", collective") +
               (to_records ? ", records" : ", fixed");
    }
};

/// The number of ranks on which a call failed.
int failures(int code) {
    int failed = code == NC_NOERR ? 0 : 1;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return failed;
}

int value_of(int row, int column) {
    return 1 + row * columns + column;
}

/// Puts a row of this rank.
int put_row(int ncid, const Trial& trial) {
    const MPI_Offset start[] = {rank(), 0};
    const MPI_Offset count[] = {1, columns};
    std::vector<int> values;
    for (int i = 0; i < columns; ++i) values.push_back(value_of(rank(), i));
    return trial.is_independent ? ncmpi_put_vara_int(ncid, 0, start, count, values.data())
                                : ncmpi_put_vara_int_all(ncid, 0, start, count, values.data());
}

/// A file in data mode whose first definition succeeded; -1 if it failed, on all ranks.
int begin(const Trial& trial) {
    const PlannedStore store(trial.fault());
    int ncid = -1;
    if (failures(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid)) >
        0)
        return -1;
    const int y = dimension(ncid, "y", trial.to_records ? NC_UNLIMITED : ranks());
    const int x = dimension(ncid, "x", columns);
    (void)variable(ncid, "v", NC_INT, {y, x});
    if (failures(ncmpi_enddef(ncid)) > 0) {
        (void)ncmpi_close(ncid);
        return -1;
    }
    if (trial.is_independent) ok(ncmpi_begin_indep_data(ncid), trial.words());
    return ncid;
}

void expect_everything(const Trial& trial) {
    meet();
    const int ncid = open_file(path(), NC_NOWRITE);
    MPI_Offset rows = 0;
    ok(ncmpi_inq_dimlen(ncid, 0, &rows), trial.words());
    expect_equal(rows, ranks(), "rows in the file, " + trial.words());
    std::vector<int> wanted;
    for (int row = 0; row < ranks(); ++row)
        for (int i = 0; i < columns; ++i) wanted.push_back(value_of(row, i));
    expect_values(values_of(ncid, 0, wanted.size()), wanted, trial.words());
    close_file(ncid);
    meet();
}

/// The results of a trial.
enum class Met { nothing, before_data, failed_put, failed_sync };

/// Puts, and repeats the puts that failed.
Met put_and_repair(const Trial& trial) {
    const int ncid = begin(trial);
    if (ncid < 0) return Met::before_data;
    const int code = put_row(ncid, trial);
    const int failed = failures(code);
    const int told = failures(ncmpi_sync(ncid));
    if (failed > 0) expect_equal(told, ranks(), "ranks that sync tells of it, " + trial.words());
    expect_true(told == 0 || told == ranks(), "sync says the same on all ranks, " + trial.words());
    ok(ncmpi_sync(ncid), "it is told once, " + trial.words());
    if (trial.is_independent ? code != NC_NOERR : failed > 0)
        ok(put_row(ncid, trial), "put again, " + trial.words());
    meet();
    ok(ncmpi_sync(ncid), "sync of the repaired file, " + trial.words());
    ok(ncmpi_close(ncid), trial.words());
    expect_everything(trial);
    if (failed > 0) return Met::failed_put;
    return told > 0 ? Met::failed_sync : Met::nothing;
}

/// Every write call of every rank fails once.
void repaired(bool is_independent, bool to_records) {
    int failed_puts = 0;
    int failed_syncs = 0;
    for (int faulty = 0; faulty < ranks(); ++faulty) {
        for (int n = 1; n < endless; ++n) {
            const Met met = put_and_repair({faulty, "write", n, is_independent, to_records});
            failed_puts += met == Met::failed_put ? 1 : 0;
            failed_syncs += met == Met::failed_sync ? 1 : 0;
            if (met == Met::nothing) break;
        }
    }
    expect_true(failed_puts > 0, "a put failed");
    // The record count is written by a collective put, or else by the sync.
    if (to_records && is_independent) expect_true(failed_syncs > 0, "a record count failed");
}

void collective_puts() {
    repaired(false, false);
    repaired(false, true);
}

void independent_puts() {
    repaired(true, false);
    repaired(true, true);
}

/// No call has reported it yet: close reports it to all ranks.
void told_by_close() {
    for (const bool is_independent : {false, true}) {
        for (int n = 1; n < endless; ++n) {
            const Trial trial{0, "write", n, is_independent, false};
            const int ncid = begin(trial);
            if (ncid < 0) continue;
            const int failed = failures(put_row(ncid, trial));
            const int told = failures(ncmpi_close(ncid));
            expect_equal(told, failed > 0 ? ranks() : 0,
                         "ranks that close tells, " + trial.words());
            if (failed == 0) break;
        }
    }
}

/// The system may have dropped the data, and would not report that again.
void lost_by_sync() {
    for (int faulty = 0; faulty < ranks(); ++faulty) {
        const Trial trial{faulty, "sync", 1, false, true};
        const int ncid = begin(trial);
        expect_true(ncid >= 0, "a new file needs no sync");
        if (ncid < 0) return;
        ok(put_row(ncid, trial), trial.words());
        for (int i = 0; i < 3; ++i)
            expect_equal(failures(ncmpi_sync(ncid)), ranks(), "sync, " + trial.words());
        expect_equal(failures(ncmpi_close(ncid)), ranks(), "close, " + trial.words());
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"collective_puts", collective_puts},
                {"independent_puts", independent_puts},
                {"told_by_close", told_by_close},
                {"lost_by_sync", lost_by_sync}});
}
