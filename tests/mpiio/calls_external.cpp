// SPDX-License-Identifier: BSD-3-Clause
// The data representation external32: what other machines find in a file.
#include <cstddef>
#include <cstring>

#include "calls.hpp"

namespace mpiio {
namespace {

void set_external(MPI_File file, MPI_Datatype etype, MPI_Offset displacement = 0) {
    ok(MPI_File_set_view(file, displacement, etype, etype, "external32", MPI_INFO_NULL),
       "set_view");
}

/// The values as packed by MPI itself.
std::string packed(const void* values, int count, MPI_Datatype type) {
    MPI_Aint bytes = 0;
    MPI_Pack_external_size("external32", count, type, &bytes);
    std::string room(static_cast<std::size_t>(bytes), '\0');
    MPI_Aint end = 0;
    MPI_Pack_external("external32", values, count, type, room.data(), bytes, &end);
    room.resize(static_cast<std::size_t>(end));
    return room;
}

template <class Value>
void expect_as_packed(const std::vector<Value>& values, MPI_Datatype type, const char* what) {
    MPI_File file =
        opened(MPI_COMM_SELF, path("." + std::to_string(rank())), anew | MPI_MODE_DELETE_ON_CLOSE);
    set_external(file, type);
    const int count = static_cast<int>(values.size());
    MPI_Status status;
    ok(MPI_File_write(file, values.data(), count, type, &status), what);
    expect_equal(count_of(status, type), count, what);
    ok(MPI_File_sync(file), "sync");
    expect_true(contents(path("." + std::to_string(rank()))) == packed(values.data(), count, type),
                what);
    std::vector<Value> got(values.size());
    ok(MPI_File_read_at(file, 0, got.data(), count, type, &status), what);
    expect_equal(count_of(status, type), count, what);
    expect_true(got == values, what);
    MPI_Aint extent = 0;
    MPI_Aint bytes = 0;
    ok(MPI_File_get_type_extent(file, type, &extent), "get_type_extent");
    MPI_Pack_external_size("external32", 1, type, &bytes);
    if (type != MPI_LONG) expect_equal(extent, bytes, what);  // Open MPI 4.1 has another size
    close(file);
}

void values_as_mpi_packs_them() {
    expect_as_packed<int>({1, -2, 1 << 30}, MPI_INT, "int");
    expect_as_packed<short>({1, -2, 300}, MPI_SHORT, "short");
    expect_as_packed<double>({1.5, -2e300}, MPI_DOUBLE, "double");
    expect_as_packed<float>({1.5F, -2e30F}, MPI_FLOAT, "float");
    expect_as_packed<long>({1, -2, 1 << 30}, MPI_LONG, "long");
    expect_as_packed<long long>({1, -2, 1LL << 50}, MPI_LONG_LONG, "long long");
    expect_as_packed<char>({'a', 'b'}, MPI_CHAR, "char");
}

struct Record {
    char letter;
    double real;
    long number;
    short small;
};

MPI_Datatype record_type() {
    const int lengths[] = {1, 1, 1, 1};
    const MPI_Aint places[] = {offsetof(Record, letter), offsetof(Record, real),
                               offsetof(Record, number), offsetof(Record, small)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_LONG, MPI_SHORT};
    MPI_Datatype members = MPI_DATATYPE_NULL;
    MPI_Datatype record = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(4, lengths, places, types, &members);
    MPI_Type_create_resized(members, 0, sizeof(Record), &record);
    MPI_Type_free(&members);
    MPI_Type_commit(&record);
    return record;
}

constexpr MPI_Offset record_bytes = 1 + 8 + 4 + 2;

Record record_of(int i) {
    return {static_cast<char>('a' + i % 26), 0.5 * i, -i, static_cast<short>(i % 1000)};
}

bool is_record(const Record& record, int i) {
    const Record wanted = record_of(i);
    return record.letter == wanted.letter && record.real == wanted.real &&
           record.number == wanted.number && record.small == wanted.small;
}

void records_lie_side_by_side() {
    MPI_File file =
        opened(MPI_COMM_SELF, path("." + std::to_string(rank())), anew | MPI_MODE_DELETE_ON_CLOSE);
    set_external(file, MPI_BYTE, 3);
    MPI_Datatype type = record_type();
    const Record record{'x', 1.5, -2, 3};
    MPI_Status status;
    ok(MPI_File_write(file, &record, 1, type, &status), "write");
    expect_equal(count_of(status, type), 1, "records written");
    expect_equal(position_of(file), record_bytes, "position");
    ok(MPI_File_sync(file), "sync");
    const char bytes[] = "\0\0\0x\x3F\xF8\0\0\0\0\0\0\xFF\xFF\xFF\xFE\0\3";
    expect_true(contents(path("." + std::to_string(rank()))) == std::string(bytes, 18), "bytes");
    MPI_Type_free(&type);
    close(file);
}

/// Each rank writes another number of records, most of which do not fit into a buffer.
void more_records_than_a_buffer_holds() {
    constexpr int each = 320'000;
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype type = record_type();
    set_external(file, MPI_BYTE);
    const int count = rank() * each;
    const MPI_Offset place = record_bytes * each * rank() * (rank() - 1) / 2;
    std::vector<Record> records;
    for (int i = 0; i < count; ++i) records.push_back(record_of(i + rank()));
    MPI_Status status;
    ok(MPI_File_write_at_all(file, place, records.data(), count, type, &status), "write_at_all");
    expect_equal(count_of(status, type), count, "records written");
    synchronize(file);
    expect_equal(size_of(file), record_bytes * each * ranks() * (ranks() - 1) / 2, "size");
    std::vector<Record> got(records.size() + 1, record_of(7));
    const bool is_last = rank() == ranks() - 1;
    ok(MPI_File_read_at_all(file, place, got.data(), count + (is_last ? 1 : 0), type, &status),
       "read_at_all");
    expect_equal(count_of(status, type), count, "records read");
    bool are_equal = is_record(got.back(), 7);
    for (int i = 0; i < count; ++i)
        are_equal = are_equal && is_record(got[static_cast<std::size_t>(i)], i + rank());
    expect_true(are_equal, "records read as they were written, and none behind the end");
    MPI_Type_free(&type);
    close(file);
}

void values_that_do_not_fit() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    set_external(file, MPI_LONG);
    const long value = rank() == 0 ? 1L << 40 : 5;
    expect(MPI_File_write_at_all(file, rank(), &value, 1, MPI_LONG, MPI_STATUS_IGNORE),
           rank() == 0 ? MPI_ERR_CONVERSION : MPI_SUCCESS, "a long of 41 bits");
    set_external(file, MPI_BYTE);
    MPI_Datatype type = record_type();
    const Record record{'x', 1.5, 1L << 40, 3};
    expect(MPI_File_write_at(file, 100, &record, 1, type, MPI_STATUS_IGNORE), MPI_ERR_CONVERSION,
           "a record with such a long");
    MPI_Type_free(&type);
    close(file);
}

void filetypes_count_values_of_the_file() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    MPI_Datatype every_second = MPI_DATATYPE_NULL;
    MPI_Type_vector(2, 1, 2, MPI_LONG, &every_second);
    MPI_Type_commit(&every_second);
    ok(MPI_File_set_view(file, 0, MPI_LONG, every_second, "external32", MPI_INFO_NULL), "set_view");
    MPI_Offset place = -1;
    ok(MPI_File_get_byte_offset(file, 3, &place), "get_byte_offset");
    expect_equal(place, 20, "where the second of a second tile is");  // tiles are 12 bytes apart
    const long values[] = {1, 2};
    if (rank() == 0) ok(MPI_File_write(file, values, 2, MPI_LONG, MPI_STATUS_IGNORE), "write");
    synchronize(file);
    const char bytes[] = "\0\0\0\1\0\0\0\0\0\0\0\2";
    expect_true(contents(path()) == std::string(bytes, 12), "bytes");
    char name[MPI_MAX_DATAREP_STRING];
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    ok(MPI_File_get_view(file, &place, &etype, &filetype, name), "get_view");
    expect_true(std::strcmp(name, "external32") == 0, "name of the representation");
    MPI_Type_free(&filetype);
    MPI_Type_free(&every_second);
    close(file);
}

