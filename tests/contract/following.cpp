// SPDX-License-Identifier: BSD-3-Clause
// Programs that read a file while another one adds records to it: which records they see, and when.
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset x_length = 6;

/// A file whose records are filled by two puts.
struct Growing {
    int ncid = -1;
    int first = -1;   // int (time, x)
    int second = -1;  // int (time, x)
};

Growing created(MPI_Comm comm) {
    Growing file;
    ok(ncmpi_create(comm, path().c_str(), NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file.ncid));
    const int time = dimension(file.ncid, "time", NC_UNLIMITED);
    const int x = dimension(file.ncid, "x", x_length);
    file.first = variable(file.ncid, "first", NC_INT, {time, x});
    file.second = variable(file.ncid, "second", NC_INT, {time, x});
    ok(ncmpi_enddef(file.ncid));
    ok(ncmpi_sync(file.ncid));
    return file;
}

/// The same file, opened by another program.
Growing opened(MPI_Comm comm, int omode) {
    Growing file{.first = 0, .second = 1};
    ok(ncmpi_open(comm, path().c_str(), omode, MPI_INFO_NULL, &file.ncid));
    return file;
}

/// Collective, also where one process is all: the ranks of the file share a record.
void put(int ncid, int varid, MPI_Offset record, bool alone = false) {
    const int mine = alone ? 0 : rank();
    const MPI_Offset start[] = {record, mine % x_length};
    const MPI_Offset count[] = {1, alone ? x_length : (mine == ranks() - 1 ? x_length - mine : 1)};
    const std::vector<int> values(x_length, static_cast<int>(record));
    ok(ncmpi_put_vara_int_all(ncid, varid, start, count, values.data()));
}

void expect_records(const Growing& file, MPI_Offset count, std::string_view what) {
    expect_equal(record_count(file.ncid), count, what);
    for (const int varid : {file.first, file.second}) {
        if (count == 0) break;
        const MPI_Offset start[] = {count - 1, 0};
        const MPI_Offset shape[] = {1, x_length};
        std::vector<int> values(x_length, -1);
        ok(ncmpi_get_vara_int_all(file.ncid, varid, start, shape, values.data()), what);
        expect_values(values, std::vector<int>(x_length, static_cast<int>(count - 1)), what);
    }
}

/// A writer over a network does not say which records are whole: a message for each would cost
/// more.
bool is_far() {
    return here_of(path()) != path();
}

void records_come_with_sync() {
    const Growing writer = created(MPI_COMM_WORLD);
    const Growing reader = opened(MPI_COMM_WORLD, NC_NOWRITE);
    for (MPI_Offset record = 0; record < 4; ++record) {
        put(writer.ncid, writer.first, record);
        ok(ncmpi_sync(reader.ncid));
        if (!is_far()) expect_records(reader, record, "half of the next is there");
        put(writer.ncid, writer.second, record);
        ok(ncmpi_sync(writer.ncid));
        meet();
        ok(ncmpi_sync(reader.ncid));
        expect_records(reader, record + 1, "the reader has synchronised");
    }
    close_file(writer.ncid);
    close_file(reader.ncid);
}

/// Without a sync, a record is whole when the next one begins.
void records_come_with_the_next() {
    if (is_staged() || is_far()) return;
    const Growing writer = created(MPI_COMM_WORLD);
    const Growing reader = opened(MPI_COMM_WORLD, NC_NOWRITE);
    for (MPI_Offset record = 0; record < 3; ++record) {
        put(writer.ncid, writer.first, record);
        put(writer.ncid, writer.second, record);
        meet();
        ok(ncmpi_sync(reader.ncid));
        expect_records(reader, record, "the newest may not be whole");
        meet();
    }
    close_file(writer.ncid);
    ok(ncmpi_sync(reader.ncid));
    expect_records(reader, 3, "the writer has closed the file");
    close_file(reader.ncid);
}

