// SPDX-License-Identifier: BSD-3-Clause
// What holds of netCDF-4 files beside the promises for all (docs/netcdf4.md).
#include <weft.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "planned_store.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int rows = 12;
constexpr int columns = 600;

/// Row by row, of three dimensions: levels, rows, columns. Each rank has some of the rows.
std::vector<int> row_values(int level, int row) {
    std::vector<int> values;
    for (int i = 0; i < columns; ++i) values.push_back(level * 100000 + row * columns + i % 50);
    return values;
}

struct Field {
    int ncid = -1;
    int id = -1;
};

Field define_field(MPI_Offset levels, const std::string& file = path()) {
    Field field;
    field.ncid = create_file(file, NC_NETCDF4);
    const int level = dimension(field.ncid, "level", levels);
    const int y = dimension(field.ncid, "y", rows);
    field.id = variable(field.ncid, "v", NC_INT, {level, y, dimension(field.ncid, "x", columns)});
    const MPI_Offset chunk[] = {4, rows, columns};
    ok(weft_def_var_chunking(field.ncid, field.id, NC_CHUNKED, chunk));
    ok(weft_def_var_deflate(field.ncid, field.id, 1, 1, 1));
    ok(ncmpi_enddef(field.ncid));
    return field;
}

/// Collective, or of this rank alone.
int put_rows(const Field& field, int level, int levels, bool is_independent = false) {
    const int each = (rows + ranks() - 1) / ranks();
    const int first = std::min(rank() * each, rows);
    const MPI_Offset start[] = {level, first, 0};
    const MPI_Offset count[] = {levels, std::min(each, rows - first), columns};
    std::vector<int> values;
    for (int l = level; l < level + levels; ++l)
        for (int row = first; row < first + count[1]; ++row)
            for (const int value : row_values(l, row)) values.push_back(value);
    return is_independent
               ? ncmpi_put_vara_int(field.ncid, field.id, start, count, values.data())
               : ncmpi_put_vara_int_all(field.ncid, field.id, start, count, values.data());
}

void expect_levels(int ncid, int levels, const std::string& what) {
    std::vector<int> wanted;
    for (int level = 0; level < levels; ++level)
        for (int row = 0; row < rows; ++row)
            for (const int value : row_values(level, row)) wanted.push_back(value);
    expect_values(values_of(ncid, 0, wanted.size()), wanted, what);
}

/// As the next program finds them.
void expect_levels_in_file(int levels, const std::string& what) {
    const int ncid = open_file(path(), NC_NOWRITE);
    expect_levels(ncid, levels, what);
    close_file(ncid);
}

void one_writer_at_a_time() {
    close_file(define_field(4).ncid);
    meet();
    int ncid = -1;
    if (rank() == 0) ok(ncmpi_open(MPI_COMM_SELF, path().c_str(), NC_WRITE, MPI_INFO_NULL, &ncid));
    meet();
    int second = -1;
    expect(ncmpi_open(MPI_COMM_SELF, path().c_str(), NC_WRITE, MPI_INFO_NULL, &second), NC_EACCESS,
           "a second writer");
    ok(ncmpi_open(MPI_COMM_SELF, path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &second), "a reader");
    ok(ncmpi_close(second));
    meet();
    if (rank() == 0) ok(ncmpi_close(ncid));
    meet();
    ncid = open_file(path(), NC_WRITE);
    close_file(ncid);
}

void limits_of_hdf5() {
    const int ncid = create_file(path(), NC_NETCDF4);
    const int x = dimension(ncid, "x", 1);
    const std::vector<int> many(33, x);
    expect(ncmpi_def_var(ncid, "v", NC_INT, 33, many.data(), nullptr), NC_EMAXDIMS);
    ok(ncmpi_def_var(ncid, "v", NC_INT, 32, many.data(), nullptr));
    expect(ncmpi_def_dim(ncid, "long", NC_MAX_INT64, nullptr), NC_EDIMSIZE);
    close_file(ncid);
}

/// The file has as many bytes as with one put.
void levels_are_compressed_once() {
    constexpr int levels = 16;
    Field field = define_field(levels, path(".whole"));
    ok(put_rows(field, 0, levels));
    close_file(field.ncid);
    field = define_field(levels);
    for (int level = 0; level < levels; ++level) ok(put_rows(field, level, 1));
    expect_levels(field.ncid, levels, "before the close");
    close_file(field.ncid);
    meet();
    expect_equal(size_of(path()), size_of(path(".whole")), "size of the file");
    expect_levels_in_file(levels, "after it");
}

