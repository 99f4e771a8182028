// SPDX-License-Identifier: BSD-3-Clause
// Where in a variable and where in memory: the arguments of all calls that move data, and the C
// functions for them.
#pragma once

#include <vector>

#include "elements.hpp"

namespace PnetCDF {
namespace detail {

using Offsets = std::vector<MPI_Offset>;
using OffsetLists = MPI_Offset* const*;

/// A part of a variable.
struct Selection {
    enum Shape { whole, element, block, strided, mapped, list };
    Shape shape;
    const MPI_Offset* start;
    const MPI_Offset* count;
    const MPI_Offset* stride;
    const MPI_Offset* map;
    int list_size;
    OffsetLists starts;
    OffsetLists counts;
};

/// Values in memory, `count` of an MPI datatype.
template <class Pointer>
struct Values {
    Pointer data;
    MPI_Offset count;
    MPI_Datatype type;
};
using Source = Values<const void*>;
using Target = Values<void*>;

/// As many values as the selection has, one after the other.
template <class T>
Source source(const T* values) {
    return {values, NC_COUNT_IGNORE, mpi_type_of(T())};
}
template <class T>
Target target(T* values) {
    return {values, NC_COUNT_IGNORE, mpi_type_of(T())};
}

/// The entries of a vector; null, which the library refuses or takes for its default, when it is
/// empty.
inline const MPI_Offset* entries(const Offsets* offsets) {
    return offsets == nullptr || offsets->empty() ? nullptr : offsets->data();
}

/// A selection with one entry for each of `ndims` dimensions. Where a vector is too short to have
/// them, there is no start, so that the library reports it without a rank that stays away from a
/// collective call.
inline Selection select(int ndims, Selection::Shape shape, const Offsets* start,
                        const Offsets* count = nullptr, const Offsets* stride = nullptr,
                        const Offsets* map = nullptr) {
    const MPI_Offset* first = entries(start);
    for (const Offsets* offsets : {start, count, stride, map}) {
        if (offsets == nullptr || (offsets->empty() && (offsets == stride || offsets == map)))
            continue;
        if (offsets->size() < static_cast<Offsets::size_type>(ndims)) first = nullptr;
    }
    return {shape, first, entries(count), entries(stride), entries(map), 0, nullptr, nullptr};
}

inline Selection whole() {
    return {Selection::whole, nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr};
}

inline Selection list(int size, OffsetLists starts, OffsetLists counts) {
    return {Selection::list, nullptr, nullptr, nullptr, nullptr, size, starts, counts};
}

/// A variable as the C functions name it.
struct VarKey {
    int ncid;
    int varid;
};

/// The blocking calls of one direction and mode; `Memory` is the type of the buffer's address.
template <class Memory>
struct Calls {
    typedef const MPI_Offset* Index;
    int (*var)(int, int, Memory, MPI_Offset, MPI_Datatype);
    int (*var1)(int, int, Index, Memory, MPI_Offset, MPI_Datatype);
    int (*vara)(int, int, Index, Index, Memory, MPI_Offset, MPI_Datatype);
    int (*vars)(int, int, Index, Index, Index, Memory, MPI_Offset, MPI_Datatype);
    int (*varm)(int, int, Index, Index, Index, Index, Memory, MPI_Offset, MPI_Datatype);
    int (*varn)(int, int, int, MPI_Offset* const*, MPI_Offset* const*, Memory, MPI_Offset,
                MPI_Datatype);
};

template <class Memory, class Buffer>
int access(const Calls<Memory>& calls, VarKey v, const Selection& s, Buffer b) {
    switch (s.shape) {
        case Selection::whole:
            return calls.var(v.ncid, v.varid, b.data, b.count, b.type);
        case Selection::element:
            return calls.var1(v.ncid, v.varid, s.start, b.data, b.count, b.type);
        case Selection::block:
            return calls.vara(v.ncid, v.varid, s.start, s.count, b.data, b.count, b.type);
        case Selection::strided:
            return calls.vars(v.ncid, v.varid, s.start, s.count, s.stride, b.data, b.count, b.type);
        case Selection::mapped:
            return calls.varm(v.ncid, v.varid, s.start, s.count, s.stride, s.map, b.data, b.count,
                              b.type);
        default:
            return calls.varn(v.ncid, v.varid, s.list_size, s.starts, s.counts, b.data, b.count,
                              b.type);
    }
}

inline int put(VarKey v, bool all, const Selection& s, Source b) {
    static const Calls<const void*> alone = {ncmpi_put_var,  ncmpi_put_var1, ncmpi_put_vara,
                                             ncmpi_put_vars, ncmpi_put_varm, ncmpi_put_varn};
    static const Calls<const void*> together = {ncmpi_put_var_all,  ncmpi_put_var1_all,
                                                ncmpi_put_vara_all, ncmpi_put_vars_all,
                                                ncmpi_put_varm_all, ncmpi_put_varn_all};
    return access(all ? together : alone, v, s, b);
}

inline int get(VarKey v, bool all, const Selection& s, Target b) {
    static const Calls<void*> alone = {ncmpi_get_var,  ncmpi_get_var1, ncmpi_get_vara,
                                       ncmpi_get_vars, ncmpi_get_varm, ncmpi_get_varn};
    static const Calls<void*> together = {ncmpi_get_var_all,  ncmpi_get_var1_all,
                                          ncmpi_get_vara_all, ncmpi_get_vars_all,
                                          ncmpi_get_varm_all, ncmpi_get_varn_all};
    return access(all ? together : alone, v, s, b);
}

inline int post_put(VarKey v, bool buffered, const Selection& s, Source b, int* request) {
    switch (s.shape) {
        case Selection::whole: {
            const auto call = buffered ? ncmpi_bput_var : ncmpi_iput_var;
            return call(v.ncid, v.varid, b.data, b.count, b.type, request);
        }
        case Selection::element: {
            const auto call = buffered ? ncmpi_bput_var1 : ncmpi_iput_var1;
            return call(v.ncid, v.varid, s.start, b.data, b.count, b.type, request);
        }
        case Selection::block: {
            const auto call = buffered ? ncmpi_bput_vara : ncmpi_iput_vara;
            return call(v.ncid, v.varid, s.start, s.count, b.data, b.count, b.type, request);
        }
        case Selection::strided: {
            const auto call = buffered ? ncmpi_bput_vars : ncmpi_iput_vars;
            return call(v.ncid, v.varid, s.start, s.count, s.stride, b.data, b.count, b.type,
                        request);
        }
        case Selection::mapped: {
            const auto call = buffered ? ncmpi_bput_varm : ncmpi_iput_varm;
            return call(v.ncid, v.varid, s.start, s.count, s.stride, s.map, b.data, b.count, b.type,
                        request);
        }
        default: {
            const auto call = buffered ? ncmpi_bput_varn : ncmpi_iput_varn;
            return call(v.ncid, v.varid, s.list_size, s.starts, s.counts, b.data, b.count, b.type,
                        request);
        }
    }
}

inline int post_get(VarKey v, const Selection& s, Target b, int* request) {
    switch (s.shape) {
        case Selection::whole:
            return ncmpi_iget_var(v.ncid, v.varid, b.data, b.count, b.type, request);
        case Selection::element:
            return ncmpi_iget_var1(v.ncid, v.varid, s.start, b.data, b.count, b.type, request);
        case Selection::block:
            return ncmpi_iget_vara(v.ncid, v.varid, s.start, s.count, b.data, b.count, b.type,
                                   request);
        case Selection::strided:
            return ncmpi_iget_vars(v.ncid, v.varid, s.start, s.count, s.stride, b.data, b.count,
                                   b.type, request);
        case Selection::mapped:
            return ncmpi_iget_varm(v.ncid, v.varid, s.start, s.count, s.stride, s.map, b.data,
                                   b.count, b.type, request);
        default:
            return ncmpi_iget_varn(v.ncid, v.varid, s.list_size, s.starts, s.counts, b.data,
                                   b.count, b.type, request);
    }
}

}  // namespace detail
}  // namespace PnetCDF
