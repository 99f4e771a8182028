// SPDX-License-Identifier: BSD-3-Clause
// killed_rank DIRECTORY CALL: the last rank is killed before a collective call of all; the others
// must not wait for it. Each rank leaves its process id in DIRECTORY/pid.RANK, and each survivor
// the code of its call in DIRECTORY/survivor.RANK.
#include <mpi.h>
#include <pnetcdf.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

int rank = 0;
int ranks = 1;

/// A file with a variable that all ranks have written once, each its columns.
struct File {
    std::string path;
    int ncid = -1;
    int id = -1;
    std::vector<MPI_Offset> start;
    std::vector<MPI_Offset> count;
    std::vector<int> values;
};

int put(File& file) {
    return ncmpi_put_vara_int_all(file.ncid, file.id, file.start.data(), file.count.data(),
                                  file.values.data());
}

int get(File& file) {
    return ncmpi_get_vara_int_all(file.ncid, file.id, file.start.data(), file.count.data(),
                                  file.values.data());
}

File make(const std::string& path) {
    constexpr MPI_Offset rows = 1000;
    constexpr MPI_Offset columns = 100;
    File file{.path = path,
              .start = {0, columns * rank},
              .count = {rows, columns},
              .values = std::vector<int>(rows * columns, rank)};
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_method", "two_phase");
    int dimensions[2];
    ncmpi_create(MPI_COMM_WORLD, path.c_str(), NC_64BIT_DATA, info, &file.ncid);
    MPI_Info_free(&info);
    ncmpi_def_dim(file.ncid, "y", rows, &dimensions[0]);
    ncmpi_def_dim(file.ncid, "x", columns * ranks, &dimensions[1]);
    ncmpi_def_var(file.ncid, "v", NC_INT, 2, dimensions, &file.id);
    const int defined = ncmpi_enddef(file.ncid);
    if (defined != NC_NOERR || put(file) != NC_NOERR) _exit(2);
    return file;
}

void post(File& file) {
    int request = NC_REQ_NULL;
    ncmpi_iput_vara_int(file.ncid, file.id, file.start.data(), file.count.data(),
                        file.values.data(), &request);
}

void redefine(File& file) {
    int id = -1;
    ncmpi_redef(file.ncid);
    ncmpi_def_var(file.ncid, "more", NC_INT, 0, nullptr, &id);
}

/// The calls of all ranks before one is killed, and those of the others afterwards.
struct Scene {
    std::function<void(File&)> before = [](File&) {};
    std::function<int(File&)> call;
};

const std::map<std::string, Scene>& scenes() {
    static const std::map<std::string, Scene> all = {
        {"put", {.call = put}},
        {"get", {.call = get}},
        {"wait",
         {.before = post,
          .call =
              [](File& file) { return ncmpi_wait_all(file.ncid, NC_REQ_ALL, nullptr, nullptr); }}},
        {"enddef",
         {.before = redefine, .call = [](File& file) { return ncmpi_enddef(file.ncid); }}},
        {"sync", {.call = [](File& file) { return ncmpi_sync(file.ncid); }}},
        {"close", {.call = [](File& file) { return ncmpi_close(file.ncid); }}},
        {"open",
         {.before = [](File& file) { ncmpi_close(file.ncid); },
          .call =
              [](File& file) {
                  return ncmpi_open(MPI_COMM_WORLD, file.path.c_str(), NC_NOWRITE, MPI_INFO_NULL,
                                    &file.ncid);
              }}},
    };
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 3) return 2;
    const std::string directory = argv[1];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::ofstream(directory + "/pid." + std::to_string(rank)) << getpid();
    const Scene& scene = scenes().at(argv[2]);
    File file = make(directory + "/file.nc");
    scene.before(file);
    if (rank == ranks - 1) raise(SIGKILL);
    const int code = scene.call(file);
    std::ofstream(directory + "/survivor." + std::to_string(rank)) << code << std::endl;
    _exit(3);  // MPI can no longer finalise
}
