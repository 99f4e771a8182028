// SPDX-License-Identifier: BSD-3-Clause
#include "io_summary.hpp"

#include <array>
#include <cstdio>

#include "check.hpp"

#ifdef WEFT_VERSION
#include <weft.h>
#endif

namespace {

void print_hint(MPI_Info hints, const char* key) {
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int found = 0;
    MPI_Info_get(hints, key, MPI_MAX_INFO_VAL, value.data(), &found);
    if (found != 0) std::printf("      hint %-17s %s\n", key, value.data());
}

/// What rank 0's part of the I/O engine did. Other libraries with this interface have no such
/// report.
void print_engine_report([[maybe_unused]] int file) {
#ifdef WEFT_VERSION
    std::array<char, 4096> text{};
    if (weft_report(file, text.data(), text.size()) > 0)
        std::printf("   Weft's report of rank 0:\n%s", text.data());
#endif
}

}  // namespace

void print_io_summary(MPI_Comm comm, int file, const std::string& name) {
    std::array<MPI_Offset, 2> mine{};
    check(ncmpi_inq_put_size(file, &mine[0]), "bytes written to " + name);
    check(ncmpi_inq_get_size(file, &mine[1]), "bytes read from " + name);
    std::array<MPI_Offset, 2> all{};
    MPI_Reduce(mine.data(), all.data(), 2, MPI_OFFSET, MPI_SUM, 0, comm);

    MPI_Info hints = MPI_INFO_NULL;
    check(ncmpi_inq_file_info(file, &hints), "hints of " + name);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) {
        std::printf("   I/O of %d ranks on %s: %.2f MB written, %.2f MB read\n", size, name.c_str(),
                    static_cast<double>(all[0]) / 1e6, static_cast<double>(all[1]) / 1e6);
        for (const char* key : {"cb_buffer_size", "cb_nodes", "nc_var_align_size"})
            print_hint(hints, key);
        print_engine_report(file);
    }
    MPI_Info_free(&hints);
}