void representations_that_differ() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    const char* const name = rank() == 0 && ranks() > 1 ? "external32" : "native";
    expect(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL),
           ranks() > 1 ? MPI_ERR_ARG : MPI_SUCCESS, "set_view");
    close(file);
}

void values_that_cannot_be_converted() {
    MPI_File file = opened(MPI_COMM_WORLD, path(), anew);
    expect(
        MPI_File_set_view(file, 0, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, "external32", MPI_INFO_NULL),
        MPI_ERR_UNSUPPORTED_DATAREP, "a view of long doubles");
    set_external(file, MPI_BYTE);
    const long double value = 1;
    expect(MPI_File_write_all(file, &value, 1, MPI_LONG_DOUBLE, MPI_STATUS_IGNORE),
           MPI_ERR_CONVERSION, "a long double");
    expect_equal(size_of(file), 0, "size");
    close(file);
}

}  // namespace

std::vector<Case> external_cases() {
    return {
        {"values_as_mpi_packs_them", values_as_mpi_packs_them},
        {"records_lie_side_by_side", records_lie_side_by_side},
        {"more_records_than_a_buffer_holds", more_records_than_a_buffer_holds},
        {"values_that_do_not_fit", values_that_do_not_fit},
        {"filetypes_count_values_of_the_file", filetypes_count_values_of_the_file},
        {"representations_that_differ", representations_that_differ},
        {"values_that_cannot_be_converted", values_that_cannot_be_converted},
    };
}

}  // namespace mpiio
