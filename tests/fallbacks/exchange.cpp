// SPDX-License-Identifier: BSD-3-Clause
// Interleaved puts and gets by two-phase, in short windows and long ones, blocking and held back,
// on a machine that lacks something: the bytes are right, and they went the way that is left.
//
// usage: exchange windows|messages
#include <weft.h>

#include <string>
#include <vector>

#include "../program.hpp"

namespace {

constexpr MPI_Offset rows = 3000;
constexpr MPI_Offset columns = 40;  // of each rank

int rank = 0;
int ranks = 1;

struct File {
    int ncid = -1;
    int first = -1;
    int second = -1;
};

File create(const char* path, const char* hint, const char* value) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", "two_phase");
    MPI_Info_set(info, hint, value);
    File file;
    check(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, info, &file.ncid),
          "create");
    MPI_Info_free(&info);
    int dims[2];
    check(ncmpi_def_dim(file.ncid, "y", rows, &dims[0]), "def_dim");
    check(ncmpi_def_dim(file.ncid, "x", columns * ranks, &dims[1]), "def_dim");
    check(ncmpi_def_var(file.ncid, "first", NC_INT, 2, dims, &file.first), "def_var");
    check(ncmpi_def_var(file.ncid, "second", NC_INT, 2, dims, &file.second), "def_var");
    check(ncmpi_enddef(file.ncid), "enddef");
    return file;
}

std::vector<int> values(int variable) {
    std::vector<int> all(rows * columns);
    int next = variable * 1000003 + rank * 7919;
    for (int& value : all) value = next++;
    return all;
}

void put_and_get(const File& file) {
    const MPI_Offset start[] = {0, columns * rank};
    const MPI_Offset count[] = {rows, columns};
    for (const int variable : {file.first, file.second})
        check(ncmpi_put_vara_int_all(file.ncid, variable, start, count, values(variable).data()),
              "put");
    for (const int variable : {file.first, file.second}) {
        std::vector<int> back(rows * columns);
        check(ncmpi_get_vara_int_all(file.ncid, variable, start, count, back.data()), "get");
        require(back == values(variable), "other values came back");
    }
}

/// The way by which bytes were exchanged, according to the report.
std::string way(int ncid) {
    std::vector<char> text(static_cast<std::size_t>(weft_report(ncid, nullptr, 0)) + 1);
    weft_report(ncid, text.data(), text.size());
    return std::string(text.data()).find("exchanged: 0 messages") == std::string::npos ? "messages"
                                                                                       : "windows";
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(argc == 2, "usage: exchange windows|messages");
    const char* const hints[][2] = {
        {"cb_buffer_size", "4096"}, {"cb_buffer_size", "1048576"}, {"weft_write_behind", "enable"}};
    for (const auto& [hint, value] : hints) {  // from short windows to long ones
        const File file = create("exchanged.nc", hint, value);
        put_and_get(file);
        const std::string seen = way(file.ncid);
        require(seen == argv[1], "the bytes went through " + seen);
        check(ncmpi_close(file.ncid), "close");
    }
    MPI_Finalize();
}