/// Books that are made anew behind all that there is have all that they had.
void long_attributes_of_reopened_files() {
    const std::string long_text(40000, 'x');
    int ncid = create_file(path(), NC_NETCDF4);
    dimension(ncid, "x", 5);
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "first", 20000, long_text.c_str()));
    close_file(ncid);
    for (const MPI_Offset length : {1, 300, 40000, 5}) {
        ncid = open_file(path(), NC_WRITE);
        ok(ncmpi_redef(ncid));
        ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "second", length, long_text.c_str()));
        ok(ncmpi_enddef(ncid));
        close_file(ncid);
        ncid = open_file(path(), NC_NOWRITE);
        for (const auto& [name, wanted] :
             {std::pair("first", MPI_Offset{20000}), {"second", length}}) {
            MPI_Offset found = 0;
            ok(ncmpi_inq_attlen(ncid, NC_GLOBAL, name, &found));
            expect_equal(found, wanted, name);
        }
        close_file(ncid);
    }
}

/// Whole chunks, which each rank stores without the others; the last one reaches out of the array.
void ranks_put_whole_chunks() {
    const int levels = 4 * ranks() + 2;
    const Field field = define_field(levels);
    ok(put_rows(field, 1, 1));  // stays open with its owner
    const int first = 4 * rank();
    const int mine = rank() + 1 == ranks() ? 6 : 4;
    std::vector<int> values;
    for (int level = first; level < first + mine; ++level)
        for (int row = 0; row < rows; ++row)
            for (const int value : row_values(level, row)) values.push_back(value);
    const MPI_Offset start[] = {first, 0, 0};
    const MPI_Offset count[] = {mine, rows, columns};
    for (int round = 0; round < 2; ++round) {
        ok(ncmpi_put_vara_int_all(field.ncid, field.id, start, count, values.data()));
        expect_levels(field.ncid, levels, "before the close");
    }
    close_file(field.ncid);
    expect_levels_in_file(levels, "after it");
}

/// It is not defined which rank's chunk stays, but it stays as a whole, whatever length each is
/// compressed to.
void ranks_put_the_same_chunk() {
    const Field field = define_field(4);
    const MPI_Offset start[] = {0, 0, 0};
    const MPI_Offset count[] = {4, rows, columns};
    for (int round = 0; round < 4; ++round) {
        std::vector<int> values(4 * rows * columns, rank());
        for (std::size_t i = 0; i < values.size(); i += 1 + (rank() + round) % 3)
            values[i] = rank() + ranks() * (static_cast<int>(i * i) % 1000);
        ok(ncmpi_put_vara_int_all(field.ncid, field.id, start, count, values.data()));
        const std::vector<int> read = values_of(field.ncid, 0, values.size());
        const int whose = read.front() % ranks();
        expect_true(std::ranges::all_of(read, [&](int one) { return one % ranks() == whose; }),
                    "one rank's values");
        if (whose == rank()) expect_values(read, values, "the values of a rank");
    }
    close_file(field.ncid);
}

/// Without room for open chunks, each put stores what it has, and later ones change it.
void without_room_for_open_chunks() {
    const Variable hints("PNETCDF_HINTS", "weft_open_chunk_bytes=0");
    const Field field = define_field(6);
    for (int level = 0; level < 6; ++level) ok(put_rows(field, level, 1));
    expect_levels(field.ncid, 6, "before the close");
    close_file(field.ncid);
    expect_levels_in_file(6, "after it");
}

/// Every write of rank 0 fails once: a sync tells it, and the next one stores what waits.
void a_failed_sync_keeps_puts(bool is_independent) {
    if (is_far()) return skip("a plan is for stores of this machine");
    int failed = 0;
    for (int n = 1; n < 100; ++n) {
        meet();
        const PlannedStore store("0:write:" + std::to_string(n) + ":EIO");
        int ncid = -1;
        int code = ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER | NC_NETCDF4,
                                MPI_INFO_NULL, &ncid);
        if (code != NC_NOERR) continue;
        const int level = dimension(ncid, "level", 4);
        const int y = dimension(ncid, "y", rows);
        const Field field{ncid,
                          variable(ncid, "v", NC_INT, {level, y, dimension(ncid, "x", columns)})};
        const MPI_Offset chunk[] = {4, rows, columns};
        ok(weft_def_var_chunking(ncid, field.id, NC_CHUNKED, chunk));
        code = ncmpi_enddef(ncid);
        if (code != NC_NOERR) {
            (void)ncmpi_close(ncid);
            continue;
        }
        if (is_independent) ok(ncmpi_begin_indep_data(ncid));
        for (int one = 0; one < 4; ++one) ok(put_rows(field, one, 1, is_independent));
        code = ncmpi_sync(ncid);
        if (code != NC_NOERR) ok(ncmpi_sync(ncid), "the next sync");
        if (is_independent) ok(ncmpi_end_indep_data(ncid));
        ok(ncmpi_close(ncid));
        expect_levels_in_file(4, "write " + std::to_string(n) + " failed");
        failed += code == NC_NOERR ? 0 : 1;
        if (code == NC_NOERR) break;
    }
    expect_true(failed > 0, "a sync failed");
}