void records_come_with(int (*call)(int), std::string_view what) {
    const Growing writer = created(MPI_COMM_WORLD);
    const Growing reader = opened(MPI_COMM_WORLD, NC_NOWRITE);
    put(writer.ncid, writer.first, 0);
    put(writer.ncid, writer.second, 0);
    ok(call(writer.ncid), what);
    meet();
    ok(ncmpi_sync(reader.ncid));
    expect_records(reader, 1, what);
    close_file(reader.ncid);
    close_file(writer.ncid);
}

void other_calls_that_finish_records() {
    if (is_staged()) return records_come_with(ncmpi_flush, "flush");
    records_come_with(ncmpi_begin_indep_data, "begin_indep_data");
    records_come_with(ncmpi_redef, "redef");
}

/// Rank 0 writes, and every other rank reads by itself; a rank alone does both.
void programs_of_one_process() {
    const bool writes = rank() == 0;
    const bool reads = rank() > 0 || ranks() == 1;
    Growing writer;
    Growing reader;
    if (writes) writer = created(MPI_COMM_SELF);
    meet();
    if (reads) reader = opened(MPI_COMM_SELF, NC_NOWRITE);
    for (MPI_Offset record = 0; record < 3; ++record) {
        if (writes) {
            put(writer.ncid, writer.first, record, true);
            put(writer.ncid, writer.second, record, true);
            ok(ncmpi_sync(writer.ncid));
        }
        meet();
        if (reads) {
            ok(ncmpi_sync(reader.ncid));
            expect_records(reader, record + 1, "another process has written it");
        }
        meet();
    }
    if (writes) close_file(writer.ncid);
    if (reads) close_file(reader.ncid);
}

void readers_in_independent_mode() {
    const Growing writer = created(MPI_COMM_WORLD);
    const Growing reader = opened(MPI_COMM_WORLD, NC_NOWRITE);
    ok(ncmpi_begin_indep_data(reader.ncid));
    put(writer.ncid, writer.first, 0);
    put(writer.ncid, writer.second, 0);
    ok(ncmpi_sync(writer.ncid));
    meet();
    ok(ncmpi_sync(reader.ncid));
    expect_equal(record_count(reader.ncid), 1, "on every rank");
    const MPI_Offset last[] = {0, x_length - 1};
    int value = -1;
    ok(ncmpi_get_var1_int(reader.ncid, reader.second, last, &value));
    expect_equal(value, 0, "a value of the record");
    ok(ncmpi_end_indep_data(reader.ncid));
    close_file(reader.ncid);
    close_file(writer.ncid);
}

/// Two writers hear of each other's records, and neither takes the other's away.
void writers_follow_each_other() {
    if (is_staged()) return;  // two programs do not stage one file
    const Growing one = created(MPI_COMM_WORLD);
    const Growing other = opened(MPI_COMM_WORLD, NC_WRITE);
    for (MPI_Offset record = 0; record < 4; ++record) {
        const Growing& writer = record % 2 == 0 ? one : other;
        const Growing& reader = record % 2 == 0 ? other : one;
        put(writer.ncid, writer.first, record);
        put(writer.ncid, writer.second, record);
        ok(ncmpi_sync(writer.ncid));
        meet();
        ok(ncmpi_sync(reader.ncid));
        expect_records(reader, record + 1, "the other's record");
    }
    close_file(one.ncid);
    ok(ncmpi_sync(other.ncid));
    expect_records(other, 4, "the other has left");
    close_file(other.ncid);
    const Growing again = opened(MPI_COMM_WORLD, NC_NOWRITE);
    expect_records(again, 4, "in the file");
    close_file(again.ncid);
}

void files_without_records() {
    int ncid = create_file(path());
    const int x = dimension(ncid, "x", x_length);
    variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    ncid = open_file(path(), NC_NOWRITE);
    ok(ncmpi_sync(ncid));
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"records_come_with_sync", records_come_with_sync},
                {"records_come_with_the_next", records_come_with_the_next},
                {"other_calls_that_finish_records", other_calls_that_finish_records},
                {"programs_of_one_process", programs_of_one_process},
                {"readers_in_independent_mode", readers_in_independent_mode},
                {"writers_follow_each_other", writers_follow_each_other},
                {"files_without_records", files_without_records}});
}
