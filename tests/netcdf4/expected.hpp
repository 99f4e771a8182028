// SPDX-License-Identifier: BSD-3-Clause
// What make.py says is in a netCDF-4 file.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace netcdf4 {

using nlohmann::json;

struct Expected {
    std::string path;
    json told;
    std::vector<char> values;

    explicit Expected(const std::filesystem::path& file) : path(file.string()) {
        std::ifstream text(path + ".json");
        told = json::parse(text);
        std::ifstream bytes(path + ".values", std::ios::binary);
        values.assign(std::istreambuf_iterator<char>(bytes), {});
    }
    /// The values of a variable or an attribute.
    [[nodiscard]] std::span<const char> values_of(const json& owner) const {
        const json& place = owner.at("values");
        return std::span(values).subspan(place.at("offset").get<std::size_t>(),
                                         place.at("bytes").get<std::size_t>());
    }
};

inline MPI_Datatype datatype_of(nc_type type) {
    switch (type) {
        case NC_BYTE:
            return MPI_SIGNED_CHAR;
        case NC_CHAR:
            return MPI_CHAR;
        case NC_SHORT:
            return MPI_SHORT;
        case NC_INT:
            return MPI_INT;
        case NC_FLOAT:
            return MPI_FLOAT;
        case NC_DOUBLE:
            return MPI_DOUBLE;
        case NC_UBYTE:
            return MPI_UNSIGNED_CHAR;
        case NC_USHORT:
            return MPI_UNSIGNED_SHORT;
        case NC_UINT:
            return MPI_UNSIGNED;
        case NC_INT64:
            return MPI_LONG_LONG;
        case NC_UINT64:
            return MPI_UNSIGNED_LONG_LONG;
        default:
            return MPI_DATATYPE_NULL;
    }
}

/// Calls `use` with a value of the type in memory.
template <class Use>
auto with_type(nc_type type, Use&& use) {
    switch (type) {
        case NC_SHORT:
            return use(short{});
        case NC_INT:
            return use(int{});
        case NC_FLOAT:
            return use(float{});
        case NC_DOUBLE:
            return use(double{});
        case NC_UBYTE:
            return use(static_cast<unsigned char>(0));
        case NC_USHORT:
            return use(static_cast<unsigned short>(0));
        case NC_UINT:
            return use(0U);
        case NC_INT64:
            return use(0LL);
        case NC_UINT64:
            return use(0ULL);
        default:
            return use(static_cast<signed char>(0));
    }
}

inline std::size_t size_of(nc_type type) {
    return with_type(type, [](auto value) { return sizeof value; });
}

}  // namespace netcdf4
