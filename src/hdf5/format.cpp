// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/format.hpp"

#include <memory>

#include "container/constants.hpp"
#include "format/signature.hpp"
#include "hdf5/anatomy.hpp"
#include "hdf5/hdf5.hpp"
#include "hdf5/hdf5_writer.hpp"

namespace weft::hdf5 {
namespace {

// The names in ncdump, nccopy and ncgen.
constexpr std::string_view netcdf4_words[] = {"netCDF-4", "netcdf4",  "netcdf-4", "nc4",
                                              "hdf5",     "enhanced", "3"};
constexpr std::string_view classic_model_words[] = {"netCDF-4 classic model",
                                                    "netcdf-4 classic model",
                                                    "netCDF-4-classic",
                                                    "netcdf4-classic",
                                                    "nc7",
                                                    "hdf5-nc3",
                                                    "enhanced-nc3",
                                                    "4"};

constexpr container::Kind kinds[] = {
    {.number = container::format_numbers::netcdf4,
     .flag = container::mode_flags::netcdf4,
     .name = "NetCDF-4",
     .signature = format::hdf5_signature.bytes,
     .words = netcdf4_words,
     .stores_chunks = true,
     .grows_freely = true},
    {.number = container::format_numbers::netcdf4_classic,
     .flag = container::mode_flags::netcdf4 | container::mode_flags::classic_model,
     .name = "NetCDF-4 classic model",
     .words = classic_model_words,
     .stores_chunks = true},
};

std::unique_ptr<container::Container> create(const container::Context& context,
                                             const parts::SetId& /*id*/) {
    return std::make_unique<Hdf5Writer>(context);
}

std::unique_ptr<container::Container> open(const container::Context& context) {
    if (context.shared.is_writable()) return std::make_unique<Hdf5Writer>(context);
    return std::make_unique<Hdf5>(context);
}

std::unique_ptr<container::Anatomy> anatomy(const std::string& path) {
    return std::make_unique<Hdf5Anatomy>(path);
}

}  // namespace

constinit const container::Format netcdf4_format = {.name = "netcdf4",
                                                    .kinds = kinds,
                                                    .has_user_block = true,
                                                    .create = create,
                                                    .open = open,
                                                    .anatomy = anatomy};

}  // namespace weft::hdf5
