// SPDX-License-Identifier: BSD-3-Clause
// Files in a folder that answers as Lustre is said to. No real one is asked.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>

#include "files.hpp"
#include "harness.hpp"
#include "info.hpp"
#include "lustre_calls.hpp"
#include "sample.hpp"

using namespace contract;
using weft::storage::lustre::FakeLustre;

namespace {

constexpr const char* folder = "lustre";
constexpr int target_count = 6;

/// Makes calls of all ranks answered as by Lustre, for as long as it lives.
class Answers {
public:
    explicit Answers(FakeLustre::Ways ways = {}) {
        ways.targets = target_count;
        std::filesystem::create_directories(folder);
        lustre_.emplace(folder, std::move(ways));
        answer_as(&*lustre_);
        meet();
    }
    ~Answers() {
        meet();
        answer_as(nullptr);
    }
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;

private:
    std::optional<FakeLustre> lustre_;
};

std::string on_lustre(std::string_view suffix = ".nc") {
    return folder + ("/" + path(suffix));
}

/// Creates a file with each rank as a node of its own.
int create(Pairs hints, const std::string& name = on_lustre()) {
    hints.emplace("weft_pretended_nodes", std::to_string(ranks()));
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, name.c_str(), NC_CLOBBER | NC_64BIT_DATA, info.get(), &ncid));
    return ncid;
}

int open_again(Pairs hints, int mode = NC_NOWRITE) {
    hints.emplace("weft_pretended_nodes", std::to_string(ranks()));
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, on_lustre().c_str(), mode, info.get(), &ncid));
    return ncid;
}

void expect_hints(int ncid, const Pairs& wanted, Place place = here()) {
    for (const auto& [key, value] : wanted)
        expect_text(hint_of(ncid, key.c_str()), value, key, place);
}

void expect_striping(int ncid, int unit, int count, Place place = here()) {
    int told[2] = {-1, -1};
    ok(ncmpi_inq_striping(ncid, &told[0], &told[1]), "inq_striping", place);
    expect_values<int>({told[0], told[1]}, {unit, count}, "striping", place);
}

/// The ranks' blocks of a variable, in turn, so that each brings something for every stripe.
void put_blocks(int ncid, int blocks = 24, int length = 20'000) {
    int dims[2];
    ok(ncmpi_def_dim(ncid, "block", blocks * ranks(), &dims[0]));
    ok(ncmpi_def_dim(ncid, "x", length, &dims[1]));
    int id = -1;
    ok(ncmpi_def_var(ncid, "v", NC_INT, 2, dims, &id));
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start[2] = {rank(), 0};
    const MPI_Offset count[2] = {blocks, length};
    const MPI_Offset stride[2] = {ranks(), 1};
    std::vector<int> values;
    for (int i = 0; i < blocks * length; ++i) values.push_back(i * ranks() + rank());
    ok(ncmpi_put_vars_int_all(ncid, id, start, count, stride, values.data()));
}

void a_new_file_has_a_stripe_for_each_node() {
    const Answers lustre;
    const int ncid = create({});
    expect_striping(ncid, 1 << 20, ranks());
    expect_hints(ncid, {{"file_striping", "auto"},
                        {"striping_unit", "1048576"},
                        {"striping_factor", std::to_string(ranks())},
                        {"overstriping_ratio", "1"},
                        {"start_iodevice", "0"},
                        {"lustre_num_osts", std::to_string(ranks())}});
    put_blocks(ncid);
    close_file(ncid);
}

