// SPDX-License-Identifier: BSD-3-Clause
//
// PATH MODE DIGITS: all ranks write a netCDF-4 file whose variables are quantised, each record by
// another kind of put, and open it again for two records more. Mode -1: the program does not ask.
// quantized_test.py knows what must be in it.
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft.h>

enum { rows = 36, columns = 24, odd_rows = 37, odd_columns = 23, first_records = 6, records = 8 };
enum { collective, posted, buffered, listed, alone, turned };
enum { time_id, fixed_id, array_id, doubles_id, records_id };

static int rank;
static int ranks;
static int ncid;

static void fail(int line, const char* what) {
    fprintf(stderr, "quantize.c:%d: %s: %s\n", line, what, weft_last_error(ncid));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
static void expect(int code, int wanted, int line) {
    if (code != wanted) fail(line, ncmpi_strerrno(code));
}
#define EXPECT(call, wanted) expect(call, wanted, __LINE__)
#define CHECK(call) expect(call, NC_NOERR, __LINE__)

static double value_of(int variable, long long element) {
    static const double scales[] = {1e-3, 1e-2, 0.1, 1, 10, 100, 1000};
    if (element % 41 == 7) return -999.125;  // the fill value
    const long long number = (element * 7919 + (long long)variable * 104729) % 20011;
    return ((double)number - 10000.5) * scales[element % 7];
}

typedef struct {
    int variable;
    int record;  // -1: a fixed variable
    int axis;    // along which it is divided among the ranks
    int lengths[2];
} Slab;

/// This rank's part of a slab.
typedef struct {
    MPI_Offset start[3];
    MPI_Offset count[3];
    double* values;
} Part;

static Part part_of(Slab slab) {
    Part part = {{slab.record, 0, 0}, {1, slab.lengths[0], slab.lengths[1]}, NULL};
    const MPI_Offset length = slab.lengths[slab.axis];
    const MPI_Offset share = (length + ranks - 1) / ranks;
    const MPI_Offset begin = share * rank < length ? share * rank : length;
    part.start[1 + slab.axis] = begin;
    part.count[1 + slab.axis] = length - begin < share ? length - begin : share;
    part.values = malloc(sizeof(double) * (size_t)slab.lengths[0] * (size_t)slab.lengths[1]);
    int n = 0;
    for (MPI_Offset i = 0; i < part.count[1]; ++i)
        for (MPI_Offset j = 0; j < part.count[2]; ++j) {
            const long long in_slab = (part.start[1] + i) * slab.lengths[1] + part.start[2] + j;
            const long long before = slab.record < 0 ? 0 : (long long)slab.record * rows * columns;
            part.values[n++] = value_of(slab.variable, before + in_slab);
        }
    return part;
}

/// The part of the record by single rows.
static void put_listed(int variable, const Part* part) {
    MPI_Offset start[odd_rows][3];
    MPI_Offset count[odd_rows][3];
    MPI_Offset* starts[odd_rows];
    MPI_Offset* counts[odd_rows];
    for (int i = 0; i < part->count[1]; ++i) {
        const MPI_Offset row[3] = {part->start[0], part->start[1] + i, part->start[2]};
        for (int d = 0; d < 3; ++d) {
            start[i][d] = row[d];
            count[i][d] = d == 2 ? part->count[2] : 1;
        }
        starts[i] = start[i];
        counts[i] = count[i];
    }
    CHECK(ncmpi_put_varn_double_all(ncid, variable, (int)part->count[1], starts, counts,
                                    part->values));
}

/// From memory in which columns lie side by side.
static void put_turned(int variable, const Part* part) {
    double* const values = malloc(sizeof(double) * rows * columns);
    for (MPI_Offset i = 0; i < part->count[1]; ++i)
        for (MPI_Offset j = 0; j < part->count[2]; ++j)
            values[j * part->count[1] + i] = part->values[i * part->count[2] + j];
    const MPI_Offset imap[3] = {part->count[1] * part->count[2], 1, part->count[1]};
    CHECK(ncmpi_put_varm_double_all(ncid, variable, part->start, part->count, NULL, imap, values));
    free(values);
}

static void put_posted(int variable, const Part* part, int is_buffered) {
    int id = 0;
    int status = 0;
    if (is_buffered) {
        CHECK(ncmpi_buffer_attach(ncid, (MPI_Offset)sizeof(double) * rows * columns));
        CHECK(ncmpi_bput_vara_double(ncid, variable, part->start, part->count, part->values, &id));
    } else {
        CHECK(ncmpi_iput_vara_double(ncid, variable, part->start, part->count, part->values, &id));
    }
    CHECK(ncmpi_wait_all(ncid, 1, &id, &status));
    CHECK(status);
    if (is_buffered) CHECK(ncmpi_buffer_detach(ncid));
}

static void put(Slab slab, int way) {
    Part part = part_of(slab);
    const int skipped = slab.record < 0 ? 1 : 0;
    const MPI_Offset* const start = part.start + skipped;
    const MPI_Offset* const count = part.count + skipped;
    if (way == collective)
        CHECK(ncmpi_put_vara_double_all(ncid, slab.variable, start, count, part.values));
    else if (way == alone)
        CHECK(ncmpi_put_vara_double(ncid, slab.variable, start, count, part.values));
    else if (way == listed)
        put_listed(slab.variable, &part);
    else if (way == turned)
        put_turned(slab.variable, &part);
    else
        put_posted(slab.variable, &part, way == buffered);
    free(part.values);
}

static void put_record(int record, int way) {
    const Slab slab = {records_id, record, record % 2, {rows, columns}};
    const MPI_Offset start = record;
    const MPI_Offset count = rank == 0 ? 1 : 0;
    const double time = 0.1 * record;
    if (way == alone) CHECK(ncmpi_begin_indep_data(ncid));
    put(slab, way);
    if (way == alone) CHECK(ncmpi_end_indep_data(ncid));
    CHECK(ncmpi_put_vara_double_all(ncid, time_id, &start, &count, &time));
}

static void refuse(int id, int whole_numbers) {
    EXPECT(weft_def_var_quantize(ncid, id, 4, 3), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, id, -1, 3), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, id, NC_QUANTIZE_BITGROOM, 0), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, id, NC_QUANTIZE_GRANULARBR, 8), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, id, NC_QUANTIZE_BITROUND, 24), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, whole_numbers, NC_QUANTIZE_BITROUND, 3), NC_EINVAL);
    EXPECT(weft_def_var_quantize(ncid, NC_GLOBAL, NC_QUANTIZE_BITROUND, 3), NC_EGLOBAL);
    EXPECT(weft_def_var_quantize(ncid, 99, NC_QUANTIZE_BITROUND, 3), NC_ENOTVAR);
}

