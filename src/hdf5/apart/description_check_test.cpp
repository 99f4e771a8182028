// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/description_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace weft::hdf5::apart {
namespace {

using Layout = model::Storage::Layout;
using model::TypeClass;
using testing::HasSubstr;

constexpr std::int64_t file_bytes = 1000;

Description good() {
    Description its;
    its.dimensions = {{"x", 10, false}};
    DescribedAttribute numbers{.name = "numbers", .type = {.number = 4}, .count = 2};
    numbers.values.resize(8);
    DescribedAttribute texts{.name = "texts", .count = 2, .strings = {"a", "b"}};
    texts.type.foreign = {.type_class = TypeClass::string, .name = "string", .bytes = 8};
    DescribedAttribute pairs{.name = "pairs", .count = 3};
    pairs.type.foreign = {.type_class = TypeClass::compound, .name = "pair_t", .bytes = 16};
    its.attributes = {numbers, texts, pairs};
    DescribedVariable variable{.name = "v", .object = "v", .type = {.number = 5}};
    variable.dimensions = {0};
    variable.storage.address = 960;
    variable.storage.fill.resize(4);
    DescribedAttribute kind{.name = "kind", .count = 3};
    kind.type.foreign = {.type_class = TypeClass::enumeration,
                         .name = "kind_t",
                         .bytes = 2,
                         .base = types::External::int16};
    kind.values.resize(6);
    variable.attributes = {kind};
    its.variables = {variable};
    return its;
}

using Change = std::function<void(Description&)>;

TEST(DescriptionCheck, TakesWhatCanBe) {
    EXPECT_TRUE(check_description(good(), file_bytes).ok());
    Description its = good();
    its.variables[0].storage.address = -1;
    EXPECT_TRUE(check_description(its, file_bytes).ok());
    // An array that is shorter than its dimensions is refused when somebody reads it.
    its.variables[0].storage.address = 990;
    its.variables[0].storage.form.refused = "shorter";
    EXPECT_TRUE(check_description(its, file_bytes).ok());
    its.variables[0].storage.address = -1;
    its.variables[0].storage.form.layout = Layout::chunked;
    its.variables[0].storage.lengths = {3};
    EXPECT_TRUE(check_description(its, file_bytes).ok());
}

TEST(DescriptionCheck, RefusesVariablesByName) {
    const std::vector<Change> changes = {
        [](Description& its) { its.variables[0].type.number = 12; },
        [](Description& its) { its.variables[0].type.number = -1; },
        [](Description& its) { its.variables[0].dimensions = {1}; },
        [](Description& its) { its.variables[0].dimensions = {-1}; },
        [](Description& its) { its.variables[0].storage.address = 961; },
        [](Description& its) { its.variables[0].storage.address = -2; },
        [](Description& its) { its.dimensions[0].length = std::int64_t{1} << 62; },
        [](Description& its) {
            its.variables[0].storage.address = std::numeric_limits<std::int64_t>::max();
        },
        [](Description& its) {
            its.variables[0].storage.form.refused = "shorter";
            its.variables[0].storage.address = file_bytes + 1;
        },
        [](Description& its) { its.variables[0].storage.fill.resize(3); },
        [](Description& its) { its.variables[0].storage.lengths = {3}; },
        [](Description& its) {
            its.variables[0].storage.form.layout = Layout::chunked;
            its.variables[0].storage.lengths = {3, 4};
        },
        [](Description& its) {
            its.variables[0].storage.form.layout = Layout::chunked;
            its.variables[0].storage.lengths = {-1};
        },
        [](Description& its) { its.variables[0].storage.form.layout = static_cast<Layout>(3); },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Description its = good();
        changes[i](its);
        const Status refused = check_description(its, file_bytes);
        EXPECT_EQ(refused.code(), Code::ehdferr) << i;
        EXPECT_THAT(refused.context(), HasSubstr("variable 'v'")) << i;
    }
}

TEST(DescriptionCheck, RefusesAttributesByName) {
    const std::vector<Change> changes = {
        [](Description& its) { its.attributes[0].values.resize(7); },
        [](Description& its) { its.attributes[0].count = 3; },
        [](Description& its) { its.attributes[0].count = -2; },
        [](Description& its) { its.attributes[0].count = std::int64_t{1} << 62; },
        [](Description& its) {
            its.attributes[0].strings = {"a", "b"};
        },
        [](Description& its) { its.attributes[0].type.number = 99; },
        [](Description& its) { its.attributes[1].count = 3; },
        [](Description& its) { its.attributes[1].values.resize(2); },
        [](Description& its) {
            its.attributes[2].type.foreign.type_class = static_cast<TypeClass>(1);
        },
        [](Description& its) { its.attributes[2].type.foreign.bytes = -1; },
        [](Description& its) {
            its.variables[0].attributes[0].type.foreign.base = static_cast<types::External>(0);
        },
        [](Description& its) {
            its.variables[0].attributes[0].type.foreign.base = static_cast<types::External>(200);
        },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Description its = good();
        changes[i](its);
        const Status refused = check_description(its, file_bytes);
        EXPECT_EQ(refused.code(), Code::ehdferr) << i;
        EXPECT_THAT(refused.context(), HasSubstr("attribute '")) << i;
    }
}

TEST(DescriptionCheck, RefusesTypesByName) {
    Description its = good();
    its.types = {{"g/kind_t", its.variables[0].attributes[0].type.foreign}};
    EXPECT_TRUE(check_description(its, file_bytes).ok());
    its.types[0].type.base = static_cast<types::External>(0);
    const Status refused = check_description(its, file_bytes);
    EXPECT_EQ(refused.code(), Code::ehdferr);
    EXPECT_THAT(refused.context(), HasSubstr("type 'g/kind_t'"));
}

TEST(DescriptionCheck, RefusesDimensionsByName) {
    Description its = good();
    its.dimensions[0].length = -1;
    EXPECT_THAT(check_description(its, file_bytes).context(), HasSubstr("dimension 'x'"));
}

}  // namespace
}  // namespace weft::hdf5::apart