void a_new_file_has_the_stripes_that_are_asked_for() {
    const Answers lustre;
    const int ncid = create({{"file_striping", "automatic"},
                             {"striping_factor", "4"},
                             {"striping_unit", "100000"},
                             {"start_iodevice", "2"}});
    expect_striping(ncid, 131'072, 4);
    expect_hints(ncid, {{"file_striping", "automatic"},
                        {"striping_factor", "4"},
                        {"start_iodevice", "2"},
                        {"lustre_num_osts", "4"}});
    close_file(ncid);
}

void there_are_no_more_stripes_than_targets() {
    const Answers lustre;
    const int ncid = create({{"striping_factor", "1000"}});
    expect_striping(ncid, 1 << 20, target_count);
    close_file(ncid);
}

void a_target_can_have_several_stripes() {
    const Answers lustre;
    const int ncid = create({{"striping_factor", "6"}, {"overstriping_ratio", "3"}});
    expect_striping(ncid, 1 << 20, 6);
    expect_hints(ncid, {{"overstriping_ratio", "3"}, {"lustre_num_osts", "2"}});
    close_file(ncid);
}

void a_file_can_inherit_its_stripes() {
    const Answers lustre({.stripes = 5, .stripe_size = 2 << 20});
    int ncid = create({{"file_striping", "inherit"}});
    expect_striping(ncid, 2 << 20, 5);
    expect_hints(ncid, {{"file_striping", "inherit"}, {"lustre_num_osts", "5"}});
    close_file(ncid);
    ncid = create({{"file_striping", "inherit"}, {"striping_factor", "2"}});
    expect_striping(ncid, 2 << 20, 2);
    close_file(ncid);
}

void where_no_stripes_are_granted_a_file_is_the_folders() {
    for (const int error : {EOPNOTSUPP, EINVAL, ENOSPC}) {
        const Answers lustre({.refusal = error, .stripes = 2});
        const int ncid = create({{"striping_factor", "4"}});
        expect_striping(ncid, 4 << 20, 2);
        put_blocks(ncid, 2, 100);
        close_file(ncid);
    }
}

void a_file_without_any_layout_is_an_error_on_all_ranks() {
    const Answers lustre({.refusal = EIO});
    refuse_reopening(EIO);
    int ncid = -1;
    const int code =
        ncmpi_create(MPI_COMM_WORLD, on_lustre().c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid);
    refuse_reopening(0);
    expect_true(code != NC_NOERR, "an error");
    int highest = code;
    MPI_Allreduce(MPI_IN_PLACE, &highest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    expect_equal(code, highest, "the same on all ranks");
    expect_true(!exists(on_lustre()), "nothing is left behind");
}

void the_layout_of_a_file_says_how_it_is_striped() {
    const Answers lustre;
    close_file(create({{"striping_factor", "3"}, {"striping_unit", "65536"}}));
    for (const int mode : {NC_NOWRITE, NC_WRITE}) {
        for (const char* const wished : {"0", "5"}) {
            const int ncid = open_again({{"striping_factor", wished}}, mode);
            expect_striping(ncid, 65'536, 3);
            expect_hints(ncid, {{"striping_factor", "3"}, {"lustre_num_osts", "3"}});
            close_file(ncid);
        }
    }
}

/// Aggregators are as many as stripes, or as near to that as there are ranks.
void stripes_have_aggregators() {
    const Answers lustre;
    for (const int stripes : {2, 3, 6}) {
        const int ncid = create({{"striping_factor", std::to_string(stripes)},
                                 {"striping_unit", "65536"},
                                 {"weft_method", "two_phase"}});
        put_blocks(ncid);
        if (ranks() > 1)
            expect_hints(ncid, {{"cb_nodes", std::to_string(std::min(stripes, ranks()))}});
        close_file(ncid);
    }
}

void bytes_do_not_depend_on_stripes() {
    const Answers lustre;
    int ncid = create({}, path("_plain.nc"));
    put_blocks(ncid);
    close_file(ncid);
    const std::string plain = bytes_of(path("_plain.nc"));
    for (const char* const method : {"automatic", "two_phase", "direct"}) {
        for (const char* const stripes : {"1", "2", "5"}) {
            ncid = create({{"striping_factor", stripes},
                           {"striping_unit", "65536"},
                           {"cb_nodes", method[0] == 'a' ? "0" : "4"},
                           {"weft_method", method}});
            put_blocks(ncid);
            close_file(ncid);
            expect_true(bytes_of(on_lustre()) == plain,
                        std::string(stripes) + " stripes, " + method);
        }
    }
}

void a_file_that_is_replaced_is_striped_anew() {
    const Answers lustre;
    close_file(create({{"striping_factor", "2"}}));
    int ncid = create({{"striping_factor", "4"}});
    expect_striping(ncid, 1 << 20, 4);
    close_file(ncid);
    // The target of a link is emptied, and stays where it is.
    if (rank() == 0) expect_equal(::symlink(path().c_str(), on_lustre("_link").c_str()), 0, "link");
    meet();
    ncid = create({{"striping_factor", "5"}}, on_lustre("_link"));
    expect_striping(ncid, 1 << 20, 4);
    close_file(ncid);
}

/// The targets of the stripes of a file with a plain layout.
std::vector<std::uint32_t> targets_of(const weft::storage::lustre::Published& layout) {
    using weft::storage::lustre::PublishedObject;
    std::vector<std::uint32_t> targets;
    for (std::size_t at = sizeof(weft::storage::lustre::PublishedPlain); at < layout.size();
         at += sizeof(PublishedObject)) {
        PublishedObject object;
        std::memcpy(&object, &layout[at], sizeof object);
        targets.push_back(+object.target);
    }
    return targets;
}

std::vector<std::uint32_t> targets_of_parts() {
    const FakeLustre lustre(folder, {});
    std::vector<std::uint32_t> targets;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().string();
        const bool is_of_set = name.find(path("")) != std::string::npos && name != on_lustre();
        const auto layout = lustre.layout_of(name);
        if (!is_of_set || !entry.is_regular_file() || !layout) continue;
        const std::vector<std::uint32_t> all = targets_of(*layout);
        targets.insert(targets.end(), all.begin(), all.end());
    }
    return targets;
}

void parts_of_a_set_lie_on_targets_of_their_own() {
    const Answers lustre;
    for (const int stripes : {0, 2}) {
        Pairs hints = {
            {"weft_parts", "3"}, {"weft_part_min_ndims", "1"}, {"weft_part_least_bytes", "1"}};
        if (stripes > 0) hints["striping_factor"] = std::to_string(stripes);
        const int ncid = create(hints);
        put_blocks(ncid);
        close_file(ncid);
        if (rank() > 0) continue;
        const std::vector<std::uint32_t> targets = targets_of_parts();
        expect_equal(std::ssize(targets), 3 * std::max(1, stripes), "stripes of parts");
        expect_equal(std::ssize(std::set(targets.begin(), targets.end())), std::ssize(targets),
                     "different targets");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(
        argc, argv,
        {{"a_new_file_has_a_stripe_for_each_node", a_new_file_has_a_stripe_for_each_node},
         {"a_new_file_has_the_stripes_that_are_asked_for",
          a_new_file_has_the_stripes_that_are_asked_for},
         {"there_are_no_more_stripes_than_targets", there_are_no_more_stripes_than_targets},
         {"a_target_can_have_several_stripes", a_target_can_have_several_stripes},
         {"a_file_can_inherit_its_stripes", a_file_can_inherit_its_stripes},
         {"where_no_stripes_are_granted_a_file_is_the_folders",
          where_no_stripes_are_granted_a_file_is_the_folders},
         {"a_file_without_any_layout_is_an_error_on_all_ranks",
          a_file_without_any_layout_is_an_error_on_all_ranks},
         {"the_layout_of_a_file_says_how_it_is_striped",
          the_layout_of_a_file_says_how_it_is_striped},
         {"stripes_have_aggregators", stripes_have_aggregators},
         {"bytes_do_not_depend_on_stripes", bytes_do_not_depend_on_stripes},
         {"a_file_that_is_replaced_is_striped_anew", a_file_that_is_replaced_is_striped_anew},
         {"parts_of_a_set_lie_on_targets_of_their_own",
          parts_of_a_set_lie_on_targets_of_their_own}});
}
