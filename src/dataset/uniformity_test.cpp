// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/uniformity.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace weft::dataset {
namespace {

using model::Schema;

model::Attribute attribute(const char* name, std::size_t length, int value) {
    model::Values values(length);
    std::ranges::fill(values, static_cast<std::byte>(value));
    return {.name = name,
            .type = types::External::byte,
            .count = static_cast<std::int64_t>(length),
            .values = std::move(values)};
}

model::Variable variable(std::string name, types::External type,
                         const std::vector<int>& dimension_ids) {
    model::Variable made;
    made.name = std::move(name);
    made.type = type;
    made.dimension_ids = dimension_ids;
    return made;
}

Schema schema() {
    Schema made;
    made.record_count = 3;
    made.add_dimension(model::unlimited_dimension("time"));
    made.add_dimension({.name = "x", .length = 5});
    made.add_variable(variable("a", types::External::int32, {0, 1}));
    made.add_variable(variable("b", types::External::float32, {1}));
    made.global_attributes.add(attribute("title", 3, 1));
    made.variable(1).attributes.add(attribute("units", 2, 1));
    return made;
}

Code code_after(const std::function<void(Schema&)>& change) {
    Schema mine = schema();
    change(mine);
    return difference(schema(), mine).code();
}

TEST(Uniformity, EqualDefinitionsDoNotDiffer) {
    EXPECT_EQ(code_after([](Schema&) {}), Code::noerr);
}

TEST(Uniformity, EachDifferenceHasItsCode) {
    EXPECT_EQ(code_after([](Schema& s) { s.record_count = 4; }), Code::emultidefine_numrecs);
    EXPECT_EQ(code_after([](Schema& s) { s.add_dimension({.name = "y", .length = 1}); }),
              Code::emultidefine_dim_num);
    EXPECT_EQ(code_after([](Schema& s) { s.rename_dimension(1, "y"); }),
              Code::emultidefine_dim_name);
    EXPECT_EQ(
        code_after([](Schema& s) { s.add_variable(variable("c", types::External::int32, {})); }),
        Code::emultidefine_var_num);
    EXPECT_EQ(code_after([](Schema& s) { s.rename_variable(0, "z"); }),
              Code::emultidefine_var_name);
    EXPECT_EQ(code_after([](Schema& s) {
                  s.variable(1).dimension_ids = {1, 1};
              }),
              Code::emultidefine_var_ndims);
    EXPECT_EQ(code_after([](Schema& s) { s.variable(1).dimension_ids = {0}; }),
              Code::emultidefine_var_dimids);
    EXPECT_EQ(code_after([](Schema& s) { s.variable(1).type = types::External::int32; }),
              Code::emultidefine_var_type);
}

TEST(Uniformity, AttributesDifferInNumberNameLengthAndValue) {
    const auto replace = [](const model::Attribute& with) {
        return code_after([&](Schema& s) {
            s.global_attributes.remove(0);
            s.global_attributes.add(model::Attribute(with));
        });
    };
    EXPECT_EQ(code_after([](Schema& s) { s.global_attributes.add(attribute("more", 1, 1)); }),
              Code::emultidefine_attr_num);
    EXPECT_EQ(code_after([](Schema& s) { s.variable(1).attributes.remove(0); }),
              Code::emultidefine_attr_num);
    EXPECT_EQ(replace(attribute("other", 3, 1)), Code::emultidefine_attr_name);
    EXPECT_EQ(replace(attribute("title", 4, 1)), Code::emultidefine_attr_len);
    EXPECT_EQ(replace(attribute("title", 3, 2)), Code::emultidefine_attr_val);
}

TEST(Uniformity, AFailureOfOneRankAloneIsItsOwn) {
    const mpi::Comm self = mpi::Comm::self();
    const UniformFields fields = {{Code::emultidefine_fnc_args, "number", field_of(5)}};
    EXPECT_EQ(compare_fields(self.view(), {}, fields).code(), Code::noerr);
    EXPECT_EQ(compare_fields(self.view(), Code::einval, fields).code(), Code::einval);
}

}  // namespace
}  // namespace weft::dataset
