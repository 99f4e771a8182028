// SPDX-License-Identifier: BSD-3-Clause
// Variables and attributes that an inquiry is about.
#pragma once

#include <pnetcdf.h>

#include <type_traits>
#include <utility>

#include "capi/handles.hpp"

namespace weft::capi {

/// The outcome of an answer, which may have none: then it is a success.
template <class Use, class... Arguments>
Status outcome_of(Use&& use, Arguments&&... arguments) {
    if constexpr (std::is_void_v<std::invoke_result_t<Use, Arguments...>>) {
        use(std::forward<Arguments>(arguments)...);
        return {};
    } else {
        return use(std::forward<Arguments>(arguments)...);
    }
}

/// Runs `use`, which may return a status, on a variable that exists; NC_GLOBAL is not one.
template <class Use>
int with_variable(int ncid, int varid, Use&& use) {
    return with_dataset(ncid, [&](dataset::Dataset& dataset) -> Status {
        if (varid == NC_GLOBAL) return {Code::eglobal, "NC_GLOBAL is not a variable"};
        const Status known = dataset.definition().check_variable(varid);
        return known.ok() ? outcome_of(use, dataset, dataset.schema().variable(varid)) : known;
    });
}

/// Runs `use`, which may return a status, on an attribute that exists.
template <class Use>
int with_attribute(int ncid, int varid, const char* name, Use&& use) {
    return with_dataset(ncid, [&](dataset::Dataset& dataset) -> Status {
        const dataset::Definition& definition = dataset.definition();
        const Result<int> id = definition.find_attribute(varid, name);
        if (!id.ok()) return id.status();
        return outcome_of(use, definition.attributes_of(varid).value()->at(id.value()), id.value());
    });
}

}  // namespace weft::capi
