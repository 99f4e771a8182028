// SPDX-License-Identifier: BSD-3-Clause
// Writes variables of floats of three dimensions, each rank its slabs, by Weft or by parallel
// netCDF-C:
//
//     netcdf4_write FILE FORMAT AXIS WAY VARIABLES RECORDS LENGTH LENGTH LENGTH
//
// FORMAT: deflate (netCDF-4, shuffled and compressed), netcdf4 (as it is), or cdf5. The slabs are
// along AXIS (0, 1, 2). WAY: put, or iput (all are posted, and there is one wait). RECORDS: 0, or
// how many records each variable has; there is a put for each. The file is written twice, and rank
// 0 prints the seconds from create to close of the second time, and a sum of the bits of all
// values, each times its place.
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measurement.h"

#ifdef BENCH_EXPECT_WEFT
#include <pnetcdf.h>
typedef MPI_Offset Length;
#define DEFINE_DIM ncmpi_def_dim
#define DEFINE_VARIABLE ncmpi_def_var
#define END_DEFINITION ncmpi_enddef
#define PUT ncmpi_put_vara_float_all
#define IPUT ncmpi_iput_vara_float
#define WAIT ncmpi_wait_all
#define CLOSE ncmpi_close
#define WORDS ncmpi_strerror

static int create(const char* path, const char* format, int* id) {
    const int flag = strcmp(format, "cdf5") == 0 ? NC_64BIT_DATA : NC_NETCDF4;
    MPI_Info hints;
    MPI_Info_create(&hints);
    if (strcmp(format, "deflate") == 0) MPI_Info_set(hints, "weft_compress", "deflate:1");
    const int status = ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | flag, hints, id);
    MPI_Info_free(&hints);
    return status;
}

// The hint has said it.
static int choose_storage(int id, int variable, const char* format) {
    (void)id, (void)variable, (void)format;
    return NC_NOERR;
}
#else
#include <netcdf.h>
#include <netcdf_par.h>
typedef size_t Length;
#define DEFINE_DIM nc_def_dim
#define DEFINE_VARIABLE nc_def_var
#define END_DEFINITION nc_enddef
#define PUT nc_put_vara_float
#define IPUT no_iput
#define WAIT no_wait
#define CLOSE nc_close
#define WORDS nc_strerror

static int create(const char* path, const char* format, int* id) {
    const int flag = strcmp(format, "cdf5") == 0 ? NC_64BIT_DATA : NC_NETCDF4;
    int old;
    const int status = nc_create_par(path, NC_CLOBBER | flag, MPI_COMM_WORLD, MPI_INFO_NULL, id);
    return status == NC_NOERR ? nc_set_fill(*id, NC_NOFILL, &old) : status;
}

static int choose_storage(int id, int variable, const char* format) {
    const int status =
        strcmp(format, "deflate") == 0 ? nc_def_var_deflate(id, variable, 1, 1, 1) : NC_NOERR;
    return status == NC_NOERR ? nc_var_par_access(id, variable, NC_COLLECTIVE) : status;
}

// netCDF-C has no such calls.
static int no_iput(int id, int variable, const Length* start, const Length* count,
                   const float* values, int* request) {
    (void)id, (void)variable, (void)start, (void)count, (void)values, (void)request;
    return NC_ENOPAR;
}

static int no_wait(int id, int count, int* requests, int* statuses) {
    (void)id, (void)count, (void)requests, (void)statuses;
    return NC_ENOPAR;
}
#endif

typedef struct {
    const char* path;
    const char* format;
    int axis;
    bool posts;
    int variables;
    Length records;     // 0: the variables have none
    Length lengths[3];  // without the records
} Work;

/// What a rank puts into each record: of four dimensions, the first of which is the record's.
typedef struct {
    Length start[4], count[4];
    size_t values;
} Part;

