// SPDX-License-Identifier: BSD-3-Clause
// How new variables of netCDF-4 files are to be stored, with the names and arguments of netCDF-C.
#include <weft.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "capi/handles.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;
using model::Filter;
namespace filter_id = model::filter_id;
using model::Storage;

namespace {

/// The place of a filter in the order of application: shuffle first, checksums last.
int place_of(const Filter& filter) {
    return filter.id == filter_id::shuffle ? 0 : filter.id == filter_id::fletcher32 ? 2 : 1;
}

/// Replaces a filter with the same number; nothing else changes.
void set_filter(Storage& storage, Filter filter) {
    std::erase_if(storage.filters, [&](const Filter& one) { return one.id == filter.id; });
    storage.filters.push_back(std::move(filter));
    std::ranges::stable_sort(storage.filters, {}, place_of);
    storage.layout = Storage::Layout::chunked;
}

void remove_filter(Storage& storage, int id) {
    std::erase_if(storage.filters, [id](const Filter& one) { return one.id == id; });
}

template <class Change>
int define_storage(int ncid, int varid, Change&& change,
                   const dataset::CollectiveCall& call = {__builtin_FUNCTION()}) {
    return with_definition(
        ncid,
        [&](Dataset& dataset) {
            return dataset.define_storage(
                varid, [&](Storage& its, const auto&, const auto&) { return change(its); });
        },
        call);
}

constexpr int highest_deflate = 9;
constexpr int highest_zstd = 22;

Status check_level(std::int64_t level, int highest) {
    if (level >= 0 && level <= highest) return {};
    return {Code::einval, "there is no such level of compression"};
}

/// Of shuffle and fletcher32 HDF5 knows the parameters by itself.
Status check_filter(Filter& filter) {
    switch (filter.id) {
        case filter_id::shuffle:
        case filter_id::fletcher32:
            filter.parameters.clear();
            return {};
        case filter_id::deflate:
        case filter_id::zstd:
            break;
        default:
            return {Code::enofilter, "Weft applies shuffle, deflate, zstd and fletcher32"};
    }
    if (filter.parameters.size() != 1)
        return {Code::einval, "the filter has one parameter, the level"};
    return check_level(filter.parameters.front(),
                       filter.id == filter_id::deflate ? highest_deflate : highest_zstd);
}

}  // namespace

int weft_def_var_chunking(int ncid, int varid, int storage, const MPI_Offset* chunksizesp) {
    const auto change = [&](Storage& its, const model::Schema& schema,
                            const model::Variable& variable) {
        if (storage == NC_CONTIGUOUS) {
            if (!its.filters.empty())
                return Status(Code::einval, "a variable with filters has chunks");
            if (schema.has_unlimited_dimension(variable))
                return Status(Code::einval, "a variable that can grow has chunks");
            its = Storage();
            return Status();
        }
        if (storage != NC_CHUNKED) return Status(Code::einval, "Weft writes arrays and chunks");
        its.layout = Storage::Layout::chunked;
        if (chunksizesp != nullptr)
            its.chunk.assign(chunksizesp, chunksizesp + variable.dimension_ids.size());
        return Status();
    };
    return with_definition(ncid,
                           [&](Dataset& dataset) { return dataset.define_storage(varid, change); });
}

int weft_def_var_deflate(int ncid, int varid, int shuffle, int deflate, int deflate_level) {
    return define_storage(ncid, varid, [&](Storage& its) {
        const Status known = check_level(deflate == 0 ? 0 : deflate_level, highest_deflate);
        if (!known.ok()) return known;
        remove_filter(its, filter_id::shuffle);
        remove_filter(its, filter_id::deflate);
        const auto level = static_cast<std::uint32_t>(deflate_level);
        if (shuffle != 0) set_filter(its, {.id = filter_id::shuffle});
        if (deflate != 0) set_filter(its, {.id = filter_id::deflate, .parameters = {level}});
        return Status();
    });
}

int weft_def_var_zstandard(int ncid, int varid, int level) {
    return define_storage(ncid, varid, [&](Storage& its) {
        const Status known = check_level(level, highest_zstd);
        if (!known.ok()) return known;
        set_filter(its, {.id = filter_id::zstd, .parameters = {static_cast<std::uint32_t>(level)}});
        return Status();
    });
}

int weft_def_var_fletcher32(int ncid, int varid, int fletcher32) {
    return define_storage(ncid, varid, [&](Storage& its) {
        remove_filter(its, filter_id::fletcher32);
        if (fletcher32 != 0) set_filter(its, {.id = filter_id::fletcher32});
        return Status();
    });
}

int weft_def_var_quantize(int ncid, int varid, int quantize_mode, int nsd) {
    return with_definition(ncid, [&](Dataset& dataset) {
        return dataset.define_quantization(varid, quantize_mode, nsd);
    });
}

int weft_def_var_endian(int ncid, int varid, int endian) {
    return with_definition(
        ncid, [&](Dataset& dataset) { return dataset.define_byte_order(varid, endian); });
}

int weft_def_var_filter(int ncid, int varid, unsigned int id, MPI_Offset nparams,
                        const unsigned int* params) {
    return define_storage(ncid, varid, [&](Storage& its) -> Status {
        if (nparams < 0 || (nparams > 0 && params == nullptr))
            return {Code::einval, "the parameters of the filter are missing"};
        Filter filter{.id = static_cast<int>(id), .parameters = {params, params + nparams}};
        const Status checked = check_filter(filter);
        if (checked.ok()) set_filter(its, std::move(filter));
        return checked;
    });
}
