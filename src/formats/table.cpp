// SPDX-License-Identifier: BSD-3-Clause
#include "formats/table.hpp"

#include "hdf5/format.hpp"
#include "sets/format.hpp"

namespace weft::formats {
namespace {

constexpr const container::Format* rows[] = {
    &sets::classic_format,
    &hdf5::netcdf4_format,
};

}  // namespace

constinit const std::span<const container::Format* const> table = rows;

}  // namespace weft::formats
