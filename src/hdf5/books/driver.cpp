// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/driver.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <new>

#include "hdf5/books/failure.hpp"
#include "hdf5/books/state_property.hpp"

namespace weft::hdf5 {
namespace {

/// libhdf5's handle of an open file begins with its own fields.
struct DriverFile {
    H5FD_t base{};
    DriverState* state = nullptr;
    haddr_t end_of_allocation = 0;
};

constexpr haddr_t largest_address = std::numeric_limits<std::int64_t>::max();

DriverFile& file_of(H5FD_t* file) {
    return *reinterpret_cast<DriverFile*>(file);
}
const DriverFile& file_of(const H5FD_t* file) {
    return *reinterpret_cast<const DriverFile*>(file);
}

H5FD_t* open_file(const char* /*name*/, unsigned flags, hid_t access, haddr_t /*largest*/) {
    if ((flags & (H5F_ACC_RDWR | H5F_ACC_TRUNC | H5F_ACC_CREAT)) != 0) return nullptr;
    DriverState* const state = StateProperty<DriverState>::of(access);
    if (state == nullptr || !state->begin_use()) return nullptr;
    auto* const file = new (std::nothrow) DriverFile;
    if (file == nullptr) {
        state->end_use();
        return nullptr;
    }
    file->state = state;
    return &file->base;
}
herr_t close_file(H5FD_t* file) {
    file_of(file).state->end_use();
    delete &file_of(file);
    return 0;
}
herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA;
    return 0;
}
haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return file_of(file).end_of_allocation;
}
herr_t set_allocated(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
    file_of(file).end_of_allocation = address;
    file_of(file).state->state_end(address);
    return 0;
}
haddr_t get_end(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return static_cast<haddr_t>(file_of(file).state->end());
}
herr_t read_bytes(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, size_t count,
                  void* bytes) {
    if (address > largest_address || count > largest_address) return -1;
    const bool is_read = file_of(file).state->read(static_cast<std::int64_t>(address),
                                                   std::span(static_cast<std::byte*>(bytes), count),
                                                   type == H5FD_MEM_DRAW);
    return is_read ? 0 : -1;
}
herr_t write_bytes(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, size_t, const void*) {
    return -1;
}

H5FD_class_t make_class() {
    H5FD_class_t its{};
#ifdef H5FD_CLASS_VERSION
    its.version = H5FD_CLASS_VERSION;
    its.value = static_cast<H5FD_class_value_t>(320);  // of drivers that are not registered
#endif
    its.name = "weft";
    its.maxaddr = largest_address;
    its.fc_degree = H5F_CLOSE_STRONG;
    StateProperty<DriverState>::add_to(its);
    its.open = open_file;
    its.close = close_file;
    its.query = query;
    its.get_eoa = get_allocated;
    its.set_eoa = set_allocated;
    its.get_eof = get_end;
    its.read = read_bytes;
    its.write = write_bytes;
    const H5FD_mem_t as_one[H5FD_MEM_NTYPES] = H5FD_FLMAP_SINGLE;
    std::copy(std::begin(as_one), std::end(as_one), std::begin(its.fl_map));
    return its;
}

}  // namespace

bool DriverState::read(std::int64_t offset, std::span<std::byte> bytes, bool is_of_values) {
    if (!is_of_values) return pages_.read(offset, bytes);
    if (!is_noting_) return source_.read(offset, bytes);
    if (noted_.address < 0) noted_ = {.address = offset, .bytes = std::ssize(bytes)};
    return true;
}

FileHandle open_by_driver(DriverState& state) {
    static const H5FD_class_t driver_class = make_class();
    static const hid_t driver = H5FDregister(&driver_class);
    checked(driver, "the driver of Weft cannot be registered");
    const PropertiesHandle access(H5Pcreate(H5P_FILE_ACCESS));
    DriverState* const its = &state;
    checked(H5Pset_driver(access, driver, &its), "the driver of Weft cannot be used");
    checked(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "the file cannot be opened");
    // Weft has its own cache of chunks.
    checked(H5Pset_cache(access, 0, 0, 0, 0), "the cache cannot be set");
    return FileHandle(
        checked(H5Fopen("weft", H5F_ACC_RDONLY, access), "the file cannot be opened"));
}

}  // namespace weft::hdf5
