// SPDX-License-Identifier: BSD-3-Clause
#include "formats/table.hpp"

#include "formats/unread.hpp"
#include "sets/format.hpp"

namespace weft::formats {
namespace {

constexpr const container::Format* rows[] = {
    &sets::classic_format,
    &unread_netcdf4,
};

}  // namespace

constinit const std::span<const container::Format* const> table = rows;

}  // namespace weft::formats
