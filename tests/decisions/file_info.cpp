// SPDX-License-Identifier: BSD-3-Clause
// inq_file_info returns the values in force, not the requested ones.
#include <string>

#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

int create_with(const Pairs& hints) {
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    return ncid;
}

void expect_hints(int ncid, const Pairs& wanted, Place place = here()) {
    Pairs hints = hints_of(ncid);
    for (const auto& [key, value] : wanted)
        expect_text(hints.contains(key) ? hints[key] : "(none)", value, key, place);
}

void sizes_are_rounded() {
    const int ncid = create_with({{"nc_var_align_size", "1001"},
                                  {"nc_record_align_size", "9"},
                                  {"nc_header_read_chunk_size", "5"}});
    expect_hints(ncid, {{"nc_var_align_size", "1004"},
                        {"nc_header_align_size", "1004"},
                        {"nc_record_align_size", "12"},
                        {"nc_header_read_chunk_size", "48"}});
    variable(ncid, "v", NC_INT, {dimension(ncid, "x", 3)});
    ok(ncmpi_enddef(ncid));
    MPI_Offset extent = 0;
    ok(ncmpi_inq_header_extent(ncid, &extent));
    expect_equal(extent, 1004, "where data begin");
    close_file(ncid);
}

/// A header is read whole through chunks that are smaller than its parts.
void the_smallest_chunk_reads_a_header() {
    const std::string text(5000, 't');
    const int made = create_with({});
    ok(ncmpi_put_att_text(made, NC_GLOBAL, "long", 5000, text.c_str()));
    for (int i = 0; i < 50; ++i) dimension(made, ("dimension_" + std::to_string(i)).c_str(), i + 1);
    close_file(made);
    const Info info(Pairs{{"nc_header_read_chunk_size", "1"}});
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_NOWRITE, info.get(), &ncid));
    std::string read(5000, ' ');
    ok(ncmpi_get_att_text(ncid, NC_GLOBAL, "long", read.data()));
    expect_true(read == text, "the attribute");
    MPI_Offset length = 0;
    ok(ncmpi_inq_dimlen(ncid, 49, &length));
    expect_equal(length, 50, "the last dimension");
    close_file(ncid);
}

/// The arguments of _enddef are used if no hint sets them, until the next enddef.
void alignments_are_those_of_the_last_enddef() {
    const int ncid = create_with({});
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    variable(ncid, "r", NC_INT, {time});
    ok(ncmpi__enddef(ncid, 0, 2050, 0, 1022));
    expect_hints(ncid, {{"nc_var_align_size", "2052"}, {"nc_record_align_size", "1024"}});
    ok(ncmpi_redef(ncid));
    ok(ncmpi_enddef(ncid));
    expect_hints(ncid, {{"nc_var_align_size", "512"}, {"nc_record_align_size", "512"}});
    ok(ncmpi_redef(ncid));
    variable(ncid, "f", NC_INT, {});
    ok(ncmpi_enddef(ncid));
    expect_hints(ncid, {{"nc_var_align_size", "512"}, {"nc_record_align_size", "4"}});
    close_file(ncid);
}

void what_is_not_there_is_disabled() {
    const int ncid = create_with({{"pnetcdf_subfiling", "enable"},
                                  {"nc_num_subfiles", "2"},
                                  {"nc_num_aggrs_per_node", "3"},
                                  {"nc_in_place_swap", "enable"},
                                  {"nc_driver", "mpiio"}});
    expect_hints(ncid, {{"pnetcdf_subfiling", "disable"},
                        {"nc_num_subfiles", "0"},
                        {"nc_num_aggrs_per_node", "0"},
                        {"nc_in_place_swap", "disable"},
                        {"nc_driver", "weft"}});
    close_file(ncid);
}

/// Programs that set them inquire them again. The first two stage the file; the others have no
/// effect.
void hints_of_burst_buffers_come_back_as_given() {
    int ncid = create_with({});
    expect_hints(ncid, {{"nc_burst_buf", "disable"}, {"nc_burst_buf_dirname", "(none)"}});
    close_file(ncid);
    const Pairs given = {{"nc_burst_buf", "enable"},
                         {"nc_burst_buf_dirname", "."},
                         {"nc_burst_buf_overwrite", "enable"},
                         {"nc_burst_buf_del_on_close", "disable"},
                         {"nc_burst_buf_flush_buffer_size", "1048577"},
                         {"nc_burst_buf_shared_logs", "enable"}};
    ncid = create_with(given);
    expect_hints(ncid, given);
    close_file(ncid);
    const Info info(given);
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_NOWRITE, info.get(), &ncid));
    expect_hints(ncid, given);
    close_file(ncid);
}

