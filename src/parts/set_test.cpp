// SPDX-License-Identifier: BSD-3-Clause
// A whole is divided and put together again.
#include <gtest/gtest.h>

#include <random>

#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "layout/layout.hpp"
#include "layout/test_schema.hpp"
#include "parts/aggregation.hpp"
#include "parts/attribute_values.hpp"
#include "parts/epochs.hpp"
#include "parts/fields.hpp"
#include "parts/master.hpp"
#include "parts/names.hpp"
#include "parts/part.hpp"
#include "parts/set_id.hpp"
#include "parts/test_table.hpp"
#include "types/byte_order.hpp"

namespace weft::parts {
namespace {

using types::External;

/// Sometimes it has several epochs.
void begin_epochs(const model::Schema& whole, std::mt19937& random, Table& table) {
    for (std::int64_t record = 1; record <= whole.record_count; ++record) {
        if (random() % 3 == 0)
            table = with_epoch(table, record, std::vector<int>(table.weights.size(), 0));
    }
}

/// The header after it was written to a file and read again.
format::Header written_and_read(const format::Header& header) {
    const PooledBytes bytes = format::write_header(header);
    format::MemorySource source(bytes);
    auto read = format::read_header(source, std::numeric_limits<std::int64_t>::max());
    EXPECT_TRUE(read.ok()) << read.status().context();
    return std::move(read).value();
}

format::Header random_whole(std::mt19937& random) {
    const auto one_of = [&](int count) {
        return static_cast<int>(random() % static_cast<unsigned>(count));
    };
    std::vector<layout::TestVariable> variables;
    for (int i = one_of(6); i >= 0; --i) {
        layout::TestVariable variable{one_of(2) == 0 ? External::int16 : External::float64, {}};
        if (one_of(2) == 0) variable.shape.push_back(0);
        for (int j = one_of(4); j > 0; --j) variable.shape.push_back(1 + one_of(9));
        variables.push_back(variable);
    }
    constexpr format::Version versions[] = {format::Version::cdf1, format::Version::cdf2,
                                            format::Version::cdf5};
    const format::Version version = versions[one_of(3)];
    model::Schema whole = layout::schema_of(variables);
    whole.record_count = one_of(5);
    whole.global_attributes.add(text_attribute("title", "of a set"));
    for (int id = 0; id < whole.variable_count(); ++id)
        whole.variable(id).attributes.add(text_attribute("units", "m"));
    return placed(std::move(whole), version);
}

TEST(Set, ComesBackFromItsMaster) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const format::Header whole = random_whole(random);
        Table table = table_of(1 + static_cast<int>(random() % 5));
        table.weights.front() += static_cast<std::int64_t>(random() % 3);
        begin_epochs(whole.schema, random, table);
        divide_new_variables(whole.schema, small_things_too, table);
        const format::Header master =
            written_and_read(placed(master_of(whole, table), whole.version));
        const auto merged = merge(master.version, master.schema, test_place);
        ASSERT_TRUE(merged.ok()) << merged.status().context();
        ASSERT_TRUE(merged.value());
        ASSERT_EQ(merged.value()->table, table) << "seed " << seed;
        ASSERT_EQ(format::write_header(merged.value()->whole), format::write_header(whole));
    }
}

TEST(Set, EveryPartIsKnownAgain) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const model::Schema whole = random_whole(random).schema;
        Table table = table_of(3);
        begin_epochs(whole, random, table);
        divide_new_variables(whole, small_things_too, table);
        for (int part = 0; part < table.part_count(); ++part) {
            const Part made = part_of(whole, table, part);
            const model::Schema read = written_and_read(placed(made.schema)).schema;
            const auto known = as_part(read, whole, table, part);
            ASSERT_TRUE(known.ok()) << known.status().context();
            ASSERT_EQ(known.value().variable_ids, made.variable_ids);
            ASSERT_FALSE(as_part(read, whole, table, (part + 1) % table.part_count()).ok());
            ASSERT_EQ(set_of_part(read), table.id);
        }
    }
}

TEST(Set, DimensionsNeedNoVariables) {
    model::Schema whole;
    whole.add_dimension({.name = "x", .length = 4});
    const Table table = table_of(2);
    const Part made = part_of(whole, table, 1);
    EXPECT_EQ(made.schema.dimension_count(), 0);
    EXPECT_TRUE(as_part(made.schema, whole, table, 1).ok());
}

/// The state after a change that reached the part, but not the master.
TEST(Set, APartThatIsAheadIsKnownAgain) {
    const model::Schema before =
        layout::schema_of({{External::int32, {0, 6}}, {External::int16, {9}}});
    Table table_before = table_of(2);
    divide_new_variables(before, small_things_too, table_before);
    model::Schema now = before;
    layout::add_variables(now, {{External::float64, {6, 2}}});
    now.rename_variable(0, "renamed");
    Table table = table_before;
    divide_new_variables(now, small_things_too, table);
    const Part old =
        as_part(part_of(before, table_before, 1).schema, before, table_before, 1).value();
    const model::Schema ahead =
        written_and_read(placed(extended(old, now, table, 1).schema)).schema;
    EXPECT_EQ(ahead.variable_count(), 3);
    EXPECT_EQ(last_number_in(ahead), 3);
    const auto by_old = as_part(ahead, before, table_before, 1);
    ASSERT_TRUE(by_old.ok()) << by_old.status().context();
    EXPECT_EQ(by_old.value().variable_ids, old.variable_ids);
    EXPECT_TRUE(as_part(ahead, now, table, 1).ok());
    // A variable with another name and number belongs to nobody: a new one is added beside it.
    Table other = table_before;
    other.next_number = last_number_in(ahead) + 1;
    model::Schema instead = before;
    layout::add_variables(instead, {{External::int32, {4}}});
    divide_new_variables(instead, small_things_too, other);
    const Part both = extended(by_old.value(), instead, other, 1);
    EXPECT_EQ(both.schema.variable_count(), 4);
    EXPECT_TRUE(as_part(written_and_read(placed(both.schema)).schema, instead, other, 1).ok());
}

