// SPDX-License-Identifier: BSD-3-Clause
//
// The ncmpi_* interface. Compiled twice, each time with the header of the library that it is linked
// to: Weft or PnetCDF.

#include "contender.hpp"
#include "expected_pnetcdf.h"

namespace {

void check(int status, const char* what) {
    require(status == NC_NOERR, std::string(what) + ": " + ncmpi_strerror(status));
}

class Ncmpi final : public Contender {
public:
    explicit Ncmpi(MPI_Comm comm) : comm_(comm) {}

    void create(const std::string& path, const Box& box) override {
        take(box);
        check(ncmpi_create(comm_, path.c_str(), NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file_),
              "create");
        int dims[3] = {};
        const char* names[3] = {"z", "y", "x"};
        for (int axis = 0; axis < 3; ++axis)
            check(ncmpi_def_dim(file_, names[axis], box.edge, &dims[axis]), "def_dim");
        check(ncmpi_def_var(file_, "tt", NC_FLOAT, 3, dims, &variable_), "def_var");
        check(ncmpi_enddef(file_), "enddef");
        check(ncmpi_inq_varoffset(file_, variable_, &offset_), "inq_varoffset");
    }

    void write(const float* data) override {
        check(ncmpi_put_vara_float_all(file_, variable_, start_, count_, data),
              "put_vara_float_all");
    }

    void open(const std::string& path, const Box& box) override {
        take(box);
        check(ncmpi_open(comm_, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &file_), "open");
        check(ncmpi_inq_varid(file_, "tt", &variable_), "inq_varid");
    }

    void read(float* data) override {
        check(ncmpi_get_vara_float_all(file_, variable_, start_, count_, data),
              "get_vara_float_all");
    }

    void close() override { check(ncmpi_close(file_), "close"); }

    FileLayout layout() override {
        return {.offset = offset_, .big_endian = true, .by_rank = false};
    }

    std::string version() override {
#ifdef WEFT_VERSION
        return std::string("Weft ") + WEFT_VERSION;
#else
        return std::string("PnetCDF ") + ncmpi_inq_libvers();
#endif
    }

private:
    void take(const Box& box) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            start_[axis] = box.start[axis];
            count_[axis] = box.count[axis];
        }
    }

    MPI_Comm comm_;
    int file_ = -1;
    int variable_ = -1;
    MPI_Offset offset_ = 0;
    MPI_Offset start_[3] = {};
    MPI_Offset count_[3] = {};
};

}  // namespace

std::unique_ptr<Contender> make_contender(MPI_Comm comm) {
    return std::make_unique<Ncmpi>(comm);
}
