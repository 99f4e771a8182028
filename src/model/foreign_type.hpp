// SPDX-License-Identifier: BSD-3-Clause
// Types that the classic model lacks: what a file of another format says of them, so that they can
// be told, and refused by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/types.hpp"

namespace weft::model {

/// The numbers of NC_STRING, NC_VLEN, NC_OPAQUE, NC_ENUM and NC_COMPOUND; `other` has no netCDF.
enum class TypeClass : std::int8_t {
    string = 12,
    vlen = 13,
    opaque = 14,
    enumeration = 15,
    compound = 16,
    other = 17
};

struct ForeignType {
    struct Member {
        std::string name = {};
        std::int64_t value = 0;                  // of an enumeration; of a compound: its offset
        std::string type = {};                   // of a compound
        std::vector<std::int64_t> lengths = {};  // of a compound: those of an array
    };
    TypeClass type_class = TypeClass::other;
    std::string name = {};       // of a type that has one; else its kind, as "string"
    std::int64_t bytes = 0;      // of a value in memory
    types::External base{};      // of an enumeration: the integers that it consists of
    std::string base_name = {};  // of a sequence of any length: what it consists of
    std::vector<Member> members = {};

    /// Whether the values are integers, those of `base`.
    [[nodiscard]] bool has_integers() const { return type_class == TypeClass::enumeration; }

    friend bool operator==(const ForeignType&, const ForeignType&) = default;
};

inline bool operator==(const ForeignType::Member& one, const ForeignType::Member& other) {
    return one.name == other.name && one.value == other.value && one.type == other.type &&
           one.lengths == other.lengths;
}

/// A type that a file keeps by itself, of which variables have copies.
struct NamedType {
    std::string path = {};  // its group's, and its name
    ForeignType type = {};
};

/// The values of an attribute of such a type.
struct ForeignValues {
    ForeignType type = {};
    std::int64_t count = 0;
    std::vector<std::string> strings = {};  // where they are strings
};

}  // namespace weft::model