void a_failed_sync_keeps_open_chunks() {
    a_failed_sync_keeps_puts(false);
}

void a_failed_sync_keeps_puts_of_ranks() {
    a_failed_sync_keeps_puts(true);
}

/// A definition outgrows the room that the file has for it, and cannot be written; a shorter one in
/// its place is, and values that follow get places of their own.
void a_failed_definition_is_shortened() {
    if (is_far()) return skip("a plan is for stores of this machine");
    const std::string longest(300000, 'x');
    int failed = 0;
    for (int n = 1; n < 100; ++n) {
        Field field = define_field(8);
        ok(put_rows(field, 0, 4));
        close_file(field.ncid);
        meet();
        const PlannedStore store("0:write:" + std::to_string(n) + ":EIO");
        if (ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_WRITE, MPI_INFO_NULL, &field.ncid) !=
            NC_NOERR)
            continue;
        ok(ncmpi_redef(field.ncid));
        ok(ncmpi_put_att_text(field.ncid, field.id, "long", static_cast<MPI_Offset>(longest.size()),
                              longest.c_str()));
        const int code = ncmpi_enddef(field.ncid);
        if (code != NC_NOERR) {
            ok(ncmpi_del_att(field.ncid, field.id, "long"));
            ok(ncmpi_enddef(field.ncid), "a shorter definition");
        }
        for (int level = 4; level < 8; ++level) {
            (void)put_rows(field, level, 1);
            if (ncmpi_sync(field.ncid) != NC_NOERR) ok(ncmpi_sync(field.ncid), "the next sync");
        }
        ok(ncmpi_close(field.ncid));
        expect_levels_in_file(8, "write " + std::to_string(n) + " failed");
        failed += code == NC_NOERR ? 0 : 1;
        if (code == NC_NOERR) break;
    }
    expect_true(failed > 0, "a definition failed");
}

/// A rank with wrong arguments does not fill, and nobody waits for it.
void filling_beside_a_wrong_rank() {
    const int ncid = create_file(path(), NC_NETCDF4);
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int v = variable(ncid, "v", NC_INT, {time, dimension(ncid, "x", columns)});
    ok(ncmpi_def_var_fill(ncid, v, 0, nullptr));
    const MPI_Offset chunk[] = {2, columns};
    ok(weft_def_var_chunking(ncid, v, NC_CHUNKED, chunk));
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {1, rank() == 0 ? columns : 0};
    ok(ncmpi_put_vara_int_all(ncid, v, start, count, row_values(0, 0).data()));
    const bool is_wrong = ranks() > 1 && rank() == ranks() - 1;
    const int code = ncmpi_fill_var_rec(ncid, is_wrong ? 99 : v, 1);
    if (ranks() > 1)
        expect_true(code != NC_NOERR, "a wrong rank is told");
    else
        ok(code);
    ok(ncmpi_fill_var_rec(ncid, v, 1), "all are right");
    std::vector<int> wanted = row_values(0, 0);
    wanted.resize(2 * columns, NC_FILL_INT);
    expect_values(values_of(ncid, v, wanted.size()), wanted, "both records");
    close_file(ncid);
}

/// Records of one chunk of 2 MiB.
struct Levels {
    static constexpr int y = 512;
    static constexpr int x = 1024;

    int ncid = -1;
    int id = -1;
    std::vector<std::pair<int, int>> halves;  // for each record, the stamps of its halves

    Levels() {
        ncid = create_file(path(), NC_NETCDF4);
        const int time = dimension(ncid, "time", NC_UNLIMITED);
        const int rows_id = dimension(ncid, "y", y);
        id = variable(ncid, "v", NC_INT, {time, rows_id, dimension(ncid, "x", x)});
        const MPI_Offset chunk[] = {1, y, x};
        ok(weft_def_var_chunking(ncid, id, NC_CHUNKED, chunk));
        ok(weft_def_var_deflate(ncid, id, 1, 1, 1));
        ok(ncmpi_enddef(ncid));
    }

