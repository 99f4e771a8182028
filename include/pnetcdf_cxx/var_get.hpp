// SPDX-License-Identifier: BSD-3-Clause
// Blocking reads from a variable.
#pragma once

#include "var_put.hpp"

namespace PnetCDF {
namespace detail {

/// getVar by one rank (in independent mode), getVar_all by all, with the selections of putVar.
class VarGet : public VarPut {
public:
    template <class T>
    IfElement<T> getVar(T* values) const {
        get_alone(whole(), target(values));
    }

    void getVar(void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_alone(whole(), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar(const Offsets& index, T* values) const {
        get_alone(selected(Selection::element, &index), target(values));
    }

    void getVar(const Offsets& index, void* values, MPI_Offset bufcount,
                MPI_Datatype buftype) const {
        get_alone(selected(Selection::element, &index), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar(const Offsets& start, const Offsets& count, T* values) const {
        get_alone(selected(Selection::block, &start, &count), target(values));
    }

    void getVar(const Offsets& start, const Offsets& count, void* values, MPI_Offset bufcount,
                MPI_Datatype buftype) const {
        get_alone(selected(Selection::block, &start, &count), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                        T* values) const {
        get_alone(selected(Selection::strided, &start, &count, &stride), target(values));
    }

    void getVar(const Offsets& start, const Offsets& count, const Offsets& stride, void* values,
                MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_alone(selected(Selection::strided, &start, &count, &stride),
                  Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                        const Offsets& map, T* values) const {
        get_alone(selected(Selection::mapped, &start, &count, &stride, &map), target(values));
    }

    void getVar(const Offsets& start, const Offsets& count, const Offsets& stride,
                const Offsets& map, void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_alone(selected(Selection::mapped, &start, &count, &stride, &map),
                  Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVarn(int size, OffsetLists starts, OffsetLists counts, T* values) const {
        get_alone(list(size, starts, counts), target(values));
    }

    void getVarn(int size, OffsetLists starts, OffsetLists counts, void* values,
                 MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_alone(list(size, starts, counts), Target{values, bufcount, buftype});
    }

    void getVard(MPI_Datatype filetype, void* values, MPI_Offset bufcount,
                 MPI_Datatype buftype) const {
        in_data_mode(file(), [&] {
            return ncmpi_get_vard(file(), varid(), filetype, values, bufcount, buftype);
        });
    }

    template <class T>
    IfElement<T> getVar_all(T* values) const {
        get_all(whole(), target(values));
    }

    void getVar_all(void* values, MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_all(whole(), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar_all(const Offsets& index, T* values) const {
        get_all(selected(Selection::element, &index), target(values));
    }

    void getVar_all(const Offsets& index, void* values, MPI_Offset bufcount,
                    MPI_Datatype buftype) const {
        get_all(selected(Selection::element, &index), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar_all(const Offsets& start, const Offsets& count, T* values) const {
        get_all(selected(Selection::block, &start, &count), target(values));
    }

    void getVar_all(const Offsets& start, const Offsets& count, void* values, MPI_Offset bufcount,
                    MPI_Datatype buftype) const {
        get_all(selected(Selection::block, &start, &count), Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                            T* values) const {
        get_all(selected(Selection::strided, &start, &count, &stride), target(values));
    }

    void getVar_all(const Offsets& start, const Offsets& count, const Offsets& stride, void* values,
                    MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_all(selected(Selection::strided, &start, &count, &stride),
                Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                            const Offsets& map, T* values) const {
        get_all(selected(Selection::mapped, &start, &count, &stride, &map), target(values));
    }

    void getVar_all(const Offsets& start, const Offsets& count, const Offsets& stride,
                    const Offsets& map, void* values, MPI_Offset bufcount,
                    MPI_Datatype buftype) const {
        get_all(selected(Selection::mapped, &start, &count, &stride, &map),
                Target{values, bufcount, buftype});
    }

    template <class T>
    IfElement<T> getVarn_all(int size, OffsetLists starts, OffsetLists counts, T* values) const {
        get_all(list(size, starts, counts), target(values));
    }

    void getVarn_all(int size, OffsetLists starts, OffsetLists counts, void* values,
                     MPI_Offset bufcount, MPI_Datatype buftype) const {
        get_all(list(size, starts, counts), Target{values, bufcount, buftype});
    }

    void getVard_all(MPI_Datatype filetype, void* values, MPI_Offset bufcount,
                     MPI_Datatype buftype) const {
        in_data_mode(file(), [&] {
            return ncmpi_get_vard_all(file(), varid(), filetype, values, bufcount, buftype);
        });
    }

protected:
    using VarPut::VarPut;

private:
    void get_alone(const Selection& selection, const Target& values) const {
        in_data_mode(file(), [&] { return get(key(), false, selection, values); });
    }
    void get_all(const Selection& selection, const Target& values) const {
        in_data_mode(file(), [&] { return get(key(), true, selection, values); });
    }
};

}  // namespace detail
}  // namespace PnetCDF
