// SPDX-License-Identifier: BSD-3-Clause
// Sets that cannot be removed or completely made, and sets that are too short.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <weft.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "copies.hpp"
#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

/// The files of a case, except those with the suffix.
std::map<std::string, std::string> files_but(const std::string& suffix) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(".")) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(path()) && !name.ends_with(suffix) && entry.is_regular_file())
            files[name] = bytes_of(name);
    }
    return files;
}

/// Expects that both ways of removal fail, and leave everything unchanged.
void expect_stays(const std::string& what) {
    meet();
    const auto before = files_but(".0001");
    meet();
    if (rank() == 0) {
        const int code = ncmpi_delete(path().c_str(), MPI_INFO_NULL);
        const std::string sentence = weft_last_error(-1);
        expect_true(code != NC_NOERR, what + ": it cannot be deleted");
        expect_true(sentence.find(part_of(path(), 1)) != std::string::npos, what + ": " + sentence);
    }
    meet();
    expect_true(files_but(".0001") == before, what + ": deleting leaves all as it was");
    int ncid = -1;
    const int code = ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid);
    expect_true(code != NC_NOERR, what + ": it cannot be created over");
    meet();
    expect_true(files_but(".0001") == before, what + ": creating leaves all as it was");
}

void a_set_with_a_folder_for_a_part_stays() {
    make_cube(path());
    at_first([] {
        fs::remove(part_of(path(), 1));
        fs::create_directory(part_of(path(), 1));
    });
    expect_stays("a folder in the place of a part");
    at_first([] { fs::remove(part_of(path(), 1)); });
}

/// `chattr`, if the file system supports it.
bool set_immutable(const std::string& name, bool immutable) {
    const std::string command =
        std::string("chattr ") + (immutable ? "+i" : "-i") + " '" + name + "' 2>/dev/null";
    return std::system(command.c_str()) == 0;
}

void a_set_with_an_immutable_part_stays() {
    make_cube(path());
    meet();
    int can = rank() == 0 && set_immutable(part_of(path(), 1), true) ? 1 : 0;
    MPI_Bcast(&can, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (can == 0) return skip("no immutable files here");
    expect_stays("an immutable part");
    at_first([] { set_immutable(part_of(path(), 1), false); });
    expect_cube(path());
}

int create_over(const std::string& set, const std::string& plan, int& ncid) {
    const PlannedStore store(plan);
    return ncmpi_create(MPI_COMM_WORLD, set.c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid);
}

/// Whichever call fails, the set is complete, or it is gone and replaced.
void a_failing_call_leaves_the_old_set_or_the_new_file() {
    const std::string folder = fs::absolute(path(".folder")).string();
    at_first([&] { fs::create_directories(folder); });
    const std::string set = folder + "/cube.nc";
    for (const char* kind : {"rename", "open", "remove"}) {
        for (int call = 1; call < 40; ++call) {
            make_cube(set);
            const std::string what = kind + std::string(" ") + std::to_string(call);
            int ncid = -1;
            const int code = create_over(
                set, folder + ":" + kind + ":" + std::to_string(call) + ":EIO:forever", ncid);
            if (code == NC_NOERR) {
                (void)ncmpi_abort(ncid);  // which may be unable to remove
                break;
            }
            // Names are put back by renaming.
            if (std::string(kind) != "rename" || call == 1) expect_cube(set);
            expect_true(call < 39, what + ": some call is the last");
        }
        at_first([&] {
            fs::remove_all(folder);
            fs::create_directories(folder);
        });
    }
}

/// While it lives, no more files can be opened.
class FewFiles {
public:
#ifdef __SANITIZE_ADDRESS__
    static constexpr bool are_possible = false;  // the sanitizers need descriptors themselves
#elif defined(__has_feature)
    static constexpr bool are_possible = !__has_feature(address_sanitizer);
#else
    static constexpr bool are_possible = true;
#endif
    explicit FewFiles(int more) {
        getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::open("/dev/null", O_RDONLY);
        ::close(next);
        rlimit few = before_;
        few.rlim_cur = static_cast<rlim_t>(next + more);
        setrlimit(RLIMIT_NOFILE, &few);
    }
    ~FewFiles() {
        setrlimit(RLIMIT_NOFILE, &before_);
    }
    FewFiles(const FewFiles&) = delete;
    FewFiles& operator=(const FewFiles&) = delete;

private:
    rlimit before_{};
};

void too_few_descriptors_leave_nothing_behind() {
    if (!FewFiles::are_possible) return skip("sanitizers need descriptors themselves");
    const Info info(Pairs{{"weft_parts", "60"}, {"weft_part_least_bytes", "1"}});
    for (const int more : {4, 5, 6, 8, 12}) {
        const std::string what = std::to_string(more) + " descriptors";
        int ncid = -1;
        ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid), what);
        variable(ncid, "v", NC_INT, {dimension(ncid, "y", 60), dimension(ncid, "x", 4)});
        {
            const FewFiles few(more);
            const int code = ncmpi_enddef(ncid);
            const std::string sentence = weft_last_error(ncid);
            expect(code, NC_EFILE, what + ": " + sentence);
            expect_true(sentence.find("part ") != std::string::npos, sentence);
            expect(ncmpi_close(ncid), NC_EFILE, what + ": close");
        }
        meet();
        expect_true(files_but("none").empty(), what + ": nothing is left");
        meet();
    }
}

