// SPDX-License-Identifier: BSD-3-Clause
// The words in which the Fortran functions are written: each changes one kind of argument into its
// C form.
//
// Fortran's first dimension is C's last, its indices begin at 1, and its ids do too, except those
// of files and requests. Words that carry a result change it back when they are destroyed, at the
// end of the call's own statement.
//
// A word never fails. Where the number of dimensions is not known because the variable is not, or
// memory is short, the C function gets no dimensions or a null pointer: it reports that itself, and
// takes its part if it is collective.
#pragma once

#include <pnetcdf.h>
#include <weft.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>

namespace weft::fortran {

static_assert(sizeof(MPI_Offset) == 8, "the Fortran declarations say integer(8)");
static_assert(sizeof(int) == 4 && sizeof(MPI_Fint) == 4, "the Fortran declarations say integer");

/// A count of things, which is none when it is negative.
inline std::size_t size_of(int count) {
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

/// The C id, which is one less; the global attributes' 0 becomes NC_GLOBAL.
inline int id(const int* fortran_id) {
    return static_cast<int>(static_cast<unsigned>(*fortran_id) - 1U);
}

/// A resulting id. Untouched if the call has no result; -1, which stands for no dimension, stays.
class Id {
public:
    explicit Id(int* target) : target_(target) {}
    Id(const Id&) = delete;
    Id& operator=(const Id&) = delete;
    ~Id() {
        if (id_ != unset) *target_ = id_ == -1 ? -1 : id_ + 1;
    }
    operator int*() { return &id_; }

private:
    static constexpr int unset = -2;
    int* target_;
    int id_ = unset;
};

/// A resulting info object.
class Info {
public:
    explicit Info(int* target) : target_(target) {}
    Info(const Info&) = delete;
    Info& operator=(const Info&) = delete;
    ~Info() { *target_ = MPI_Info_c2f(info_); }
    operator MPI_Info*() { return &info_; }

private:
    int* target_;
    MPI_Info info_ = MPI_INFO_NULL;
};

/// Few values in place, many on the heap; null when there is no memory for them.
template <class Value, std::size_t few>
class Scratch {
public:
    explicit Scratch(std::size_t size)
        : many_(size > few ? new (std::nothrow) Value[size] : nullptr), is_many_(size > few) {}
    Value* data() { return is_many_ ? many_.get() : few_.data(); }

private:
    std::array<Value, few> few_;
    std::unique_ptr<Value[]> many_;
    bool is_many_;
};

/// A text that is given: without the blanks at its end, with a zero.
class Text {
public:
    Text(const char* text, std::size_t length);
    operator const char*() { return copy_.data(); }

private:
    Scratch<char, NC_MAX_NAME + 1> copy_;
};

/// Copies what fits and fills the rest with blanks.
void pad(char* target, std::size_t target_length, const char* text, std::size_t length);

/// A resulting name, blank at its end. Untouched if the call has no result.
class Name {
public:
    Name(char* target, std::size_t length) : target_(target), length_(length) { name_[0] = '\0'; }
    Name(const Name&) = delete;
    Name& operator=(const Name&) = delete;
    ~Name();
    operator char*() { return name_.data(); }

private:
    char* target_;
    std::size_t length_;
    std::array<char, NC_MAX_NAME + 1> name_;
};

/// Numbers along dimensions in C's order, each with something added. Null stays null.
class Reversed {
public:
    Reversed(const MPI_Offset* numbers, int count, int added);
    operator const MPI_Offset*() { return is_null_ ? nullptr : copy_.data(); }

private:
    bool is_null_;
    Scratch<MPI_Offset, 16> copy_;
};

/// A variable, how many dimensions it has, and whether it has text or numbers.
class Variable {
public:
    Variable(const int* ncid, const int* varid);
    int id() const { return id_; }
    int rank() const { return rank_; }
    /// No kind of values is wrong for a variable that is not there.
    bool takes(bool text) const { return type_ == NC_NAT || text == (type_ == NC_CHAR); }
    Reversed start(const MPI_Offset* start) const { return {start, rank_, -1}; }
    Reversed count(const MPI_Offset* count) const { return {count, rank_, 0}; }
    Reversed stride(const MPI_Offset* stride) const { return {stride, rank_, 0}; }
    Reversed map(const MPI_Offset* map) const { return {map, rank_, 0}; }

private:
    int id_;
    int rank_ = 0;
    nc_type type_ = NC_NAT;
};

/// The blocks of a varn call: `num` vectors behind one another become arrays of pointers. Null
/// stays null.
class List {
public:
    List(const Variable& variable, const int* num, const MPI_Offset* starts,
         const MPI_Offset* counts);
    MPI_Offset** starts() { return has_starts_ ? pointers_.data() : nullptr; }
    MPI_Offset** counts();

private:
    std::size_t num_;
    bool has_starts_;
    bool has_counts_;
    Scratch<MPI_Offset, 64> numbers_;  // all starts, then all counts
    Scratch<MPI_Offset*, 16> pointers_;
};

}  // namespace weft::fortran
