// SPDX-License-Identifier: BSD-3-Clause
// The program that the crash test kills, and the one that checks the remaining file.
//
//     victim redefine DIRECTORY   creates DIRECTORY/file.nc and redefines it, again and again
//     victim redefine-blocks DIRECTORY   the same, but data move by whole blocks of a file system
//     victim write DIRECTORY      creates it and writes the same data to it, again and again
//     victim check DIRECTORY      opens it: definitions and data must be those of one moment
//
// Each rank leaves its process id in DIRECTORY/pid.RANK, and rank 0 in DIRECTORY/done how many
// rounds are complete. After round k the file has the attributes pad_1 ... pad_k, and for each
// third round a variable.
#include <mpi.h>
#include <pnetcdf.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr int rounds = 60;
constexpr MPI_Offset columns = 12000;  // so many that a change takes longer than everything else
constexpr MPI_Offset records = 9;

std::string directory;
int rank = 0;
int rank_count = 1;
bool on_blocks = false;

void require(int code, const char* what) {
    if (code == NC_NOERR) return;
    std::fprintf(stderr, "rank %d: %s: %s\n", rank, what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void fail(const std::string& what) {
    std::fprintf(stderr, "wrong: %s\n", what.c_str());
    std::exit(1);
}

/// A file with this number in it appears at once.
void announce(const std::string& name, long number) {
    const std::string path = directory + "/" + name;
    std::ofstream(path + ".new") << number << "\n";
    std::filesystem::rename(path + ".new", path);
}

long announced(const std::string& name) {
    long number = -1;
    std::ifstream(directory + "/" + name) >> number;
    return number;
}

std::string file_path() {
    return directory + "/file.nc";
}

MPI_Offset pad_bytes(int round) {
    return 40 + static_cast<MPI_Offset>(round) * 977 % 3000;
}

bool has_variable(int round) {
    return round % 3 == 0;
}

int value_of(int variable, MPI_Offset row, MPI_Offset column) {
    return static_cast<int>((variable + 1) * 1000 + row * columns + column);
}

/// This rank's block of columns of all rows, or all of it for one rank.
struct Block {
    MPI_Offset start[2];
    MPI_Offset count[2];
    std::vector<int> values;
};

Block block_of(int variable, MPI_Offset rows) {
    const MPI_Offset first = columns * rank / rank_count;
    Block block{{0, first}, {rows, columns * (rank + 1) / rank_count - first}, {}};
    for (MPI_Offset row = 0; row < rows; ++row) {
        for (MPI_Offset i = 0; i < block.count[1]; ++i)
            block.values.push_back(value_of(variable, row, first + i));
    }
    return block;
}

MPI_Offset rows_of(int variable) {
    return variable == 0 ? 4 : records;
}

void put(int ncid, int variable) {
    const Block block = block_of(variable, rows_of(variable));
    require(ncmpi_put_vara_int_all(ncid, variable, block.start, block.count, block.values.data()),
            "put");
}

int create() {
    int ncid = -1;
    require(
        ncmpi_create(MPI_COMM_WORLD, file_path().c_str(), NC_64BIT_OFFSET, MPI_INFO_NULL, &ncid),
        "create");
    int time = -1;
    int y = -1;
    int x = -1;
    int variable = -1;
    require(ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &time), "def_dim");
    require(ncmpi_def_dim(ncid, "y", rows_of(0), &y), "def_dim");
    require(ncmpi_def_dim(ncid, "x", columns, &x), "def_dim");
    const int fixed[] = {y, x};
    const int record[] = {time, x};
    require(ncmpi_def_var(ncid, "fixed", NC_INT, 2, fixed, &variable), "def_var");
    require(ncmpi_def_var(ncid, "record", NC_DOUBLE, 2, record, &variable), "def_var");
    require(ncmpi_enddef(ncid), "enddef");
    put(ncid, 0);
    put(ncid, 1);
    return ncid;
}

void redefine(int round) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    // Small steps, so that a kill often hits the move.
    MPI_Info_set(info, "nc_data_move_chunk_size", round % 2 == 0 ? "128" : "1000");
    if (on_blocks) MPI_Info_set(info, "nc_var_align_size", "4096");
    int ncid = -1;
    require(ncmpi_open(MPI_COMM_WORLD, file_path().c_str(), NC_WRITE, info, &ncid), "open");
    MPI_Info_free(&info);
    require(ncmpi_redef(ncid), "redef");
    const std::string pad(static_cast<std::size_t>(pad_bytes(round)), 'p');
    const std::string name = "pad_" + std::to_string(round);
    require(ncmpi_put_att_text(ncid, NC_GLOBAL, name.c_str(), pad_bytes(round), pad.c_str()),
            "put_att");
    int variable = -1;
    if (has_variable(round)) {
        const int dimensions[] = {0, 2};
        require(ncmpi_def_var(ncid, ("added_" + std::to_string(round)).c_str(), NC_INT, 2,
                              dimensions, &variable),
                "def_var");
    }
    require(ncmpi_enddef(ncid), "enddef");
    if (has_variable(round)) put(ncid, variable);
    require(ncmpi_close(ncid), "close");
}

void be_killed(bool redefining) {
    int ncid = create();
    if (redefining) require(ncmpi_close(ncid), "close");
    announce("pid." + std::to_string(rank), getpid());
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) announce("done", 0);
    for (int round = 1; !redefining || round <= rounds; ++round) {
        if (redefining) {
            redefine(round);
        } else {
            put(ncid, 0);
            put(ncid, 1);
        }
        if (rank == 0) announce("done", round);
    }
}

void check_values(int ncid, int variable) {
    const Block block = block_of(variable, rows_of(variable));
    std::vector<int> values(block.values.size(), -1);
    require(ncmpi_get_vara_int_all(ncid, variable, block.start, block.count, values.data()), "get");
    if (values != block.values) fail("values of variable " + std::to_string(variable));
}

void check() {
    const int done = static_cast<int>(announced("done"));
    int ncid = -1;
    require(ncmpi_open(MPI_COMM_WORLD, file_path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid),
            "open");
    int pads = 0;
    int variable_count = 0;
    require(ncmpi_inq_natts(ncid, &pads), "inq_natts");
    require(ncmpi_inq_nvars(ncid, &variable_count), "inq_nvars");
    for (int round = 1; round <= pads; ++round) {
        MPI_Offset length = 0;
        require(
            ncmpi_inq_attlen(ncid, NC_GLOBAL, ("pad_" + std::to_string(round)).c_str(), &length),
            "inq_attlen");
        std::string pad(static_cast<std::size_t>(length), '?');
        require(ncmpi_get_att_text(ncid, NC_GLOBAL, ("pad_" + std::to_string(round)).c_str(),
                                   pad.data()),
                "get_att");
        if (pad != std::string(static_cast<std::size_t>(pad_bytes(round)), 'p'))
            fail("attribute of round " + std::to_string(round));
    }
    if (variable_count != 2 + pads / 3) fail("variables and attributes are of different rounds");
    // Data of a variable are complete when its round is.
    const int complete = 2 + std::min(done, pads) / 3;
    for (int variable = 0; variable < std::min(complete, variable_count); ++variable)
        check_values(ncid, variable);
    require(ncmpi_close(ncid), "close");
    std::printf("pads %d done %d\n", pads, done);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    if (argc != 3) return 2;
    directory = argv[2];
    const std::string task = argv[1];
    if (task == "check") {
        check();
    } else {
        on_blocks = task == "redefine-blocks";
        be_killed(task != "write");
    }
    MPI_Finalize();
    return 0;
}
