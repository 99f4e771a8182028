// SPDX-License-Identifier: BSD-3-Clause
// PNETCDF_HINTS: white space around keys and values is ignored, and its hints override those of the
// MPI_Info.
#include <string>

#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// Makes a file with one variable and with `hints`; returns where its data begin.
MPI_Offset extent_with(const Info& hints) {
    int ncid = -1;
    MPI_Offset extent = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, hints.get(), &ncid));
    variable(ncid, "v", NC_INT, {dimension(ncid, "x", 3)});
    ok(ncmpi_enddef(ncid));
    ok(ncmpi_inq_header_extent(ncid, &extent));
    close_file(ncid);
    return extent;
}

void white_space_is_nothing() {
    for (const char* list : {"nc_var_align_size=2048\n", "\n\t nc_var_align_size \t\r=\v\f 2048 \n",
                             "a=b;\n  nc_var_align_size = 2048\r\n;\n"}) {
        const Variable environment("PNETCDF_HINTS", list);
        expect_equal(extent_with({}), 2048, list);
    }
}

/// It does not matter which name of a hint is in the environment, and which in the info.
void the_environment_wins_as_a_whole() {
    for (const char* said : {"nc_var_align_size=2048", "nc_header_align_size=2048"}) {
        const Variable environment("PNETCDF_HINTS", said);
        for (const char* key : {"nc_var_align_size", "nc_header_align_size"}) {
            const Info info(Pairs{{key, "1024"}});
            expect_equal(extent_with(info), 2048, std::string(said) + " over " + key);
        }
        const Info both(Pairs{{"nc_var_align_size", "1024"}, {"nc_header_align_size", "4096"}});
        expect_equal(extent_with(both), 2048, std::string(said) + " over both");
    }
}

void within_one_source_the_new_name_wins() {
    const Info both(Pairs{{"nc_header_align_size", "4096"}, {"nc_var_align_size", "1024"}});
    expect_equal(extent_with(both), 1024, "in the info");
    const Variable environment("PNETCDF_HINTS", "nc_var_align_size=2048;nc_header_align_size=4096");
    expect_equal(extent_with(both), 2048, "in the environment");
}

void other_hints_of_the_info_stand() {
    const Variable environment("PNETCDF_HINTS", "cb_buffer_size=4096");
    const Info info(Pairs{{"nc_header_align_size", "1024"}});
    expect_equal(extent_with(info), 1024, "the info's alone");
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"white_space_is_nothing", white_space_is_nothing},
                {"the_environment_wins_as_a_whole", the_environment_wins_as_a_whole},
                {"within_one_source_the_new_name_wins", within_one_source_the_new_name_wins},
                {"other_hints_of_the_info_stand", other_hints_of_the_info_stand}});
}
