// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking writes to and reads from a variable.
#pragma once

#include "var_get.hpp"

namespace PnetCDF {
namespace detail {

/// iputVar and igetVar: values must stay where they are until Wait or Wait_all. bputVar: values are
/// copied to the buffer of NcmpiFile::Buffer_attach. `request`, which may be null, gets the id for
/// the wait.
class VarPost : public VarGet {
public:
    template <class T>
    IfElement<T> iputVar(const T* values, int* request) const {
        post_put(whole(), source(values), request);
    }

    void iputVar(const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        post_put(whole(), Source{values, bufcount, buftype}, request);
    }

    /// The value must stay where it is until the wait: a variable, not an expression.
    template <class T>
    IfElement<T> iputVar(const Offsets& index, const T& value, int* request) const {
        post_put(selected(Selection::element, &index), source(&value), request);
    }
    template <class T>
    IfElement<T> iputVar(const Offsets& index, const T&& value, int* request) const = delete;

    template <class T>
    IfElement<T> iputVar(const Offsets& index, const T* values, int* request) const {
        post_put(selected(Selection::element, &index), source(values), request);
    }

    void iputVar(const Offsets& index, const void* values, MPI_Offset bufcount,
                 MPI_Datatype buftype, int* request) const {
        post_put(selected(Selection::element, &index), Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> iputVar(const Offsets& start, const Offsets& count, const T* values,
                         int* request) const {
        post_put(selected(Selection::block, &start, &count), source(values), request);
    }

    void iputVar(const Offsets& start, const Offsets& count, const void* values,
                 MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        post_put(selected(Selection::block, &start, &count), Source{values, bufcount, buftype},
                 request);
    }

    template <class T>
    IfElement<T> iputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         const T* values, int* request) const {
        post_put(selected(Selection::strided, &start, &count, &stride), source(values), request);
    }

    void iputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                 const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        post_put(selected(Selection::strided, &start, &count, &stride),
                 Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> iputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         const Offsets& map, const T* values, int* request) const {
        post_put(selected(Selection::mapped, &start, &count, &stride, &map), source(values),
                 request);
    }

    void iputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                 const Offsets& map, const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        post_put(selected(Selection::mapped, &start, &count, &stride, &map),
                 Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> iputVarn(int size, OffsetLists starts, OffsetLists counts, const T* values,
                          int* request) const {
        post_put(list(size, starts, counts), source(values), request);
    }

    void iputVarn(int size, OffsetLists starts, OffsetLists counts, const void* values,
                  MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        post_put(list(size, starts, counts), Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> igetVar(T* values, int* request) const {
        post_get(whole(), target(values), request);
    }

    void igetVar(void* values, MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        post_get(whole(), Target{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> igetVar(const Offsets& index, T* values, int* request) const {
        post_get(selected(Selection::element, &index), target(values), request);
    }

    void igetVar(const Offsets& index, void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        post_get(selected(Selection::element, &index), Target{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> igetVar(const Offsets& start, const Offsets& count, T* values,
                         int* request) const {
        post_get(selected(Selection::block, &start, &count), target(values), request);
    }

    void igetVar(const Offsets& start, const Offsets& count, void* values, MPI_Offset bufcount,
                 MPI_Datatype buftype, int* request) const {
        post_get(selected(Selection::block, &start, &count), Target{values, bufcount, buftype},
                 request);
    }

    template <class T>
    IfElement<T> igetVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         T* values, int* request) const {
        post_get(selected(Selection::strided, &start, &count, &stride), target(values), request);
    }

    void igetVar(const Offsets& start, const Offsets& count, const Offsets& stride, void* values,
                 MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        post_get(selected(Selection::strided, &start, &count, &stride),
                 Target{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> igetVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         const Offsets& map, T* values, int* request) const {
        post_get(selected(Selection::mapped, &start, &count, &stride, &map), target(values),
                 request);
    }

    void igetVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                 const Offsets& map, void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        post_get(selected(Selection::mapped, &start, &count, &stride, &map),
                 Target{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> igetVarn(int size, OffsetLists starts, OffsetLists counts, T* values,
                          int* request) const {
        post_get(list(size, starts, counts), target(values), request);
    }

    void igetVarn(int size, OffsetLists starts, OffsetLists counts, void* values,
                  MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        post_get(list(size, starts, counts), Target{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> bputVar(const T* values, int* request) const {
        buffer_put(whole(), source(values), request);
    }

    void bputVar(const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        buffer_put(whole(), Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> bputVar(const Offsets& index, T value, int* request) const {
        buffer_put(selected(Selection::element, &index), source(&value), request);
    }

    template <class T>
    IfElement<T> bputVar(const Offsets& index, const T* values, int* request) const {
        buffer_put(selected(Selection::element, &index), source(values), request);
    }

    void bputVar(const Offsets& index, const void* values, MPI_Offset bufcount,
                 MPI_Datatype buftype, int* request) const {
        buffer_put(selected(Selection::element, &index), Source{values, bufcount, buftype},
                   request);
    }

    template <class T>
    IfElement<T> bputVar(const Offsets& start, const Offsets& count, const T* values,
                         int* request) const {
        buffer_put(selected(Selection::block, &start, &count), source(values), request);
    }

    void bputVar(const Offsets& start, const Offsets& count, const void* values,
                 MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        buffer_put(selected(Selection::block, &start, &count), Source{values, bufcount, buftype},
                   request);
    }

    template <class T>
    IfElement<T> bputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         const T* values, int* request) const {
        buffer_put(selected(Selection::strided, &start, &count, &stride), source(values), request);
    }

    void bputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                 const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        buffer_put(selected(Selection::strided, &start, &count, &stride),
                   Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> bputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                         const Offsets& map, const T* values, int* request) const {
        buffer_put(selected(Selection::mapped, &start, &count, &stride, &map), source(values),
                   request);
    }

    void bputVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                 const Offsets& map, const void* values, MPI_Offset bufcount, MPI_Datatype buftype,
                 int* request) const {
        buffer_put(selected(Selection::mapped, &start, &count, &stride, &map),
                   Source{values, bufcount, buftype}, request);
    }

    template <class T>
    IfElement<T> bputVarn(int size, OffsetLists starts, OffsetLists counts, const T* values,
                          int* request) const {
        buffer_put(list(size, starts, counts), source(values), request);
    }

    void bputVarn(int size, OffsetLists starts, OffsetLists counts, const void* values,
                  MPI_Offset bufcount, MPI_Datatype buftype, int* request) const {
        buffer_put(list(size, starts, counts), Source{values, bufcount, buftype}, request);
    }

protected:
    using VarGet::VarGet;

private:
    void post_put(const Selection& selection, const Source& values, int* request) const {
        check(detail::post_put(key(), false, selection, values, request), file());
    }
    void buffer_put(const Selection& selection, const Source& values, int* request) const {
        check(detail::post_put(key(), true, selection, values, request), file());
    }
    void post_get(const Selection& selection, const Target& values, int* request) const {
        check(detail::post_get(key(), selection, values, request), file());
    }
};

}  // namespace detail
}  // namespace PnetCDF
