// SPDX-License-Identifier: BSD-3-Clause
// Types in files: NcmpiType, and a constant for each of them (ncmpiInt, ...).
#pragma once

#include "check.hpp"

namespace PnetCDF {

class NcmpiGroup;

/// A type of variables and attributes. Without an argument, a null object.
class NcmpiType {
public:
    enum ncmpiType {
        ncmpi_BYTE = NC_BYTE,
        ncmpi_CHAR = NC_CHAR,
        ncmpi_SHORT = NC_SHORT,
        ncmpi_INT = NC_INT,
        ncmpi_FLOAT = NC_FLOAT,
        ncmpi_DOUBLE = NC_DOUBLE,
        ncmpi_UBYTE = NC_UBYTE,
        ncmpi_USHORT = NC_USHORT,
        ncmpi_UINT = NC_UINT,
        ncmpi_INT64 = NC_INT64,
        ncmpi_UINT64 = NC_UINT64,
        ncmpi_STRING = NC_STRING,
        ncmpi_VLEN = NC_VLEN,
        ncmpi_OPAQUE = NC_OPAQUE,
        ncmpi_ENUM = NC_ENUM,
        ncmpi_COMPOUND = NC_COMPOUND
    };

    constexpr NcmpiType() : id_(NC_NAT) {}
    constexpr NcmpiType(nc_type id) : id_(id) {}
    NcmpiType(const NcmpiGroup&, nc_type id) : id_(id) {}
    /// By its name in CDL; null when there is no such type.
    NcmpiType(const NcmpiGroup&, const std::string& name) : id_(find(name)) {}

    constexpr bool isNull() const { return id_ == NC_NAT; }
    constexpr nc_type getId() const { return id_; }
    ncmpiType getTypeClass() const { return static_cast<ncmpiType>(checked()); }

    /// The name in CDL, for instance "ushort".
    std::string getName() const { return facts(checked()).name; }

    std::string getTypeClassName() const { return facts(checked()).class_name; }

    /// Bytes of a value.
    MPI_Offset getSize() const { return facts(checked()).size; }

    /// The group that defines it; no group does.
    NcmpiGroup getParentGroup() const;

    friend bool operator==(const NcmpiType& a, const NcmpiType& b) { return a.id_ == b.id_; }
    friend bool operator!=(const NcmpiType& a, const NcmpiType& b) { return a.id_ != b.id_; }
    friend bool operator<(const NcmpiType& a, const NcmpiType& b) { return a.id_ < b.id_; }
    friend bool operator>(const NcmpiType& a, const NcmpiType& b) { return b.id_ < a.id_; }

    /// The first and the last id of a type that classic files have.
    static constexpr nc_type first() { return NC_BYTE; }
    static constexpr nc_type last() { return NC_UINT64; }

private:
    struct Facts {
        const char* name;
        const char* class_name;
        MPI_Offset size;
    };

    static const Facts& facts(nc_type id) {
        static const Facts table[] = {
            {"byte", "ncmpi_BYTE", 1},     {"char", "ncmpi_CHAR", 1},
            {"short", "ncmpi_SHORT", 2},   {"int", "ncmpi_INT", 4},
            {"float", "ncmpi_FLOAT", 4},   {"double", "ncmpi_DOUBLE", 8},
            {"ubyte", "ncmpi_UBYTE", 1},   {"ushort", "ncmpi_USHORT", 2},
            {"uint", "ncmpi_UINT", 4},     {"int64", "ncmpi_INT64", 8},
            {"uint64", "ncmpi_UINT64", 8},
        };
        return table[id - first()];
    }

    static nc_type find(const std::string& name) {
        for (nc_type id = first(); id <= last(); ++id) {
            if (name == facts(id).name) return id;
        }
        return NC_NAT;
    }

    nc_type checked() const {
        if (isNull()) throw exceptions::NcNullType("a null NcmpiType has no properties");
        if (id_ < first() || id_ > last())
            throw exceptions::NcBadType("not a type of classic files");
        return id_;
    }

    nc_type id_;
};

class NcmpiByte : public NcmpiType {
public:
    constexpr NcmpiByte() : NcmpiType(NC_BYTE) {}
};
class NcmpiChar : public NcmpiType {
public:
    constexpr NcmpiChar() : NcmpiType(NC_CHAR) {}
};
class NcmpiShort : public NcmpiType {
public:
    constexpr NcmpiShort() : NcmpiType(NC_SHORT) {}
};
class NcmpiInt : public NcmpiType {
public:
    constexpr NcmpiInt() : NcmpiType(NC_INT) {}
};
class NcmpiFloat : public NcmpiType {
public:
    constexpr NcmpiFloat() : NcmpiType(NC_FLOAT) {}
};
class NcmpiDouble : public NcmpiType {
public:
    constexpr NcmpiDouble() : NcmpiType(NC_DOUBLE) {}
};
class NcmpiUbyte : public NcmpiType {
public:
    constexpr NcmpiUbyte() : NcmpiType(NC_UBYTE) {}
};
class NcmpiUshort : public NcmpiType {
public:
    constexpr NcmpiUshort() : NcmpiType(NC_USHORT) {}
};
class NcmpiUint : public NcmpiType {
public:
    constexpr NcmpiUint() : NcmpiType(NC_UINT) {}
};
class NcmpiInt64 : public NcmpiType {
public:
    constexpr NcmpiInt64() : NcmpiType(NC_INT64) {}
};
class NcmpiUint64 : public NcmpiType {
public:
    constexpr NcmpiUint64() : NcmpiType(NC_UINT64) {}
};

constexpr NcmpiByte ncmpiByte{};
constexpr NcmpiChar ncmpiChar{};
constexpr NcmpiShort ncmpiShort{};
constexpr NcmpiInt ncmpiInt{};
constexpr NcmpiFloat ncmpiFloat{};
constexpr NcmpiDouble ncmpiDouble{};
constexpr NcmpiUbyte ncmpiUbyte{};
constexpr NcmpiUshort ncmpiUshort{};
constexpr NcmpiUint ncmpiUint{};
constexpr NcmpiInt64 ncmpiInt64{};
constexpr NcmpiUint64 ncmpiUint64{};

}  // namespace PnetCDF
