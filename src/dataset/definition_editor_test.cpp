// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/definition_editor.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dataset/constants.hpp"
#include "dataset/test_definition.hpp"

namespace weft::dataset {
namespace {

class DefinitionEditorTest : public testing::Test {
protected:
    DefinitionEditorTest() : definition_(small_definition()) {
        (void)editor().add_dimension("time", 0);
        (void)editor().add_dimension("x", 4);
        const std::vector<int> ids = {0, 1};
        (void)editor().add_variable("v", int_type, 2, ids.data());
    }

    [[nodiscard]] DefinitionEditor editor(const ChangeRules& rules = {}) {
        return {definition_, rules, rank_};
    }
    [[nodiscard]] Code new_variable(int type, const std::vector<int>& ids,
                                    const ChangeRules& rules = {}) {
        return editor(rules)
            .add_variable("new", type, static_cast<int>(ids.size()), ids.data())
            .code();
    }

    Definition definition_;
    OneRank rank_;
};

TEST_F(DefinitionEditorTest, NothingChangesIfTheRanksDoNotAgree) {
    rank_.others = Code::edimsize;
    EXPECT_EQ(editor().add_dimension("y", 3).code(), Code::edimsize);
    EXPECT_EQ(definition_.schema.dimension_count(), 2);
    rank_.others = Code::noerr;
    EXPECT_TRUE(editor().add_dimension("y", 3).ok());
    EXPECT_EQ(definition_.schema.dimension_count(), 3);
    EXPECT_EQ(definition_.find_dimension("y").value(), 2);
}

TEST_F(DefinitionEditorTest, NamesOfGroupsAreInUse) {
    definition_.groups = {"", "g", "g/inner"};
    EXPECT_EQ(editor().add_dimension("g", 3).code(), Code::enameinuse);
    EXPECT_EQ(editor().add_variable("g", int_type, 0, nullptr).code(), Code::enameinuse);
    EXPECT_EQ(editor().rename_dimension(1, "g").code(), Code::enameinuse);
    EXPECT_EQ(editor().rename_variable(0, "g").code(), Code::enameinuse);
    EXPECT_TRUE(editor().add_dimension("inner", 3).ok());
}

TEST_F(DefinitionEditorTest, DimensionsThatAreNotLegal) {
    EXPECT_EQ(editor().add_dimension("x", 3).code(), Code::enameinuse);
    EXPECT_EQ(editor().add_dimension("", 3).code(), Code::ebadname);
    EXPECT_EQ(editor().add_dimension("y", -1).code(), Code::edimsize);
    EXPECT_EQ(editor().add_dimension("y", std::int64_t{1} << 31).code(), Code::edimsize);
    EXPECT_EQ(editor().add_dimension("y", 0).code(), Code::eunlimit);
    EXPECT_EQ(definition_.schema.dimension_count(), 2);
}

TEST_F(DefinitionEditorTest, VariablesThatAreNotLegal) {
    EXPECT_EQ(new_variable(int_type, {1, 0}), Code::eunlimpos);
    EXPECT_EQ(new_variable(int_type, {2}), Code::ebaddim);
    EXPECT_EQ(new_variable(0, {1}), Code::ebadtype);
    EXPECT_EQ(new_variable(longlong_type, {1}), Code::estrictcdf2);
    EXPECT_EQ(new_variable(longlong_type, {1}, {.classic_model = true}), Code::estrictnc3);
    EXPECT_EQ(new_variable(int_type, {1}), Code::noerr);
    EXPECT_EQ(editor().add_variable("v", int_type, 0, nullptr).code(), Code::enameinuse);
    EXPECT_EQ(editor().add_variable("w", int_type, 1, nullptr).code(), Code::einval);
    EXPECT_EQ(editor().add_variable("w", int_type, -1, nullptr).code(), Code::einval);
}

TEST_F(DefinitionEditorTest, NamesGrowInDefineModeOnly) {
    const ChangeRules data_mode{.may_grow = false};
    EXPECT_EQ(editor(data_mode).rename_variable(0, "w").code(), Code::noerr);
    EXPECT_EQ(editor(data_mode).rename_variable(0, "long").code(), Code::enotindefine);
    EXPECT_EQ(editor().rename_variable(0, "long").code(), Code::noerr);
    EXPECT_EQ(definition_.find_variable("long").value(), 0);
    EXPECT_EQ(editor().rename_variable(global_attributes_id, "a").code(), Code::eglobal);
    EXPECT_EQ(editor().rename_variable(1, "a").code(), Code::enotvar);
}

TEST_F(DefinitionEditorTest, ADimensionMayKeepItsNameAndAVariableMayNot) {
    EXPECT_EQ(editor().rename_dimension(1, "x").code(), Code::noerr);
    EXPECT_EQ(editor().rename_dimension(1, "time").code(), Code::enameinuse);
    EXPECT_EQ(editor().rename_variable(0, "v").code(), Code::enameinuse);
}

TEST_F(DefinitionEditorTest, FillModesOfAllAndOfOne) {
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{true}));
    EXPECT_EQ(editor().set_fill_mode(fill_modes::fill).code(), Code::noerr);
    EXPECT_EQ(editor().add_variable("w", int_type, 0, nullptr).code(), Code::noerr);
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{false, false}));
    EXPECT_EQ(editor().set_fill_of_variable(0, true, nullptr).code(), Code::noerr);
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{true, false}));
    EXPECT_EQ(editor().set_fill_mode(1).code(), Code::einval);
    EXPECT_EQ(editor().set_fill_of_variable(2, true, nullptr).code(), Code::enotvar);
}

TEST_F(DefinitionEditorTest, SafeModeComparesArgumentsThatAreWrongToo) {
    const ChangeRules safe{.compares_arguments = true};
    EXPECT_TRUE(editor().add_dimension("y", 3).ok());
    EXPECT_TRUE(rank_.compared.empty());
    const int ids[] = {1, 7, 1};
    EXPECT_EQ(editor(safe).add_variable("w", int_type, 3, ids).code(), Code::ebaddim);
    ASSERT_EQ(rank_.compared.size(), 4U);
    EXPECT_EQ(rank_.compared[0].value, "w");
    EXPECT_EQ(rank_.compared[3].value, "1,7,") << "up to the first that is wrong";
}

}  // namespace
}  // namespace weft::dataset
