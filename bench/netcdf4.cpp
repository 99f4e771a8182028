// SPDX-License-Identifier: BSD-3-Clause
//
// netCDF-C with parallel access, which stores through HDF5: a contiguous variable in the machine's
// byte order, its default, and collective access.

#include <hdf5.h>
#include <netcdf.h>
#include <netcdf_par.h>

#include <array>
#include <bit>

#include "contender.hpp"

namespace {

void check(int status, const char* what) {
    require(status == NC_NOERR, std::string(what) + ": " + nc_strerror(status));
}

class Netcdf4 final : public Contender {
public:
    explicit Netcdf4(MPI_Comm comm) : comm_(comm) {}

    void create(const std::string& path, const Box& box) override {
        path_ = path;
        take(box);
        check(nc_create_par(path.c_str(), NC_CLOBBER | NC_NETCDF4, comm_, MPI_INFO_NULL, &file_),
              "nc_create_par");
        std::array<int, 3> dims{};
        const char* names[3] = {"z", "y", "x"};
        for (std::size_t axis = 0; axis < 3; ++axis)
            check(nc_def_dim(file_, names[axis], static_cast<std::size_t>(box.edge), &dims[axis]),
                  "nc_def_dim");
        check(nc_def_var(file_, "tt", NC_FLOAT, 3, dims.data(), &variable_), "nc_def_var");
        check(nc_def_var_chunking(file_, variable_, NC_CONTIGUOUS, nullptr), "nc_def_var_chunking");
        check(nc_def_var_fill(file_, variable_, NC_NOFILL, nullptr), "nc_def_var_fill");
        check(nc_enddef(file_), "nc_enddef");
        check(nc_var_par_access(file_, variable_, NC_COLLECTIVE), "nc_var_par_access");
    }

    void write(const float* data) override {
        check(nc_put_vara_float(file_, variable_, start_.data(), count_.data(), data),
              "nc_put_vara_float");
    }

    void open(const std::string& path, const Box& box) override {
        take(box);
        check(nc_open_par(path.c_str(), NC_NOWRITE, comm_, MPI_INFO_NULL, &file_), "nc_open_par");
        check(nc_inq_varid(file_, "tt", &variable_), "nc_inq_varid");
        check(nc_var_par_access(file_, variable_, NC_COLLECTIVE), "nc_var_par_access");
    }

    void read(float* data) override {
        check(nc_get_vara_float(file_, variable_, start_.data(), count_.data(), data),
              "nc_get_vara_float");
    }

    void close() override { check(nc_close(file_), "nc_close"); }

    // netCDF-C does not tell where it put the data, but HDF5 does.
    FileLayout layout() override {
        const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t dataset = H5Dopen2(file, "tt", H5P_DEFAULT);
        const haddr_t offset = H5Dget_offset(dataset);
        require(offset != HADDR_UNDEF, "H5Dget_offset");
        H5Dclose(dataset);
        H5Fclose(file);
        return {.offset = static_cast<std::int64_t>(offset),
                .big_endian = std::endian::native == std::endian::big,
                .by_rank = false};
    }

    std::string version() override {
        const std::string text = nc_inq_libvers();
        return "netCDF-C " + text.substr(0, text.find(' '));
    }

private:
    void take(const Box& box) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            start_[axis] = static_cast<std::size_t>(box.start[axis]);
            count_[axis] = static_cast<std::size_t>(box.count[axis]);
        }
    }

    MPI_Comm comm_;
    std::string path_;
    int file_ = -1;
    int variable_ = -1;
    std::array<std::size_t, 3> start_{};
    std::array<std::size_t, 3> count_{};
};

}  // namespace

std::unique_ptr<Contender> make_contender(MPI_Comm comm) {
    return std::make_unique<Netcdf4>(comm);
}