    /// Each rank puts some of the rows.
    void put(int record, int stamp, int first, int end) const {
        const int mine = first + (end - first) * rank() / ranks();
        const MPI_Offset start[] = {record, mine, 0};
        const MPI_Offset count[] = {1, first + (end - first) * (rank() + 1) / ranks() - mine, x};
        std::vector<int> values(static_cast<std::size_t>(count[1] * x));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = stamp * 1000 + (mine * x + static_cast<int>(i)) % 999;
        ok(ncmpi_put_vara_int_all(ncid, id, start, count, values.data()));
    }
    void put_whole(int record, int stamp) {
        put(record, stamp, 0, y);
        halves.resize(std::max(halves.size(), static_cast<std::size_t>(record) + 1));
        halves[static_cast<std::size_t>(record)] = {stamp, stamp};
    }
    void put_first_half(int record, int stamp) {
        put(record, stamp, 0, y / 2);
        halves[static_cast<std::size_t>(record)].first = stamp;
    }

    void expect_all(int reader) const {
        std::vector<int> read(static_cast<std::size_t>(y) * x);
        for (std::size_t record = 0; record < halves.size(); ++record) {
            const MPI_Offset start[] = {static_cast<MPI_Offset>(record), 0, 0};
            const MPI_Offset count[] = {1, y, x};
            ok(ncmpi_get_vara_int_all(reader, id, start, count, read.data()));
            std::vector<int> wanted(read.size());
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                const bool is_first = i < wanted.size() / 2;
                wanted[i] = (is_first ? halves[record].first : halves[record].second) * 1000 +
                            static_cast<int>(i % 999);
            }
            expect_true(read == wanted, "record " + std::to_string(record));
        }
    }
};

/// Small puts are held back, until they are written together; records may change before and after
/// that.
void small_puts_are_written_together() {
    Levels levels;
    const bool holds = !is_far() && !is_staged();
    const auto file_bytes = [] { return is_far() ? 0 : std::filesystem::file_size(path()); };
    const auto defined = file_bytes();
    for (int record = 0; record < 7; ++record) levels.put_whole(record, record);
    meet();
    if (holds) expect_equal(file_bytes(), defined, "the file, while they are held back");
    meet();
    levels.put_whole(1, 77);
    levels.put_first_half(3, 78);
    ok(ncmpi_flush(levels.ncid));
    meet();
    if (!is_far()) expect_true(file_bytes() > defined, "they are in the file");
    levels.put_whole(7, 7);
    levels.put_first_half(7, 79);
    levels.put_first_half(0, 80);
    levels.expect_all(levels.ncid);
    close_file(levels.ncid);
    const int ncid = open_file(path(), NC_NOWRITE);
    levels.expect_all(ncid);
    close_file(ncid);
}

/// Also of chunks that later puts will complete.
void other_programs_find_what_was_flushed() {
    Levels levels;
    levels.put_whole(0, 5);
    for (const int stamp : {6, 7}) {
        levels.put_whole(1, stamp);
        levels.put_first_half(1, 10 * stamp);
        ok(ncmpi_flush(levels.ncid));
        meet();
        int reader = -1;
        ok(ncmpi_open(MPI_COMM_SELF, path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &reader));
        levels.expect_all(reader);
        ok(ncmpi_close(reader));
        meet();
    }
    close_file(levels.ncid);
}

/// An attribute that changes behind the first put of records, which may be the last rank's alone,
/// takes them into the file, whose books count them.
void an_attribute_changes_behind_the_first_record(const std::string& hint_of_parts) {
    const std::string all = hint_of_parts + "weft_compress=deflate:1";
    const Variable hints("PNETCDF_HINTS", all.c_str());
    for (const bool is_independent : {false, true}) {
        const int ncid = create_file(path(), NC_NETCDF4);
        const int time = dimension(ncid, "time", NC_UNLIMITED);
        const int v = variable(ncid, "v", NC_INT, {time, dimension(ncid, "x", 7)});
        ok(ncmpi_put_att_text(ncid, v, "units", 3, "mm "));
        ok(ncmpi_enddef(ncid));
        const MPI_Offset start[] = {1, 0};
        const MPI_Offset count[] = {rank() == ranks() - 1 ? 1 : 0, 7};
        const std::vector<int> values(7, 3);
        if (is_independent) {
            ok(ncmpi_begin_indep_data(ncid));
            ok(ncmpi_put_vara_int(ncid, v, start, count, values.data()));
        } else {
            ok(ncmpi_put_vara_int_all(ncid, v, start, count, values.data()));
        }
        ok(ncmpi_put_att_text(ncid, v, "units", 2, "km"));
        ok(ncmpi_close(ncid));
        const int again = open_file(path(), NC_NOWRITE);
        expect_equal(record_count(again), 2, "records");
        const std::vector<int> read = values_of(again, v, 14);
        expect_values(std::vector<int>(read.begin() + 7, read.end()), values, "its values");
        close_file(again);
    }
}

