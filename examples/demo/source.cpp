// SPDX-License-Identifier: BSD-3-Clause
#include "source.hpp"

#include <limits>

#include "check.hpp"

Source::Source(MPI_Comm comm, const std::string& path) : path_(path) {
    check(ncmpi_open(comm, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &file_), "open " + path);
}

void Source::close() {
    check(ncmpi_close(file_), "close " + path_);
    file_ = -1;
}

int Source::variable(const std::string& name) const {
    int id = -1;
    check(ncmpi_inq_varid(file_, name.c_str(), &id), "find " + name + " in " + path_);
    return id;
}

std::vector<MPI_Offset> Source::shape(int variable) const {
    int rank = 0;
    check(ncmpi_inq_varndims(file_, variable, &rank), "shape of a variable of " + path_);
    std::vector<int> dims(static_cast<std::size_t>(rank));
    check(ncmpi_inq_vardimid(file_, variable, dims.data()), "shape of a variable of " + path_);
    std::vector<MPI_Offset> lengths(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i)
        check(ncmpi_inq_dimlen(file_, dims[i], &lengths[i]), "length of a dimension of " + path_);
    return lengths;
}

std::vector<double> Source::axis(const std::string& name) const {
    const int id = variable(name);
    std::vector<double> values(static_cast<std::size_t>(shape(id).at(0)));
    check(ncmpi_get_var_double_all(file_, id, values.data()), "read " + name + " of " + path_);
    return values;
}

std::vector<float> Source::field(const std::string& name, const Block& block) const {
    const int id = variable(name);
    std::vector<MPI_Offset> count = shape(id);
    if (count.size() < 2) stop(name + " of " + path_ + " has no latitude and longitude");
    std::vector<MPI_Offset> start(count.size(), 0);
    const std::size_t lat = count.size() - 2;
    const std::size_t lon = count.size() - 1;
    start[lat] = block.lat.first;
    count[lat] = block.lat.count;
    start[lon] = block.lon.first;
    count[lon] = block.lon.count;

    std::size_t values = 1;
    for (const MPI_Offset length : count) values *= static_cast<std::size_t>(length);
    std::vector<float> data(values);
    check(ncmpi_get_vara_float_all(file_, id, start.data(), count.data(), data.data()),
          "read " + name + " of " + path_);

    float missing = 0;
    check(ncmpi_get_att_float(file_, id, "missing_value", &missing),
          "missing_value of " + name + " of " + path_);
    for (float& value : data)
        if (value == missing) value = std::numeric_limits<float>::quiet_NaN();
    return data;
}
