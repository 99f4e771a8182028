// SPDX-License-Identifier: BSD-3-Clause
// The functions behind the generic ones of the module pnetcdf_data. Absent arguments come as null
// pointers.
#include "selection.hpp"

using namespace weft::fortran;

namespace {

/// Any put_var, get_var and so on: `call` is the C function for mapped access, which has all others
/// as special cases.
template <class Call>
int access(const int* ncid, const int* varid, const CFI_cdesc_t* values, const Place& place,
           const MPI_Offset* bufcount, const int* buftype, std::optional<Compact::Way> copying,
           Call call) {
    const Variable v(ncid, varid);
    const Elements elements(*values);
    Selection selection(v.rank(), elements, place);
    const Memory memory(elements, selection.use(), bufcount, buftype, copying);
    const MPI_Offset* map = memory.has_map() ? nullptr : selection.map();
    return call(*ncid, v.id(), v.start(selection.start()), v.count(selection.count()),
                v.stride(selection.stride()), v.map(map), memory.address(), memory.count(),
                memory.datatype());
}

/// Any put_varn, get_varn and so on.
template <class Call>
int access_list(const int* ncid, const int* varid, const CFI_cdesc_t* values, int num,
                const CFI_cdesc_t* start, const CFI_cdesc_t* count, Call call) {
    const Variable v(ncid, varid);
    const Elements elements(*values);
    Vectors starts(start, v.rank(), num);
    Vectors counts(count, v.rank(), num);
    const bool lacks_counts = count != nullptr && counts.data() == nullptr;
    List list(v, &num, lacks_counts ? nullptr : starts.data(), counts.data());
    const std::int64_t elements_used =
        counts.data() == nullptr ? num : total(v.rank(), num, counts.data());
    const Memory memory(elements, {.total = elements_used}, nullptr, nullptr, std::nullopt);
    return call(*ncid, v.id(), num, list.starts(), list.counts(), memory.address(), memory.count(),
                memory.datatype());
}

/// Any put_vard and get_vard.
template <class Call>
int access_described(const int* ncid, const int* varid, const int* filetype, const CFI_cdesc_t* buf,
                     MPI_Offset bufcount, MPI_Datatype buftype, Compact::Way way, Call call) {
    const Elements elements(*buf);
    const Compact memory(elements, way);
    // Of a dense array the end may not be known.
    const bool says_how_much = buftype != MPI_DATATYPE_NULL && bufcount != NC_COUNT_IGNORE;
    const bool fits =
        elements.are_dense() || !says_how_much || elements.have_room_for(buftype, bufcount);
    return call(*ncid, id(varid), MPI_Type_f2c(*filetype), fits ? memory.address() : nullptr,
                bufcount, buftype);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int weft_put_var(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                 const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                 const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in, ncmpi_put_varm);
}

int weft_put_var_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                     const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                     const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in, ncmpi_put_varm_all);
}

int weft_get_var(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                 const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                 const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in_and_back, ncmpi_get_varm);
}

int weft_get_var_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                     const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                     const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in_and_back, ncmpi_get_varm_all);
}

int weft_iput_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype, std::nullopt,
                  [req](auto&&... given) { return ncmpi_iput_varm(given..., req); });
}

int weft_iget_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype, std::nullopt,
                  [req](auto&&... given) { return ncmpi_iget_varm(given..., req); });
}

int weft_bput_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in,
                  [req](auto&&... given) { return ncmpi_bput_varm(given..., req); });
}

int weft_put_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, ncmpi_put_varn);
}

int weft_put_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                      const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, ncmpi_put_varn);
}

int weft_put_varn_all(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                      const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, ncmpi_put_varn_all);
}

int weft_put_varn_one_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                          const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, ncmpi_put_varn_all);
}

int weft_get_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, ncmpi_get_varn);
}

int weft_get_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                      const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, ncmpi_get_varn);
}

int weft_get_varn_all(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                      const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, ncmpi_get_varn_all);
}

int weft_get_varn_one_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                          const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, ncmpi_get_varn_all);
}

int weft_iput_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count,
                       [req](auto&&... given) { return ncmpi_iput_varn(given..., req); });
}

int weft_iput_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr,
                       [req](auto&&... given) { return ncmpi_iput_varn(given..., req); });
}

int weft_iget_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count,
                       [req](auto&&... given) { return ncmpi_iget_varn(given..., req); });
}

int weft_iget_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr,
                       [req](auto&&... given) { return ncmpi_iget_varn(given..., req); });
}

int weft_bput_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count,
                       [req](auto&&... given) { return ncmpi_bput_varn(given..., req); });
}

int weft_bput_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr,
                       [req](auto&&... given) { return ncmpi_bput_varn(given..., req); });
}

int weft_put_vard(const int* ncid, const int* varid, const int* filetype, const CFI_cdesc_t* buf,
                  const MPI_Offset* bufcount, const int* buftype) {
    return access_described(ncid, varid, filetype, buf, *bufcount, MPI_Type_f2c(*buftype),
                            Compact::Way::in, ncmpi_put_vard);
}

int weft_put_vard_all(const int* ncid, const int* varid, const int* filetype,
                      const CFI_cdesc_t* buf, const MPI_Offset* bufcount, const int* buftype) {
    return access_described(ncid, varid, filetype, buf, *bufcount, MPI_Type_f2c(*buftype),
                            Compact::Way::in, ncmpi_put_vard_all);
}

int weft_get_vard(const int* ncid, const int* varid, const int* filetype, const CFI_cdesc_t* buf,
                  const MPI_Offset* bufcount, const int* buftype) {
    return access_described(ncid, varid, filetype, buf, *bufcount, MPI_Type_f2c(*buftype),
                            Compact::Way::in_and_back, ncmpi_get_vard);
}

int weft_get_vard_all(const int* ncid, const int* varid, const int* filetype,
                      const CFI_cdesc_t* buf, const MPI_Offset* bufcount, const int* buftype) {
    return access_described(ncid, varid, filetype, buf, *bufcount, MPI_Type_f2c(*buftype),
                            Compact::Way::in_and_back, ncmpi_get_vard_all);
}

}  // extern "C"
#pragma GCC visibility pop