/// All ranks see the growth, even if only one of them reaches farther.
void several_dimensions_grow() {
    int ncid = create_file(path(), NC_NETCDF4 | NC_CLASSIC_MODEL);
    int time = dimension(ncid, "time", NC_UNLIMITED);
    const int late[] = {dimension(ncid, "x", 3), time};
    expect(ncmpi_def_dim(ncid, "second", NC_UNLIMITED, nullptr), NC_EUNLIMIT, "classic model");
    expect(ncmpi_def_var(ncid, "v", NC_INT, 2, late, nullptr), NC_EUNLIMPOS, "classic model");
    close_file(ncid);
    ncid = create_file(path(), NC_NETCDF4);
    const int x = dimension(ncid, "x", 3);
    time = dimension(ncid, "time", NC_UNLIMITED);
    const int second = dimension(ncid, "second", NC_UNLIMITED);
    const int v = variable(ncid, "v", NC_INT, {x, second, time});
    ok(ncmpi_enddef(ncid));
    int first = -1;
    int count = 0;
    int ids[2] = {-1, -1};
    ok(ncmpi_inq_unlimdim(ncid, &first));
    ok(weft_inq_unlimdims(ncid, &count, ids));
    expect_true(first == time && count == 2 && ids[0] == time && ids[1] == second, "which grow");
    const bool is_last = rank() == ranks() - 1;
    const MPI_Offset at[] = {0, is_last ? 6 : 0, is_last ? 0 : 4};
    const MPI_Offset one[] = {1, 1, 1};
    const int value = 7;
    ok(ncmpi_put_vara_int_all(ncid, v, at, one, &value));
    MPI_Offset length = 0;
    ok(ncmpi_inq_dimlen(ncid, second, &length));
    expect_equal(length, 7, "second");
    ok(ncmpi_inq_dimlen(ncid, time, &length));
    expect_equal(length, ranks() > 1 ? 5 : 1, "time");
    const MPI_Offset far[] = {0, NC_MAX_INT64 - 1, 0};
    expect(ncmpi_put_vara_int_all(ncid, v, far, one, &value), NC_EEDGE, "beyond 2^62 bytes");
    close_file(ncid);
}

/// The only unlimited dimension of a file, behind another one, and of a variable that is shorter.
void one_dimension_grows_behind_another() {
    for (const bool is_independent : {false, true}) {
        const int ncid = create_file(path(), NC_NETCDF4);
        const int time = dimension(ncid, "time", NC_UNLIMITED);
        const int rows = dimension(ncid, "x", 2 * ranks());
        const int v = variable(ncid, "v", NC_INT, {rows, time});
        const int shorter = variable(ncid, "shorter", NC_INT, {time});
        ok(ncmpi_enddef(ncid));
        const MPI_Offset none = 0;
        const MPI_Offset two = rank() == 0 ? 2 : 0;
        const std::vector<int> ones(2, 1);
        ok(ncmpi_put_vara_int_all(ncid, shorter, &none, &two, ones.data()));
        const MPI_Offset start[] = {2 * rank(), 0};
        const MPI_Offset count[] = {2, 5};
        std::vector<int> values(10);
        std::iota(values.begin(), values.end(), 10 * rank());
        if (is_independent) ok(ncmpi_begin_indep_data(ncid));
        if (is_independent)
            ok(ncmpi_put_vara_int(ncid, v, start, count, values.data()));
        else
            ok(ncmpi_put_vara_int_all(ncid, v, start, count, values.data()));
        if (is_independent) ok(ncmpi_end_indep_data(ncid));
        expect_equal(record_count(ncid), 5, "while it is open");
        close_file(ncid);
        const int again = open_file(path(), NC_NOWRITE);
        expect_equal(record_count(again), 5, "in the file");
        std::vector<int> read(10);
        ok(ncmpi_get_vara_int_all(again, v, start, count, read.data()));
        expect_values(read, values, "all that was put");
        close_file(again);
    }
}

