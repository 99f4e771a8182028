// SPDX-License-Identifier: BSD-3-Clause
// Harmless differences between ranks: hints, and arguments of changes in data mode. Rank 0's are
// used, and no rank waits in vain.
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// Hints that decide how ranks work together.
void own_hints(Info& info) {
    const std::string methods[] = {"two_phase", "direct", "sieve", "reference"};
    info.set("weft_method", methods[rank() % 4]);
    info.set("cb_buffer_size", std::to_string(64 << rank()));
    info.set("cb_nodes", std::to_string(1 + rank()));
    info.set("nc_data_move_chunk_size", std::to_string(100 + 50 * rank()));
    info.set("striping_unit", std::to_string(4096 * rank()));
    info.set("my_own_hint", "of rank " + std::to_string(rank()) + "; with a semicolon");
}

std::vector<int> written(int n) {
    std::vector<int> values;
    for (int i = 0; i < n; ++i) values.push_back(100 + i);
    return values;
}

void hints_of_rank_0_count() {
    Info info;
    own_hints(info);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_64BIT_DATA, info.get(), &ncid));
    const int width = 8 * ranks();
    const int y = dimension(ncid, "y", 5);
    const int x = dimension(ncid, "x", width);
    const int id = variable(ncid, "v", NC_INT, {y, x});
    ok(ncmpi_enddef(ncid));
    expect_text(hint_of(ncid, "weft_method"), "two_phase", "the method");
    expect_text(hint_of(ncid, "cb_buffer_size"), "64", "the window");
    expect_text(hint_of(ncid, "cb_nodes"), "1", "the aggregators");
    expect_text(hint_of(ncid, "my_own_hint"), "of rank 0; with a semicolon", "an unknown hint");
    const MPI_Offset start[] = {0, 8 * rank()};
    const MPI_Offset count[] = {5, 8};
    std::vector<int> mine;
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < 8; ++i) mine.push_back(100 + row * width + 8 * rank() + i);
    ok(ncmpi_put_vara_int_all(ncid, id, start, count, mine.data()));
    // Data move by chunks when the header grows.
    ok(ncmpi_redef(ncid));
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "long", 3000, std::string(3000, 'a').c_str()));
    (void)variable(ncid, "w", NC_INT, {y, x});
    ok(ncmpi_enddef(ncid));
    expect_values(values_of(ncid, id, static_cast<std::size_t>(5 * width)), written(5 * width),
                  "values after the header grew");
    close_file(ncid);
}

void hints_at_open() {
    close_file(sample_with_records(2).ncid);
    Info info;
    own_hints(info);
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_WRITE, info.get(), &ncid));
    expect_text(hint_of(ncid, "weft_method"), "two_phase", "the method");
    expect_values(values_of(ncid, 1, 24), std::vector<int>(24, 0), "values");
    close_file(ncid);
}

/// Some ranks keep the name, others change it.
void rename_to_own_name_on_one_rank() {
    const Sample file = sample();
    ok(ncmpi_rename_dim(file.ncid, file.y, rank() == 0 ? "y" : "q"));
    ok(ncmpi_rename_dim(file.ncid, file.x, rank() == 0 ? "r" : "x"));
    close_file(file.ncid);
    int ncid = open_file(path(), NC_NOWRITE);
    int id = -1;
    ok(ncmpi_inq_dimid(ncid, "y", &id), "rank 0 kept it");
    ok(ncmpi_inq_dimid(ncid, "r", &id), "rank 0 changed it");
    close_file(ncid);
}

/// Copying an attribute onto itself on one rank, elsewhere onto another variable.
void copy_attribute_onto_itself_on_one_rank() {
    Sample file = define_sample();
    ok(ncmpi_put_att_text(file.ncid, file.fixed, "units", 1, "m"));
    ok(ncmpi_put_att_text(file.ncid, file.real, "units", 1, "s"));
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_copy_att(file.ncid, file.fixed, "units", file.ncid,
                      rank() == 0 ? file.fixed : file.real));
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    char text = ' ';
    ok(ncmpi_get_att_text(ncid, file.real, "units", &text));
    expect_text(std::string(1, text), "s", "rank 0 copied nothing");
    close_file(ncid);
}

/// A time stamp taken on each rank.
void attribute_values_in_data_mode() {
    Sample file = define_sample();
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "history", 8, "00:00:00"));
    ok(ncmpi_enddef(file.ncid));
    const std::string stamp = "12:00:0" + std::to_string(rank() % 10);
    ok(ncmpi_put_att_text(file.ncid, NC_GLOBAL, "history", 8, stamp.c_str()));
    close_file(file.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    std::string text(8, ' ');
    ok(ncmpi_get_att_text(ncid, NC_GLOBAL, "history", text.data()));
    expect_text(text, "12:00:00", "rank 0's");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"hints_of_rank_0_count", hints_of_rank_0_count},
                {"hints_at_open", hints_at_open},
                {"rename_to_own_name_on_one_rank", rename_to_own_name_on_one_rank},
                {"copy_attribute_onto_itself_on_one_rank", copy_attribute_onto_itself_on_one_rank},
                {"attribute_values_in_data_mode", attribute_values_in_data_mode}});
}