static void expect_quantization(int mode, int digits) {
    int found[2] = {-1, -1};
    CHECK(weft_inq_var_quantize(ncid, records_id, &found[0], &found[1]));
    if (found[0] != mode || found[1] != digits) fail(__LINE__, "another quantisation");
}

static void define(int mode, int digits) {
    int dimensions[3];
    int odd[2];
    CHECK(ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &dimensions[0]));
    CHECK(ncmpi_def_dim(ncid, "y", rows, &dimensions[1]));
    CHECK(ncmpi_def_dim(ncid, "x", columns, &dimensions[2]));
    CHECK(ncmpi_def_dim(ncid, "odd_y", odd_rows, &odd[0]));
    CHECK(ncmpi_def_dim(ncid, "odd_x", odd_columns, &odd[1]));
    int ids[6];
    CHECK(ncmpi_def_var(ncid, "time", NC_DOUBLE, 1, dimensions, &ids[0]));
    CHECK(ncmpi_def_var(ncid, "fixed", NC_FLOAT, 2, dimensions + 1, &ids[1]));
    CHECK(ncmpi_def_var(ncid, "array", NC_FLOAT, 2, odd, &ids[2]));
    CHECK(ncmpi_def_var(ncid, "doubles", NC_DOUBLE, 2, odd, &ids[3]));
    CHECK(ncmpi_def_var(ncid, "records", NC_FLOAT, 3, dimensions, &ids[4]));
    CHECK(ncmpi_def_var(ncid, "whole", NC_INT, 2, odd, &ids[5]));
    const MPI_Offset chunk[2] = {10, 8};
    CHECK(weft_def_var_chunking(ncid, fixed_id, NC_CHUNKED, chunk));
    CHECK(weft_def_var_deflate(ncid, fixed_id, 1, 1, 1));
    CHECK(weft_def_var_chunking(ncid, array_id, NC_CONTIGUOUS, NULL));
    EXPECT(weft_def_var_endian(ncid, doubles_id, 3), NC_EINVAL);
    CHECK(weft_def_var_endian(ncid, doubles_id, NC_ENDIAN_BIG));
    CHECK(weft_def_var_endian(ncid, fixed_id, NC_ENDIAN_BIG));
    const float fill = -999.125F;
    const double double_fill = -999.125;
    CHECK(ncmpi_put_att_float(ncid, fixed_id, "_FillValue", NC_FLOAT, 1, &fill));
    CHECK(ncmpi_put_att_float(ncid, array_id, "_FillValue", NC_FLOAT, 1, &fill));
    CHECK(ncmpi_put_att_double(ncid, doubles_id, "_FillValue", NC_DOUBLE, 1, &double_fill));
    CHECK(ncmpi_def_var_fill(ncid, records_id, 0, &fill));
    refuse(records_id, ids[5]);
    for (int id = fixed_id; id <= records_id && mode >= 0; ++id) {
        CHECK(weft_def_var_quantize(ncid, id, NC_QUANTIZE_BITROUND, 1));  // the last one counts
        CHECK(weft_def_var_quantize(ncid, id, mode, digits));
    }
    if (mode >= 0) expect_quantization(mode, digits);
    CHECK(ncmpi_enddef(ncid));
}