/// What cannot be stored so is refused at once.
void storage_that_cannot_be() {
    const int ncid = create_file(path(), NC_NETCDF4);
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int v = variable(ncid, "v", NC_INT, {time, dimension(ncid, "x", 6)});
    const int scalar = variable(ncid, "s", NC_DOUBLE, {});
    const unsigned level[] = {99, 1};
    for (const unsigned id : {1U, 32015U}) {  // deflate, zstd
        expect(weft_def_var_filter(ncid, v, id, 0, nullptr), NC_EINVAL, "no level");
        expect(weft_def_var_filter(ncid, v, id, 2, level), NC_EINVAL, "two levels");
        expect(weft_def_var_filter(ncid, v, id, 1, level), NC_EINVAL, "a level beyond");
    }
    expect(weft_def_var_deflate(ncid, scalar, 0, 1, 1), NC_EINVAL, "a single value");
    expect(weft_def_var_fletcher32(ncid, scalar, 1), NC_EINVAL, "a single value");
    const MPI_Offset longer[] = {2, 7};
    const MPI_Offset larger[] = {MPI_Offset{1} << 31, 6};
    expect(weft_def_var_chunking(ncid, v, NC_CHUNKED, longer), NC_EBADCHUNK, "beyond x");
    expect(weft_def_var_chunking(ncid, v, NC_CHUNKED, larger), NC_EBADCHUNK, "2^32 bytes");
    expect(weft_def_var_chunking(ncid, v, NC_CONTIGUOUS, nullptr), NC_EINVAL, "it grows");
    const unsigned wrong_size[] = {9};  // HDF5 knows the size of elements
    ok(weft_def_var_filter(ncid, v, 2, 1, wrong_size));
    ok(weft_def_var_filter(ncid, v, 1, 1, level + 1));
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {2, 6};
    std::vector<int> values(12);
    std::iota(values.begin(), values.end(), 1);
    ok(ncmpi_put_vara_int_all(ncid, v, start, count, values.data()));
    close_file(ncid);
    const int again = open_file(path(), NC_NOWRITE);
    expect_values(values_of(again, v, values.size()), values, "through shuffle and deflate");
    close_file(again);
}

/// A program that makes each record certain pays for what is new, not for all that is there.
void each_record_is_certain() {
    const Variable set("PNETCDF_HINTS", "weft_write_behind=disable");
    constexpr MPI_Offset columns = 60;
    constexpr int records = 40;
    const int ncid = create_file(path(), NC_NETCDF4);
    const int time = dimension(ncid, "time", NC_UNLIMITED);
    const int v = variable(ncid, "v", NC_INT, {time, dimension(ncid, "x", columns)});
    const MPI_Offset chunk[] = {1, 1};
    ok(weft_def_var_chunking(ncid, v, NC_CHUNKED, chunk));
    ok(weft_def_var_deflate(ncid, v, 0, 1, 1));
    ok(ncmpi_enddef(ncid));
    std::vector<MPI_Offset> written;  // by each step
    const auto put = [&](int record, int stamp) {
        MPI_Offset before = 0;
        MPI_Offset after = 0;
        ok(ncmpi_inq_put_size(ncid, &before));
        const MPI_Offset start[] = {record, 0};
        const MPI_Offset count[] = {rank() == 0 ? 1 : 0, rank() == 0 ? columns : 0};
        const std::vector<int> values(columns, stamp);
        ok(ncmpi_put_vara_int_all(ncid, v, start, count, values.data()));
        ok(ncmpi_sync(ncid));
        ok(ncmpi_inq_put_size(ncid, &after));
        written.push_back(after - before);
    };
    for (int record = 0; record < records; ++record) put(record, record);
    if (rank() == 0)
        expect_true(written.back() < 2 * written[4],
                    std::to_string(written.back()) + " bytes, and " + std::to_string(written[4]));
    put(3, 77);  // a chunk finds another place
    for (int record = records; record < records + 5; ++record) put(record, record);
    close_file(ncid);
    const int reader = open_file(path(), NC_NOWRITE);
    std::vector<int> wanted;
    for (int record = 0; record < records + 5; ++record)
        wanted.insert(wanted.end(), columns, record == 3 ? 77 : record);
    expect_values(values_of(reader, v, wanted.size()), wanted, "all records");
    close_file(reader);
}

/// A table of single values, each a chunk: `columns` for each rank.
struct Mosaic {
    static constexpr MPI_Offset columns = 150;  // 3 + 21 * 7
    int ncid = -1;
    int id = -1;

    void create() {
        ncid = create_file(path(), NC_NETCDF4);
        const int y = dimension(ncid, "y", ranks());
        id = variable(ncid, "v", NC_INT, {y, dimension(ncid, "x", columns)});
        const MPI_Offset chunk[] = {1, 1};
        ok(weft_def_var_chunking(ncid, id, NC_CHUNKED, chunk));
        ok(weft_def_var_deflate(ncid, id, 0, 1, 1));
        ok(ncmpi_enddef(ncid));
    }

    /// Each rank puts a part of its row.
    void put(MPI_Offset first, MPI_Offset count, int stamp) const {
        std::vector<int> values;
        for (MPI_Offset x = first; x < first + count; ++x)
            values.push_back(value(rank(), x, stamp));
        const MPI_Offset start[] = {rank(), first};
        const MPI_Offset shape[] = {1, count};
        ok(ncmpi_put_vara_int_all(ncid, id, start, shape, values.data()));
    }

