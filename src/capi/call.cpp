// SPDX-License-Identifier: BSD-3-Clause
#include "capi/call.hpp"

#include <vector>

#include "capi/handles.hpp"

namespace weft::capi {
namespace {

using dataset::Access;
using dataset::Completion;

Access access_of(Direction direction, Mode mode, Completion completion, int varid,
                 const Selection& selection, const Buffer& buffer) {
    return {.direction = direction,
            .mode = mode,
            .completion = completion,
            .variable_id = varid,
            .selection = selection,
            .buffer = buffer};
}

/// The i-th entry of an array of arrays that may be missing.
const MPI_Offset* entry(MPI_Offset* const* arrays, int i) {
    return arrays == nullptr ? nullptr : arrays[i];
}

}  // namespace

/// Does the work with all ranks of the file, or with this one alone. Collective calls that move
/// data in the same direction match each other.
template <class Work>
int with_ranks(int ncid, Direction direction, Mode mode, const char* caller, Work&& work) {
    if (mode == independent) return in_turn(ncid, work);
    return with_all_ranks(ncid, work, {caller, direction == put ? "put" : "get"});
}

int access(int ncid, Direction direction, Mode mode, int varid, const Selection& selection,
           const Buffer& buffer, const char* caller) {
    return with_ranks(ncid, direction, mode, caller, [&](dataset::Dataset& dataset) {
        return dataset.access(
            access_of(direction, mode, Completion::blocking, varid, selection, buffer));
    });
}

int post(int ncid, Direction direction, int varid, const Selection& selection, const Buffer& buffer,
         int* request_id) {
    if (request_id != nullptr) *request_id = NC_REQ_NULL;
    return in_turn(ncid, [&](dataset::Dataset& dataset) {
        Access access =
            access_of(direction, independent, Completion::posted, varid, selection, buffer);
        access.request_id = request_id;
        return dataset.access(access);
    });
}

int post_buffered(int ncid, int varid, const Selection& selection, const Buffer& buffer,
                  int* request_id) {
    if (request_id != nullptr) *request_id = NC_REQ_NULL;
    return in_turn(ncid, [&](dataset::Dataset& dataset) {
        Access access = access_of(put, independent, Completion::buffered, varid, selection, buffer);
        access.request_id = request_id;
        return dataset.access(access);
    });
}

int access_many(int ncid, Direction direction, Mode mode, int count, const int* varids,
                const ManySelections& selections, const ManyBuffers& buffers, const char* caller) {
    return with_ranks(ncid, direction, mode, caller, [&](dataset::Dataset& dataset) {
        // By contract these are n posts and one wait, so the rules of posts apply to each.
        std::vector<Access> accesses;
        for (int i = 0; i < count; ++i) {
            Selection selection;
            selection.shape = selections.shape;
            selection.start = entry(selections.starts, i);
            selection.count = entry(selections.counts, i);
            selection.stride = entry(selections.strides, i);
            selection.imap = entry(selections.imaps, i);
            Buffer buffer;
            buffer.address = buffers.addresses[i];
            buffer.type = buffers.type;
            if (!buffers.type) {
                buffer.count = buffers.counts == nullptr ? 0 : buffers.counts[i];
                buffer.datatype = buffers.datatypes[i];
            }
            accesses.push_back(
                access_of(direction, mode, Completion::posted, varids[i], selection, buffer));
        }
        return dataset.access_many(direction, mode, accesses);
    });
}

int put_attribute(int ncid, int varid, const char* name, nc_type type, MPI_Offset count,
                  const Buffer& values, const char* caller) {
    const auto work = [&](dataset::Dataset& dataset) {
        return dataset.put_attribute(
            varid, name, type, {.address = values.address, .type = values.type, .count = count});
    };
    return with_definition(ncid, work, {caller, "put_att"});
}

int get_attribute(int ncid, int varid, const char* name, const Buffer& values) {
    return with_dataset(ncid, [&](dataset::Dataset& dataset) {
        return dataset::get_attribute(dataset.definition(), varid, name,
                                      const_cast<void*>(values.address), values.type);
    });
}

}  // namespace weft::capi
