// SPDX-License-Identifier: BSD-3-Clause
// Invalid masters are refused, with a message that says what is invalid.
#include <gtest/gtest.h>

#include <limits>

#include "layout/test_schema.hpp"
#include "parts/attribute_values.hpp"
#include "parts/master.hpp"
#include "parts/names.hpp"
#include "parts/test_table.hpp"

namespace weft::parts {
namespace {

/// The master of a small set with one text changed.
Result<std::optional<Set>> with_text(const char* attribute, const std::string& text) {
    const format::Header whole = placed(layout::schema_of({{types::External::int32, {0, 4}}}));
    Table table = table_of(2);
    divide_new_variables(whole.schema, small_things_too, table);
    model::Schema master = master_of(whole, table);
    model::AttributeList& list = std::string(attribute) == names::set
                                     ? master.global_attributes
                                     : master.variable(0).attributes;
    const int id = list.find(attribute);
    list.at(id).values = text_attribute(attribute, text).values;
    return merge(whole.version, master, test_place);
}

/// Everything but the epochs is valid.
TEST(HostileMaster, EpochsMustMakeSense) {
    const format::Header whole = placed(layout::schema_of({{types::External::int32, {0, 4}}}));
    Table table = table_of(2);
    divide_new_variables(whole.schema, small_things_too, table);
    model::Schema master = master_of(whole, table);
    const int id = master.global_attributes.find(names::set);
    const std::string text = *text_in(master.global_attributes, names::set);
    const std::string behind = text.substr(0, text.rfind("version: 1"));
    for (const char* epochs : {"", "epochs: \n", "epochs: x\n", "epochs: 1 2\n", "epochs: 0 0\n",
                               "epochs: 0 3 2\n", "epochs: 0 -1\n", "epochs: 0 2\n"}) {
        // The last one is valid, but its parts have no names.
        master.global_attributes.at(id).values =
            text_attribute(names::set,
                           behind + "version: 2\n" + epochs + text.substr(text.rfind("weights: ")))
                .values;
        const auto merged = merge(whole.version, master, test_place);
        EXPECT_EQ(merged.code(), Code::enotnc) << epochs;
        const bool is_last = std::string(epochs) == "epochs: 0 2\n";
        EXPECT_NE(merged.status().context().find(is_last ? "no name" : "its epochs"),
                  std::string::npos)
            << epochs << merged.status().context();
    }
}

TEST(HostileMaster, RecordsOfTheWholeMustEndWhereFilesCan) {
    const format::Header whole = placed(layout::schema_of({{types::External::int32, {0, 4}}}));
    Table table = table_of(2);
    divide_new_variables(whole.schema, small_things_too, table);
    model::Schema master = master_of(whole, table);
    // The master itself has no records, so its own header is valid.
    master.record_count = std::int64_t{1} << 40;
    EXPECT_TRUE(merge(whole.version, master, test_place).ok());
    for (const std::int64_t records :
         {std::int64_t{1} << 60, std::numeric_limits<std::int64_t>::max()}) {
        master.record_count = records;
        const auto merged = merge(whole.version, master, test_place);
        ASSERT_EQ(merged.code(), Code::enotnc);
        EXPECT_NE(merged.status().context().find("records of 16 bytes end beyond 2^63-1"),
                  std::string::npos)
            << merged.status().context();
    }
}

/// The master of a set of one variable of 4 x 8 bytes, merged after a change of one of its numbers.
template <class Change>
Result<std::optional<Set>> with_changed(const Change& change) {
    format::Header whole = placed(layout::schema_of({{types::External::int64, {4, 1}}}));
    Table table = table_of(2);
    divide_new_variables(whole.schema, small_things_too, table);
    change(whole);
    return merge(whole.version, master_of(whole, table), test_place);
}

TEST(HostileMaster, VariablesOfTheWholeMustEndWhereFilesCan) {
    // A divided variable has no dimensions in the master, whose own header is valid.
    const auto too_large = with_changed([](format::Header& whole) {
        const model::Variable variable = whole.schema.variable(0);
        whole.schema = {};
        whole.schema.add_dimension({.name = "x", .length = 4});
        whole.schema.add_dimension(
            {.name = "y", .length = std::numeric_limits<std::int64_t>::max() / 8});
        whole.schema.add_variable(model::Variable(variable));
    });
    EXPECT_EQ(too_large.code(), Code::enotnc);
    EXPECT_NE(too_large.status().context().find("exceeds 2^63-1 bytes"), std::string::npos)
        << too_large.status().context();
    const auto too_far = with_changed([](format::Header& whole) {
        whole.begins.front() = std::numeric_limits<std::int64_t>::max() - 7;
    });
    EXPECT_EQ(too_far.code(), Code::enotnc);
    EXPECT_NE(too_far.status().context().find("ends beyond 2^63-1"), std::string::npos)
        << too_far.status().context();
    const auto in_header = with_changed([](format::Header& whole) { whole.begins.front() = 8; });
    EXPECT_EQ(in_header.code(), Code::enotnc);
    EXPECT_NE(in_header.status().context().find("begins inside the header"), std::string::npos)
        << in_header.status().context();
}

/// `lines` in place of those with the names of three parts.
Result<std::optional<Set>> with_names(const std::string& lines, NamesOfParts names) {
    const format::Header whole = placed(layout::schema_of({{types::External::int32, {0, 4}}}));
    Table table = table_of(3);
    divide_new_variables(whole.schema, small_things_too, table);
    model::Schema master = master_of(whole, table);
    const int id = master.global_attributes.find(names::set);
    const std::string text = *text_in(master.global_attributes, names::set);
    const std::size_t begin = text.find("part 0");
    const std::size_t end = text.find('\n', text.find("part 2")) + 1;
    const std::string changed = text.substr(0, begin) + lines + text.substr(end);
    master.global_attributes.at(id).values = text_attribute(names::set, changed).values;
    return merge(whole.version, master, test_place, names);
}

TEST(HostileMaster, NamesOfPartsAreReadWhenTheyAreUsed) {
    const auto good =
        with_names("part 1: d.0001\npart 0: d.0000\npart 2: d.0002\n", NamesOfParts::when_used);
    ASSERT_TRUE(good.ok());
    EXPECT_EQ(good.value()->table.names, PartNames({"d.0000", "d.0001", "d.0002"}));
    const auto bad =
        with_names("part 0: d.0000\npart 3: d.0001\npart 2: d.0002\n", NamesOfParts::when_used);
    ASSERT_TRUE(bad.ok()) << "the number of lines is right";
    const Table copy = bad.value()->table;
    EXPECT_TRUE(NameRule(bad.value()->table, test_place).check(0).ok());
    EXPECT_TRUE(NameRule(copy, test_place).check_given().ok());
    for (const Status& missing :
         {NameRule(copy, test_place).check(1), NameRule(copy, test_place).check_all()}) {
        EXPECT_EQ(missing.code(), Code::enotnc);
        EXPECT_NE(missing.context().find("part 1 has no name"), std::string::npos);
    }
    EXPECT_EQ(copy.names[2], "d.0002");
}

TEST(HostileMaster, MissingNamesAreRefused) {
    const std::string longest(5000, 'x');
    for (const std::string& lines :
         {std::string("part 0: d.0000\npart 1: d.0001\n"),
          std::string("part 0: d.0000\n\npart 2: d.0002\npart 3: d.0003\n"),
          std::string("part 0: d.0000\npart 1: \npart 2: d.0002\n"),
          "part 0: " + longest + ".0000\n", std::string()}) {
        EXPECT_EQ(with_names(lines, NamesOfParts::at_once).code(), Code::enotnc) << lines;
        const auto later = with_names(lines, NamesOfParts::when_used);
        if (!later.ok()) continue;
        Status first;
        for (int part = 0; part < 3; ++part)
            first.keep_first(NameRule(later.value()->table, test_place).check(part));
        EXPECT_EQ(first.code(), Code::enotnc) << lines;
    }
    EXPECT_EQ(with_names("part 0: d.0000\npart 1: d.0001\n", NamesOfParts::when_used).code(),
              Code::enotnc)
        << "a table that was cut short is refused at once";
}

TEST(HostileMaster, NoVariableOfItsOwnHasADimensionOfTheMasterAlone) {
    const format::Header whole = placed(layout::schema_of({{types::External::int32, {0, 4}}}));
    Table table = table_of(2);
    divide_new_variables(whole.schema, small_things_too, table);
    model::Schema master = master_of(whole, table);
    model::Variable& variable = master.variable(0);
    variable.attributes.remove(variable.attributes.find(names::division));
    ASSERT_GT(master.dimension_count(), whole.schema.dimension_count());
    variable.dimension_ids = {master.dimension_count() - 1};
    const auto merged = merge(whole.version, master, test_place);
    EXPECT_EQ(merged.code(), Code::enotnc);
    EXPECT_NE(merged.status().context().find("v0"), std::string::npos);
}

TEST(HostileMaster, IsRefusedWithASentence) {
    for (const char* text : {"", "version: 3\n", "version: 1\nvariables: 9\ndimensions: 1\n",
                             "version: 1\nvariables: 1\ndimensions: -1\n",
                             "version: 1\nvariables: 1\ndimensions: 2\nid: xyz\n"}) {
        const auto merged = with_text(names::set, text);
        EXPECT_EQ(merged.code(), Code::enotnc) << text;
    }
    for (const char* text :
         {"", "number: 0\n", "number: 1\ndimensions: 0 7\nposition: 1\n",
          "number: 1\ndimensions: 0 1\nposition: 2\n", "number: 1\ndimensions: 0 1\nposition: 0\n",
          "number: 1\ndimensions: 1 0\nposition: 0\n",
          "number: 99\ndimensions: 0 1\nposition: 1\n"}) {
        const auto merged = with_text(names::division, text);
        EXPECT_EQ(merged.code(), Code::enotnc) << text;
        EXPECT_NE(merged.status().context().find("v0"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace weft::parts