/// Files that were too short are extended when there are more records.
void a_set_is_made_when_there_are_descriptors_again() {
    if (!FewFiles::are_possible) return skip("sanitizers need descriptors themselves");
    const Info info(Pairs{{"weft_parts", "60"}, {"weft_part_least_bytes", "1"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    const int v = variable(ncid, "v", NC_INT, {dimension(ncid, "y", 60), dimension(ncid, "x", 4)});
    {
        const FewFiles few(6);
        expect(ncmpi_enddef(ncid), NC_EFILE);
    }
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    std::vector<int> values(240);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
    ok(ncmpi_put_var_int_all(ncid, v, values.data()), weft_last_error(ncid));
    close_file(ncid);
    const int again = open_file(path(), NC_NOWRITE);
    expect_values(values_of(again, 0, 240), values, "v");
    close_file(again);
    meet();
    if (rank() == 0) ok(ncmpi_delete(path().c_str(), MPI_INFO_NULL));
    meet();
    expect_true(files_but("none").empty(), "nothing is left");
}

enum class Put { together, independent, before_a_redefinition };

/// All record variables reach to the end of the last record, whichever rank has written how much of
/// it.
void a_last_record_that_is_written_in_part_is_closed() {
    for (int row = 0; row < Cube::z; ++row) {
        for (const Put way : {Put::together, Put::independent, Put::before_a_redefinition}) {
            make_cube(path());
            meet();
            std::vector<std::uintmax_t> one_more;
            for (int part = 0; part < Cube::parts; ++part)
                one_more.push_back(fs::file_size(part_of(path(), part)) +
                                   sizeof(int) * Cube::x * Cube::z / Cube::parts);
            meet();
            const int ncid = open_file(path(), NC_WRITE);
            const bool writes = rank() == ranks() - 1;
            const MPI_Offset start[] = {Cube::records, row, 1};
            const MPI_Offset count[] = {writes ? 1 : 0, 1, 1};
            const int value = 7;
            if (way == Put::independent) {
                ok(ncmpi_begin_indep_data(ncid));
                if (writes)
                    ok(ncmpi_put_vara_int(ncid, 1, start, count, &value), weft_last_error(ncid));
            } else {
                ok(ncmpi_put_vara_int_all(ncid, 1, start, count, &value), weft_last_error(ncid));
            }
            if (way == Put::before_a_redefinition) {
                ok(ncmpi_redef(ncid));
                ok(ncmpi_enddef(ncid), weft_last_error(ncid));
            }
            close_file(ncid);
            meet();
            for (int part = 0; part < Cube::parts; ++part)
                expect_equal(
                    static_cast<long long>(fs::file_size(part_of(path(), part))),
                    static_cast<long long>(one_more[static_cast<std::size_t>(part)]),
                    "the bytes of part " + std::to_string(part) + ", row " + std::to_string(row));
            meet();
        }
    }
}

}  // namespace

std::vector<Case> cases_of_removal() {
    return {{"a_set_with_a_folder_for_a_part_stays", a_set_with_a_folder_for_a_part_stays},
            {"a_set_with_an_immutable_part_stays", a_set_with_an_immutable_part_stays},
            {"a_failing_call_leaves_the_old_set_or_the_new_file",
             a_failing_call_leaves_the_old_set_or_the_new_file},
            {"too_few_descriptors_leave_nothing_behind", too_few_descriptors_leave_nothing_behind},
            {"a_set_is_made_when_there_are_descriptors_again",
             a_set_is_made_when_there_are_descriptors_again},
            {"a_last_record_that_is_written_in_part_is_closed",
             a_last_record_that_is_written_in_part_is_closed}};
}

}  // namespace contract
