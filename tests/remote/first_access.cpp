// SPDX-License-Identifier: BSD-3-Clause
// The first access that a rank makes alone, when only rank 0 has a connection:
//     first_access NAME
// The last rank gets the second value of the variable v, and says whether that is 2, or why there
// is none.
#include <weft.h>

#include "../program.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc == 2, "usage: first_access NAME");
    int rank = 0;
    int ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int ncid = 0;
    int variable = 0;
    check(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_NOWRITE, MPI_INFO_NULL, &ncid), "open");
    check(ncmpi_inq_varid(ncid, "v", &variable), "inq_varid");
    check(ncmpi_begin_indep_data(ncid), "begin_indep_data");
    if (rank == ranks - 1) {
        const MPI_Offset place = 1;
        int value = 0;
        const int code = ncmpi_get_var1_int(ncid, variable, &place, &value);
        if (code != NC_NOERR)
            std::printf("rank %d: get: %s: %s\n", rank, ncmpi_strerrno(code),
                        weft_last_error(ncid));
        else
            std::printf("%s\n", value == 2 ? "the value is right" : "the value is wrong");
        std::fflush(stdout);
    }
    check(ncmpi_end_indep_data(ncid), "end_indep_data");
    check(ncmpi_close(ncid), "close");
    MPI_Finalize();
}
