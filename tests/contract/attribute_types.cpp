// SPDX-License-Identifier: BSD-3-Clause
// Attributes of every external type through every memory type.
#include <limits>
#include <string>
#include <type_traits>

#include "sample.hpp"

using namespace contract;

namespace {

/// The two functions of a memory type.
template <class T>
struct Functions {
    using Value = T;
    const char* name;
    int (*put)(int, int, const char*, nc_type, MPI_Offset, const T*);
    int (*get)(int, int, const char*, T*);
};

/// Calls `use` with the functions of each numeric memory type.
template <class Use>
void for_each_memory(Use&& use) {
    use(Functions<signed char>{"schar", ncmpi_put_att_schar, ncmpi_get_att_schar});
    use(Functions<unsigned char>{"uchar", ncmpi_put_att_uchar, ncmpi_get_att_uchar});
    use(Functions<unsigned char>{"ubyte", ncmpi_put_att_ubyte, ncmpi_get_att_ubyte});
    use(Functions<short>{"short", ncmpi_put_att_short, ncmpi_get_att_short});
    use(Functions<unsigned short>{"ushort", ncmpi_put_att_ushort, ncmpi_get_att_ushort});
    use(Functions<int>{"int", ncmpi_put_att_int, ncmpi_get_att_int});
    use(Functions<unsigned int>{"uint", ncmpi_put_att_uint, ncmpi_get_att_uint});
    use(Functions<long>{"long", ncmpi_put_att_long, ncmpi_get_att_long});
    use(Functions<float>{"float", ncmpi_put_att_float, ncmpi_get_att_float});
    use(Functions<double>{"double", ncmpi_put_att_double, ncmpi_get_att_double});
    use(Functions<long long>{"longlong", ncmpi_put_att_longlong, ncmpi_get_att_longlong});
    use(Functions<unsigned long long>{"ulonglong", ncmpi_put_att_ulonglong,
                                      ncmpi_get_att_ulonglong});
}

struct External {
    nc_type type;
    const char* name;
    double lowest;
    double highest;
};

constexpr External externals[] = {
    {NC_BYTE, "byte", -128, 127},
    {NC_SHORT, "short", -32768, 32767},
    {NC_INT, "int", -2147483648.0, 2147483647.0},
    {NC_FLOAT, "float", -NC_MAX_FLOAT, NC_MAX_FLOAT},
    {NC_DOUBLE, "double", -NC_MAX_DOUBLE, NC_MAX_DOUBLE},
    {NC_UBYTE, "ubyte", 0, 255},
    {NC_USHORT, "ushort", 0, 65535},
    {NC_UINT, "uint", 0, 4294967295.0},
    {NC_INT64, "int64", -9223372036854775808.0, 9223372036854774784.0},
    {NC_UINT64, "uint64", 0, 18446744073709549568.0}};

/// Whether T can hold this value, which is an integer or far outside of it.
template <class T>
bool holds(double value) {
    return value >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
           value <= static_cast<double>(std::numeric_limits<T>::max()) &&
           !(std::is_integral_v<T> && value >= 9.3e18 && std::is_signed_v<T>);
}

/// Small values survive every pair of types.
void every_pair() {
    const int ncid = create_file(path());
    for (const External& external : externals) {
        for_each_memory([&](const auto& functions) {
            using T = typename std::decay_t<decltype(functions)>::Value;
            const std::string what = std::string(external.name) + " by " + functions.name;
            const std::vector<T> values = {T{0}, T{1}, T{100}, T{127}};
            ok(functions.put(ncid, NC_GLOBAL, "a", external.type, 4, values.data()), what);
            std::vector<T> read(4);
            ok(functions.get(ncid, NC_GLOBAL, "a", read.data()), what);
            expect_true(read == values, what);
            nc_type type = 0;
            ok(ncmpi_inq_atttype(ncid, NC_GLOBAL, "a", &type));
            expect_equal(type, external.type, what);
        });
    }
    close_file(ncid);
}

/// Values that only one of the external and the memory type can hold.
void out_of_range() {
    const int ncid = create_file(path());
    for (const External& external : externals) {
        for_each_memory([&](const auto& functions) {
            using T = typename std::decay_t<decltype(functions)>::Value;
            const std::string what = std::string(external.name) + " by " + functions.name;
            for (const double value : {external.lowest, external.highest}) {
                ok(ncmpi_put_att_double(ncid, NC_GLOBAL, "a", external.type, 1, &value), what);
                T read{};
                const bool fits = holds<T>(value);
                expect(functions.get(ncid, NC_GLOBAL, "a", &read), fits ? NC_NOERR : NC_ERANGE,
                       what + ", get of " + std::to_string(value));
            }
            for (const T value :
                 {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()}) {
                const auto number = static_cast<double>(value);
                const bool wide = external.highest > 9e18 && std::is_integral_v<T>;
                const bool fits =
                    wide ? (value < T{1} ? external.lowest <= number
                                         : external.type != NC_INT64 || number < 9.3e18)
                         : number >= external.lowest && number <= external.highest;
                expect(functions.put(ncid, NC_GLOBAL, "a", external.type, 1, &value),
                       fits ? NC_NOERR : NC_ERANGE, what + ", put of " + std::to_string(number));
            }
        });
    }
    close_file(ncid);
}

/// In CDF-1 and CDF-2 a byte is signed or unsigned as the program uses it.
void bytes_of_old_formats() {
    for (const int cmode : {NC_CLOBBER, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
        const int ncid = create_file(path(), cmode);
        const int wanted = cmode == NC_64BIT_DATA ? NC_ERANGE : NC_NOERR;
        const unsigned char large = 200;
        expect(ncmpi_put_att_uchar(ncid, NC_GLOBAL, "u", NC_BYTE, 1, &large), wanted, "put uchar");
        const signed char negative = -56;
        ok(ncmpi_put_att_schar(ncid, NC_GLOBAL, "s", NC_BYTE, 1, &negative));
        unsigned char read = 0;
        expect(ncmpi_get_att_uchar(ncid, NC_GLOBAL, "s", &read), wanted, "get uchar");
        if (wanted == NC_NOERR) expect_equal(read, 200, "the same bits");
        const int number = 200;
        expect(ncmpi_put_att_int(ncid, NC_GLOBAL, "i", NC_BYTE, 1, &number), NC_ERANGE, "int");
        close_file(ncid);
    }
}

void text() {
    const int ncid = create_file(path());
    ok(ncmpi_put_att_text(ncid, NC_GLOBAL, "t", 3, "abc"));
    for_each_memory([&](const auto& functions) {
        using T = typename std::decay_t<decltype(functions)>::Value;
        T values[3] = {};
        expect(functions.get(ncid, NC_GLOBAL, "t", values), NC_ECHAR, functions.name);
        expect(functions.put(ncid, NC_GLOBAL, "n", NC_CHAR, 3, values), NC_ECHAR, functions.name);
    });
    const int number = 5;
    ok(ncmpi_put_att_int(ncid, NC_GLOBAL, "n", NC_INT, 1, &number));
    char letter = 0;
    expect(ncmpi_get_att_text(ncid, NC_GLOBAL, "n", &letter), NC_ECHAR);
    close_file(ncid);
}

/// Functions without a type in their name: values are in the attribute's own type.
void flexible() {
    int ncid = create_file(path());
    const short shorts[] = {1, -2, 3};
    const double real = 0.1;
    const unsigned long long large = NC_MAX_UINT64;
    ok(ncmpi_put_att(ncid, NC_GLOBAL, "shorts", NC_SHORT, 3, shorts));
    ok(ncmpi_put_att(ncid, NC_GLOBAL, "real", NC_DOUBLE, 1, &real));
    ok(ncmpi_put_att(ncid, NC_GLOBAL, "large", NC_UINT64, 1, &large));
    ok(ncmpi_put_att(ncid, NC_GLOBAL, "text", NC_CHAR, 4, "text"));
    close_file(ncid);
    ncid = open_file(path(), NC_NOWRITE);
    std::vector<short> read(3);
    ok(ncmpi_get_att(ncid, NC_GLOBAL, "shorts", read.data()));
    expect_values<short>(read, {1, -2, 3}, "shorts");
    double read_real = 0;
    ok(ncmpi_get_att(ncid, NC_GLOBAL, "real", &read_real));
    expect_true(read_real == real, "double");
    unsigned long long read_large = 0;
    ok(ncmpi_get_att(ncid, NC_GLOBAL, "large", &read_large));
    expect_true(read_large == large, "uint64");
    std::string text(4, ' ');
    ok(ncmpi_get_att(ncid, NC_GLOBAL, "text", text.data()));
    expect_text(text, "text", "text");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"every_pair", every_pair},
                {"out_of_range", out_of_range},
                {"bytes_of_old_formats", bytes_of_old_formats},
                {"text", text},
                {"flexible", flexible}});
}
