// SPDX-License-Identifier: BSD-3-Clause
// Inquiries about a whole open file. Nothing communicates; every output pointer may be NULL.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "capi/answer.hpp"
#include "capi/call.hpp"
#include "capi/handles.hpp"
#include "formats/formats.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;

namespace {

template <class T, class Question>
int ask(int ncid, T* target, Question&& question) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        answer(target, question(dataset));
        return Status();
    });
}

int count_variables(const Dataset& dataset, bool records) {
    int count = 0;
    for (int id = 0; id < dataset.schema().variable_count(); ++id) {
        count += dataset.schema().has_unlimited_dimension(dataset.schema().variable(id)) == records;
    }
    return count;
}

}  // namespace

int ncmpi_inq(int ncid, int* ndimsp, int* nvarsp, int* ngattsp, int* unlimdimidp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        answer(ndimsp, dataset.schema().dimension_count());
        answer(nvarsp, dataset.schema().variable_count());
        answer(ngattsp, dataset.schema().global_attributes.size());
        answer(unlimdimidp, dataset.schema().unlimited_dimension());
        return Status();
    });
}

int ncmpi_inq_format(int ncid, int* formatp) {
    return ask(ncid, formatp, [](const Dataset& dataset) { return dataset.format(); });
}

int ncmpi_inq_version(int ncid, int* nc_mode) {
    return ask(ncid, nc_mode, [](const Dataset& dataset) {
        const int flag = formats::flag_of(dataset.format());
        return flag != 0 ? flag : NC_CLASSIC_MODEL;
    });
}

int ncmpi_inq_ndims(int ncid, int* ndimsp) {
    return ask(ncid, ndimsp,
               [](const Dataset& dataset) { return dataset.schema().dimension_count(); });
}

int ncmpi_inq_nvars(int ncid, int* nvarsp) {
    return ask(ncid, nvarsp,
               [](const Dataset& dataset) { return dataset.schema().variable_count(); });
}

int ncmpi_inq_natts(int ncid, int* nattsp) {
    return ask(ncid, nattsp,
               [](const Dataset& dataset) { return dataset.schema().global_attributes.size(); });
}

int ncmpi_inq_unlimdim(int ncid, int* unlimdimidp) {
    return ask(ncid, unlimdimidp,
               [](const Dataset& dataset) { return dataset.schema().unlimited_dimension(); });
}

int ncmpi_inq_num_rec_vars(int ncid, int* num_rec_varsp) {
    return ask(ncid, num_rec_varsp,
               [](const Dataset& dataset) { return count_variables(dataset, true); });
}

int ncmpi_inq_num_fix_vars(int ncid, int* num_fix_varsp) {
    return ask(ncid, num_fix_varsp,
               [](const Dataset& dataset) { return count_variables(dataset, false); });
}

int ncmpi_inq_recsize(int ncid, MPI_Offset* recsizep) {
    return ask(ncid, recsizep, [](const Dataset& dataset) { return dataset.record_bytes(); });
}

int ncmpi_inq_header_size(int ncid, MPI_Offset* sizep) {
    return ask(ncid, sizep,
               [](const Dataset& dataset) { return dataset.container().header_bytes(); });
}

int ncmpi_inq_header_extent(int ncid, MPI_Offset* extentp) {
    return ask(ncid, extentp,
               [](const Dataset& dataset) { return dataset.container().header_extent(); });
}

int ncmpi_inq_put_size(int ncid, MPI_Offset* sizep) {
    return ask(ncid, sizep, [](const Dataset& dataset) { return dataset.put_bytes(); });
}

int ncmpi_inq_get_size(int ncid, MPI_Offset* sizep) {
    return ask(ncid, sizep, [](const Dataset& dataset) { return dataset.get_bytes(); });
}

int ncmpi_inq_striping(int ncid, int* striping_sizep, int* striping_countp) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        const dataset::Striping striping = dataset.striping();
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        answer(striping_sizep, static_cast<int>(std::min(striping.bytes, most)));
        answer(striping_countp, striping.count);
        return Status();
    });
}

int ncmpi_inq_path(int ncid, int* pathlen, char* path) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        answer(pathlen, static_cast<int>(dataset.path().size()));
        answer_text(path, dataset.path());
        return Status();
    });
}

int ncmpi_inq_file_info(int ncid, MPI_Info* info_used) {
    return with_dataset(ncid, [&](Dataset& dataset) {
        if (info_used != nullptr) *info_used = dataset::info_of(dataset.hints_in_force());
        return Status();
    });
}

int ncmpi_get_file_info(int ncid, MPI_Info* info_used) {
    return ncmpi_inq_file_info(ncid, info_used);
}

int ncmpi_inq_nreqs(int ncid, int* nreqs) {
    return ask(ncid, nreqs,
               [](const Dataset& dataset) { return static_cast<int>(dataset.requests().count()); });
}
