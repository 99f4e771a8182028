// SPDX-License-Identifier: BSD-3-Clause
// Identifiers of libhdf5 that are closed with their owner.
#pragma once

#include <utility>

#include "hdf5/books/api.hpp"

namespace weft::hdf5 {

template <herr_t (*close)(hid_t)>
class Handle {
public:
    Handle() = default;
    explicit Handle(hid_t id) : id_(id) {}
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Handle() {
        if (id_ >= 0) close(id_);
    }

    [[nodiscard]] bool is_open() const { return id_ >= 0; }
    operator hid_t() const { return id_; }

private:
    hid_t id_ = H5I_INVALID_HID;
};

using FileHandle = Handle<H5Fclose>;
using GroupHandle = Handle<H5Gclose>;
using DatasetHandle = Handle<H5Dclose>;
using AttributeHandle = Handle<H5Aclose>;
using TypeHandle = Handle<H5Tclose>;
using SpaceHandle = Handle<H5Sclose>;
using PropertiesHandle = Handle<H5Pclose>;
using ObjectHandle = Handle<H5Oclose>;

}  // namespace weft::hdf5
