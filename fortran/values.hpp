// SPDX-License-Identifier: BSD-3-Clause
// The values that a Fortran program passes, as the flexible C functions want them: an address, a
// count, an MPI datatype.
#pragma once

#include <ISO_Fortran_binding.h>
#include <pnetcdf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace weft::fortran {

/// The elements of an array, with the characters of a text as its first dimension.
struct Elements {
    struct Dimension {
        std::int64_t extent;
        std::int64_t stride_bytes;
    };

    explicit Elements(const CFI_cdesc_t& descriptor);

    /// The number of elements, or of those up to the last dimension of an array whose size is not
    /// known.
    std::int64_t count() const;
    bool are_text() const { return datatype == MPI_CHAR; }
    /// No gaps between them, the first dimension fastest.
    bool are_dense() const;
    /// Without their gaps they are memory enough for so many of a datatype.
    bool have_room_for(MPI_Datatype type, MPI_Offset many) const;
    /// Where an element is, counted in bytes from the first. The last dimension goes on past its
    /// end.
    std::int64_t offset_bytes(std::int64_t element) const;

    void* address;
    std::int64_t element_bytes;
    MPI_Datatype datatype;  // MPI_DATATYPE_NULL: of no type that netCDF knows
    int rank = 0;
    std::array<Dimension, CFI_MAX_RANK + 1> dimensions;
};

/// Which elements of the program's array belong to an access: as many as it has, in their order, or
/// by a map.
struct Use {
    int rank = 0;
    const MPI_Offset* count = nullptr;  // in Fortran's order, as the map
    const MPI_Offset* map = nullptr;    // distances in elements; null: one after another
    std::int64_t total = 0;             // the product of the counts
};

/// A copy without gaps of an array section, where no datatype can stand for it; for the time of one
/// call that does not keep its buffer.
class Compact {
public:
    enum class Way { in, in_and_back };
    /// Dense elements are not copied.
    Compact(const Elements& elements, Way way);
    Compact(const Compact&) = delete;
    Compact& operator=(const Compact&) = delete;
    ~Compact();

    /// Null, which every C function reports as an error, where there is no memory for a copy.
    void* address() const { return address_; }

private:
    template <class Copy>
    void for_each_element(Copy copy);

    const Elements& elements_;
    std::unique_ptr<char[]> copy_;  // null: none was needed
    void* address_;
    Way way_;
};

/// The memory of an access. Dense values are given as they are, and an array section through a
/// datatype, so that it is not copied; that datatype lives as long as this object, which is enough
/// for a posted request too.
class Memory {
public:
    /// `copying`: where the call has done with its buffer when it returns.
    Memory(const Elements& elements, const Use& use, const MPI_Offset* bufcount, const int* buftype,
           std::optional<Compact::Way> copying);
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory();

    /// Null, which every C function reports as an error, where there is no way to say what the
    /// program wants.
    void* address() const { return address_; }
    MPI_Offset count() const { return count_; }
    MPI_Datatype datatype() const { return datatype_; }
    /// The map is in the datatype already.
    bool has_map() const { return has_map_; }

private:
    void describe_section(const Elements& elements, MPI_Datatype element);
    void describe_list(const Elements& elements, const Use& use, MPI_Datatype element);
    void keep(MPI_Datatype datatype);
    void refuse();

    void* address_;
    MPI_Offset count_ = NC_COUNT_IGNORE;
    MPI_Datatype datatype_;
    bool is_own_ = false;
    bool has_map_ = false;
    std::optional<Compact> copy_;
};

}  // namespace weft::fortran
