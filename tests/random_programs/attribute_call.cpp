// SPDX-License-Identifier: BSD-3-Clause
#include "attribute_call.hpp"

#include <array>

namespace random_programs {
namespace {

struct PutArguments {
    int ncid;
    int variable;
    const char* name;
    nc_type type;
    Index length;
    const void* values;
};

template <typename T>
int call(int (*function)(int, int, const char*, nc_type, Index, const T*), const PutArguments& a) {
    return function(a.ncid, a.variable, a.name, a.type, a.length, static_cast<const T*>(a.values));
}
inline int call(int (*function)(int, int, const char*, Index, const char*), const PutArguments& a) {
    return function(a.ncid, a.variable, a.name, a.length, static_cast<const char*>(a.values));
}

template <auto function>
int uniform_put(const PutArguments& arguments) {
    return call(function, arguments);
}

template <typename T>
int call(int (*function)(int, int, const char*, T*), int ncid, int variable, const char* name,
         void* values) {
    return function(ncid, variable, name, static_cast<T*>(values));
}

template <auto function>
int uniform_get(int ncid, int variable, const char* name, void* values) {
    return call(function, ncid, variable, name, values);
}

// The functions are in the order of MemoryType.
constexpr std::array<int (*)(const PutArguments&), memory_type_count> put_functions{
    uniform_put<ncmpi_put_att_text>,     uniform_put<ncmpi_put_att_schar>,
    uniform_put<ncmpi_put_att_uchar>,    uniform_put<ncmpi_put_att_short>,
    uniform_put<ncmpi_put_att_ushort>,   uniform_put<ncmpi_put_att_int>,
    uniform_put<ncmpi_put_att_uint>,     uniform_put<ncmpi_put_att_long>,
    uniform_put<ncmpi_put_att_float>,    uniform_put<ncmpi_put_att_double>,
    uniform_put<ncmpi_put_att_longlong>, uniform_put<ncmpi_put_att_ulonglong>};

constexpr std::array<int (*)(int, int, const char*, void*), memory_type_count> get_functions{
    uniform_get<ncmpi_get_att_text>,     uniform_get<ncmpi_get_att_schar>,
    uniform_get<ncmpi_get_att_uchar>,    uniform_get<ncmpi_get_att_short>,
    uniform_get<ncmpi_get_att_ushort>,   uniform_get<ncmpi_get_att_int>,
    uniform_get<ncmpi_get_att_uint>,     uniform_get<ncmpi_get_att_long>,
    uniform_get<ncmpi_get_att_float>,    uniform_get<ncmpi_get_att_double>,
    uniform_get<ncmpi_get_att_longlong>, uniform_get<ncmpi_get_att_ulonglong>};

}  // namespace

int put_attribute(int ncid, const PutAttribute& step, const void* values) {
    const char* name = step.name.c_str();
    if (step.flexible) {
        return ncmpi_put_att(ncid, step.variable, name, step.type, step.length, values);
    }
    return put_functions.at(static_cast<std::size_t>(step.memory))(
        {ncid, step.variable, name, step.type, step.length, values});
}

int get_attribute(int ncid, int variable, const char* name, MemoryType memory, void* values) {
    return get_functions.at(static_cast<std::size_t>(memory))(ncid, variable, name, values);
}

}  // namespace random_programs
