// SPDX-License-Identifier: BSD-3-Clause
#include "capi/call.hpp"

#include <vector>

#include "capi/handles.hpp"

namespace weft::capi {
namespace {

using dataset::Access;
using dataset::Completion;
using types::Memory;

Buffer of(const void* values, Memory type) {
    Buffer buffer;
    buffer.address = values;
    buffer.type = type;
    return buffer;
}

Access access_of(Direction direction, Mode mode, Completion completion, int varid,
                 const Selection& selection, const Buffer& buffer) {
    Access access;
    access.direction = direction;
    access.mode = mode;
    access.completion = completion;
    access.variable_id = varid;
    access.selection = selection;
    access.buffer = buffer;
    return access;
}

/// The i-th entry of an array of arrays that may be missing.
const MPI_Offset* entry(MPI_Offset* const* arrays, int i) {
    return arrays == nullptr ? nullptr : arrays[i];
}

}  // namespace

Selection whole() {
    return {};
}

Selection element(const MPI_Offset* index) {
    Selection selection;
    selection.shape = Selection::Shape::element;
    selection.start = index;
    return selection;
}

Selection block(const MPI_Offset* start, const MPI_Offset* count) {
    Selection selection;
    selection.shape = Selection::Shape::block;
    selection.start = start;
    selection.count = count;
    return selection;
}

Selection strided(const MPI_Offset* start, const MPI_Offset* count, const MPI_Offset* stride) {
    Selection selection = block(start, count);
    selection.shape = Selection::Shape::strided;
    selection.stride = stride;
    return selection;
}

Selection mapped(const MPI_Offset* start, const MPI_Offset* count, const MPI_Offset* stride,
                 const MPI_Offset* imap) {
    Selection selection = strided(start, count, stride);
    selection.shape = Selection::Shape::mapped;
    selection.imap = imap;
    return selection;
}

Selection described(MPI_Datatype filetype) {
    Selection selection;
    selection.shape = Selection::Shape::described;
    selection.filetype = filetype;
    return selection;
}

Selection list(int size, MPI_Offset* const* starts, MPI_Offset* const* counts) {
    Selection selection;
    selection.shape = Selection::Shape::list;
    selection.list_size = size;
    selection.starts = starts;
    selection.counts = counts;
    return selection;
}

Buffer text(const char* values) {
    return of(values, Memory::text);
}
Buffer typed(const signed char* values) {
    return of(values, Memory::schar);
}
Buffer typed(const unsigned char* values) {
    return of(values, Memory::uchar);
}
Buffer typed(const short* values) {
    return of(values, Memory::short_);
}
Buffer typed(const unsigned short* values) {
    return of(values, Memory::ushort);
}
Buffer typed(const int* values) {
    return of(values, Memory::int_);
}
Buffer typed(const unsigned int* values) {
    return of(values, Memory::uint);
}
Buffer typed(const long* values) {
    return of(values, Memory::long_);
}
Buffer typed(const float* values) {
    return of(values, Memory::float_);
}
Buffer typed(const double* values) {
    return of(values, Memory::double_);
}
Buffer typed(const long long* values) {
    return of(values, Memory::longlong);
}
Buffer typed(const unsigned long long* values) {
    return of(values, Memory::ulonglong);
}

Buffer flexible(const void* address, MPI_Offset count, MPI_Datatype datatype) {
    Buffer buffer;
    buffer.address = address;
    buffer.count = count;
    buffer.datatype = datatype;
    return buffer;
}

/// With all ranks of the file or with this one alone.
/// Of the collective ones, all that move data in one direction are of one kind.
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
        // By contract n posts and one wait, so each has the rules of a post.
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
        return dataset.get_attribute(varid, name, const_cast<void*>(values.address), values.type);
    });
}

}  // namespace weft::capi
