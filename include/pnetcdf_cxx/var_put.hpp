// SPDX-License-Identifier: BSD-3-Clause
// Blocking writes to a variable.
#pragma once

#include "var_base.hpp"

namespace PnetCDF {
namespace detail {

/// putVar by one rank (in independent mode), putVar_all by all: the whole variable, an element, a
/// block, every stride-th element, or with a map of where the elements lie in memory; putVarn a
/// list of blocks.
class VarPut : public VarBase {
public:
    template <class T>
    IfElement<T> putVar(const T* values) const {
        put_alone(whole(), source(values));
    }

    void putVar(const void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_alone(whole(), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar(const Offsets& index, T value) const {
        put_alone(selected(Selection::element, &index), source(&value));
    }

    template <class T>
    IfElement<T> putVar(const Offsets& index, const T* values) const {
        put_alone(selected(Selection::element, &index), source(values));
    }

    void putVar(const Offsets& index, const void* values, MPI_Offset bufcount,
                MPI_Datatype buftype) const {
        put_alone(selected(Selection::element, &index), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar(const Offsets& start, const Offsets& count, const T* values) const {
        put_alone(selected(Selection::block, &start, &count), source(values));
    }

    void putVar(const Offsets& start, const Offsets& count, const void* values, MPI_Offset bufcount,
                MPI_Datatype buftype) const {
        put_alone(selected(Selection::block, &start, &count), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                        const T* values) const {
        put_alone(selected(Selection::strided, &start, &count, &stride), source(values));
    }

    void putVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                const void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_alone(selected(Selection::strided, &start, &count, &stride),
                  Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                        const Offsets& map, const T* values) const {
        put_alone(selected(Selection::mapped, &start, &count, &stride, &map), source(values));
    }

    void putVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                const Offsets& map, const void* values, MPI_Offset bufcount,
                MPI_Datatype buftype) const {
        put_alone(selected(Selection::mapped, &start, &count, &stride, &map),
                  Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVarn(int size, OffsetLists starts, OffsetLists counts, const T* values) const {
        put_alone(list(size, starts, counts), source(values));
    }

    void putVarn(int size, OffsetLists starts, OffsetLists counts, const void* values,
                 MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_alone(list(size, starts, counts), Source{values, bufcount, buftype});
    }

    void putVard(MPI_Datatype filetype, const void* values, MPI_Offset bufcount,
                 MPI_Datatype buftype) const {
        in_data_mode(file(), [&] {
            return ncmpi_put_vard(file(), varid(), filetype, values, bufcount, buftype);
        });
    }

    template <class T>
    IfElement<T> putVar_all(const T* values) const {
        put_all(whole(), source(values));
    }

    void putVar_all(const void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_all(whole(), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar_all(const Offsets& index, T value) const {
        put_all(selected(Selection::element, &index), source(&value));
    }

    template <class T>
    IfElement<T> putVar_all(const Offsets& index, const T* values) const {
        put_all(selected(Selection::element, &index), source(values));
    }

    void putVar_all(const Offsets& index, const void* values, MPI_Offset bufcount,
                    MPI_Datatype buftype) const {
        put_all(selected(Selection::element, &index), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar_all(const Offsets& start, const Offsets& count, const T* values) const {
        put_all(selected(Selection::block, &start, &count), source(values));
    }

    void putVar_all(const Offsets& start, const Offsets& count, const void* values,
                    MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_all(selected(Selection::block, &start, &count), Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                            const T* values) const {
        put_all(selected(Selection::strided, &start, &count, &stride), source(values));
    }

    void putVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                    const void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_all(selected(Selection::strided, &start, &count, &stride),
                Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                            const Offsets& map, const T* values) const {
        put_all(selected(Selection::mapped, &start, &count, &stride, &map), source(values));
    }

    void putVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                    const Offsets& map, const void* values, MPI_Offset bufcount,
                    MPI_Datatype buftype) const {
        put_all(selected(Selection::mapped, &start, &count, &stride, &map),
                Source{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> putVarn_all(int size, OffsetLists starts, OffsetLists counts,
                             const T* values) const {
        put_all(list(size, starts, counts), source(values));
    }

    void putVarn_all(int size, OffsetLists starts, OffsetLists counts, const void* values,
                     MPI_Offset bufcount, MPI_Datatype buftype) const {
        put_all(list(size, starts, counts), Source{values, bufcount, buftype});
    }

    void putVard_all(MPI_Datatype filetype, const void* values, MPI_Offset bufcount,
                     MPI_Datatype buftype) const {
        in_data_mode(file(), [&] {
            return ncmpi_put_vard_all(file(), varid(), filetype, values, bufcount, buftype);
        });
    }

protected:
    using VarBase::VarBase;

private:
    void put_alone(const Selection& selection, const Source& values) const {
        in_data_mode(file(), [&] { return put(key(), false, selection, values); });
    }
    void put_all(const Selection& selection, const Source& values) const {
        in_data_mode(file(), [&] { return put(key(), true, selection, values); });
    }
};

}  // namespace detail
}  // namespace PnetCDF