    /// A part of the next rank's row.
    void expect(MPI_Offset first, MPI_Offset count, int stamp, bool is_alone) const {
        const int row = (rank() + 1) % ranks();
        std::vector<int> wanted;
        for (MPI_Offset x = first; x < first + count; ++x) wanted.push_back(value(row, x, stamp));
        std::vector<int> values(wanted.size());
        const MPI_Offset start[] = {row, first};
        const MPI_Offset shape[] = {1, count};
        const auto get = is_alone ? ncmpi_get_vara_int : ncmpi_get_vara_int_all;
        ok(get(ncid, id, start, shape, values.data()));
        expect_values(values, wanted, "the next rank's");
    }

private:
    static int value(int row, MPI_Offset x, int stamp) {
        return stamp * 100000 + row * 1000 + static_cast<int>(x);
    }
};

/// The index of many chunks grows; where ranks share memory, each node has one, which all its ranks
/// see, alone and together.
void an_index_on_each_node(const std::string& hints) {
    const Variable set("PNETCDF_HINTS", (hints + ";weft_write_behind=disable").c_str());
    Mosaic mosaic;
    mosaic.create();
    mosaic.put(0, 3, 1);
    mosaic.expect(0, 3, 1, false);
    for (MPI_Offset x = 3; x < Mosaic::columns; x += 7) mosaic.put(x, 7, 2);
    ok(ncmpi_begin_indep_data(mosaic.ncid));
    mosaic.expect(3, Mosaic::columns - 3, 2, true);
    ok(ncmpi_end_indep_data(mosaic.ncid));
    close_file(mosaic.ncid);

    mosaic.ncid = open_file(path(), NC_WRITE);
    ok(ncmpi_inq_varid(mosaic.ncid, "v", &mosaic.id));
    mosaic.put(50, 70, 3);
    mosaic.expect(0, 3, 1, false);
    mosaic.expect(50, 70, 3, false);
    close_file(mosaic.ncid);
    mosaic.ncid = open_file(path(), NC_NOWRITE);
    mosaic.expect(3, 47, 2, false);
    mosaic.expect(50, 70, 3, false);
    mosaic.expect(120, 30, 2, false);
    close_file(mosaic.ncid);
}

/// Chunks that a rank gets may be in the log of another node: then the file has them first, or the
/// get fails. From the n-th write on the drain of the other node cannot write.
void chunks_in_the_log_of_another_node() {
    if (is_far()) return skip("a plan is for stores of this machine");
    const Variable set("PNETCDF_HINTS",
                       "weft_stage=memory:16MiB;weft_pretended_nodes=2;cb_nodes=2");
    constexpr int levels = 32;
    int refused = 0;
    int got = 0;
    for (int n = 1; n < 100 && got == 0; ++n) {
        const std::string plan = "write:" + std::to_string(n) + ":EIO:forever";
        const PlannedStore store(rank() == 0 && ranks() > 1 ? "" : plan);
        Field field;
        if (ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_NETCDF4, MPI_INFO_NULL, &field.ncid) !=
            NC_NOERR)
            continue;
        const int level = dimension(field.ncid, "level", levels);
        const int y = dimension(field.ncid, "y", rows);
        field.id =
            variable(field.ncid, "v", NC_INT, {level, y, dimension(field.ncid, "x", columns)});
        const MPI_Offset chunk[] = {4, rows, columns};
        ok(weft_def_var_chunking(field.ncid, field.id, NC_CHUNKED, chunk));
        ok(weft_def_var_deflate(field.ncid, field.id, 1, 1, 1));
        if (ncmpi_enddef(field.ncid) != NC_NOERR) {
            (void)ncmpi_abort(field.ncid);
            continue;
        }
        ok(put_rows(field, 0, levels));
        const MPI_Offset start[] = {0, 0, 0};
        const MPI_Offset count[] = {levels, rows, columns};
        std::vector<int> values(std::size_t{levels} * rows * columns);
        const int code = ncmpi_get_vara_int_all(field.ncid, field.id, start, count, values.data());
        if (code == NC_NOERR) {
            std::vector<int> wanted;
            for (int l = 0; l < levels; ++l)
                for (int row = 0; row < rows; ++row)
                    for (const int value : row_values(l, row)) wanted.push_back(value);
            expect_values(values, wanted, "write " + std::to_string(n) + " fails");
        }
        got += code == NC_NOERR ? 1 : 0;
        refused += code == NC_NOERR ? 0 : 1;
        (void)ncmpi_close(field.ncid);
    }
    expect_true(got > 0, "the get succeeded at last");
    if (ranks() > 1) expect_true(refused > 0, "a get failed");
}

