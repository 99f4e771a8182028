// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes: every way, every selection, every type, values as they are and by MPI
// datatypes.
#include <limits>
#include <numeric>

#include "access.hpp"

using namespace PnetCDF;

namespace cxx_test {
namespace {

constexpr MPI_Offset width = 6;  // of each rank's row

template <class T>
std::vector<T> numbers(int rank) {
    std::vector<T> values(width);
    std::iota(values.begin(), values.end(), T(10 * rank + 1));
    return values;
}

/// Each rank has a row. A write is checked by reading back.
template <class T, class Way>
void writes(const Way& way, World world, const char* what) {
    const MPI_Offset row = world.rank;
    std::vector<T> expected = numbers<T>(world.rank), found(width);
    const auto compare = [&] {
        found.assign(width, T());
        way.get(Offsets{row, 0}, Offsets{1, width}, found.data());
        expect_same(found, expected, what);
    };
    const std::vector<T> all = expected;
    way.put(Offsets{row, 0}, Offsets{1, width}, all.data());
    compare();
    const T single = T(50), other = T(51), pair[2] = {T(52), T(53)};
    way.put(Offsets{row, 1}, single);
    expected[1] = single;
    compare();
    way.put(Offsets{row, 2}, &other);
    expected[2] = other;
    compare();
    way.put(Offsets{row, 0}, Offsets{1, 2}, Offsets{1, 3}, pair);
    expected[0] = pair[0];
    expected[3] = pair[1];
    compare();
    const T spread[3] = {T(54), T(60), T(55)};
    way.put(Offsets{row, 4}, Offsets{1, 2}, Offsets{1, 1}, Offsets{1, 2}, spread);
    expected[4] = spread[0];
    expected[5] = spread[2];
    compare();
}

template <class T, class Way>
void reads(const Way& way, World world, const char* what) {
    const MPI_Offset row = world.rank;
    const std::vector<T> values = numbers<T>(world.rank);
    way.put(Offsets{row, 0}, Offsets{1, width}, values.data());
    T one = T();
    way.get(Offsets{row, 3}, &one);
    expect_equal(one, values[3], what);
    std::vector<T> strided(3), mapped(3);
    way.get(Offsets{row, 0}, Offsets{1, 3}, Offsets{1, 2}, strided.data());
    expect_same(strided, {values[0], values[2], values[4]}, what);
    way.get(Offsets{row, 1}, Offsets{1, 2}, Offsets{}, Offsets{1, 2}, mapped.data());
    expect_same(mapped, {values[1], T(), values[2]}, what);
}

template <class T, class Way>
void lists(const Way& way, World world, const char* what) {
    MPI_Offset first[2] = {world.rank, 0}, second[2] = {world.rank, 4}, length[2] = {1, 2};
    MPI_Offset* const starts[2] = {first, second};
    MPI_Offset* const counts[2] = {length, length};
    const std::vector<T> values = {T(70), T(71), T(72), T(73)};
    std::vector<T> found(4), again(4);
    way.put_list(2, starts, counts, values.data());
    way.get_list(2, starts, counts, found.data());
    expect_same(found, values, what);
    const std::vector<int> numbers = {80, 81, 82, 83};
    way.put_list(2, starts, counts, numbers.data(), 4, MPI_INT);
    way.get_list(2, starts, counts, found.data());
    expect_same(found, {T(80), T(81), T(82), T(83)}, what);
    std::vector<int> by_type(4);
    way.get_list(2, starts, counts, by_type.data(), 4, MPI_INT);
    expect_same(by_type, numbers, what);
}

/// Six integers with gaps between them, described by an MPI datatype.
struct Spread {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    std::vector<int> values;

