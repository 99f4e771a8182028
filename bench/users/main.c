// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM DIRECTORY MODES CASE...: runs each case in each of the MODES (blocking, combined, behind,
// separated by commas) and prints one line of JSON for each timing, which is the span from the
// first rank's first put to the last rank's return from close. A line is printed only after every
// value in the file was found correct, with plain system calls: how a library reads has no part in
// it.

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "measurement.h"
#include "users.h"

// Counts wrong elements of `length` bytes that begin with element `first` of a variable.
static int64_t wrong_elements(const unsigned char* bytes, int64_t length, int width, nc_type type,
                              int variable, int64_t first) {
    int64_t wrong = 0;
    for (int64_t i = 0; i < length / width; ++i) {
        const unsigned char* at = bytes + i * width;
        const int32_t value = users_mixed(variable, first + i);
        uint64_t bits = 0;
        if (type == NC_DOUBLE) {
            memcpy(&bits, at, 8);
            const double expected = value;
            uint64_t wanted;
            memcpy(&wanted, &expected, 8);
            wrong += __builtin_bswap64(bits) != wanted;
        } else {
            uint32_t wanted = (uint32_t)value;
            const float expected = (float)value;
            if (type == NC_FLOAT) memcpy(&wanted, &expected, 4);
            uint32_t found;
            memcpy(&found, at, 4);
            wrong += __builtin_bswap32(found) != wanted;
        }
    }
    return wrong;
}

// A file under test, as far as a check of its bytes has to know.
typedef struct {
    int ncid;
    int file;
    int rank;
    int ranks;
    int unlimited;
    MPI_Offset records;
    MPI_Offset record_bytes;
} opened;

// Checks this rank's share of one variable; returns the bytes of the whole variable.
static int64_t check_variable(const opened* it, int variable) {
    int dims[8];
    int rank_of_array = 0;
    nc_type type = NC_NAT;
    MPI_Offset offset = 0;
    users_check(ncmpi_inq_varndims(it->ncid, variable, &rank_of_array), "inq_varndims");
    users_require(rank_of_array <= 8, "more dimensions than the check knows");
    users_check(ncmpi_inq_var(it->ncid, variable, NULL, &type, NULL, dims, NULL), "inq_var");
    users_check(ncmpi_inq_varoffset(it->ncid, variable, &offset), "inq_varoffset");
    users_require(type == NC_INT || type == NC_FLOAT || type == NC_DOUBLE,
                  "a type that the check does not know");
    const bool is_record = rank_of_array > 0 && dims[0] == it->unlimited;
    int64_t elements = 1;
    for (int i = is_record; i < rank_of_array; ++i) {
        MPI_Offset length = 0;
        users_check(ncmpi_inq_dimlen(it->ncid, dims[i], &length), "inq_dimlen");
        elements *= length;
    }
    const int width = type == NC_DOUBLE ? 8 : 4;
    const int64_t first = elements * it->rank / it->ranks;
    const int64_t bytes = (elements * (it->rank + 1) / it->ranks - first) * width;
    static unsigned char staging[1 << 18];
    const int64_t records = is_record ? it->records : 1;
    for (int64_t record = 0; record < records; ++record) {
        const int64_t begin = offset + record * it->record_bytes + first * width;
        for (int64_t done = 0; done < bytes;) {
            const int64_t rest = bytes - done;
            const int64_t length = rest < (int64_t)sizeof staging ? rest : (int64_t)sizeof staging;
            users_require(pread(it->file, staging, (size_t)length, begin + done) == length,
                          "the file is too short");
            users_require(wrong_elements(staging, length, width, type, variable,
                                         record * elements + first + done / width) == 0,
                          "the file has wrong values");
            done += length;
        }
    }
    return records * elements * width;
}

