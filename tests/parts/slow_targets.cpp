// SPDX-License-Identifier: BSD-3-Clause
#include "slow_targets.hpp"

#include <weft.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

constexpr MPI_Offset rows = 12;  // one range each
constexpr MPI_Offset row_length = 256 << 10;
constexpr int most_records = 16;

/// Three folders that take turns, of which every rank finds the second one slow: by its own time,
/// which is no other's, it takes two of the four MiB that a record has for it in a second.
class OneSlowFolder {
public:
    OneSlowFolder() {
        for (const char* name : {".1", ".2", ".3"})
            folders_.push_back(fs::absolute(path(name)).string());
        at_first([&] {
            for (const std::string& folder : folders_) fs::create_directories(folder);
        });
    }
    /// The master has an absolute name, and the other files are in its folder, because MPI's hints
    /// are too short for three such names.
    static std::string master() { return fs::absolute(path()).string(); }
    [[nodiscard]] Pairs making() const {
        return {{"weft_parts", std::to_string(rows)},
                {"weft_part_dirs", path(".1") + ":" + slow() + ":" + path(".3")}};
    }
    [[nodiscard]] Pairs watching() const {
        return {{"weft_parts", "auto"}, {"weft_report", path(".report.txt")}};
    }
    [[nodiscard]] std::string plan() const {
        return folders_[0] + ":slow:200000000;" + slow() + ":slow:2000000;" + folders_[2] +
               ":slow:200000000";
    }
    /// Files of the first epoch that has begun since the set was made.
    [[nodiscard]] long in_next_epoch(std::size_t folder) const {
        long count = 0;
        for (const auto& entry : fs::directory_iterator(folders_[folder]))
            count += entry.path().string().find(".e1.") != std::string::npos ? 1 : 0;
        return count;
    }
    [[nodiscard]] const std::string& slow() const { return folders_[1]; }

private:
    std::vector<std::string> folders_;
};

struct Share {
    MPI_Offset first = rows * rank() / ranks();
    MPI_Offset count = rows * (rank() + 1) / ranks() - first;
};

std::vector<int> values_in(int record) {
    std::vector<int> values(static_cast<std::size_t>(Share().count * row_length));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = record + static_cast<int>(i) + static_cast<int>(Share().first * row_length);
    return values;
}

void make_set(const OneSlowFolder& folders) {
    const Info info(folders.making());
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, OneSlowFolder::master().c_str(), NC_CLOBBER | NC_64BIT_DATA,
                    info.get(), &ncid));
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    variable(ncid, "v", NC_INT,
             {time, dimension(ncid, "z", rows), dimension(ncid, "x", row_length)});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    close_file(ncid);
}

/// Appends records like a program that computes between them: for longer and longer, a minute in
/// the end, so that the threads which see what targets have taken get a processor on any machine.
/// Returns the number of records when an epoch has begun; all if none has.
int append_until_an_epoch(const OneSlowFolder& folders) {
    const PlannedStore store(folders.plan());
    const Info info(folders.watching());
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, OneSlowFolder::master().c_str(), NC_WRITE, info.get(), &ncid));
    const Share share;
    int record = 0;
    for (bool has_begun = false; record < most_records && !has_begun; ++record) {
        const MPI_Offset start[] = {record, share.first, 0};
        const MPI_Offset count[] = {1, share.count, row_length};
        ok(ncmpi_put_vara_int_all(ncid, 0, start, count, values_in(record).data()),
           weft_last_error(ncid));
        std::this_thread::sleep_for(std::chrono::milliseconds(1 << record));
        meet();
        has_begun = folders.in_next_epoch(0) > 0;
        meet();
    }
    close_file(ncid);
    return record;
}

void expect_records_of(int count) {
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_equal(record_count(ncid), count, "records");
    const Share share;
    for (int record = 0; record < count; ++record) {
        std::vector<int> values(static_cast<std::size_t>(share.count * row_length));
        const MPI_Offset start[] = {record, share.first, 0};
        const MPI_Offset counts[] = {1, share.count, row_length};
        ok(ncmpi_get_vara_int_all(ncid, 0, start, counts, values.data()));
        expect_true(values == values_in(record), "values of record " + std::to_string(record));
    }
    close_file(ncid);
}

void new_records_leave_a_slow_target() {
    const OneSlowFolder folders;
    make_set(folders);
    const int records = append_until_an_epoch(folders);
    expect_true(records < most_records, "an epoch has begun");
    constexpr long even = rows / 3;
    expect_true(folders.in_next_epoch(1) < even, "the slow one has fewer files");
    expect_true(folders.in_next_epoch(0) + folders.in_next_epoch(2) > 2 * even, "others have more");
    meet();  // rank 0 has written it
    const std::string report = bytes_of(path(".report.txt"));
    expect_true(report.find("new files for the records from " + std::to_string(records)) !=
                    std::string::npos,
                report);
    expect_true(report.find(folders.slow()) != std::string::npos, report);
    expect_records_of(records);
}

}  // namespace

std::vector<Case> cases_of_slow_targets() {
    return {{"new_records_leave_a_slow_target", new_records_leave_a_slow_target}};
}

}  // namespace contract
