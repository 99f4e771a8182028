// SPDX-License-Identifier: BSD-3-Clause
#include "inquiry.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "attribute_call.hpp"
#include "mismatch.hpp"

namespace random_programs {
namespace {

using NameBuffer = std::array<char, NC_MAX_NAME + 1>;

void check_counts(int ncid, const Model& model) {
    int dimensions = 0;
    int variables = 0;
    int attributes = 0;
    int unlimited = 0;
    int format = 0;
    expect_code("ncmpi_inq", NC_NOERR,
                ncmpi_inq(ncid, &dimensions, &variables, &attributes, &unlimited));
    expect_equal("ncmpi_inq, dimensions", static_cast<int>(model.dimensions.size()), dimensions);
    expect_equal("ncmpi_inq, variables", static_cast<int>(model.variables.size()), variables);
    expect_equal("ncmpi_inq, attributes", static_cast<int>(model.attributes.size()), attributes);
    expect_equal("ncmpi_inq, record dimension", model.record_dimension(), unlimited);
    expect_code("ncmpi_inq_format", NC_NOERR, ncmpi_inq_format(ncid, &format));
    expect_equal("ncmpi_inq_format", model.format, format);
}

void check_variable_counts(int ncid, const Model& model) {
    int record_variables = 0;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        record_variables += model.is_record(static_cast<int>(v)) ? 1 : 0;
    }
    int found = 0;
    expect_code("ncmpi_inq_num_rec_vars", NC_NOERR, ncmpi_inq_num_rec_vars(ncid, &found));
    expect_equal("ncmpi_inq_num_rec_vars", record_variables, found);
    expect_code("ncmpi_inq_num_fix_vars", NC_NOERR, ncmpi_inq_num_fix_vars(ncid, &found));
    expect_equal("ncmpi_inq_num_fix_vars",
                 static_cast<int>(model.variables.size()) - record_variables, found);
}

void check_dimension(int ncid, const Model& model, int id) {
    const Dimension& expected = model.dimensions[id];
    const std::string what = "dimension " + std::to_string(id);
    NameBuffer name{};
    Index length = 0;
    int found = -1;
    expect_code("ncmpi_inq_dim", NC_NOERR, ncmpi_inq_dim(ncid, id, name.data(), &length));
    expect_equal(what + ", name", expected.name, std::string(name.data()));
    if (!expected.unlimited) expect_equal(what + ", length", expected.length, length);
    expect_code("ncmpi_inq_dimid", NC_NOERR, ncmpi_inq_dimid(ncid, expected.name.c_str(), &found));
    expect_equal(what + ", id by name", id, found);
}

// Reads an attribute in its own type and in one more.
void check_attribute(int ncid, const Model& model, int owner, int number, bool long_fill) {
    const Attribute& expected = model.attributes_of(owner)[number];
    const std::string what = "attribute \"" + expected.name + "\" of " + std::to_string(owner);
    const MemoryType native = native_type_of(expected.type);
    NameBuffer name{};
    nc_type type = NC_NAT;
    Index length = -1;
    int id = -1;
    const char* wanted = expected.name.c_str();
    expect_code("ncmpi_inq_attname of " + what, NC_NOERR,
                ncmpi_inq_attname(ncid, owner, number, name.data()));
    expect_equal(what + ", name by number", expected.name, std::string(name.data()));
    expect_code("ncmpi_inq_attid of " + what, NC_NOERR, ncmpi_inq_attid(ncid, owner, wanted, &id));
    expect_equal(what + ", number by name", number, id);
    expect_code("ncmpi_inq_att of " + what, NC_NOERR,
                ncmpi_inq_att(ncid, owner, wanted, &type, &length));
    expect_equal(what + ", type", expected.type, type);
    expect_equal(what + ", length", expected.length(), length);
    Bytes values(expected.values.size() + 1);
    expect_code("ncmpi_get_att of " + what, NC_NOERR,
                ncmpi_get_att(ncid, owner, wanted, values.data()));
    if (!std::equal(expected.values.begin(), expected.values.end(), values.begin())) {
        throw Mismatch("ncmpi_get_att of " + what + ": other values");
    }
    const std::vector<MemoryType> readable = memory_types_for(expected.type);
    const MemoryType memory =
        readable[(expected.values.size() + expected.name.size()) % readable.size()];
    const std::size_t size = size_of(memory);
    Bytes wanted_values;
    bool range_error = false;
    for (Index i = 0; i < length; ++i) {
        const std::byte* from = &expected.values[static_cast<std::size_t>(i) * size_of(native)];
        Bytes one(size);
        if (copies_bits(model.format, expected.type, memory)) {
            one[0] = *from;
        } else if (!convert(from, native, one.data(), memory, default_fill_of(memory))) {
            range_error = true;
        }
        wanted_values.insert(wanted_values.end(), one.begin(), one.end());
    }
    Bytes converted(wanted_values.size() + 1);
    expect_code(std::string("ncmpi_get_att_") + suffix_of(memory) + " of " + what,
                range_error ? NC_ERANGE : NC_NOERR,
                get_attribute(ncid, owner, wanted, memory, converted.data()));
    if (range_error && memory == MemoryType::long_int && !long_fill) return;
    for (std::size_t at = 0; at < wanted_values.size(); at += size) {
        expect_equal(std::string("ncmpi_get_att_") + suffix_of(memory) + " of " + what +
                         ", element " + std::to_string(at / size),
                     text_of(&wanted_values[at], memory), text_of(&converted[at], memory));
    }
}

void check_variable(int ncid, const Model& model, int id, bool long_fill) {
    const Variable& expected = model.variables[id];
    const std::string what = "variable " + std::to_string(id);
    NameBuffer name{};
    nc_type type = NC_NAT;
    int dimensions = -1;
    int attributes = -1;
    int found = -1;
    std::array<int, 8> ids{};
    expect_code("ncmpi_inq_var", NC_NOERR,
                ncmpi_inq_var(ncid, id, name.data(), &type, &dimensions, ids.data(), &attributes));
    expect_equal(what + ", name", expected.name, std::string(name.data()));
    expect_equal(what + ", type", expected.type, type);
    expect_equal(what + ", dimensions", static_cast<int>(expected.dimensions.size()), dimensions);
    expect_equal(what + ", attributes", static_cast<int>(expected.attributes.size()), attributes);
    for (std::size_t d = 0; d < expected.dimensions.size(); ++d) {
        expect_equal(what + ", dimension id", expected.dimensions[d], ids.at(d));
    }
    expect_code("ncmpi_inq_varid", NC_NOERR, ncmpi_inq_varid(ncid, expected.name.c_str(), &found));
    expect_equal(what + ", id by name", id, found);
    int no_fill = -1;
    std::array<std::byte, 8> fill{};
    expect_code("ncmpi_inq_var_fill", NC_NOERR,
                ncmpi_inq_var_fill(ncid, id, &no_fill, fill.data()));
    if (expected.fill_is_set) expect_equal(what + ", no_fill", expected.fill ? 0 : 1, no_fill);
    if (std::memcmp(fill.data(), model.fill_value(id), size_of(model.native(id))) != 0) {
        throw Mismatch("ncmpi_inq_var_fill of " + what + ": expected " +
                       text_of(model.fill_value(id), model.native(id)) + ", got " +
                       text_of(fill.data(), model.native(id)));
    }
    for (int a = 0; a < attributes; ++a) check_attribute(ncid, model, id, a, long_fill);
}

}  // namespace