// Compares every value in the file, which must be `expected` bytes.
static void check_file(const char* path, const users_case* which, int64_t expected) {
    opened it = {.rank = which->rank, .ranks = which->ranks};
    int variables = 0;
    users_check(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &it.ncid), "open");
    users_check(ncmpi_inq(it.ncid, NULL, &variables, NULL, &it.unlimited), "inq");
    users_check(ncmpi_inq_recsize(it.ncid, &it.record_bytes), "inq_recsize");
    if (it.unlimited >= 0)
        users_check(ncmpi_inq_dimlen(it.ncid, it.unlimited, &it.records), "inq_dimlen");
    it.file = open(path, O_RDONLY);
    users_require(it.file >= 0, "the file cannot be opened");
    int64_t bytes = 0;
    for (int variable = 0; variable < variables; ++variable) bytes += check_variable(&it, variable);
    close(it.file);
    users_check(ncmpi_close(it.ncid), "close");
    users_require(bytes == expected, "the file has more or less data than were written");
}

// A case in progress. `bytes` are those of all ranks.
typedef struct {
    const users_case* which;
    const char* name;
    const char* path;
    int64_t bytes;
} trial;

typedef struct {
    double create_seconds;
    double write_seconds;
} timing;

static timing run_once(const trial* it, const char* mode) {
    timing result;
    MPI_Info info = MPI_INFO_NULL;
    if (strcmp(mode, "behind") == 0) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "weft_write_behind", "enable");
    }
    const bool is_root = it->which->rank == 0;
    if (is_root) unlink(it->path);
    MPI_Barrier(MPI_COMM_WORLD);
    bench_level_the_field(MPI_COMM_WORLD, it->path, it->bytes / it->which->ranks);
    double start = bench_start(MPI_COMM_WORLD);
    workload_create(it->path, MPI_Info_c2f(info));
    result.create_seconds = bench_span(MPI_COMM_WORLD, start);
    start = bench_start(MPI_COMM_WORLD);
    workload_write(strcmp(mode, "combined") == 0);
    result.write_seconds = bench_span(MPI_COMM_WORLD, start);
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
    check_file(it->path, it->which, it->bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_root) unlink(it->path);
    return result;
}

// Short cases are noisy and cheap: they are written several times.
static void run_mode(const trial* it, const char* mode) {
    double spent = 0;
    for (int turn = 0; turn < 5 && spent < 0.1; ++turn) {
        const timing result = run_once(it, mode);
        spent += result.write_seconds;
        if (it->which->rank != 0) continue;
        printf(
            "{\"case\": \"%s\", \"mode\": \"%s\", \"bytes\": %lld, \"seconds\": %.9f, "
            "\"create_seconds\": %.9f}\n",
            it->name, mode, (long long)it->bytes, result.write_seconds, result.create_seconds);
        fflush(stdout);
    }
}

static void run_case(users_case which, const char* name, const char* path, const char* modes,
                     bool* warm) {
    users_require(sscanf(name, "%d:%d:%d:%d", &which.numbers[0], &which.numbers[1],
                         &which.numbers[2], &which.numbers[3]) >= 1,
                  "CASE: such as 10:32:0");
    trial it = {.which = &which, .name = name, .path = path, .bytes = workload_prepare(&which)};
    if (it.bytes == 0) {
        if (which.rank == 0)
            printf("{\"case\": \"%s\", \"skipped\": \"impossible with %d ranks\"}\n", name,
                   which.ranks);
        return;
    }
    MPI_Allreduce(MPI_IN_PLACE, &it.bytes, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    char rest[256];
    snprintf(rest, sizeof rest, "%s", modes);
    for (char* mode = strtok(rest, ","); mode != NULL; mode = strtok(NULL, ",")) {
        // Once untimed, for modules that are loaded and memory that is touched for the first time.
        if (!*warm) run_once(&it, mode);
        *warm = true;
        run_mode(&it, mode);
    }
    workload_release();
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    users_require(argc >= 4, "usage: PROGRAM DIRECTORY MODES CASE...");
    users_case which = {.numbers = {0}};
    MPI_Comm_rank(MPI_COMM_WORLD, &which.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &which.ranks);
#ifdef WEFT_VERSION
    if (which.rank == 0) printf("{\"version\": \"Weft %s\"}\n", WEFT_VERSION);
#else
    if (which.rank == 0) printf("{\"version\": \"PnetCDF %s\"}\n", ncmpi_inq_libvers());
#endif
    char path[4096];
    snprintf(path, sizeof path, "%s/users.nc", argv[1]);
    bool warm = false;
    for (int i = 3; i < argc; ++i) run_case(which, argv[i], path, argv[2], &warm);
    return MPI_Finalize();
}
