// SPDX-License-Identifier: BSD-3-Clause
// The functions behind the generic ones of the module pnetcdf_data. Absent arguments come as null
// pointers.
#include "selection.hpp"

using namespace weft::fortran;

namespace {

/// The C functions of a verb. `block` is for mapped access, which has all others but lists as
/// special cases.
template <class Block, class List, class Text, class Numbers>
struct Verb {
    Block block;
    List list;
    Text text;
    Numbers numbers;
};

template <class Block, class List, class Text, class Numbers>
constexpr Verb<Block, List, Text, Numbers> verb(Block block, List list, Text text,
                                                Numbers numbers) {
    return {block, list, text, numbers};
}

/// A function that posts, with the place for the request's id as its last argument.
template <class Call>
auto posting(int* req, Call call) {
    return [req, call](auto&&... given) { return call(given..., req); };
}

constexpr auto put = verb(ncmpi_put_varm, ncmpi_put_varn, ncmpi_put_var_text, ncmpi_put_var_int);
constexpr auto put_all =
    verb(ncmpi_put_varm_all, ncmpi_put_varn_all, ncmpi_put_var_text_all, ncmpi_put_var_int_all);
constexpr auto get = verb(ncmpi_get_varm, ncmpi_get_varn, ncmpi_get_var_text, ncmpi_get_var_int);
constexpr auto get_all =
    verb(ncmpi_get_varm_all, ncmpi_get_varn_all, ncmpi_get_var_text_all, ncmpi_get_var_int_all);

auto iput(int* req) {
    return verb(posting(req, ncmpi_iput_varm), posting(req, ncmpi_iput_varn),
                posting(req, ncmpi_iput_var_text), posting(req, ncmpi_iput_var_int));
}

auto iget(int* req) {
    return verb(posting(req, ncmpi_iget_varm), posting(req, ncmpi_iget_varn),
                posting(req, ncmpi_iget_var_text), posting(req, ncmpi_iget_var_int));
}

auto bput(int* req) {
    return verb(posting(req, ncmpi_bput_varm), posting(req, ncmpi_bput_varn),
                posting(req, ncmpi_bput_var_text), posting(req, ncmpi_bput_var_int));
}

/// The code for text in place of numbers, or numbers in place of text. Flexible functions would
/// look at the place first; those with a type look at the type, after the file, its mode and the
/// variable. They do not touch the values, and take their part if they are collective.
template <class Verb>
int refuse_kind(int ncid, const Variable& v, const Elements& elements, const Verb& verb) {
    return elements.are_text() ? verb.text(ncid, v.id(), static_cast<char*>(elements.address))
                               : verb.numbers(ncid, v.id(), static_cast<int*>(elements.address));
}

/// Any put_var, get_var and so on.
template <class Verb>
int access(const int* ncid, const int* varid, const CFI_cdesc_t* values, const Place& place,
           const MPI_Offset* bufcount, const int* buftype, std::optional<Compact::Way> copying,
           const Verb& verb) {
    const Variable v(ncid, varid);
    const Elements elements(*values);
    if (buftype == nullptr && !v.takes(elements.are_text()))
        return refuse_kind(*ncid, v, elements, verb);
    Selection selection(v.rank(), elements, place);
    const Memory memory(elements, selection.use(), bufcount, buftype, copying);
    const MPI_Offset* map = memory.has_map() ? nullptr : selection.map();
    return verb.block(*ncid, v.id(), v.start(selection.start()), v.count(selection.count()),
                      v.stride(selection.stride()), v.map(map), memory.address(), memory.count(),
                      memory.datatype());
}

/// Any put_varn, get_varn and so on.
template <class Verb>
int access_list(const int* ncid, const int* varid, const CFI_cdesc_t* values, int num,
                const CFI_cdesc_t* start, const CFI_cdesc_t* count, const Verb& verb) {
    const Variable v(ncid, varid);
    const Elements elements(*values);
    if (!v.takes(elements.are_text())) return refuse_kind(*ncid, v, elements, verb);
    Vectors starts(start, v.rank(), num);
    Vectors counts(count, v.rank(), num);
    const bool lacks_counts = count != nullptr && counts.data() == nullptr;
    List list(v, &num, lacks_counts ? nullptr : starts.data(), counts.data());
    const std::int64_t elements_used =
        counts.data() == nullptr ? num : total(v.rank(), num, counts.data());
    const Memory memory(elements, {.total = elements_used}, nullptr, nullptr, std::nullopt);
    return verb.list(*ncid, v.id(), num, list.starts(), list.counts(), memory.address(),
                     memory.count(), memory.datatype());
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
                  Compact::Way::in, put);
}

int weft_put_var_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                     const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                     const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in, put_all);
}

int weft_get_var(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                 const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                 const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in_and_back, get);
}

int weft_get_var_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                     const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                     const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in_and_back, get_all);
}

int weft_iput_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype, std::nullopt,
                  iput(req));
}

int weft_iget_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype, std::nullopt,
                  iget(req));
}

int weft_bput_var(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count, const CFI_cdesc_t* stride,
                  const CFI_cdesc_t* map, const MPI_Offset* bufcount, const int* buftype) {
    return access(ncid, varid, values, {start, count, stride, map}, bufcount, buftype,
                  Compact::Way::in, bput(req));
}

int weft_put_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, put);
}

int weft_put_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                      const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, put);
}

int weft_put_varn_all(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                      const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, put_all);
}

int weft_put_varn_one_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                          const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, put_all);
}

int weft_get_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                  const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, get);
}

int weft_get_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                      const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, get);
}

int weft_get_varn_all(const int* ncid, const int* varid, const CFI_cdesc_t* values, const int* num,
                      const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, get_all);
}

int weft_get_varn_one_all(const int* ncid, const int* varid, const CFI_cdesc_t* values,
                          const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, get_all);
}

int weft_iput_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, iput(req));
}

int weft_iput_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, iput(req));
}

int weft_iget_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, iget(req));
}

int weft_iget_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, iget(req));
}

int weft_bput_varn(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                   const int* num, const CFI_cdesc_t* start, const CFI_cdesc_t* count) {
    return access_list(ncid, varid, values, *num, start, count, bput(req));
}

int weft_bput_varn_one(const int* ncid, const int* varid, const CFI_cdesc_t* values, int* req,
                       const CFI_cdesc_t* start) {
    return access_list(ncid, varid, values, 1, start, nullptr, bput(req));
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
