// SPDX-License-Identifier: BSD-3-Clause
//
// Parallel HDF5: one contiguous dataset, collective transfers. Values keep the machine's byte
// order, HDF5's custom, so it has no bytes to swap.

#include <hdf5.h>

#include <array>
#include <bit>

#include "contender.hpp"

namespace {

hid_t good(hid_t id, const char* what) {
    require(id >= 0, what);
    return id;
}

class Hdf5 final : public Contender {
public:
    explicit Hdf5(MPI_Comm comm)
        : access_(good(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate")),
          transfer_(good(H5Pcreate(H5P_DATASET_XFER), "H5Pcreate")) {
        good(H5Pset_fapl_mpio(access_, comm, MPI_INFO_NULL), "H5Pset_fapl_mpio");
        good(H5Pset_dxpl_mpio(transfer_, H5FD_MPIO_COLLECTIVE), "H5Pset_dxpl_mpio");
    }

    void create(const std::string& path, const Box& box) override {
        file_ = good(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access_), "H5Fcreate");
        make_spaces(box);
        const hid_t properties = good(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate");
        good(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "H5Pset_fill_time");
        dataset_ = good(H5Dcreate2(file_, "tt", H5T_NATIVE_FLOAT, in_file_, H5P_DEFAULT, properties,
                                   H5P_DEFAULT),
                        "H5Dcreate2");
        H5Pclose(properties);
        const haddr_t offset = H5Dget_offset(dataset_);
        require(offset != HADDR_UNDEF, "H5Dget_offset");
        offset_ = static_cast<std::int64_t>(offset);
    }

    void write(const float* data) override {
        good(H5Dwrite(dataset_, H5T_NATIVE_FLOAT, in_memory_, in_file_, transfer_, data),
             "H5Dwrite");
    }

    void open(const std::string& path, const Box& box) override {
        file_ = good(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_), "H5Fopen");
        make_spaces(box);
        dataset_ = good(H5Dopen2(file_, "tt", H5P_DEFAULT), "H5Dopen2");
    }

    void read(float* data) override {
        good(H5Dread(dataset_, H5T_NATIVE_FLOAT, in_memory_, in_file_, transfer_, data), "H5Dread");
    }

    void close() override {
        good(H5Dclose(dataset_), "H5Dclose");
        H5Sclose(in_memory_);
        H5Sclose(in_file_);
        good(H5Fclose(file_), "H5Fclose");
    }

    FileLayout layout() override {
        return {.offset = offset_,
                .big_endian = std::endian::native == std::endian::big,
                .by_rank = false};
    }

    std::string version() override {
        return "HDF5 " + std::to_string(H5_VERS_MAJOR) + "." + std::to_string(H5_VERS_MINOR) + "." +
               std::to_string(H5_VERS_RELEASE);
    }

private:
    void make_spaces(const Box& box) {
        std::array<hsize_t, 3> whole{};
        std::array<hsize_t, 3> start{};
        std::array<hsize_t, 3> count{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            whole[axis] = static_cast<hsize_t>(box.edge);
            start[axis] = static_cast<hsize_t>(box.start[axis]);
            count[axis] = static_cast<hsize_t>(box.count[axis]);
        }
        in_file_ = good(H5Screate_simple(3, whole.data(), nullptr), "H5Screate_simple");
        in_memory_ = good(H5Screate_simple(3, count.data(), nullptr), "H5Screate_simple");
        good(H5Sselect_hyperslab(in_file_, H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                 nullptr),
             "H5Sselect_hyperslab");
    }

    hid_t access_;
    hid_t transfer_;
    hid_t file_ = -1;
    hid_t dataset_ = -1;
    hid_t in_file_ = -1;
    hid_t in_memory_ = -1;
    std::int64_t offset_ = 0;
};

}  // namespace

std::unique_ptr<Contender> make_contender(MPI_Comm comm) {
    return std::make_unique<Hdf5>(comm);
}