void inquire_all(int ncid, const Model& model, const Options& options) {
    const bool long_fill = options.has(Feature::long_attributes);
    check_counts(ncid, model);
    if (options.has(Feature::variable_counts)) check_variable_counts(ncid, model);
    for (std::size_t d = 0; d < model.dimensions.size(); ++d) {
        check_dimension(ncid, model, static_cast<int>(d));
    }
    for (std::size_t a = 0; a < model.attributes.size(); ++a) {
        check_attribute(ncid, model, NC_GLOBAL, static_cast<int>(a), long_fill);
    }
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        check_variable(ncid, model, static_cast<int>(v), long_fill);
    }
}

Index reported_record_count(int ncid, const Model& model) {
    if (model.record_dimension() < 0) return -1;
    Index length = -1;
    expect_code("ncmpi_inq_dimlen", NC_NOERR,
                ncmpi_inq_dimlen(ncid, model.record_dimension(), &length));
    return length;
}

std::vector<Index> reported_begins(int ncid, const Model& model) {
    std::vector<Index> begins(model.variables.size(), -1);
    for (std::size_t v = 0; v < begins.size(); ++v) {
        expect_code("ncmpi_inq_varoffset", NC_NOERR,
                    ncmpi_inq_varoffset(ncid, static_cast<int>(v), &begins[v]));
    }
    return begins;
}

}  // namespace random_programs
