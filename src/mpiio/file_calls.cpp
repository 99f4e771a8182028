// SPDX-License-Identifier: BSD-3-Clause
// The functions that ask about a file, or change it as a whole.
#include <fmt/format.h>

#include <cstring>

#include "mpiio/calls.hpp"

namespace weft::mpiio {
namespace {

int finish(MPI_File fh, const OpenFile& open, const Error& error) {
    return open.handler.raise(fh, error);
}

/// Where a seek leads.
Error target_of(File& file, MPI_Offset offset, int whence, const Result<std::int64_t>& now,
                std::int64_t& target) {
    Result<std::int64_t> from = std::int64_t{0};
    if (whence == MPI_SEEK_CUR) {
        from = now;
    } else if (whence == MPI_SEEK_END) {
        from = file.end();
    } else if (whence != MPI_SEEK_SET) {
        return {MPI_ERR_ARG, fmt::format("{} is no place to seek from", whence)};
    }
    if (!from.ok()) return from.status();
    target = from.value() + offset;
    if (target >= 0) return {};
    return {MPI_ERR_ARG, fmt::format("a seek to {}, before the view's begin", target)};
}

}  // namespace

int set_size(MPI_File fh, MPI_Offset bytes) {
    OpenFile& open = *find(fh);
    return finish(fh, open, open.file->resize(bytes));
}

int preallocate(MPI_File fh, MPI_Offset bytes) {
    OpenFile& open = *find(fh);
    return finish(fh, open, open.file->preallocate(bytes));
}

int get_size(MPI_File fh, MPI_Offset* bytes) {
    OpenFile& open = *find(fh);
    const Result<std::int64_t> size = open.file->bytes();
    if (size.ok()) *bytes = size.value();
    return finish(fh, open, size.status());
}

int get_group(MPI_File fh, MPI_Group* group) {
    return MPI_Comm_group(find(fh)->file->comm().handle(), group);
}

int get_amode(MPI_File fh, int* amode) {
    *amode = find(fh)->file->amode();
    return MPI_SUCCESS;
}

int set_info(MPI_File fh, MPI_Info info) {
    find(fh)->file->add_hints(mpi::hints_of(info));
    return MPI_SUCCESS;
}

int get_info(MPI_File fh, MPI_Info* info) {
    *info = mpi::info_of(find(fh)->file->hints());
    return MPI_SUCCESS;
}

int set_atomicity(MPI_File fh, int flag) {
    OpenFile& open = *find(fh);
    return finish(fh, open, open.file->set_atomicity(flag != 0));
}

int get_atomicity(MPI_File fh, int* flag) {
    *flag = find(fh)->file->is_atomic() ? 1 : 0;
    return MPI_SUCCESS;
}

int sync(MPI_File fh) {
    OpenFile& open = *find(fh);
    return finish(fh, open, open.file->sync());
}

int set_view(MPI_File fh, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
             const char* representation, MPI_Info info) {
    OpenFile& open = *find(fh);
    File& file = *open.file;
    file.add_hints(mpi::hints_of(info));
    return finish(fh, open, file.set_view([&](View& made) -> Error {
        const std::string_view name = representation == nullptr ? "" : representation;
        const auto known = representation_of(name);
        if (!known)
            return {MPI_ERR_UNSUPPORTED_DATAREP, fmt::format("the data representation '{}'", name)};
        Result<std::int64_t> begin = std::int64_t{displacement};
        if (displacement == MPI_DISPLACEMENT_CURRENT)
            begin = file.view().offset_of(file.position() * file.view().etype_bytes());
        if (!begin.ok()) return begin.status();
        return View::make({begin.value(), etype, filetype, *known}, made);
    }));
}

int get_view(MPI_File fh, MPI_Offset* displacement, MPI_Datatype* etype, MPI_Datatype* filetype,
             char* representation) {
    const View& view = find(fh)->file->view();
    *displacement = view.displacement();
    *etype = view.copy_of_etype();
    *filetype = view.copy_of_filetype();
    std::strcpy(representation, name_of(view.representation()));
    return MPI_SUCCESS;
}

int get_type_extent(MPI_File fh, MPI_Datatype datatype, std::int64_t& bytes) {
    const OpenFile& open = *find(fh);
    if (datatype == MPI_DATATYPE_NULL) return finish(fh, open, {MPI_ERR_TYPE, "MPI_DATATYPE_NULL"});
    const Result<std::int64_t> extent = open.file->view().extent_of(datatype);
    if (!extent.ok()) return finish(fh, open, {MPI_ERR_CONVERSION, extent.status().context()});
    bytes = extent.value();
    return MPI_SUCCESS;
}

int seek(MPI_File fh, MPI_Offset offset, int whence) {
    OpenFile& open = *find(fh);
    std::int64_t target = 0;
    const Error error = target_of(*open.file, offset, whence, open.file->position(), target);
    if (error.ok()) open.file->set_position(target);
    return finish(fh, open, error);
}

int seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    OpenFile& open = *find(fh);
    return finish(fh, open,
                  open.file->set_shared_position([&](std::int64_t now, std::int64_t& target) {
                      return target_of(*open.file, offset, whence, now, target);
                  }));
}

int get_position(MPI_File fh, MPI_Offset* offset) {
    *offset = find(fh)->file->position();
    return MPI_SUCCESS;
}

int get_position_shared(MPI_File fh, MPI_Offset* offset) {
    OpenFile& open = *find(fh);
    const Result<std::int64_t> now = open.file->shared_pointer().position();
    if (now.ok()) *offset = now.value();
    return finish(fh, open, now.status());
}

int get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset* bytes) {
    OpenFile& open = *find(fh);
    if (offset < 0) return finish(fh, open, {MPI_ERR_ARG, fmt::format("an offset of {}", offset)});
    const Result<std::int64_t> place =
        open.file->view().offset_of(offset * open.file->view().etype_bytes());
    if (place.ok()) *bytes = place.value();
    return finish(fh, open, place.status());
}

}  // namespace weft::mpiio
