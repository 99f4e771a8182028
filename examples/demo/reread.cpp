// SPDX-License-Identifier: BSD-3-Clause
//
// reread SOURCES RESULT: reads the file that climatology wrote, on any number of ranks and cut in
// another way, and checks that annual mean plus anomaly gives back the observed temperature of
// every cell and month.

#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "check.hpp"
#include "grid.hpp"
#include "io_summary.hpp"
#include "source.hpp"

namespace {

constexpr float missing = -1.0e34F;
constexpr float tolerance = 1.0e-5F;  // mean and anomaly were rounded to floats of about 30 degrees

// One variable of the result as this rank's block; the first `records` records if it has any.
std::vector<float> read_block(int file, const char* name, MPI_Offset records, const Block& block) {
    int variable = -1;
    check(ncmpi_inq_varid(file, name, &variable), std::string("find ") + name);
    std::vector<MPI_Offset> start{0, block.lat.first, block.lon.first};
    std::vector<MPI_Offset> count{records, block.lat.count, block.lon.count};
    const std::size_t skipped =
        records == 0 ? 1 : 0;  // a variable without records has no such index
    std::vector<float> data(block.cells() * static_cast<std::size_t>(records == 0 ? 1 : records));
    check(ncmpi_get_vara_float_all(file, variable, start.data() + skipped, count.data() + skipped,
                                   data.data()),
          std::string("read ") + name);
    return data;
}

MPI_Offset length(int file, const char* name) {
    int id = -1;
    MPI_Offset value = 0;
    check(ncmpi_inq_dimid(file, name, &id), std::string("find ") + name);
    check(ncmpi_inq_dimlen(file, id, &value), std::string("length of ") + name);
    return value;
}

struct Comparison {
    long long compared = 0;
    long long wrong = 0;
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 3) stop("usage: reread SOURCES RESULT");
    const MPI_Comm comm = MPI_COMM_WORLD;
    int file = -1;
    check(ncmpi_open(comm, argv[2], NC_NOWRITE, MPI_INFO_NULL, &file),
          std::string("open ") + argv[2]);
    const MPI_Offset months = length(file, "time");
    const Block block = striped_tiling(comm).block(length(file, "lat"), length(file, "lon"));
    const std::vector<float> mean = read_block(file, "sst_mean", 0, block);
    const std::vector<float> anomaly = read_block(file, "sst_anomaly", months, block);
    print_io_summary(comm, file, argv[2]);
    check(ncmpi_close(file), std::string("close ") + argv[2]);

    Source coads(comm, std::string(argv[1]) + "/coads_climatology.cdf");
    const std::vector<float> observed = coads.field("SST", block);
    coads.close();
    if (observed.size() != anomaly.size()) stop("the result has not as many months as the source");

    Comparison comparison;
    for (std::size_t i = 0; i < anomaly.size(); ++i) {
        const float cell_mean = mean[i % block.cells()];
        if ((cell_mean == missing) != (anomaly[i] == missing)) ++comparison.wrong;
        if (cell_mean == missing || anomaly[i] == missing) continue;
        ++comparison.compared;
        // Written so that a NaN counts as wrong.
        if (!(std::abs(cell_mean + anomaly[i] - observed[i]) <= tolerance)) ++comparison.wrong;
    }
    MPI_Allreduce(MPI_IN_PLACE, &comparison, 2, MPI_LONG_LONG, MPI_SUM, comm);

    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0)
        std::printf(
            "   %d ranks compared %lld values of mean + anomaly with the source: %lld wrong\n",
            size, comparison.compared, comparison.wrong);
    MPI_Finalize();
    return comparison.wrong == 0 && comparison.compared > 0 ? 0 : 1;
}
