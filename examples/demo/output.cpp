// SPDX-License-Identifier: BSD-3-Clause
#include "output.hpp"

#include <mpi.h>
#include <pnetcdf.h>

#include <limits>

#include "check.hpp"
#include "io_summary.hpp"

namespace {

constexpr float missing = -1.0e34F;  // the value that the sources use, too

struct Variables {
    int time, lat, lon, band, ocean_lat, ocean_lon;
    int sst_mean, sst_range, sst_warm_month, band_mean, heat;  // fixed size
    int sst_anomaly, band_anomaly;                             // one record per month
};

int define_dimension(int file, const char* name, std::size_t length) {
    int id = -1;
    check(ncmpi_def_dim(file, name, static_cast<MPI_Offset>(length), &id),
          std::string("define dimension ") + name);
    return id;
}

void put_text(int file, int variable, const char* name, const std::string& text) {
    check(ncmpi_put_att_text(file, variable, name, static_cast<MPI_Offset>(text.size()),
                             text.c_str()),
          std::string("define attribute ") + name);
}

// Stored as a float: the last bits of a sum of doubles vary with the number of ranks, and the file
// should not.
void put_number(int file, const char* name, double value) {
    check(ncmpi_put_att_double(file, NC_GLOBAL, name, NC_FLOAT, 1, &value),
          std::string("define attribute ") + name);
}

struct Definition {
    const char* name;
    nc_type type;
    std::vector<int> dims;
    const char* units;
    const char* long_name;
};

int define_variable(int file, const Definition& d) {
    int id = -1;
    check(ncmpi_def_var(file, d.name, d.type, static_cast<int>(d.dims.size()), d.dims.data(), &id),
          std::string("define variable ") + d.name);
    put_text(file, id, "units", d.units);
    put_text(file, id, "long_name", d.long_name);
    if (d.type == NC_FLOAT)
        check(ncmpi_put_att_float(file, id, "_FillValue", NC_FLOAT, 1, &missing),
              std::string("define _FillValue of ") + d.name);
    return id;
}

// Every rank must define the same things in the same order: the header is one, and each rank holds
// a copy of it.
Variables define(int file, const Climate& c) {
    const int time = define_dimension(file, "time", NC_UNLIMITED);
    const int lat = define_dimension(file, "lat", c.surface.lats.size());
    const int lon = define_dimension(file, "lon", c.surface.lons.size());
    const int band = define_dimension(file, "band", band_count);
    const int ocean_lat = define_dimension(file, "ocean_lat", c.ocean.lats.size());
    const int ocean_lon = define_dimension(file, "ocean_lon", c.ocean.lons.size());

    put_text(file, NC_GLOBAL, "title",
             "Seasonal cycle of the sea surface and heat of the upper ocean");
    put_text(file, NC_GLOBAL, "source", "COADS and Levitus climatologies, ETOPO relief");
    put_text(file, NC_GLOBAL, "Conventions", "CF-1.0");

    put_number(file, "mean_surface_celsius", c.means.surface_celsius);
    put_number(file, "mean_ocean_celsius", c.means.volume_celsius);
    put_number(file, "mean_ocean_salinity", c.means.salinity);
    put_number(file, "mean_depth", c.means.depth);
    put_number(file, "sea_area", c.means.sea_area);

    const auto define_one = [file](const Definition& d) { return define_variable(file, d); };
    Variables v{};
    v.time = define_one(
        {"time", NC_DOUBLE, {time}, "hours since 0000-01-01 00:00:00", "Middle of month"});
    v.lat = define_one({"lat", NC_DOUBLE, {lat}, "degrees_north", "Latitude"});
    v.lon = define_one({"lon", NC_DOUBLE, {lon}, "degrees_east", "Longitude"});
    v.band = define_one({"band", NC_DOUBLE, {band}, "degrees_north", "Middle of latitude band"});
    v.ocean_lat = define_one({"ocean_lat", NC_DOUBLE, {ocean_lat}, "degrees_north", "Latitude"});
    v.ocean_lon = define_one({"ocean_lon", NC_DOUBLE, {ocean_lon}, "degrees_east", "Longitude"});
    v.sst_mean = define_one(
        {"sst_mean", NC_FLOAT, {lat, lon}, "degC", "Annual mean sea surface temperature"});
    v.sst_range =
        define_one({"sst_range", NC_FLOAT, {lat, lon}, "degC", "Warmest minus coldest month"});
    v.sst_warm_month = define_one(
        {"sst_warm_month", NC_BYTE, {lat, lon}, "1", "Warmest month, 1 to 12; 0: no value"});
    v.band_mean =
        define_one({"band_mean", NC_FLOAT, {band}, "degC", "Annual mean of latitude band"});
    v.heat = define_one({"heat_content",
                         NC_FLOAT,
                         {ocean_lat, ocean_lon},
                         "J m-2",
                         "Heat above 0 degC, 0 to 700 m"});
    v.sst_anomaly =
        define_one({"sst_anomaly", NC_FLOAT, {time, lat, lon}, "degC", "Month minus annual mean"});
    v.band_anomaly = define_one(
        {"band_anomaly", NC_FLOAT, {time, band}, "degC", "Month minus annual mean of band"});
    return v;
}

// NaN marks missing values in memory; netCDF's readers expect the value that _FillValue names.
template <class Container>
std::vector<float> for_file(const Container& values) {
    std::vector<float> result;
    result.reserve(values.size());
    for (const auto value : values)
        result.push_back(value != value ? missing : static_cast<float>(value));
    return result;
}

// A small array that every rank has: rank 0 writes it. The call is collective, so the other ranks
// take part with nothing to write: a count of zero.
void put_from_root(MPI_Comm comm, int file, int variable, const std::vector<double>& values) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    const MPI_Offset start = 0;
    const MPI_Offset count = rank == 0 ? static_cast<MPI_Offset>(values.size()) : 0;
    check(ncmpi_put_vara_double_all(file, variable, &start, &count, values.data()),
          "write an axis");
}