/// Classic files have no such attributes of their own.
static void refuse_classic_file(const char* path) {
    int id = 0;
    CHECK(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid));
    CHECK(ncmpi_def_var(ncid, "v", NC_FLOAT, 0, NULL, &id));
    EXPECT(weft_def_var_quantize(ncid, id, NC_QUANTIZE_BITROUND, 3), NC_ENOTNC4);
    CHECK(ncmpi_close(ncid));
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int mode = atoi(argv[2]);
    const int digits = atoi(argv[3]);
    refuse_classic_file(argv[1]);
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_NETCDF4, MPI_INFO_NULL, &ncid));
    define(mode, digits);
    if (mode >= 0) expect_quantization(mode, digits);
    put((Slab){fixed_id, -1, 0, {rows, columns}}, collective);
    put((Slab){array_id, -1, 0, {odd_rows, odd_columns}}, collective);
    put((Slab){doubles_id, -1, 1, {odd_rows, odd_columns}}, collective);
    for (int record = 0; record < first_records; ++record) put_record(record, record);
    CHECK(ncmpi_close(ncid));

    CHECK(ncmpi_open(MPI_COMM_WORLD, argv[1], NC_WRITE, MPI_INFO_NULL, &ncid));
    if (mode >= 0) expect_quantization(mode, digits);
    put_record(first_records, collective);
    put_record(first_records + 1, alone);
    CHECK(ncmpi_redef(ncid));
    EXPECT(weft_def_var_quantize(ncid, records_id, NC_QUANTIZE_BITROUND, 3), NC_ELATEDEF);
    CHECK(ncmpi_enddef(ncid));
    CHECK(ncmpi_close(ncid));
    MPI_Finalize();
    return 0;
}