    explicit Spread(int first) : values(12, -1) {
        MPI_Type_vector(6, 1, 2, MPI_INT, &type);
        MPI_Type_commit(&type);
        for (int i = 0; i < 6; ++i) values[2 * std::size_t(i)] = first + i;
    }
    ~Spread() { MPI_Type_free(&type); }
    Spread(const Spread&) = delete;
    Spread& operator=(const Spread&) = delete;
};

/// Two rows for each rank, written and read with gaps in memory, in all selections.
template <class Way>
void datatypes(const Way& way, World world) {
    const Offsets start = {2 * world.rank, 0}, count = {2, 3}, both = {2, width};
    const Offsets stride = {1, 2}, map = {1, 2};
    const auto expect_rows = [&](const std::vector<int>& expected, const char* what) {
        std::vector<int> found(2 * width);
        way.get(start, both, found.data());
        expect_same(found, expected, what);
    };
    const auto expect_read = [](const Spread& found, const Spread& written, const char* what) {
        expect_same(found.values, written.values, what);
    };
    const std::vector<int> zeros(2 * width);
    way.put(start, both, zeros.data());

    const Spread block(10), strided(20), mapped(30);
    Spread found(0);
    way.put(start, count, block.values.data(), 1, block.type);
    expect_rows({10, 11, 12, 0, 0, 0, 13, 14, 15, 0, 0, 0}, "block by datatype");
    way.get(start, count, found.values.data(), 1, found.type);
    expect_read(found, block, "block by datatype");

    way.put(start, count, stride, strided.values.data(), 1, strided.type);
    expect_rows({20, 11, 21, 0, 22, 0, 23, 14, 24, 0, 25, 0}, "strided by datatype");
    way.get(start, count, stride, found.values.data(), 1, found.type);
    expect_read(found, strided, "strided by datatype");

    way.put(start, count, stride, map, mapped.values.data(), 1, mapped.type);
    expect_rows({30, 11, 32, 0, 34, 0, 31, 14, 33, 0, 35, 0}, "mapped by datatype");
    way.get(start, count, stride, map, found.values.data(), 1, found.type);
    expect_read(found, mapped, "mapped by datatype");

    const int value = 5;
    int one = 0;
    way.put(start, &value, 1, MPI_INT);
    way.get(start, &one, 1, MPI_INT);
    expect_equal(one, 5, "element by datatype");
}

template <class T>
void whole(const Together& way, World world, const char* what) {
    std::vector<T> values(static_cast<std::size_t>(width * world.size)), found(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = T(i % 90);
    way.put(values.data());
    way.get(found.data());
    expect_same(found, values, what);
    std::vector<double> as_double(values.size(), 1.0), read(values.size());
    way.put(as_double.data(), MPI_Offset(values.size()), MPI_DOUBLE);
    way.get(read.data(), MPI_Offset(values.size()), MPI_DOUBLE);
    expect_same(read, as_double, what);
}

template <class T, class Way>
void selections(NcmpiFile& file, World world, const char* name) {
    const Way way{file, file.getVar(name)};
    writes<T>(way, world, name);
    reads<T>(way, world, name);
    lists<T>(way, world, name);
}

template <class T>
void element(NcmpiFile& file, World world, const char* name) {
    selections<T, Together>(file, world, name);
    selections<T, Posted>(file, world, name);
    selections<T, Buffered>(file, world, name);
    file.Begin_indep_data();
    selections<T, Alone>(file, world, name);
    file.End_indep_data();
    whole<T>(Together{file, file.getVar(name)}, world, name);
}

void elements(NcmpiFile& file, World world) {
    element<signed char>(file, world, "byte");
    element<unsigned char>(file, world, "ubyte");
    element<short>(file, world, "short");
    element<unsigned short>(file, world, "ushort");
    element<int>(file, world, "int");
    element<unsigned int>(file, world, "uint");
    element<long>(file, world, "int64");
    element<float>(file, world, "float");
    element<double>(file, world, "double");
    element<long long>(file, world, "int64");
    element<unsigned long long>(file, world, "uint64");
    element<double>(file, world, "short");  // converted on the way
}

/// Values at the ends of a type's range, which a wrong type in memory would not keep.
template <class T>
void extremes(const NcmpiFile& file, World world, const char* name) {
    const T least = std::numeric_limits<T>::lowest(), most = std::numeric_limits<T>::max();
    const NcmpiVar var = file.getVar(name);
    T found[2] = {};
    var.putVar_all({world.rank, 0}, least);
    var.putVar_all({world.rank, 1}, most);
    var.getVar_all({world.rank, 0}, {1, 2}, found);
    expect_same(std::vector<T>(found, found + 2), {least, most}, name);
}

void all_extremes(const NcmpiFile& file, World world) {
    extremes<signed char>(file, world, "byte");
    extremes<unsigned char>(file, world, "ubyte");
    extremes<short>(file, world, "short");
    extremes<unsigned short>(file, world, "ushort");
    extremes<int>(file, world, "int");
    extremes<unsigned int>(file, world, "uint");
    extremes<long>(file, world, "int64");
    extremes<float>(file, world, "float");
    extremes<double>(file, world, "double");
    extremes<long long>(file, world, "int64");
    extremes<unsigned long long>(file, world, "uint64");
}

void text(const NcmpiVar& var, World world) {
    const char letter = char('a' + world.rank);
    var.putVar_all({world.rank, 0}, {1, width}, std::string(width, letter).data());
    std::vector<char> found(std::size_t(width * world.size));
    var.getVar_all(found.data());
    for (int rank = 0; rank < world.size; ++rank) {
        expect_equal(found[std::size_t(rank * width)], char('a' + rank), "text");
    }
}

void records(NcmpiFile& file, World world) {
    const std::vector<int> row = numbers<int>(world.rank);
    const NcmpiVar var = file.getVar("records");
    var.putVar_all({2 * world.rank, 0}, {1, width}, row.data());
    expect_equal(file.getDim("time").getSize(), 2 * world.size - 1, "records");
    var.fillRec(0);
    int value = 0;
    var.getVar_all({0, 0}, &value);
    expect_equal(value, NC_FILL_INT, "a filled record");
}

}  // namespace

void test_data(World world) {
    NcmpiFile file(MPI_COMM_WORLD, "data.nc", NcmpiFile::replace, NcmpiFile::classic5);
    const std::vector<NcmpiDim> dims = {file.addDim("row", world.size),
                                        file.addDim("column", width)};
    for (nc_type type = NC_BYTE; type <= NC_UINT64; ++type) {
        file.addVar(NcmpiType(type).getName(), NcmpiType(type), dims);
    }
    file.addVar("two_rows", ncmpiInt, {file.addDim("rows", 2 * world.size), dims[1]});
    file.addVar("records", ncmpiInt, {file.addDim("time"), dims[1]}).setFill(true);
    file.Buffer_attach(1 << 16);
    elements(file, world);
    all_extremes(file, world);
    const NcmpiVar var = file.getVar("two_rows");
    datatypes(Together{file, var}, world);
    datatypes(Posted{file, var}, world);
    datatypes(Buffered{file, var}, world);
    file.Begin_indep_data();
    datatypes(Alone{file, var}, world);
    file.End_indep_data();
    file.Buffer_detach();
    text(file.getVar("char"), world);
    records(file, world);
}

}  // namespace cxx_test
