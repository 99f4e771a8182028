// SPDX-License-Identifier: BSD-3-Clause
// How often a change of a definition waits for the disk: a few times, independent of the size of
// the file, the distance of its data, and nc_data_move_chunk_size. This program's fdatasync() and
// fsync() replace the system's, and count.
#include <mpi.h>
#include <pnetcdf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

int syncs = 0;

int count_sync(long number, int file) {
    ++syncs;
    return static_cast<int>(syscall(number, file));
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED int fdatasync(int file) {
    return count_sync(SYS_fdatasync, file);
}

EXPORTED int fsync(int file) {
    return count_sync(SYS_fsync, file);
}

namespace {

constexpr int most_syncs = 3;
constexpr int text_bytes = 8;
std::string file_name;

struct Growth {
    MPI_Offset file_bytes;
    int header_bytes;
    const char* chunk;
};

void require(bool good, const std::string& what) {
    if (good) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

void ok(int code, const char* what) {
    require(code == NC_NOERR, std::string(what) + ": " + ncmpi_strerror(code));
}

/// Ends the definition with a text of this many bytes, and data aligned to 4 bytes: they move by
/// the growth of the text.
void end_definition(int ncid, int bytes) {
    const std::vector<char> text(static_cast<std::size_t>(bytes), 't');
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "t", bytes, text.data()), "put_att");
    ok(ncmpi__enddef(ncid, 0, 4, 0, 4), "_enddef");
}

/// A file with two bytes at the ends of its one variable, and a hole between them.
void make_file(MPI_Offset bytes) {
    int ncid = -1;
    int dim = -1;
    int variable = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, file_name.c_str(), NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL,
                    &ncid),
       "create");
    ok(ncmpi_def_dim(ncid, "x", bytes, &dim), "def_dim");
    ok(ncmpi_def_var(ncid, "v", NC_BYTE, 1, &dim, &variable), "def_var");
    end_definition(ncid, text_bytes);
    for (const MPI_Offset at : {MPI_Offset{0}, bytes - 1}) {
        const signed char value = at == 0 ? 17 : 42;
        ok(ncmpi_put_var1_schar_all(ncid, variable, &at, &value), "put");
    }
    ok(ncmpi_close(ncid), "close");
}

void check_values(int ncid, MPI_Offset bytes) {
    for (const MPI_Offset at : {MPI_Offset{0}, bytes - 1}) {
        signed char value = 0;
        ok(ncmpi_get_var1_schar_all(ncid, 0, &at, &value), "get");
        require(value == (at == 0 ? 17 : 42), "a value was lost");
    }
}

void measure(const Growth& growth) {
    make_file(growth.file_bytes);
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    if (growth.chunk != nullptr) MPI_Info_set(info, "nc_data_move_chunk_size", growth.chunk);
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_WORLD, file_name.c_str(), NC_WRITE, info, &ncid), "open");
    MPI_Info_free(&info);
    MPI_Offset place_before = 0;
    MPI_Offset place = 0;
    ok(ncmpi_inq_varoffset(ncid, 0, &place_before), "inq_varoffset");
    ok(ncmpi_redef(ncid), "redef");
    const int before = syncs;
    end_definition(ncid, text_bytes + growth.header_bytes);
    const int taken = syncs - before;
    ok(ncmpi_inq_varoffset(ncid, 0, &place), "inq_varoffset");
    require(place == place_before + growth.header_bytes, "data moved by another distance");
    require(taken <= most_syncs, std::to_string(taken) + " syncs for " +
                                     std::to_string(growth.file_bytes) + " bytes moved by " +
                                     std::to_string(place - place_before) + " with chunks of " +
                                     (growth.chunk != nullptr ? growth.chunk : "the default size"));
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    require(rank != 0 || taken > 0, "no sync was counted");
    check_values(ncid, growth.file_bytes);
    ok(ncmpi_close(ncid), "close");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    // The file is in memory, because the speed of a disk does not matter.
    int process = getpid();
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    file_name = "/dev/shm/weft-redefinition-syncs-" + std::to_string(process) + ".nc";
    for (const int header_bytes : {8, 4096, 1 << 20}) {
        for (const char* chunk : {"1", "100", "4096", static_cast<const char*>(nullptr)})
            measure({1 << 20, header_bytes, chunk});
    }
    measure({1 << 30, 4096, "1"});
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) unlink(file_name.c_str());
    MPI_Finalize();
    return 0;
}
