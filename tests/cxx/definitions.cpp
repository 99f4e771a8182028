// SPDX-License-Identifier: BSD-3-Clause
// Dimensions, variables and attributes, and the modes that follow from what is called.
#include "check.hpp"

using namespace PnetCDF;

namespace cxx_test {
namespace {

template <class T>
void attribute_round_trip(const NcmpiFile& file, const NcmpiVar& var, const NcmpiType& type,
                          const char* name) {
    const T values[3] = {1, 2, 100};
    for (const NcmpiAtt& att : {static_cast<const NcmpiAtt&>(file.putAtt(name, type, 3, values)),
                                static_cast<const NcmpiAtt&>(var.putAtt(name, type, 3, values))}) {
        T found[3] = {};
        att.getValues(found);
        expect_same(std::vector<T>(found, found + 3), std::vector<T>(values, values + 3), name);
        expect(att.getType() == type, name);
    }
    T one = 0;
    var.putAtt(name, type, T(7)).getValues(&one);
    expect_equal(one, T(7), name);
}

void attributes(const NcmpiFile& file, const NcmpiVar& var) {
    attribute_round_trip<signed char>(file, var, ncmpiByte, "schar");
    attribute_round_trip<unsigned char>(file, var, ncmpiUbyte, "uchar");
    attribute_round_trip<short>(file, var, ncmpiShort, "short");
    attribute_round_trip<unsigned short>(file, var, ncmpiUshort, "ushort");
    attribute_round_trip<int>(file, var, ncmpiInt, "int");
    attribute_round_trip<unsigned int>(file, var, ncmpiUint, "uint");
    attribute_round_trip<long>(file, var, ncmpiInt64, "long");
    attribute_round_trip<float>(file, var, ncmpiFloat, "float");
    attribute_round_trip<double>(file, var, ncmpiDouble, "double");
    attribute_round_trip<long long>(file, var, ncmpiInt64, "longlong");
    attribute_round_trip<unsigned long long>(file, var, ncmpiUint64, "ulonglong");

    std::string text;
    var.putAtt("units", "m s-1").getValues(text);
    expect_equal(text, "m s-1", "text of a variable");
    file.putAtt("title", std::string("a title")).getValues(text);
    expect_equal(text, "a title", "text of a file");
    file.putAtt("nothing", "").getValues(text);
    expect_equal(text, "", "empty text");

    // Raw values are in the attribute's type; typed ones are converted.
    const short raw[2] = {-5, 6};
    const NcmpiVarAtt att = var.putAtt("raw", ncmpiShort, 2, static_cast<const void*>(raw));
    double converted[2] = {};
    att.getValues(converted);
    expect(converted[0] == -5 && converted[1] == 6, "short values as double");
    short again[2] = {};
    att.getValues(static_cast<void*>(again));
    expect(again[0] == -5 && again[1] == 6, "values as they are stored");
    expect(att.getParentVar() == var && att.getParentGroup() == file, "where an attribute belongs");
    expect_equal(att.getAttLength(), 2, "length of an attribute");
}

}  // namespace

void test_definitions(World) {
    {
        NcmpiFile file(MPI_COMM_WORLD, "definitions.nc", NcmpiFile::replace, NcmpiFile::classic5);
        const NcmpiDim time = file.addDim("time");
        NcmpiDim x = file.addDim("x", 3);
        const NcmpiVar fixed = file.addVar("fixed", ncmpiInt, x);
        file.addVar("both", ncmpiDouble, {time, x});
        file.addVar("scalar", ncmpiFloat);
        file.addVar("by_name", "ushort", "x");
        file.addVar("by_names", "uint64", std::vector<std::string>{"time", "x"});
        attributes(file, fixed);

        NcmpiFile::FillMode old = NcmpiFile::Bad;
        file.set_fill(NcmpiFile::Fill, &old);
        expect_equal(old, NcmpiFile::NoFill, "old fill mode");
        NcmpiVar filled = file.addVar("filled", ncmpiShort, x);
        filled.setFill(true, short(-9));
        bool fills = false;
        short value = 0;
        filled.getFillModeParameters(fills, value);
        expect(fills && value == -9, "fill value");

        // Data, then definitions again, without a word about modes.
        const int numbers[3] = {1, 2, 3};
        fixed.putVar_all(numbers);
        x.rename("a_longer_name_than_before");
        fixed.rename("renamed_to_something_longer");
        file.addVar("late", ncmpiByte);
        int found[3] = {};
        fixed.getVar_all(found);
        expect(found[0] == 1 && found[2] == 3, "values after a definition");
        short read[3] = {};
        filled.getVar_all(read);
        expect(read[0] == -9 && read[2] == -9, "filled values");
        file.close();
        expect(file.isNull(), "a closed file is null");
    }
    NcmpiFile file(MPI_COMM_WORLD, "definitions.nc", NcmpiFile::read);
    expect_equal(file.getVar("renamed_to_something_longer").getDim(0).getName(),
                 "a_longer_name_than_before", "names in the file");
    expect_equal(file.getVarCount(), 7, "variables in the file");
    expect_equal(file.getVar("by_name").getType().getName(), "ushort", "type by name");
    expect_equal(file.getVar("by_names").getDimCount(), 2, "dimensions by name");
    expect(!file.getVar("late").isNull(), "a variable defined after data");
}

}  // namespace cxx_test
