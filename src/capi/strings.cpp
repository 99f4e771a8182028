// SPDX-License-Identifier: BSD-3-Clause
// Strings of any length, which belong to the program once they are read; the names of types that
// the classic model lacks; and groups.
#include <weft.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "capi/answer.hpp"
#include "capi/call.hpp"
#include "capi/handles.hpp"
#include "capi/items.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;

namespace {

/// Copies for the program: all, or none.
Status hand_over(const std::vector<std::string>& texts, char** strings) {
    if (texts.empty()) return {};
    if (strings == nullptr) return {Code::einval, "the array of strings is NULL"};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t bytes = texts[i].size() + 1;
        strings[i] = static_cast<char*>(std::malloc(bytes));
        if (strings[i] == nullptr) {
            weft_free_strings(static_cast<MPI_Offset>(i), strings);
            return {Code::enomem, "no memory for strings"};
        }
        std::memcpy(strings[i], texts[i].c_str(), bytes);
    }
    return {};
}

/// Answers with the type's name, which is empty for one of the classic model, and with `own` as its
/// base, or NC_NAT if its values are no integers.
void answer_type(const model::ForeignType* foreign, types::External own, char* name,
                 nc_type* base) {
    answer_name(name, foreign == nullptr ? std::string_view() : std::string_view(foreign->name));
    const bool has_integers = foreign == nullptr || foreign->has_integers();
    answer(base, has_integers ? static_cast<int>(own) : NC_NAT);
}

}  // namespace

int weft_get_vars_string(int ncid, int varid, const MPI_Offset* start, const MPI_Offset* count,
                         const MPI_Offset* stride, char** strings) {
    return in_turn(ncid, [&](Dataset& dataset) -> Status {
        const Result<std::vector<std::string>> texts =
            dataset.read_strings(varid, strided(start, count, stride));
        return texts.ok() ? hand_over(texts.value(), strings) : texts.status();
    });
}

int weft_get_att_string(int ncid, int varid, const char* name, char** strings) {
    return with_attribute(ncid, varid, name, [&](const model::Attribute& its, int) -> Status {
        if (its.type_number() != static_cast<int>(model::TypeClass::string))
            return {Code::ebadtype, "the attribute has no strings"};
        return hand_over(its.foreign->strings, strings);
    });
}

int weft_free_strings(MPI_Offset count, char** strings) {
    if (strings == nullptr) return code_of(count > 0 ? Code::einval : Code::noerr);
    for (MPI_Offset i = 0; i < count; ++i) {
        std::free(strings[i]);
        strings[i] = nullptr;
    }
    return NC_NOERR;
}

int weft_inq_var_user_type(int ncid, int varid, char* name, nc_type* base_typep) {
    return with_variable(ncid, varid, [&](Dataset&, const model::Variable& its) {
        answer_type(its.foreign.get(), its.type, name, base_typep);
    });
}

int weft_inq_att_user_type(int ncid, int varid, const char* name, char* type_name,
                           nc_type* base_typep) {
    return with_attribute(ncid, varid, name, [&](const model::Attribute& its, int) {
        const model::ForeignType* const foreign =
            its.foreign == nullptr ? nullptr : &its.foreign->type;
        answer_type(foreign, its.type, type_name, base_typep);
    });
}

int weft_inq_groups(int ncid, int* ngroupsp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        answer(ngroupsp, dataset.container().groups().size());
        return Status();
    });
}

int weft_inq_group(int ncid, int idx, MPI_Offset* lenp, char* path) {
    return with_dataset(ncid, [&](Dataset& dataset) -> Status {
        const std::vector<std::string> groups = dataset.container().groups();
        if (idx < 0 || idx >= std::ssize(groups))
            return {Code::einval, "there is no group of this number"};
        const std::string& its = groups[static_cast<std::size_t>(idx)];
        answer(lenp, its.size());
        answer_text(path, its);
        return {};
    });
}
