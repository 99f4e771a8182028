// SPDX-License-Identifier: BSD-3-Clause
// Inquiries about one dimension, variable or attribute.
#include <cstring>

#include "capi/answer.hpp"
#include "capi/call.hpp"
#include "capi/handles.hpp"
#include "capi/items.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;

namespace {

/// Runs `use` on a dimension that exists.
template <class Use>
int with_dimension(int ncid, int dimid, Use&& use) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        Status status = dataset.definition().check_dimension(dimid);
        if (status.ok()) use(dataset, dataset.schema().dimension(dimid));
        return status;
    });
}

void answer_dimensions(int* target, const model::Variable& variable) {
    if (target == nullptr || variable.dimension_ids.empty()) return;
    std::memcpy(target, variable.dimension_ids.data(), variable.dimension_ids.size() * sizeof(int));
}

}  // namespace

int ncmpi_inq_dimid(int ncid, const char* name, int* idp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        const Result<int> id = dataset.definition().find_dimension(name);
        if (id.ok()) answer(idp, id.value());
        return id.status();
    });
}

int ncmpi_inq_dim(int ncid, int dimid, char* name, MPI_Offset* lenp) {
    return with_dimension(ncid, dimid, [&](Dataset& dataset, const model::Dimension& dimension) {
        answer_name(name, dimension.name);
        answer(lenp, dataset.definition().dimension_length(dimid));
    });
}

int ncmpi_inq_dimname(int ncid, int dimid, char* name) {
    return ncmpi_inq_dim(ncid, dimid, name, nullptr);
}

int ncmpi_inq_dimlen(int ncid, int dimid, MPI_Offset* lenp) {
    return ncmpi_inq_dim(ncid, dimid, nullptr, lenp);
}

int ncmpi_inq_varid(int ncid, const char* name, int* varidp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        const Result<int> id = dataset.definition().find_variable(name);
        if (id.ok()) answer(varidp, id.value());
        return id.status();
    });
}

int ncmpi_inq_var(int ncid, int varid, char* name, nc_type* xtypep, int* ndimsp, int* dimids,
                  int* nattsp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        answer_name(name, variable.name);
        answer(xtypep, variable.type_number());
        answer(ndimsp, variable.dimension_ids.size());
        answer_dimensions(dimids, variable);
        answer(nattsp, variable.attributes.size());
    });
}

int ncmpi_inq_varname(int ncid, int varid, char* name) {
    return ncmpi_inq_var(ncid, varid, name, nullptr, nullptr, nullptr, nullptr);
}

int ncmpi_inq_vartype(int ncid, int varid, nc_type* xtypep) {
    return ncmpi_inq_var(ncid, varid, nullptr, xtypep, nullptr, nullptr, nullptr);
}

int ncmpi_inq_varndims(int ncid, int varid, int* ndimsp) {
    return ncmpi_inq_var(ncid, varid, nullptr, nullptr, ndimsp, nullptr, nullptr);
}

int ncmpi_inq_vardimid(int ncid, int varid, int* dimids) {
    return ncmpi_inq_var(ncid, varid, nullptr, nullptr, nullptr, dimids, nullptr);
}

int ncmpi_inq_varnatts(int ncid, int varid, int* nattsp) {
    if (varid == NC_GLOBAL) return ncmpi_inq_natts(ncid, nattsp);
    return ncmpi_inq_var(ncid, varid, nullptr, nullptr, nullptr, nullptr, nattsp);
}

int ncmpi_inq_varoffset(int ncid, int varid, MPI_Offset* offset) {
    return with_variable(ncid, varid, [&](Dataset& dataset, const model::Variable&) {
        answer(offset, dataset.container().offset_of(varid));
    });
}

int ncmpi_inq_var_fill(int ncid, int varid, int* no_fill, void* fill_value) {
    return with_variable(ncid, varid, [&](Dataset& dataset, const model::Variable& variable) {
        const container::Fill fill = dataset.definition().fill_of(varid);
        answer(no_fill, fill.no_fill ? 1 : 0);
        if (fill_value == nullptr || !variable.has_values()) return;
        const types::Memory memory = types::natural_memory(variable.type);
        const types::Kernels* const kernels = dataset.definition().kernels_of(varid, memory);
        kernels->decode(static_cast<std::byte*>(fill_value), types::size_of(memory),
                        fill.value.data(), types::size_of(variable.type), 1);
    });
}

int ncmpi_inq_att(int ncid, int varid, const char* name, nc_type* xtypep, MPI_Offset* lenp) {
    return with_attribute(ncid, varid, name, [&](const model::Attribute& attribute, int) {
        answer(xtypep, attribute.type_number());
        answer(lenp, attribute.length());
    });
}

int ncmpi_inq_attid(int ncid, int varid, const char* name, int* idp) {
    return with_attribute(ncid, varid, name,
                          [&](const model::Attribute&, int id) { answer(idp, id); });
}

int ncmpi_inq_atttype(int ncid, int varid, const char* name, nc_type* xtypep) {
    return ncmpi_inq_att(ncid, varid, name, xtypep, nullptr);
}

int ncmpi_inq_attlen(int ncid, int varid, const char* name, MPI_Offset* lenp) {
    return ncmpi_inq_att(ncid, varid, name, nullptr, lenp);
}

int ncmpi_inq_attname(int ncid, int varid, int attnum, char* name) {
    return with_dataset(ncid, [&](Dataset& dataset) -> Status {
        const Result<const model::AttributeList*> list = dataset.definition().attributes_of(varid);
        if (!list.ok()) return list.status();
        if (attnum < 0 || attnum >= list.value()->size())
            return {Code::enotatt, "there is no attribute of this number"};
        answer_name(name, list.value()->at(attnum).name);
        return {};
    });
}