static void check(int status, const char* what) {
    if (status == 0) return;
    fprintf(stderr, "%s: %s\n", what, WORDS(status));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void* memory(size_t bytes) {
    void* const got = malloc(bytes + 1);
    check(got == NULL ? NC_ENOMEM : 0, "malloc");
    return got;
}

static int puts_of(const Work* work) {
    return work->variables * (work->records > 0 ? (int)work->records : 1);
}

static Part part_of(const Work* work) {
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    Part part = {.count = {1}, .values = 1};
    for (int i = 0; i < 3; ++i) {
        const Length all = work->lengths[i];
        const bool is_cut = i == work->axis;
        part.start[i + 1] = is_cut ? all * (Length)rank / (Length)ranks : 0;
        part.count[i + 1] =
            (is_cut ? all * ((Length)rank + 1) / (Length)ranks : all) - part.start[i + 1];
        part.values *= (size_t)part.count[i + 1];
    }
    return part;
}

/// 64 bits that look like chance.
static uint64_t mixed(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

/// A smooth field with noise in its last bits; `place` is that of the value among all of all
/// variables.
static float value_at(float smooth, uint64_t place) {
    const int noise = __builtin_popcountll(mixed(place)) - 32;
    return ((float)lrintf(smooth * 512) + (float)noise) / 512;
}

/// Makes the values of one put, and returns their sum.
static uint64_t fill(const Work* work, const Part* part, int put, float* values) {
    const Length* const lengths = work->lengths;
    const uint64_t records = work->records > 0 ? (uint64_t)work->records : 1;
    const uint64_t variable = (uint64_t)(put % work->variables);
    const uint64_t slab = variable * records + (uint64_t)(put / work->variables);
    float* const along_x = memory((size_t)part->count[3] * sizeof(float));
    for (Length x = 0; x < part->count[3]; ++x)
        along_x[x] = cosf(30 * (float)(part->start[3] + x) / (float)lengths[2]);
    uint64_t sum = 0;
    for (Length z = part->start[1]; z < part->start[1] + part->count[1]; ++z) {
        for (Length y = part->start[2]; y < part->start[2] + part->count[2]; ++y) {
            const float smooth =
                sinf(20 * (float)y / (float)lengths[1]) * (1 + (float)z / (float)lengths[0]);
            uint64_t place =
                ((slab * (uint64_t)lengths[0] + (uint64_t)z) * (uint64_t)lengths[1] + (uint64_t)y) *
                    (uint64_t)lengths[2] +
                (uint64_t)part->start[3];
            for (Length x = 0; x < part->count[3]; ++x) {
                uint32_t bits;
                *values = value_at(smooth * along_x[x], place++);
                memcpy(&bits, values++, sizeof bits);
                sum += bits * place;
            }
        }
    }
    free(along_x);
    return sum;
}

static void define(const Work* work, int id, int* variables) {
    int dims[4];
    check(DEFINE_DIM(id, "time", NC_UNLIMITED, &dims[0]), "dimension");
    check(DEFINE_DIM(id, "z", work->lengths[0], &dims[1]), "dimension");
    check(DEFINE_DIM(id, "y", work->lengths[1], &dims[2]), "dimension");
    check(DEFINE_DIM(id, "x", work->lengths[2], &dims[3]), "dimension");
    const int first = work->records > 0 ? 0 : 1;
    for (int v = 0; v < work->variables; ++v) {
        char name[32];
        snprintf(name, sizeof name, "field%03d", v);
        check(DEFINE_VARIABLE(id, name, NC_FLOAT, 4 - first, dims + first, &variables[v]),
              "variable");
        check(choose_storage(id, variables[v], work->format), "storage");
    }
    check(END_DEFINITION(id), "enddef");
}

static void put_all(const Work* work, Part part, int id, const int* variables,
                    const float* values) {
    const int first = work->records > 0 ? 0 : 1;
    const int puts = puts_of(work);
    int* const requests = memory((size_t)puts * sizeof(int));
    int* const statuses = memory((size_t)puts * sizeof(int));
    for (int i = 0; i < puts; ++i, values += part.values) {
        const int variable = variables[i % work->variables];
        part.start[0] = (Length)(i / work->variables);
        if (work->posts)
            check(IPUT(id, variable, part.start + first, part.count + first, values, &requests[i]),
                  "iput");
        else
            check(PUT(id, variable, part.start + first, part.count + first, values), "put");
    }
    if (work->posts) {
        check(WAIT(id, puts, requests, statuses), "wait");
        for (int i = 0; i < puts; ++i) check(statuses[i], "a request");
    }
    free(requests);
    free(statuses);
}

static double seconds_of(const Work* work, const Part* part, const float* values) {
    int id;
    int* const variables = memory((size_t)work->variables * sizeof(int));
    const double begun = bench_start(MPI_COMM_WORLD);
    check(create(work->path, work->format, &id), "create");
    define(work, id, variables);
    put_all(work, *part, id, variables, values);
    check(CLOSE(id), "close");
    const double seconds = bench_span(MPI_COMM_WORLD, begun);
    free(variables);
    return seconds;
}

static void write_and_tell(const Work* work, bool tells) {
    int rank;
    uint64_t sum = 0, all = 0;
    const Part part = part_of(work);
    float* const values = memory((size_t)puts_of(work) * part.values * sizeof(float));
    for (int i = 0; i < puts_of(work); ++i)
        sum += fill(work, &part, i, values + (size_t)i * part.values);
    MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    bench_level_the_field(MPI_COMM_WORLD, work->path,
                          (int64_t)(puts_of(work) * part.values * sizeof(float)));
    const double seconds = seconds_of(work, &part, values);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && tells) printf("%.6f %" PRIu64 "\n", seconds, all);
    free(values);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 10) {
        fprintf(
            stderr,
            "usage: netcdf4_write FILE FORMAT AXIS WAY VARIABLES RECORDS LENGTH LENGTH LENGTH\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    Work work = {.path = argv[1],
                 .format = argv[2],
                 .axis = atoi(argv[3]),
                 .posts = strcmp(argv[4], "iput") == 0,
                 .variables = atoi(argv[5]),
                 .records = (Length)atoi(argv[6])};
    for (int i = 0; i < 3; ++i) work.lengths[i] = (Length)atoi(argv[7 + i]);
    // The second time, libraries are loaded, ranks know each other, and memory is there.
    write_and_tell(&work, false);
    MPI_Barrier(MPI_COMM_WORLD);
    write_and_tell(&work, true);
    MPI_Finalize();
    return 0;
}
