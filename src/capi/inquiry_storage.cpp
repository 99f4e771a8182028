// SPDX-License-Identifier: BSD-3-Clause
// Inquiries about how variables are kept in files that can do more than keep arrays, and about
// types that the classic model lacks. Nothing communicates; every output pointer may be NULL.
#include <weft.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "capi/answer.hpp"
#include "capi/handles.hpp"
#include "capi/items.hpp"
#include "model/quantization.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;
using model::Filter;
namespace filter_id = model::filter_id;
using model::Storage;

namespace {

/// A variable of a classic file is one array.
const Storage& storage_of(const model::Variable& variable) {
    static const Storage array;
    return variable.storage == nullptr ? array : *variable.storage;
}

int storage_number(Storage::Layout layout) {
    switch (layout) {
        case Storage::Layout::contiguous:
            return NC_CONTIGUOUS;
        case Storage::Layout::chunked:
            return NC_CHUNKED;
        case Storage::Layout::compact:
            return NC_COMPACT;
    }
    return NC_UNKNOWN_STORAGE;
}

const Filter* find_filter(const model::Variable& variable, std::int64_t id) {
    const std::vector<Filter>& filters = storage_of(variable).filters;
    const auto found = std::ranges::find(filters, id, &Filter::id);
    return found == filters.end() ? nullptr : &*found;
}

/// A parameter of the filter; 0 if there is no filter, or if it has not so many parameters.
std::uint32_t parameter(const Filter* filter, std::size_t index) {
    return filter != nullptr && index < filter->parameters.size() ? filter->parameters[index] : 0;
}

/// The filters that netCDF lists; it has inquiries of their own for the other two.
std::vector<Filter> listed_filters(const model::Variable& variable) {
    std::vector<Filter> filters = storage_of(variable).filters;
    std::erase_if(filters, [](const Filter& filter) {
        return filter.id == filter_id::shuffle || filter.id == filter_id::fletcher32;
    });
    return filters;
}

void answer_parameters(const Filter& filter, MPI_Offset* count, unsigned* parameters) {
    answer(count, filter.parameters.size());
    if (parameters != nullptr) std::ranges::copy(filter.parameters, parameters);
}

Status check_enumeration(const model::Variable& variable) {
    const bool is_one = variable.foreign != nullptr &&
                        variable.foreign->type_class == model::TypeClass::enumeration;
    return is_one ? Status() : Status(Code::ebadtype, "the type is no enumeration");
}

int class_number(const model::TypeClass* type_class) {
    return type_class == nullptr ? 0 : static_cast<int>(*type_class);
}

}  // namespace

int weft_inq_unlimdims(int ncid, int* nunlimdimsp, int* unlimdimidsp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        int count = 0;
        for (int id = 0; id < dataset.schema().dimension_count(); ++id) {
            if (!dataset.schema().dimension(id).is_unlimited) continue;
            if (unlimdimidsp != nullptr) unlimdimidsp[count] = id;
            ++count;
        }
        answer(nunlimdimsp, count);
        return Status();
    });
}

int weft_inq_var_chunking(int ncid, int varid, int* storagep, MPI_Offset* chunksizesp) {
    return with_variable(ncid, varid, [&](Dataset& dataset, const model::Variable&) {
        const Storage storage = dataset.container().storage_of(varid);
        answer(storagep, storage_number(storage.layout));
        if (chunksizesp != nullptr && storage.layout == Storage::Layout::chunked)
            std::ranges::copy(storage.chunk, chunksizesp);
    });
}

int weft_inq_var_deflate(int ncid, int varid, int* shufflep, int* deflatep, int* deflate_levelp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const Filter* const deflate = find_filter(variable, filter_id::deflate);
        answer(shufflep, find_filter(variable, filter_id::shuffle) != nullptr ? 1 : 0);
        answer(deflatep, deflate != nullptr ? 1 : 0);
        answer(deflate_levelp, parameter(deflate, 0));
    });
}

