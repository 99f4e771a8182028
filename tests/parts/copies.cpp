// SPDX-License-Identifier: BSD-3-Clause
// A copy of a master is not the original: changes to it leave the parts alone.
#include "copies.hpp"

#include <weft.h>

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <random>

#include "base/test_seeds.hpp"
#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

constexpr int tall = 4;
constexpr int wide = 3;

/// Called by one process: makes a file whose values begin with `first`, as a set or not.
void make(const std::string& name, int first, bool as_set) {
    const Info info(as_set ? Pairs{{"weft_parts", "2"}, {"weft_part_least_bytes", "1"}} : Pairs{});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_SELF, name.c_str(), NC_CLOBBER, info.get(), &ncid));
    const int v =
        variable(ncid, "v", NC_INT, {dimension(ncid, "y", tall), dimension(ncid, "x", wide)});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    std::array<int, std::size_t{tall} * wide> values{};
    for (int& value : values) value = first++;
    ok(ncmpi_put_var_int_all(ncid, v, values.data()), weft_last_error(ncid));
    ok(ncmpi_close(ncid));
}

/// The first value; nothing if the file cannot be read.
std::optional<int> first_value(const std::string& name) {
    int ncid = -1;
    if (ncmpi_open(MPI_COMM_SELF, name.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid) != NC_NOERR)
        return {};
    std::array<int, std::size_t{tall} * wide> values{};
    const int code = ncmpi_get_var_int_all(ncid, 0, values.data());
    ok(ncmpi_close(ncid));
    if (code != NC_NOERR) return {};
    for (std::size_t i = 0; i < values.size(); ++i)
        expect_equal(values[i], values[0] + static_cast<int>(i), "a value of " + name);
    return values[0];
}

/// The expected files of some names, if parts are removed only with the file whose name they derive
/// from.
class Model {
public:
    explicit Model(std::string stem) : stem_(std::move(stem)) {}

    [[nodiscard]] std::string name(int which) const { return stem_ + std::to_string(which); }
    [[nodiscard]] bool has(int which) const { return files_.contains(which); }

    void make(int which, bool as_set) {
        remove(which);
        // A new set under the old name replaces the parts of a master that was renamed alone.
        if (as_set) lose_set_of(which);
        const int first = 1000 * ++made_;
        contract::make(name(which), first, as_set);
        files_[which] = {first, as_set ? which : none};
    }
    void copy(int from, int to) {
        fs::copy_file(name(from), name(to));
        files_[to] = files_[from];
    }
    void link(int from, int to) {
        fs::create_hard_link(name(from), name(to));
        files_[to] = files_[from];
    }
    void rename(int from, int to) {
        fs::rename(name(from), name(to));
        files_[to] = files_[from];
        files_.erase(from);
    }
    void erase(int which) {
        ok(ncmpi_delete(name(which).c_str(), MPI_INFO_NULL), weft_last_error(-1));
        remove(which);
    }

    void check(const std::string& what) const {
        for (const auto& [which, file] : files_) {
            const std::optional<int> first = first_value(name(which));
            const std::optional<int> wanted =
                file.is_lost ? std::optional<int>() : std::optional(file.first);
            expect_true(first == wanted, what + ": " + name(which) + " begins with " +
                                             std::to_string(first.value_or(-1)) + ", not " +
                                             std::to_string(wanted.value_or(-1)));
        }
    }

private:
    static constexpr int none = -1;
    struct File {
        int first = 0;
        int parts_of = none;   // the file whose name its parts' names begin with
        bool is_lost = false;  // the parts are gone
    };

    void remove(int which) {
        const auto found = files_.find(which);
        if (found == files_.end()) return;
        const bool owns = found->second.parts_of == which && !found->second.is_lost;
        const int first = found->second.first;
        files_.erase(found);
        if (!owns) return;
        for (auto& [other, file] : files_) file.is_lost |= file.first == first;
    }
    void lose_set_of(int which) {
        for (auto& [other, file] : files_) file.is_lost |= file.parts_of == which;
    }

    std::string stem_;
    std::map<int, File> files_;
    int made_ = 0;
};

/// Makes one step, and describes it.
std::string step(Model& model, std::mt19937_64& random) {
    const int a = static_cast<int>(random() % 4);
    const int b = static_cast<int>(random() % 4);
    const std::string names = " " + std::to_string(a) + " " + std::to_string(b);
    switch (random() % 7) {
        case 0:
            model.make(a, true);
            return "set" + names;
        case 1:
            model.make(a, false);
            return "file" + names;
        case 2:
            if (model.has(a)) model.erase(a);
            return "delete" + names;
        case 3:
            if (model.has(a) && !model.has(b)) model.rename(a, b);
            return "rename" + names;
        case 4:
            if (model.has(a) && !model.has(b)) model.link(a, b);
            return "link" + names;
        default:
            if (model.has(a) && !model.has(b)) model.copy(a, b);
            return "copy" + names;
    }
}

