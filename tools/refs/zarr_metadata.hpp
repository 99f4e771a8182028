// SPDX-License-Identifier: BSD-3-Clause
// Definitions as the metadata of Zarr, version 2: texts of JSON.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "model/storage.hpp"

namespace weft::tools {

/// A string literal of these bytes as UTF-8.
std::string json_string(std::string_view text);

/// The type of values of a variable, as numpy writes it: ">f4".
std::string zarr_type(const model::Variable& variable);

/// The value of `_FillValue`, in memory form, if the attribute is one value of the variable's type;
/// else empty.
std::span<const std::byte> stated_fill(const model::Variable& variable);

/// Zarr's form of a value of this type: NaN and infinities are strings, a character is base64.
std::string zarr_fill_value(types::External type, std::span<const std::byte> value);

/// The attribute `_FillValue` with this value, as xarray writes it beside Zarr's own: readers of
/// Zarr's format 3, into which VirtualiZarr turns references, take no other value for missing.
std::string xarray_fill_value(types::External type, std::span<const std::byte> value);

struct ChunkBytes {
    std::int64_t of_element = 1;
    std::int64_t of_chunk = 1;
};
/// The filters as numcodecs knows them. Code::enofilter, with the name of the filter, if it has no
/// codec that reads what HDF5 writes.
Result<std::string> zarr_filters(const std::vector<model::Filter>& filters,
                                 const ChunkBytes& bytes);

struct ZarrArray {
    std::string type = {};
    std::vector<std::int64_t> shape = {};
    std::vector<std::int64_t> chunk = {};
    std::string filters = "null";
    std::string fill_value = "null";

    [[nodiscard]] std::string text() const;
};

/// The value of an attribute, if JSON can hold it. NaN and infinities are the words that Python's
/// json reads and writes, because strings would be another value.
std::optional<std::string> zarr_attribute(const model::Attribute& attribute);

/// The members of an object, which may still be empty.
class JsonMembers {
public:
    void add(std::string_view name, std::string_view value);
    [[nodiscard]] std::string text() const { return "{" + members_ + "}"; }
    [[nodiscard]] bool empty() const { return members_.empty(); }

private:
    std::string members_;
};

}  // namespace weft::tools