int weft_inq_var_fletcher32(int ncid, int varid, int* fletcher32p) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const bool has_it = find_filter(variable, filter_id::fletcher32) != nullptr;
        answer(fletcher32p, has_it ? NC_FLETCHER32 : NC_NOCHECKSUM);
    });
}

int weft_inq_var_szip(int ncid, int varid, int* options_maskp, int* pixels_per_blockp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const Filter* const szip = find_filter(variable, filter_id::szip);
        answer(options_maskp, parameter(szip, 0));
        answer(pixels_per_blockp, parameter(szip, 1));
    });
}

int weft_inq_var_zstandard(int ncid, int varid, int* hasfilterp, int* levelp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const Filter* const zstd = find_filter(variable, filter_id::zstd);
        answer(hasfilterp, zstd != nullptr ? 1 : 0);
        answer(levelp, parameter(zstd, 0));
    });
}

int weft_inq_var_filter(int ncid, int varid, unsigned int* idp, MPI_Offset* nparamsp,
                        unsigned int* params) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const std::vector<Filter> listed = listed_filters(variable);
        const auto first = listed.begin();
        const Filter filter = first == listed.end() ? Filter{} : *first;
        answer(idp, filter.id);
        answer_parameters(filter, nparamsp, params);
    });
}

int weft_inq_var_filter_ids(int ncid, int varid, MPI_Offset* nfiltersp, unsigned int* filterids) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        MPI_Offset count = 0;
        for (const Filter& filter : listed_filters(variable)) {
            if (filterids != nullptr) filterids[count] = static_cast<unsigned>(filter.id);
            ++count;
        }
        answer(nfiltersp, count);
    });
}

int weft_inq_var_filter_info(int ncid, int varid, unsigned int id, MPI_Offset* nparamsp,
                             unsigned int* params) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) -> Status {
        const Filter* const filter = find_filter(variable, id);
        if (filter == nullptr) return {Code::enofilter, "the variable has no such filter"};
        answer_parameters(*filter, nparamsp, params);
        return {};
    });
}

int weft_inq_var_endian(int ncid, int varid, int* endianp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const bool is_little = variable.byte_order == std::endian::little;
        answer(endianp, is_little ? NC_ENDIAN_LITTLE : NC_ENDIAN_BIG);
    });
}

int weft_inq_var_quantize(int ncid, int varid, int* quantize_modep, int* nsdp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const types::Quantization how =
            variable.quantization.value_or(model::told_quantization(variable));
        answer(quantize_modep, static_cast<int>(how.mode));
        answer(nsdp, how.digits);
    });
}

int weft_inq_var_class(int ncid, int varid, int* classp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        const model::ForeignType* const foreign = variable.foreign.get();
        answer(classp, class_number(foreign == nullptr ? nullptr : &foreign->type_class));
    });
}

int weft_inq_att_class(int ncid, int varid, const char* name, int* classp) {
    return with_attribute(ncid, varid, name, [&](const model::Attribute& attribute, int) {
        const model::ForeignValues* const foreign = attribute.foreign.get();
        answer(classp, class_number(foreign == nullptr ? nullptr : &foreign->type.type_class));
    });
}

int weft_inq_var_enum(int ncid, int varid, int* countp) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) {
        Status status = check_enumeration(variable);
        if (status.ok()) answer(countp, variable.foreign->members.size());
        return status;
    });
}

int weft_inq_var_enum_member(int ncid, int varid, int idx, char* name, long long* valuep) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& variable) -> Status {
        const Status status = check_enumeration(variable);
        if (!status.ok()) return status;
        const std::vector<model::ForeignType::Member>& members = variable.foreign->members;
        if (idx < 0 || idx >= std::ssize(members))
            return {Code::einval, "there is no member of this number"};
        const model::ForeignType::Member& member = members[static_cast<std::size_t>(idx)];
        answer_name(name, member.name);
        answer(valuep, member.value);
        return {};
    });
}
