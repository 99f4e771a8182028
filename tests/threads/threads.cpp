// SPDX-License-Identifier: BSD-3-Clause
// Threads that use different files at the same time, under MPI_THREAD_MULTIPLE. Built a second time
// with the thread sanitizer, which sees what did not happen to go wrong.
#include <weft.h>

#include <cstring>
#include <fstream>

#include "checks.hpp"
#include "file_work.hpp"

namespace {

using threads::expect;
using threads::failures;
using threads::FileWork;
using threads::ok;
using threads::require;
using threads::side_by_side;

constexpr int thread_count = 4;
constexpr int files_each = 2;

std::string name_of(const char* scenario, int thread, int file) {
    return std::string(scenario) + std::to_string(thread) + "_" + std::to_string(file) + ".nc";
}

/// Does everything with a file, from its creation to the last look at it.
void whole_life(FileWork file, int format_flag) {
    file.create(format_flag);
    file.write();
    file.post();
    file.independent();
    file.redefine();
    file.inquire();
    file.close();
    file.open();
    file.inquire();
    file.read_back();
    file.close();
}

/// A communicator for each thread, all of them duplicates of one.
void own_communicators() {
    std::vector<MPI_Comm> comms(thread_count);
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    side_by_side(thread_count, [&](int thread) {
        const std::vector<int> formats = {0, NC_64BIT_OFFSET, NC_64BIT_DATA};
        for (int i = 0; i < files_each; ++i) {
            whole_life(FileWork(comms[static_cast<std::size_t>(thread)], name_of("own", thread, i),
                                thread * files_each + i),
                       formats[static_cast<std::size_t>(thread + i) % formats.size()]);
        }
    });
    for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

/// Files that were opened one after the other over one communicator, and are used at the same time.
/// They are closed when each thread likes, so that a rank may have closed one that another has not.
void one_communicator() {
    for (int round = 0; round < 2; ++round) {
        std::vector<FileWork> files;
        for (int i = 0; i < thread_count; ++i) {
            files.emplace_back(MPI_COMM_WORLD, name_of("one", i, round), 100 + i);
            files.back().create(0);
        }
        side_by_side(thread_count, [&](int thread) {
            FileWork& file = files[static_cast<std::size_t>(thread)];
            file.write();
            file.post();
            file.redefine();
            file.inquire();
            file.read_back();
            file.close();
        });
    }
}

/// Ranks alone: MPI_COMM_SELF belongs to all threads.
void communicator_of_one() {
    int rank = threads::rank_in(MPI_COMM_WORLD);
    side_by_side(thread_count, [&](int thread) {
        for (int i = 0; i < files_each; ++i) {
            const int seed = 200 + rank * thread_count + thread;
            whole_life(
                FileWork(MPI_COMM_SELF, name_of("self", rank * thread_count + thread, i), seed), 0);
        }
    });
}

void format_is_one_of_three() {
    int format = 0;
    ok(ncmpi_inq_default_format(&format), "inq_default_format");
    require(format == NC_FORMAT_CLASSIC || format == NC_FORMAT_CDF2 || format == NC_FORMAT_CDF5,
            "a format that was set");
}

/// A failure of a call without a file, and the sentences about it, are a thread's own.
void fails_in_its_own_words(int thread) {
    const std::string path = "no_such_file_" + std::to_string(thread);
    int ncid = 0;
    expect(ncmpi_open(MPI_COMM_SELF, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), NC_ENOENT,
           path);
    require(std::strstr(weft_last_error(-1), path.c_str()) != nullptr,
            path + " is not in: " + weft_last_error(-1));
    const int unknown = -5000 - thread;
    require(std::strstr(ncmpi_strerror(unknown), std::to_string(unknown).c_str()) != nullptr,
            "the sentence of a code that there is not");
    require(std::strcmp(ncmpi_strerrno(NC_EBADID), "NC_EBADID") == 0, "the name of a code");
}

void reads_cdl(int rank, int thread) {
    const std::string path = name_of("text", rank, thread) + ".cdl";
    std::ofstream(path) << "netcdf t { dimensions: d = " << thread + 1
                        << "; variables: int v(d); }\n";
    int id = -1;
    char* name = nullptr;
    MPI_Offset length = 0;
    if (!ok(cdl_hdr_open(path.c_str(), &id), path)) return;
    ok(cdl_hdr_inq_dim(id, 0, &name, &length), path);
    require(length == thread + 1 && std::strcmp(name, "d") == 0, path + ": the dimension");
    ok(cdl_hdr_close(id), path);
}

/// Calls functions about the state of the process: default format, ids, error texts, CDL headers.
void calls_without_a_file() {
    const int rank = threads::rank_in(MPI_COMM_WORLD);
    side_by_side(thread_count, [&](int thread) {
        for (int i = 0; i < 20; ++i) {
            const std::vector<int> formats = {NC_FORMAT_CLASSIC, NC_FORMAT_CDF2, NC_FORMAT_CDF5};
            ok(ncmpi_set_default_format(formats[static_cast<std::size_t>(thread + i) % 3], nullptr),
               "set_default_format");
            format_is_one_of_three();
            fails_in_its_own_words(thread);
            reads_cdl(rank, thread);
            int open = -1;
            ok(ncmpi_inq_files_opened(&open, nullptr), "inq_files_opened");
            require(open >= 0 && open <= thread_count, "files that are open");
        }
    });
    ok(ncmpi_set_default_format(NC_FORMAT_CLASSIC, nullptr), "set_default_format");
}

/// A file is for one thread at a time: while a rank waits for the others in a call, a second call
/// of it is refused.
void one_file_in_two_threads() {
    constexpr int last = 1;
    int ncid = -1;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    ok(ncmpi_create(comm, "two.nc", NC_CLOBBER, MPI_INFO_NULL, &ncid), "create");
    ok(ncmpi_enddef(ncid), "enddef");
    const bool waits = threads::rank_in(MPI_COMM_WORLD) == 0;
    const auto sync = [&] {
        int code = NC_ENOTSUPPORT;
        while (code == NC_ENOTSUPPORT) code = ncmpi_sync(ncid);
        ok(code, "sync");
    };
    const auto intrude = [&] {
        int code = NC_NOERR;
        while (code == NC_NOERR) code = ncmpi_cancel(ncid, 0, nullptr, nullptr);
        expect(code, NC_ENOTSUPPORT, "a call into another thread's file");
        require(std::strstr(weft_last_error(-1), "another thread") != nullptr, "why");
        MPI_Send(nullptr, 0, MPI_BYTE, last, 0, MPI_COMM_WORLD);
    };
    if (waits) {
        side_by_side(2, [&](int thread) { thread == 0 ? sync() : intrude(); });
    } else {
        if (threads::rank_in(MPI_COMM_WORLD) == last)
            MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        ok(ncmpi_sync(ncid), "sync");
    }
    ok(ncmpi_close(ncid), "close");
    MPI_Comm_free(&comm);
}

}  // namespace

int main(int argc, char** argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
        std::printf("skipped: this MPI does not let several threads call it\n");
        MPI_Finalize();
        return 77;
    }
    own_communicators();
    one_communicator();
    communicator_of_one();
    calls_without_a_file();
    if (threads::size_of(MPI_COMM_WORLD) > 1) one_file_in_two_threads();
    int all = failures;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all > 0 ? 1 : 0;
}
