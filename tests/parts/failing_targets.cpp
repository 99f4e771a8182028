// SPDX-License-Identifier: BSD-3-Clause
#include "failing_targets.hpp"

#include <weft.h>

#include <filesystem>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

/// The system's error, and the codes for opening and for moving data.
struct Failure {
    const char* name;
    int of_opening;
    int of_data;
};
constexpr Failure failures[] = {{"ENOSPC", NC_ENO_SPACE, NC_ENO_SPACE},
                                {"EACCES", NC_EACCESS, NC_EWRITE},
                                {"EIO", NC_EFILE, NC_EWRITE},
                                {"ENOENT", NC_ENOENT, NC_EWRITE}};

/// Three targets, of which the second fails.
class Targets {
public:
    Targets() {
        // Only one folder has its long name, because MPI's hints are short.
        folders_ = {path(".1"), fs::absolute(path(".2")).string(), path(".3")};
        make();
    }

    void make() const {
        at_first([&] {
            for (const std::string& folder : folders_) {
                fs::remove_all(folder);
                fs::create_directories(folder);
            }
        });
    }
    [[nodiscard]] const std::string& failing() const { return folders_[1]; }
    void make_set() const { make_cube(path(), hints()); }
    [[nodiscard]] Pairs hints() const {
        return {{"weft_part_dirs", folders_[0] + ":" + folders_[1] + ":" + folders_[2]}};
    }
    /// The plan of a store in which every call of a kind fails on that target.
    [[nodiscard]] std::string plan(const std::string& kind, const Failure& failure) const {
        return failing() + ":" + kind + ":1:" + failure.name + ":forever";
    }
    [[nodiscard]] long files() const {
        long count = 0;
        for (const std::string& folder : folders_)
            count += std::distance(fs::directory_iterator(folder), fs::directory_iterator());
        return count;
    }

private:
    std::vector<std::string> folders_;
};

/// The worst code of all ranks; errors are negative.
int worst(int code) {
    MPI_Allreduce(MPI_IN_PLACE, &code, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return code;
}

void expect_named(int ncid, const Targets& targets, const std::string& what) {
    const std::string sentence = weft_last_error(ncid);
    expect_true(sentence.find(targets.failing()) != std::string::npos, what + ": " + sentence);
}

/// Expects that nothing is left of a set that could not be made.
void expect_not_made(const Targets& targets, const std::string& plan, int code,
                     const std::string& what) {
    const PlannedStore store(plan);
    Pairs hints = targets.hints();
    hints.insert({{"weft_parts", "3"}, {"weft_part_least_bytes", "1"}});
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    variable(ncid, "v", NC_INT, {dimension(ncid, "y", 6), dimension(ncid, "x", 4)});
    expect(ncmpi_enddef(ncid), code, what);
    expect_named(ncid, targets, what);
    ok(ncmpi_abort(ncid), what);
    meet();
    expect_true(!exists(path()), what + ": no master is left");
    expect_equal(targets.files(), 0, what + ": parts that are left");
    meet();
}

void a_part_that_cannot_be_made_is_told_to_all() {
    const Targets targets;
    for (const Failure& failure : failures) {
        expect_not_made(targets, targets.plan("open", failure), failure.of_opening,
                        std::string("open, ") + failure.name);
        expect_not_made(targets, targets.plan("write", failure), failure.of_data,
                        std::string("write, ") + failure.name);
    }
    targets.make();
}

/// Row z of `cube` becomes 100 + z.
int put_cube(int ncid) {
    const MPI_Offset begin = static_cast<MPI_Offset>(rank()) * Cube::x / ranks();
    const MPI_Offset columns = static_cast<MPI_Offset>(rank() + 1) * Cube::x / ranks() - begin;
    std::vector<int> values;
    for (int z = 0; z < Cube::z; ++z)
        values.insert(values.end(), static_cast<std::size_t>(columns), 100 + z);
    const MPI_Offset start[] = {0, begin};
    const MPI_Offset count[] = {Cube::z, columns};
    return ncmpi_put_vara_int_all(ncid, 0, start, count, values.data());
}

int open_to_write(const Pairs& hints, const std::string& plan = {}) {
    const PlannedStore store(plan);
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_WRITE, info.get(), &ncid));
    return ncid;
}

/// Expects that values put into the parts of the other targets are stored.
void expect_others_written(const std::string& what) {
    const int ncid = open_file(path(), NC_NOWRITE);
    const std::vector<int> values = values_of(ncid, 0, Cube::z * Cube::x);
    const int rows = Cube::z / Cube::parts;
    for (int i = 0; i < Cube::z * Cube::x; ++i) {
        if (i / Cube::x / rows == 1) continue;
        expect_equal(values[static_cast<std::size_t>(i)], 100 + i / Cube::x, what);
    }
    close_file(ncid);
}

void failing_writes_are_told_to_all() {
    const Targets targets;
    for (const Failure& failure : failures) {
        const std::string what = std::string("write, ") + failure.name;
        targets.make_set();
        const int ncid = open_to_write(targets.hints(), targets.plan("write", failure));
        const int code = put_cube(ncid);
        if (code != NC_NOERR) expect_named(ncid, targets, what);
        expect_equal(worst(code), failure.of_data, what + ": the put on some rank");
        expect(ncmpi_sync(ncid), failure.of_data, what + ": sync");
        expect_named(ncid, targets, what);
        expect_equal(worst(put_cube(ncid)), failure.of_data, what + ": another put");
        expect(ncmpi_close(ncid), failure.of_data, what + ": close");
        expect_others_written(what);
    }
}

void failing_syncs_and_closes_are_told_to_all() {
    const Targets targets;
    for (const Failure& failure : failures) {
        for (const char* kind : {"sync", "close"}) {
            const std::string what = std::string(kind) + ", " + failure.name;
            targets.make_set();
            const int ncid = open_to_write(targets.hints(), targets.plan(kind, failure));
            expect(put_cube(ncid), NC_NOERR, what + ": the put");
            const bool at_sync = std::string(kind) == "sync";
            expect(ncmpi_sync(ncid), at_sync ? failure.of_data : NC_NOERR, what + ": sync");
            if (at_sync) expect_named(ncid, targets, what);
            expect(ncmpi_close(ncid), failure.of_data, what + ": close");
            expect_others_written(what);
        }
    }
}

/// There is no plan: the target is renamed.
void a_folder_that_is_away_is_told_to_all() {
    const Targets targets;
    targets.make_set();
    const std::string away = targets.failing() + ".away";
    at_first([&] { fs::rename(targets.failing(), away); });
    const int ncid = open_to_write({});
    expect(put_cube(ncid), NC_ENOENT);
    expect_named(ncid, targets, "a folder that is away");
    ok(ncmpi_close(ncid));
    at_first([&] { fs::rename(away, targets.failing()); });
    expect_cube(path());
}

}  // namespace

std::vector<Case> cases_of_failing_targets() {
    return {
        {"a_part_that_cannot_be_made_is_told_to_all", a_part_that_cannot_be_made_is_told_to_all},
        {"failing_writes_are_told_to_all", failing_writes_are_told_to_all},
        {"failing_syncs_and_closes_are_told_to_all", failing_syncs_and_closes_are_told_to_all},
        {"a_folder_that_is_away_is_told_to_all", a_folder_that_is_away_is_told_to_all}};
}

}  // namespace contract
