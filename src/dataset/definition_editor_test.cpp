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
        (void)made(editor().add_dimension("time", 0));
        (void)made(editor().add_dimension("x", 4));
        const std::vector<int> ids = {0, 1};
        (void)made(editor().add_variable("v", int_type, 2, ids.data()));
    }

    [[nodiscard]] DefinitionEditor editor(const ChangeRules& rules = {}) {
        return {definition_, rules};
    }
    [[nodiscard]] Code new_variable(int type, const std::vector<int>& ids,
                                    const ChangeRules& rules = {}) {
        return editor(rules)
            .add_variable("new", type, static_cast<int>(ids.size()), ids.data())
            .checked.code();
    }

    Definition definition_;
};

TEST_F(DefinitionEditorTest, NothingChangesBeforeAChangeIsMade) {
    Change change = editor().add_dimension("y", 3);
    EXPECT_TRUE(change.checked.ok());
    EXPECT_EQ(definition_.schema.dimension_count(), 2);
    change.make();
    EXPECT_EQ(definition_.schema.dimension_count(), 3);
    EXPECT_EQ(definition_.find_dimension("y").value(), 2);
}

TEST_F(DefinitionEditorTest, DimensionsThatAreNotLegal) {
    EXPECT_EQ(made(editor().add_dimension("x", 3)), Code::enameinuse);
    EXPECT_EQ(made(editor().add_dimension("", 3)), Code::ebadname);
    EXPECT_EQ(made(editor().add_dimension("y", -1)), Code::edimsize);
    EXPECT_EQ(made(editor().add_dimension("y", std::int64_t{1} << 31)), Code::edimsize);
    EXPECT_EQ(made(editor().add_dimension("y", 0)), Code::eunlimit);
    EXPECT_EQ(definition_.schema.dimension_count(), 2);
}

TEST_F(DefinitionEditorTest, VariablesThatAreNotLegal) {
    EXPECT_EQ(new_variable(int_type, {1}), Code::noerr);
    EXPECT_EQ(new_variable(int_type, {1, 0}), Code::eunlimpos);
    EXPECT_EQ(new_variable(int_type, {2}), Code::ebaddim);
    EXPECT_EQ(new_variable(0, {1}), Code::ebadtype);
    EXPECT_EQ(new_variable(longlong_type, {1}), Code::estrictcdf2);
    EXPECT_EQ(new_variable(longlong_type, {1}, {.classic_model = true}), Code::estrictnc3);
    EXPECT_EQ(editor().add_variable("v", int_type, 0, nullptr).checked.code(), Code::enameinuse);
    EXPECT_EQ(editor().add_variable("w", int_type, 1, nullptr).checked.code(), Code::einval);
    EXPECT_EQ(editor().add_variable("w", int_type, -1, nullptr).checked.code(), Code::einval);
}

TEST_F(DefinitionEditorTest, NamesGrowInDefineModeOnly) {
    const ChangeRules data_mode{.may_grow = false};
    EXPECT_EQ(made(editor(data_mode).rename_variable(0, "w")), Code::noerr);
    EXPECT_EQ(made(editor(data_mode).rename_variable(0, "long")), Code::enotindefine);
    EXPECT_EQ(made(editor().rename_variable(0, "long")), Code::noerr);
    EXPECT_EQ(definition_.find_variable("long").value(), 0);
    EXPECT_EQ(made(editor().rename_variable(global_attributes_id, "a")), Code::eglobal);
    EXPECT_EQ(made(editor().rename_variable(1, "a")), Code::enotvar);
}

TEST_F(DefinitionEditorTest, ADimensionMayKeepItsNameAndAVariableMayNot) {
    EXPECT_EQ(made(editor().rename_dimension(1, "x")), Code::noerr);
    EXPECT_EQ(made(editor().rename_dimension(1, "time")), Code::enameinuse);
    EXPECT_EQ(made(editor().rename_variable(0, "v")), Code::enameinuse);
}

TEST_F(DefinitionEditorTest, FillModesOfAllAndOfOne) {
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{true}));
    EXPECT_EQ(made(editor().set_fill_mode(fill_modes::fill)), Code::noerr);
    EXPECT_EQ(made(editor().add_variable("w", int_type, 0, nullptr)), Code::noerr);
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{false, false}));
    EXPECT_EQ(made(editor().set_fill_of_variable(0, true, nullptr)), Code::noerr);
    EXPECT_EQ(definition_.no_fill, (std::vector<bool>{true, false}));
    EXPECT_EQ(made(editor().set_fill_mode(1)), Code::einval);
    EXPECT_EQ(made(editor().set_fill_of_variable(2, true, nullptr)), Code::enotvar);
}

TEST_F(DefinitionEditorTest, SafeModeComparesArgumentsThatAreWrongToo) {
    const ChangeRules safe{.compares_arguments = true};
    EXPECT_TRUE(editor().add_dimension("y", 3).arguments.empty());
    const int ids[] = {1, 7, 1};
    const Change change = editor(safe).add_variable("w", int_type, 3, ids);
    EXPECT_EQ(change.checked.code(), Code::ebaddim);
    ASSERT_EQ(change.arguments.size(), 4U);
    EXPECT_EQ(change.arguments[0].value, "w");
    EXPECT_EQ(change.arguments[3].value, "1,7,") << "up to the first that is wrong";
}

}  // namespace
}  // namespace weft::dataset