void expect_every_element_once(unsigned seed) {
    std::mt19937 random(seed);
    const model::Schema whole = random_whole(random).schema;
    Table table = table_of(4);
    begin_epochs(whole, random, table);
    divide_new_variables(whole, small_things_too, table);
    std::vector<std::int64_t> elements(static_cast<std::size_t>(whole.variable_count()));
    const auto size_of = [](const model::Schema& schema, int id) {
        std::int64_t product = 1;
        for (const std::int64_t length : schema.shape_of(schema.variable(id))) product *= length;
        return product;
    };
    for (int part = 0; part < table.part_count(); ++part) {
        const Part made = part_of(whole, table, part);
        for (std::size_t id = 0; id < elements.size(); ++id) {
            if (made.variable_ids[id] != Part::none)
                elements[id] += size_of(made.schema, made.variable_ids[id]);
        }
    }
    for (int id = 0; id < whole.variable_count(); ++id) {
        const bool divided = !table.variables[static_cast<std::size_t>(id)].is_whole();
        EXPECT_EQ(elements[static_cast<std::size_t>(id)], divided ? size_of(whole, id) : 0)
            << "seed " << seed;
    }
}

TEST(Set, ThePartsHaveEveryElementOnce) {
    for (unsigned seed = 0; seed < 100; ++seed) expect_every_element_once(seed);
}

TEST(Set, ADimensionMayOccurTwice) {
    model::Schema whole;
    whole.add_dimension({.name = "x", .length = 6});
    model::Variable square;
    square.name = "square";
    square.type = External::int32;
    square.dimension_ids = {0, 0};
    whole.add_variable(std::move(square));
    Table table = table_of(2);
    divide_new_variables(whole, small_things_too, table);
    const Part made = part_of(whole, table, 1);
    const auto& ids = made.schema.variable(0).dimension_ids;
    EXPECT_EQ(made.schema.dimension(ids[0]).length, 3);
    EXPECT_EQ(made.schema.dimension(ids[1]).length, 6);
    EXPECT_EQ(made.schema.dimension(ids[1]).name, "x");
}

TEST(Division, ProgramsChooseTheDimension) {
    model::Schema whole =
        layout::schema_of({{External::int32, {0, 4, 5}}, {External::int32, {4, 5}}});
    std::vector<std::byte> value;
    append_integer(value, External::int32, whole.variable(0).dimension_ids[2]);
    types::change_form(External::int32, value);
    whole.variable(0).attributes.add({.name = chosen_dimension_attribute,
                                      .type = External::int32,
                                      .count = 1,
                                      .values = model::Values(std::span<const std::byte>(value))});
    Table table = table_of(2);
    divide_new_variables(whole, small_things_too, table);
    EXPECT_EQ(table.variables[0].position, 2);
    EXPECT_EQ(table.variables[1].position, 0);
}

TEST(Division, SmallVariablesStayWhole) {
    const model::Schema whole = layout::schema_of({{External::int32, {}},
                                                   {External::int32, {0}},
                                                   {External::int32, {100}},
                                                   {External::byte, {4, 5}},
                                                   {External::int32, {40, 50}}});
    Table table = table_of(2);
    divide_new_variables(whole, {.least_dimensions = 2, .least_bytes = 100}, table);
    for (int id = 0; id < 4; ++id)
        EXPECT_TRUE(table.variables[static_cast<std::size_t>(id)].is_whole()) << id;
    EXPECT_EQ(table.variables[4].position, 0);
}

TEST(Aggregation, HelpersFitTheirVariables) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const format::Header header = random_whole(random);
        const model::Schema& whole = header.schema;
        Table table = table_of(4);
        begin_epochs(whole, random, table);
        divide_new_variables(whole, small_things_too, table);
        const model::Schema master = master_of(header, table);
        const auto values = values_of_aggregation(header.version, whole, table, master);
        EXPECT_EQ(std::ssize(values), master.variable_count() - whole.variable_count());
        for (const HelperValues& helper : values) {
            std::int64_t bytes = types::size_of(master.variable(helper.variable).type);
            for (const std::int64_t length : master.shape_of(master.variable(helper.variable)))
                bytes *= length;
            EXPECT_EQ(std::ssize(helper.bytes), bytes) << master.variable(helper.variable).name;
        }
    }
}

TEST(SetId, IsItsText) {
    const SetId id = draw_set_id();
    EXPECT_EQ(set_id_of(text_of(id)), id);
    EXPECT_NE(draw_set_id(), id);
    EXPECT_FALSE(set_id_of("abc"));
    EXPECT_FALSE(set_id_of(std::string(32, 'g')));
}

}  // namespace
}  // namespace weft::parts
