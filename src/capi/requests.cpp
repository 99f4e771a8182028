// SPDX-License-Identifier: BSD-3-Clause
// Completes posted requests, and manages the buffer of bput.
#include "capi/answer.hpp"
#include "capi/call.hpp"
#include "capi/handles.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;

int ncmpi_wait(int ncid, int count, int* req_ids, int* statuses) {
    return in_turn(ncid, [&](Dataset& dataset) {
        return dataset.wait(independent, count, req_ids, statuses);
    });
}

int ncmpi_wait_all(int ncid, int count, int* req_ids, int* statuses) {
    return with_all_ranks(
        ncid, [&](Dataset& dataset) { return dataset.wait(collective, count, req_ids, statuses); });
}

int ncmpi_cancel(int ncid, int num, int* requests, int* statuses) {
    return in_turn(
        ncid, [&](Dataset& dataset) { return dataset.requests().cancel(num, requests, statuses); });
}

int ncmpi_buffer_attach(int ncid, MPI_Offset bufsize) {
    return in_turn(ncid,
                   [&](Dataset& dataset) { return dataset.requests().attach_buffer(bufsize); });
}

int ncmpi_buffer_detach(int ncid) {
    return in_turn(ncid, [](Dataset& dataset) { return dataset.requests().detach_buffer(); });
}

int ncmpi_inq_buffer_usage(int ncid, MPI_Offset* usage) {
    return with_dataset(ncid, [&](Dataset& dataset) -> Status {
        if (!dataset.requests().attached_bytes()) return {Code::enullabuf, "no buffer is attached"};
        answer(usage, dataset.requests().used_bytes());
        return {};
    });
}

int ncmpi_inq_buffer_size(int ncid, MPI_Offset* buf_size) {
    return with_dataset(ncid, [&](Dataset& dataset) -> Status {
        if (!dataset.requests().attached_bytes()) return {Code::enullabuf, "no buffer is attached"};
        answer(buf_size, *dataset.requests().attached_bytes());
        return {};
    });
}
