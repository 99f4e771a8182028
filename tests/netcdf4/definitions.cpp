// SPDX-License-Identifier: BSD-3-Clause
#include "definitions.hpp"

#include <weft.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "findings.hpp"

namespace netcdf4 {
namespace {

using Name = std::array<char, NC_MAX_NAME + 1>;

void compare_dimensions(int ncid, const Expected& expected) {
    if (!expected.told.at("knows_dimensions")) return;
    const json& dimensions = expected.told.at("dimensions");
    int count = -1;
    ok(ncmpi_inq_ndims(ncid, &count), expected.path);
    if (expected.told.at("knows_all_dimensions"))
        equal(count, static_cast<int>(dimensions.size()), expected.path + ": number of dimensions");
    int unlimited = 0;
    ok(weft_inq_unlimdims(ncid, &unlimited, nullptr), expected.path);
    std::vector<int> ids(static_cast<std::size_t>(unlimited));
    ok(weft_inq_unlimdims(ncid, nullptr, ids.data()), expected.path);
    for (const json& its : dimensions) {
        const std::string name = its.at("name");
        const std::string what = expected.path + ": dimension " + name;
        int id = -1;
        MPI_Offset length = -1;
        if (!ok(ncmpi_inq_dimid(ncid, name.c_str(), &id), what)) continue;
        ok(ncmpi_inq_dimlen(ncid, id, &length), what);
        equal(length, its.at("length").get<MPI_Offset>(), what);
        equal(std::ranges::count(ids, id) == 1, its.at("unlimited").get<bool>(),
              what + ": unlimited");
    }
}

void compare_values(int ncid, int varid, const char* name, nc_type type, const Expected& expected,
                    const json& its, const std::string& what) {
    std::vector<char> found(its.at("count").get<std::size_t>() * size_of(type) + 1, 'x');
    if (!its.contains("values")) {
        const int code = its.at("count") == 0 ? NC_NOERR : NC_EBADTYPE;
        equal(ncmpi_get_att(ncid, varid, name, found.data()), code, what + ": the code");
        return;
    }
    const auto wanted = expected.values_of(its);
    if (!ok(ncmpi_get_att(ncid, varid, name, found.data()), what)) return;
    expect(wanted.size() < found.size() &&
               std::memcmp(found.data(), wanted.data(), wanted.size()) == 0,
           what + ": its values differ");
}

/// The type of an enumeration's values is that of their bytes.
nc_type value_type(const json& its, nc_type type) {
    if (type != NC_ENUM || !its.contains("values")) return type;
    const std::size_t bytes = its.at("values").at("bytes").get<std::size_t>() /
                              std::max<std::size_t>(1, its.at("count").get<std::size_t>());
    return bytes == 8 ? NC_INT64 : bytes == 4 ? NC_INT : bytes == 2 ? NC_SHORT : NC_BYTE;
}

void compare_attributes(int ncid, int varid, const Expected& expected, const json& attributes,
                        const std::string& owner) {
    int count = -1;
    ok(ncmpi_inq_varnatts(ncid, varid, &count), owner);
    equal(count, static_cast<int>(attributes.size()), owner + ": number of attributes");
    for (int i = 0; i < std::min(count, static_cast<int>(attributes.size())); ++i) {
        const json& its = attributes.at(static_cast<std::size_t>(i));
        const std::string name = its.at("name");
        const std::string what = owner + ", attribute " + name;
        Name found{};
        ok(ncmpi_inq_attname(ncid, varid, i, found.data()), what);
        if (!equal<std::string>(found.data(), name, what)) continue;
        nc_type type = NC_NAT;
        MPI_Offset length = -1;
        int its_class = -1;
        ok(ncmpi_inq_att(ncid, varid, found.data(), &type, &length), what);
        ok(weft_inq_att_class(ncid, varid, found.data(), &its_class), what);
        equal(type, its.at("type").get<int>(), what + ": type");
        equal(length, its.at("count").get<MPI_Offset>(), what + ": length");
        equal(its_class, its.at("class").get<int>(), what + ": class");
        compare_values(ncid, varid, found.data(), value_type(its, type), expected, its, what);
    }
}

void compare_filters(int ncid, int varid, const json& filters, const std::string& what) {
    std::vector<unsigned> wanted;
    const json* deflate = nullptr;
    bool shuffles = false;
    bool checks = false;
    for (const json& its : filters) {
        const auto id = its.at("id").get<unsigned>();
        if (id == 1) deflate = &its;
        shuffles = shuffles || id == 2;
        checks = checks || id == 3;
        if (id != 2 && id != 3) wanted.push_back(id);
        MPI_Offset count = -1;
        std::vector<unsigned> parameters(its.at("count").get<std::size_t>());
        ok(weft_inq_var_filter_info(ncid, varid, id, &count, nullptr), what);
        if (!equal(count, static_cast<MPI_Offset>(parameters.size()), what + ": parameters"))
            continue;
        ok(weft_inq_var_filter_info(ncid, varid, id, nullptr, parameters.data()), what);
        parameters.resize(its.at("parameters").size());
        expect(json(parameters) == its.at("parameters"), what + ": parameters differ");
    }
    MPI_Offset count = -1;
    ok(weft_inq_var_filter_ids(ncid, varid, &count, nullptr), what);
    if (!equal(count, static_cast<MPI_Offset>(wanted.size()), what + ": number of filters")) return;
    std::vector<unsigned> found(wanted.size());
    ok(weft_inq_var_filter_ids(ncid, varid, nullptr, found.data()), what);
    expect(found == wanted, what + ": ids of filters differ");
    unsigned first = 99;
    ok(weft_inq_var_filter(ncid, varid, &first, nullptr, nullptr), what);
    equal(first, wanted.empty() ? 0U : wanted.front(), what + ": the first filter");
    int shuffle = -1;
    int is_deflated = -1;
    int level = -1;
    int fletcher32 = -1;
    ok(weft_inq_var_deflate(ncid, varid, &shuffle, &is_deflated, &level), what);
    ok(weft_inq_var_fletcher32(ncid, varid, &fletcher32), what);
    equal(shuffle, shuffles ? 1 : 0, what + ": shuffle");
    equal(fletcher32, checks ? 1 : 0, what + ": fletcher32");
    equal(is_deflated, deflate != nullptr ? 1 : 0, what + ": deflate");
    const int wanted_level = deflate != nullptr ? deflate->at("parameters").at(0).get<int>() : 0;
    equal(level, wanted_level, what + ": level");
    equal(weft_inq_var_filter_info(ncid, varid, 4711, nullptr, nullptr), NC_ENOFILTER, what);
}

void compare_storage(int ncid, int varid, const json& its, const std::string& what) {
    const std::string layout = its.at("layout");
    if (layout.empty()) return;
    int storage = -1;
    std::vector<MPI_Offset> chunk(its.at("rank").get<std::size_t>(), -1);
    ok(weft_inq_var_chunking(ncid, varid, &storage, chunk.data()), what);
    const int wanted = layout == "chunked"   ? NC_CHUNKED
                       : layout == "compact" ? NC_COMPACT
                                             : NC_CONTIGUOUS;
    equal(storage, wanted, what + ": layout");
    if (storage == NC_CHUNKED) expect(json(chunk) == its.at("chunk"), what + ": chunks differ");
    compare_filters(ncid, varid, its.at("filters"), what);
    if (!its.contains("endian")) return;
    int order = -1;
    ok(weft_inq_var_endian(ncid, varid, &order), what);
    equal(order, its.at("endian").get<int>(), what + ": byte order");
}

void compare_class(int ncid, int varid, const json& its, const std::string& what) {
    int its_class = -1;
    ok(weft_inq_var_class(ncid, varid, &its_class), what);
    equal(its_class, its.at("class").get<int>(), what + ": class");
    int count = -1;
    const int code = weft_inq_var_enum(ncid, varid, &count);
    if (!its.contains("members")) {
        equal(code, NC_EBADTYPE, what + ": an enumeration");
        return;
    }
    const json& members = its.at("members");
    ok(code, what);
    equal(count, static_cast<int>(members.size()), what + ": members");
    for (int i = 0; i < std::min(count, static_cast<int>(members.size())); ++i) {
        const json& member = members.at(static_cast<std::size_t>(i));
        Name name{};
        long long value = 0;
        ok(weft_inq_var_enum_member(ncid, varid, i, name.data(), &value), what);
        equal<std::string>(name.data(), member.at("name"), what + ": member");
        equal(value, member.at("value").get<long long>(), what + ": member");
    }
    equal(weft_inq_var_enum_member(ncid, varid, count, nullptr, nullptr), NC_EINVAL, what);
}

void compare_variable(int ncid, int varid, const Expected& expected, const json& its) {
    const std::string wanted = its.at("name");
    const std::string what = expected.path + ": variable " + wanted;
    Name name{};
    nc_type type = NC_NAT;
    int rank = -1;
    ok(ncmpi_inq_var(ncid, varid, name.data(), &type, &rank, nullptr, nullptr), what);
    if (!equal<std::string>(name.data(), wanted, what) ||
        !equal(rank, its.at("rank").get<int>(), what + ": rank"))
        return;
    equal(type, its.at("type").get<int>(), what + ": type");
    std::vector<int> ids(static_cast<std::size_t>(rank));
    ok(ncmpi_inq_vardimid(ncid, varid, ids.data()), what);
    for (std::size_t i = 0; i < ids.size() && its.contains("dimensions"); ++i) {
        Name dimension{};
        ok(ncmpi_inq_dimname(ncid, ids[i], dimension.data()), what);
        equal<std::string>(dimension.data(), its.at("dimensions").at(i), what + ": dimension");
    }
    compare_attributes(ncid, varid, expected, its.at("attributes"), what);
    compare_storage(ncid, varid, its, what);
    compare_class(ncid, varid, its, what);
}

}  // namespace

void compare_definitions(int ncid, const Expected& expected) {
    int format = -1;
    ok(ncmpi_inq_format(ncid, &format), expected.path);
    equal(format, expected.told.at("format").get<int>(), expected.path + ": format");
    compare_dimensions(ncid, expected);
    compare_attributes(ncid, NC_GLOBAL, expected, expected.told.at("attributes"), expected.path);
    const json& variables = expected.told.at("variables");
    int count = -1;
    ok(ncmpi_inq_nvars(ncid, &count), expected.path);
    if (!equal(count, static_cast<int>(variables.size()), expected.path + ": variables")) return;
    for (int id = 0; id < count; ++id)
        compare_variable(ncid, id, expected, variables.at(static_cast<std::size_t>(id)));
}

}  // namespace netcdf4
