// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/types.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {
namespace {

using model::ForeignType;
using model::TypeClass;
using types::External;

struct Integer {
    std::size_t bytes;
    External with_sign;
    External without;
};
constexpr std::array<Integer, 4> integers{{{1, External::byte, External::uint8},
                                           {2, External::int16, External::uint16},
                                           {4, External::int32, External::uint32},
                                           {8, External::int64, External::uint64}}};

/// Whether all bits of the type's bytes count.
bool is_whole(hid_t type) {
    return H5Tget_precision(type) == 8 * H5Tget_size(type) && H5Tget_offset(type) == 0;
}

std::optional<External> external_integer(hid_t type) {
    if (!is_whole(type)) return std::nullopt;
    for (const Integer& integer : integers) {
        if (integer.bytes == H5Tget_size(type))
            return H5Tget_sign(type) == H5T_SGN_NONE ? integer.without : integer.with_sign;
    }
    return std::nullopt;
}

std::optional<External> external_float(hid_t type) {
    if (H5Tequal(type, H5T_IEEE_F32LE) > 0 || H5Tequal(type, H5T_IEEE_F32BE) > 0)
        return External::float32;
    if (H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0)
        return External::float64;
    return std::nullopt;
}

/// Text of one byte for each value.
bool is_character(hid_t type) {
    return H5Tis_variable_str(type) == 0 && H5Tget_size(type) == 1;
}

std::optional<External> external_of(hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_INTEGER:
            return external_integer(type);
        case H5T_FLOAT:
            return external_float(type);
        case H5T_STRING:
            return is_character(type) ? std::optional(External::character) : std::nullopt;
        default:
            return std::nullopt;
    }
}

std::string text_of(char* text) {
    const std::string copy = text == nullptr ? "" : text;
    H5free_memory(text);
    return copy;
}

/// The name under which a file keeps a type, without its folder; empty if it keeps none.
std::string committed_name(hid_t type) {
    if (H5Tcommitted(type) <= 0) return {};
    std::array<char, 1024> name{};
    if (H5Iget_name(type, name.data(), name.size()) <= 0) return {};
    const std::string path = name.data();
    return path.substr(path.rfind('/') + 1);
}

/// The name for a type without a name of its own.
std::string plain_name(hid_t type) {
    if (const auto external = external_of(type)) return types::name_of(*external);
    switch (H5Tget_class(type)) {
        case H5T_INTEGER:
            return fmt::format("integer of {} bits", H5Tget_precision(type));
        case H5T_FLOAT:
            return fmt::format("floating-point number of {} bits", H5Tget_precision(type));
        case H5T_TIME:
            return "time";
        case H5T_STRING:
            return "string";
        case H5T_BITFIELD:
            return "bit field";
        case H5T_OPAQUE:
            return "opaque";
        case H5T_COMPOUND:
            return "compound";
        case H5T_REFERENCE:
            return "reference";
        case H5T_ENUM:
            return "enum";
        case H5T_VLEN:
            return "vlen";
        case H5T_ARRAY:
            return "array";
        default:
            return "unknown";
    }
}

std::string name_of(hid_t type) {
    const std::string committed = committed_name(type);
    return committed.empty() ? plain_name(type) : committed;
}

std::int64_t member_value(hid_t type, hid_t base, unsigned index) {
    std::array<std::byte, 8> bytes{};
    if (H5Tget_size(type) > bytes.size() || H5Tget_member_value(type, index, bytes.data()) < 0 ||
        H5Tconvert(base, H5T_NATIVE_INT64, 1, bytes.data(), nullptr, H5P_DEFAULT) < 0)
        fail("a value of an enumeration cannot be read");
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

/// The lengths of an array type; empty for other types.
std::vector<std::int64_t> lengths_of_array(hid_t type) {
    if (H5Tget_class(type) != H5T_ARRAY) return {};
    std::array<hsize_t, H5S_MAX_RANK> lengths{};
    const int rank = checked(H5Tget_array_dims2(type, lengths.data()), "an array has no lengths");
    return {lengths.begin(), lengths.begin() + rank};
}

void add_members(hid_t type, ForeignType& its) {
    const TypeHandle base(its.type_class == TypeClass::enumeration ? H5Tget_super(type)
                                                                   : H5I_INVALID_HID);
    const int count = checked(H5Tget_nmembers(type), "the members of a type cannot be read");
    for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
        ForeignType::Member member{.name = text_of(H5Tget_member_name(type, i))};
        if (base.is_open()) {
            member.value = member_value(type, base, i);
        } else {
            member.value = static_cast<std::int64_t>(H5Tget_member_offset(type, i));
            const TypeHandle its_type(H5Tget_member_type(type, i));
            member.type = name_of(element_of(its_type));
            member.lengths = lengths_of_array(its_type);
        }
        its.members.push_back(std::move(member));
    }
}

TypeClass class_of(hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_STRING:
            return TypeClass::string;
        case H5T_VLEN:
            return TypeClass::vlen;
        case H5T_OPAQUE:
            return TypeClass::opaque;
        case H5T_ENUM:
            return TypeClass::enumeration;
        case H5T_COMPOUND:
            return TypeClass::compound;
        default:
            return TypeClass::other;
    }
}

ForeignType describe_foreign(hid_t type) {
    ForeignType its{.type_class = class_of(type), .name = name_of(type)};
    its.bytes = static_cast<std::int64_t>(H5Tget_size(type));
    if (its.type_class == TypeClass::enumeration) {
        const auto base = external_of(TypeHandle(H5Tget_super(type)));
        if (!base) its.type_class = TypeClass::other;
        its.base = base.value_or(External{});
    }
    if (its.type_class == TypeClass::vlen) its.base_name = name_of(TypeHandle(H5Tget_super(type)));
    if (its.type_class == TypeClass::enumeration || its.type_class == TypeClass::compound)
        add_members(type, its);
    return its;
}

}  // namespace

DescribedType describe_type(hid_t type) {
    DescribedType its;
    const auto external = external_of(type);
    its.number = external ? static_cast<int>(*external) : 0;
    const TypeHandle base(H5Tget_class(type) == H5T_ENUM ? H5Tget_super(type) : H5Tcopy(type));
    its.is_little_endian = H5Tget_order(base) != H5T_ORDER_BE;
    if (!external) its.foreign = describe_foreign(type);
    return its;
}

TypeHandle element_of(hid_t type) {
    return TypeHandle(H5Tget_class(type) == H5T_ARRAY ? H5Tget_super(type) : H5Tcopy(type));
}

hid_t native_type(External type) {
    switch (type) {
        case External::byte:
            return H5T_NATIVE_INT8;
        case External::character:
            return H5T_C_S1;
        case External::int16:
            return H5T_NATIVE_INT16;
        case External::int32:
            return H5T_NATIVE_INT32;
        case External::float32:
            return H5T_NATIVE_FLOAT;
        case External::float64:
            return H5T_NATIVE_DOUBLE;
        case External::uint8:
            return H5T_NATIVE_UINT8;
        case External::uint16:
            return H5T_NATIVE_UINT16;
        case External::uint32:
            return H5T_NATIVE_UINT32;
        case External::int64:
            return H5T_NATIVE_INT64;
        case External::uint64:
            return H5T_NATIVE_UINT64;
    }
    return H5I_INVALID_HID;
}

bool is_string(const DescribedType& type) {
    return type.number == 0 && type.foreign.type_class == TypeClass::string;
}

}  // namespace weft::hdf5