/// Puts of whole chunks, some again, some that are got before and behind a sync.
void write_and_read_levels() {
    constexpr int levels = 32;
    constexpr int each = 4;
    const Field field = define_field(levels);
    const MPI_Offset start[] = {0, 0, 0};
    const MPI_Offset count[] = {each, rows, columns};
    std::vector<int> wanted;
    for (int level = 0; level < each; ++level)
        for (int row = 0; row < rows; ++row)
            for (const int value : row_values(level, row)) wanted.push_back(value);
    std::vector<int> values(wanted.size());
    // One of the chunks has been put in part.
    ok(put_rows(field, 2 * each + 1, 1));
    ok(put_rows(field, 0, 6 * each));
    for (int level = 4 * each; level < levels; level += each) {
        ok(put_rows(field, level, each));
        if (level == 5 * each) ok(ncmpi_sync(field.ncid));
        if (level % (2 * each) != 0) continue;
        ok(ncmpi_get_vara_int_all(field.ncid, field.id, start, count, values.data()));
        expect_values(values, wanted, "got at level " + std::to_string(level));
        ok(put_rows(field, 0, each));
    }
    ok(put_rows(field, 2 * each + 1, 1));
    close_file(field.ncid);
    expect_levels_in_file(levels, "at the end");
}

std::string bytes_of_levels(const std::string& hints) {
    const Variable environment("PNETCDF_HINTS", hints.c_str());
    write_and_read_levels();
    meet();
    std::ifstream file(path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    meet();
    return bytes;
}

/// A thread compresses chunks of staged files behind their puts; nobody sees it in the file. Two
/// have room on a rank, or all. Where the log has none for what waits, nothing does, and chunks are
/// stored that would have been put again.
void compressed_behind_puts() {
    if (is_far()) return skip("it compares the bytes of two files of this machine");
    for (const std::string room : {"262144", "67108864"}) {
        const std::string hints = "weft_open_chunk_bytes=" + room + ";weft_stage=";
        const std::string bytes = bytes_of_levels(hints + "disable");
        const std::string staged = bytes_of_levels(hints + "memory:16MiB");
        expect_true(!bytes.empty() && staged == bytes, "the same bytes with room for " + room);
        expect_true(bytes_of_levels(hints + "memory:64KiB").size() >= bytes.size(),
                    "all chunks with a small log");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(
        argc, argv,
        {{"one_writer_at_a_time", one_writer_at_a_time},
         {"limits_of_hdf5", limits_of_hdf5},
         {"levels_are_compressed_once", levels_are_compressed_once},
         {"long_attributes_of_reopened_files", long_attributes_of_reopened_files},
         {"ranks_put_whole_chunks", ranks_put_whole_chunks},
         {"ranks_put_the_same_chunk", ranks_put_the_same_chunk},
         {"without_room_for_open_chunks", without_room_for_open_chunks},
         {"a_failed_sync_keeps_open_chunks", a_failed_sync_keeps_open_chunks},
         {"a_failed_sync_keeps_puts_of_ranks", a_failed_sync_keeps_puts_of_ranks},
         {"a_failed_definition_is_shortened", a_failed_definition_is_shortened},
         {"filling_beside_a_wrong_rank", filling_beside_a_wrong_rank},
         {"small_puts_are_written_together", small_puts_are_written_together},
         {"other_programs_find_what_was_flushed", other_programs_find_what_was_flushed},
         {"an_attribute_changes_behind_the_first_record",
          [] { an_attribute_changes_behind_the_first_record(""); }},
         {"an_attribute_changes_behind_the_first_record_of_parts",
          [] {
              an_attribute_changes_behind_the_first_record(
                  "weft_parts=2;weft_part_least_bytes=0;weft_part_min_ndims=1;"
                  "weft_format=netcdf4;");
          }},
         {"several_dimensions_grow", several_dimensions_grow},
         {"one_dimension_grows_behind_another", one_dimension_grows_behind_another},
         {"storage_that_cannot_be", storage_that_cannot_be},
         {"compressed_behind_puts", compressed_behind_puts},
         {"each_record_is_certain", each_record_is_certain},
         {"an_index_on_each_rank", [] { an_index_on_each_node("weft_shared_memory=disable"); }},
         {"an_index_on_a_node", [] { an_index_on_each_node("weft_shared_memory=enable"); }},
         {"an_index_on_each_node",
          [] { an_index_on_each_node("weft_shared_memory=enable;weft_pretended_nodes=2"); }},
         {"chunks_in_the_log_of_another_node", chunks_in_the_log_of_another_node}});
}
