// SPDX-License-Identifier: BSD-3-Clause
// The description of a netCDF-4 file, as rank 0 learns it from libhdf5 and tells the other ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/foreign_type.hpp"
#include "model/origin.hpp"
#include "model/storage.hpp"

namespace weft::hdf5 {

/// A type of the classic model, by its number, or another one.
struct DescribedType {
    int number = 0;  // 0: foreign
    bool is_little_endian = true;
    model::ForeignType foreign = {};

    /// A value has so many bytes in the file; 0: it has none of its own that Weft can take.
    [[nodiscard]] std::int64_t value_bytes() const;
};

struct DescribedDimension {
    std::string name = {};
    std::int64_t length = 0;
    bool is_unlimited = false;
};

struct DescribedAttribute {
    std::string name = {};
    DescribedType type = {};
    std::int64_t count = 0;
    std::vector<std::byte> values = {};  // in memory form
    std::vector<std::string> strings = {};
    bool is_string = false;  // it is one string, whose text is in `values`
};

/// How and where the values of a variable are stored.
struct DescribedStorage {
    model::Storage form = {};
    std::int64_t address = -1;           // of the array of a contiguous one; -1: nothing is stored
    std::vector<std::byte> values = {};  // of a compact one
    std::vector<std::int64_t> lengths = {};  // of a chunked one, where its dimensions are longer
    std::vector<std::byte> fill = {};        // what nobody has written, in file form; empty: zeros
};

struct DescribedVariable {
    std::string name = {};
    std::string object = {};  // its path in the file
    DescribedType type = {};
    std::vector<int> dimensions = {};
    std::vector<DescribedAttribute> attributes = {};
    DescribedStorage storage = {};
};

struct Description {
    bool is_classic_model = false;
    std::vector<DescribedDimension> dimensions = {};
    std::vector<DescribedAttribute> attributes = {};
    std::vector<DescribedVariable> variables = {};
    bool has_links = false;                // an object has several names, or a name leads nowhere
    std::string untold = {};               // what else the file has of which this tells nothing
    std::vector<std::string> groups = {};  // paths, "a/b"
    std::vector<model::NamedType> types = {};
    model::Origin origin = {};
};

std::vector<std::byte> encode(Description description);
/// Code::ehdferr if the bytes are not of encode().
Result<Description> decode(std::span<const std::byte> bytes);

}  // namespace weft::hdf5