// The latitude bands are few, yet shared out among the ranks in the same way as large data would
// be.
Range my_bands(MPI_Comm comm) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return part_of(band_count, rank, size);
}

void put_axes(MPI_Comm comm, int file, const Variables& v, const Climate& c) {
    std::vector<double> bands(band_count);
    for (std::size_t band = 0; band < band_count; ++band) bands[band] = band_middle(band);
    put_from_root(comm, file, v.time, c.month_time);
    put_from_root(comm, file, v.lat, c.surface.lats);
    put_from_root(comm, file, v.lon, c.surface.lons);
    put_from_root(comm, file, v.band, bands);
    put_from_root(comm, file, v.ocean_lat, c.ocean.lats);
    put_from_root(comm, file, v.ocean_lon, c.ocean.lons);
}

void put_fixed(MPI_Comm comm, int file, const Variables& v, const Climate& c) {
    const Block& b = c.surface.block;
    const std::array<MPI_Offset, 2> start{b.lat.first, b.lon.first};
    const std::array<MPI_Offset, 2> count{b.lat.count, b.lon.count};
    check(ncmpi_put_vara_float_all(file, v.sst_mean, start.data(), count.data(),
                                   for_file(c.cycle.mean).data()),
          "write sst_mean");
    check(ncmpi_put_vara_float_all(file, v.sst_range, start.data(), count.data(),
                                   for_file(c.cycle.range).data()),
          "write sst_range");
    check(ncmpi_put_vara_schar_all(file, v.sst_warm_month, start.data(), count.data(),
                                   c.cycle.warm_month.data()),
          "write sst_warm_month");

    const Block& o = c.ocean.block;
    const std::array<MPI_Offset, 2> ocean_start{o.lat.first, o.lon.first};
    const std::array<MPI_Offset, 2> ocean_count{o.lat.count, o.lon.count};
    check(ncmpi_put_vara_float_all(file, v.heat, ocean_start.data(), ocean_count.data(),
                                   for_file(c.heat).data()),
          "write heat_content");

    const Range bands = my_bands(comm);
    const std::vector<float> means = for_file(c.band_mean);
    check(ncmpi_put_vara_float_all(file, v.band_mean, &bands.first, &bands.count,
                                   means.data() + bands.first),
          "write band_mean");
}

// Month by month, as a model that steps through time would do: the file grows by one record at each
// call.
void put_records(MPI_Comm comm, int file, const Variables& v, const Climate& c) {
    const Block& b = c.surface.block;
    const Range bands = my_bands(comm);
    const std::vector<float> anomaly = for_file(c.cycle.anomaly);
    const std::vector<float> band_anomaly = for_file(c.band_anomaly);
    for (std::size_t month = 0; month < month_count; ++month) {
        const MPI_Offset record = static_cast<MPI_Offset>(month);
        const std::array<MPI_Offset, 3> start{record, b.lat.first, b.lon.first};
        const std::array<MPI_Offset, 3> count{1, b.lat.count, b.lon.count};
        check(ncmpi_put_vara_float_all(file, v.sst_anomaly, start.data(), count.data(),
                                       anomaly.data() + month * b.cells()),
              "write sst_anomaly");

        const std::array<MPI_Offset, 2> band_start{record, bands.first};
        const std::array<MPI_Offset, 2> band_part{1, bands.count};
        check(ncmpi_put_vara_float_all(file, v.band_anomaly, band_start.data(), band_part.data(),
                                       band_anomaly.data() + month * band_count + bands.first),
              "write band_anomaly");
    }
}

}  // namespace

void write_climate(MPI_Comm comm, const std::string& path, const Climate& climate) {
    int file = -1;
    // NC_64BIT_DATA asks for CDF-5: arrays of more than 4 GiB, and 64-bit integers.
    check(ncmpi_create(comm, path.c_str(), NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file),
          "create " + path);
    const Variables variables = define(file, climate);
    check(ncmpi_enddef(file), "end the definitions of " + path);
    put_axes(comm, file, variables, climate);
    put_fixed(comm, file, variables, climate);
    put_records(comm, file, variables, climate);
    print_io_summary(comm, file, path);
    check(ncmpi_close(file), "close " + path);
}