void any_order_of_copies_and_removals() {
    at_first([] {
        for (const std::uint64_t seed : weft::test_seeds(150)) {
            std::mt19937_64 random(seed);
            Model model(path(".") + std::to_string(seed) + ".");
            model.make(0, true);
            std::string done = weft::replay_of(seed) + ": set 0";
            for (int i = 0; i < 10; ++i) {
                done += "; " + step(model, random);
                model.check(done);
            }
            for (const auto& entry : fs::directory_iterator(".")) {
                if (entry.path().filename().string().starts_with(path(".") + std::to_string(seed)))
                    fs::remove(entry.path());
            }
        }
    });
}

/// The files are copied one by one, as by a backup.
void the_original_survives_its_copies() {
    const std::string copy = path(".backup");
    const auto links = {
        +[](const std::string& from, const std::string& to) { fs::copy_file(from, to); },
        +[](const std::string& from, const std::string& to) { fs::create_hard_link(from, to); }};
    for (const auto& link : links) {
        for (const bool deletes : {true, false}) {
            make_cube(path());
            at_first([&] { link(path(), copy); });
            expect_cube(copy);
            meet();
            if (deletes && rank() == 0) ok(ncmpi_delete(copy.c_str(), MPI_INFO_NULL));
            if (!deletes) make_cube(copy);
            meet();
            expect_cube(path());
            if (!deletes) expect_cube(copy);
            meet();
            if (!deletes && rank() == 0) ok(ncmpi_delete(copy.c_str(), MPI_INFO_NULL));
            meet();
            expect_cube(path());
        }
    }
}

/// Masters of one name with the same folder of parts: by an absolute name, or through a link.
void a_copy_elsewhere_owns_no_part() {
    const std::string parts = fs::absolute(path(".parts")).string();
    const std::string here_first = path(".a");
    const std::string there = path(".b");
    for (const bool by_link : {false, true}) {
        at_first([&] {
            for (const std::string& folder : {parts, here_first, there}) {
                fs::remove_all(folder);
                fs::create_directories(folder);
            }
            if (by_link) {
                fs::create_directory_symlink(parts, here_first + "/p");
                fs::create_directory_symlink(parts, there + "/p");
            }
        });
        make_cube(here_first + "/cube.nc", {{"weft_part_dirs", by_link ? "p" : parts}});
        at_first([&] { fs::copy_file(here_first + "/cube.nc", there + "/cube.nc"); });
        expect_cube(there + "/cube.nc");
        meet();
        if (rank() == 0) ok(ncmpi_delete((there + "/cube.nc").c_str(), MPI_INFO_NULL));
        meet();
        expect_cube(here_first + "/cube.nc");
        meet();
        if (rank() == 0) ok(ncmpi_delete((here_first + "/cube.nc").c_str(), MPI_INFO_NULL));
        meet();
        expect_true(fs::is_empty(parts), "the original's parts go with it");
    }
}

/// The set is moved with all its files; then the parts belong to it.
void a_set_in_a_moved_folder_is_removed_with_its_parts() {
    const std::string before = path(".before");
    const std::string now = path(".now");
    at_first([&] {
        for (const std::string& folder : {before, now}) fs::remove_all(folder);
        fs::create_directories(before + "/p");
    });
    make_cube(before + "/cube.nc", {{"weft_part_dirs", "p"}});
    at_first([&] { fs::copy(before, now, fs::copy_options::recursive); });
    expect_cube(now + "/cube.nc");
    meet();
    if (rank() == 0) ok(ncmpi_delete((now + "/cube.nc").c_str(), MPI_INFO_NULL));
    meet();
    expect_true(fs::is_empty(now + "/p"), "the parts of the copied folder are gone");
    expect_cube(before + "/cube.nc");
}

}  // namespace

std::vector<Case> cases_of_copies() {
    return {{"any_order_of_copies_and_removals", any_order_of_copies_and_removals},
            {"the_original_survives_its_copies", the_original_survives_its_copies},
            {"a_copy_elsewhere_owns_no_part", a_copy_elsewhere_owns_no_part},
            {"a_set_in_a_moved_folder_is_removed_with_its_parts",
             a_set_in_a_moved_folder_is_removed_with_its_parts}};
}

}  // namespace contract