void values_without_sense_leave_the_defaults() {
    int ncid = create_with({});
    Pairs defaults = hints_of(ncid);
    close_file(ncid);
    Pairs wished;
    for (const char* key : {"nc_var_align_size",
                            "nc_header_align_size",
                            "nc_record_align_size",
                            "nc_header_read_chunk_size",
                            "nc_data_move_chunk_size",
                            "nc_ibuf_size",
                            "nc_hash_size_dim",
                            "nc_hash_size_var",
                            "nc_hash_size_gattr",
                            "nc_hash_size_vattr",
                            "cb_buffer_size",
                            "cb_nodes",
                            "cb_read",
                            "cb_write",
                            "ds_read",
                            "ds_write",
                            "romio_cb_read",
                            "romio_cb_write",
                            "romio_ds_read",
                            "romio_ds_write",
                            "ind_rd_buffer_size",
                            "ind_wr_buffer_size",
                            "striping_unit",
                            "striping_factor",
                            "file_striping",
                            "overstriping_ratio",
                            "start_iodevice",
                            "weft_method",
                            "weft_shared_memory",
                            "weft_write_behind",
                            "weft_coherence",
                            "weft_durable"})
        wished[key] = "nonsense";
    ncid = create_with(wished);
    for (const auto& [key, value] : wished) {
        expect_true(defaults.contains(key), "there is a default of " + key);
        expect_hints(ncid, {{key, defaults[key]}});
    }
    close_file(ncid);
}

void both_names_tell_the_same() {
    const int ncid = create_with({{"cb_write", "disable"}, {"romio_ds_read", "enable"}});
    expect_hints(ncid, {{"cb_write", "disable"},
                        {"romio_cb_write", "disable"},
                        {"ds_read", "enable"},
                        {"romio_ds_read", "enable"}});
    close_file(ncid);
}

/// At most as many ranks as exist move windows; on one node it is one, unless requested.
void ranks_that_move_windows() {
    int ncid = create_with({});
    expect_hints(ncid, {{"cb_nodes", "1"}});
    close_file(ncid);
    ncid = create_with({{"cb_nodes", "1000"}});
    expect_hints(ncid, {{"cb_nodes", std::to_string(ranks())}});
    close_file(ncid);
    ncid = create_with({{"weft_shared_memory", "disable"}});
    expect_hints(ncid, {{"cb_nodes", std::to_string(ranks())}});
    close_file(ncid);
}

/// With several nodes it is one on each, which the ranks find out when they first move data
/// together.
void ranks_of_several_nodes_that_move_windows() {
    if (ranks() == 1) return skip("one rank is on one node");
    const int ncid = create_with({{"weft_pretended_nodes", "2"}});
    expect_hints(ncid, {{"cb_nodes", "0"}});
    const int id = variable(ncid, "v", NC_INT, {dimension(ncid, "x", 3)});
    ok(ncmpi_enddef(ncid));
    const int values[3] = {1, 2, 3};
    ok(ncmpi_put_var_int_all(ncid, id, values));
    expect_hints(ncid, {{"cb_nodes", "2"}});
    close_file(ncid);
}

void stripes() {
    int ncid = create_with({{"striping_unit", "65536"}, {"striping_factor", "4"}});
    expect_hints(ncid, {{"striping_unit", "65536"}, {"striping_factor", "4"}});
    close_file(ncid);
    ncid = create_with({{"striping_unit", "9000000000000000000"}});
    int unit = 0;
    int count = -1;
    ok(ncmpi_inq_striping(ncid, &unit, &count));
    expect_equal(unit, NC_MAX_INT, "as much of it as an int holds");
    expect_equal(count, 0, "targets");
    expect_hints(ncid, {{"striping_unit", std::to_string(1LL << 32)}});
    close_file(ncid);
}

/// They describe how a file is made on Lustre; elsewhere they are returned unchanged.
void stripes_of_new_files() {
    int ncid = create_with({});
    expect_hints(ncid, {{"file_striping", "auto"},
                        {"overstriping_ratio", "1"},
                        {"start_iodevice", "-1"},
                        {"lustre_num_osts", "(none)"}});
    close_file(ncid);
    for (const char* const way : {"auto", "automatic", "inherit"}) {
        const Pairs asked = {
            {"file_striping", way}, {"overstriping_ratio", "2"}, {"start_iodevice", "3"}};
        ncid = create_with(asked);
        expect_hints(ncid, asked);
        close_file(ncid);
    }
}

void hints_of_others_pass() {
    const int ncid = create_with({{"my_own_hint", "kept"}});
    expect_hints(ncid, {{"my_own_hint", "kept"}});
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(
        argc, argv,
        {{"sizes_are_rounded", sizes_are_rounded},
         {"the_smallest_chunk_reads_a_header", the_smallest_chunk_reads_a_header},
         {"alignments_are_those_of_the_last_enddef", alignments_are_those_of_the_last_enddef},
         {"what_is_not_there_is_disabled", what_is_not_there_is_disabled},
         {"hints_of_burst_buffers_come_back_as_given", hints_of_burst_buffers_come_back_as_given},
         {"values_without_sense_leave_the_defaults", values_without_sense_leave_the_defaults},
         {"both_names_tell_the_same", both_names_tell_the_same},
         {"ranks_that_move_windows", ranks_that_move_windows},
         {"ranks_of_several_nodes_that_move_windows", ranks_of_several_nodes_that_move_windows},
         {"stripes", stripes},
         {"stripes_of_new_files", stripes_of_new_files},
         {"hints_of_others_pass", hints_of_others_pass}});
}
