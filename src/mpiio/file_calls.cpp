// SPDX-License-Identifier: BSD-3-Clause
// The functions that inquire about a file, or change it as a whole.
#include <fmt/format.h>

#include <cstring>

#include "base/checked.hpp"
#include "mpiio/calls.hpp"

namespace weft::mpiio {
namespace {

/// The target of a seek.
Error target_of(MpiFile& file, MPI_Offset offset, int whence, const Result<std::int64_t>& now,
                std::int64_t& target) {
    Result<std::int64_t> from = std::int64_t{0};
    if (whence == MPI_SEEK_CUR) {
        from = now;
    } else if (whence == MPI_SEEK_END) {
        from = file.access.end();
    } else if (whence != MPI_SEEK_SET) {
        return {MPI_ERR_ARG, fmt::format("whence is {}, which is not valid", whence)};
    }
    if (!from.ok()) return from.status();
    const auto place = checked_add(from.value(), std::int64_t{offset});
    if (!place)
        return {MPI_ERR_ARG,
                fmt::format("the seek by {} from {} leads too far", offset, from.value())};
    target = *place;
    if (target >= 0) return {};
    return {MPI_ERR_ARG, fmt::format("the seek leads to {}, before the begin of the view", target)};
}

/// Refuses calls that the standard forbids with MPI_MODE_SEQUENTIAL; all ranks have the same mode.
Error need_places(const MpiFile& file) {
    if (!file.whole.has_mode(MPI_MODE_SEQUENTIAL)) return {};
    return {MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL"};
}

/// The begin of a view with this displacement.
Error displacement_of(MpiFile& file, MPI_Offset wanted, std::int64_t& displacement) {
    const bool is_sequential = !need_places(file).ok();
    displacement = wanted;
    if (is_sequential != (wanted == MPI_DISPLACEMENT_CURRENT))
        return is_sequential
                   ? Error(
                         MPI_ERR_UNSUPPORTED_OPERATION,
                         "a view of a file that was opened with MPI_MODE_SEQUENTIAL must begin at "
                         "MPI_DISPLACEMENT_CURRENT")
                   : Error(MPI_ERR_ARG,
                           "MPI_DISPLACEMENT_CURRENT requires a file that was opened with "
                           "MPI_MODE_SEQUENTIAL");
    if (!is_sequential) return {};
    const Result<std::int64_t> now = file.whole.shared_pointer().position();
    if (!now.ok()) return now.status();
    const Result<std::int64_t> begin = file.access.view().offset_of_etype(now.value());
    if (begin.ok()) displacement = begin.value();
    return begin.status();
}

}  // namespace

int set_size(ProgramFile& open, MPI_Offset bytes) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    return open.finish(open.file->whole.resize(bytes));
}

int preallocate(ProgramFile& open, MPI_Offset bytes) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    return open.finish(open.file->whole.preallocate(bytes));
}

int get_size(ProgramFile& open, MPI_Offset* bytes) {
    const Result<std::int64_t> size = open.file->whole.bytes().size();
    if (size.ok()) *bytes = size.value();
    return open.finish(size.status());
}

int get_group(ProgramFile& open, MPI_Group* group) {
    return MPI_Comm_group(open.file->whole.comm().handle(), group);
}

int get_amode(ProgramFile& open, int* amode) {
    *amode = open.file->whole.amode();
    return MPI_SUCCESS;
}

int set_info(ProgramFile& open, MPI_Info info) {
    open.file->whole.add_hints(mpi::hints_of(info));
    return MPI_SUCCESS;
}

int get_info(ProgramFile& open, MPI_Info* info) {
    *info = mpi::info_of(open.file->whole.hints());
    return MPI_SUCCESS;
}

int set_atomicity(ProgramFile& open, int flag) {
    return open.finish(open.file->access.set_atomicity(flag != 0));
}

int get_atomicity(ProgramFile& open, int* flag) {
    *flag = open.file->access.is_atomic() ? 1 : 0;
    return MPI_SUCCESS;
}

int sync(ProgramFile& open) {
    return open.finish(open.file->whole.sync());
}

int set_view(ProgramFile& open, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
             const char* representation, MPI_Info info) {
    MpiFile& file = *open.file;
    file.whole.add_hints(mpi::hints_of(info));
    return open.finish(file.access.set_view([&](View& made) -> Error {
        const std::string_view name = representation == nullptr ? "" : representation;
        const auto known = representation_of(name);
        if (!known)
            return {MPI_ERR_UNSUPPORTED_DATAREP,
                    fmt::format("the data representation '{}' is not supported", name)};
        std::int64_t begin = 0;
        Error placed = displacement_of(file, displacement, begin);
        if (!placed.ok()) return placed;
        const bool is_written = !file.whole.has_mode(MPI_MODE_RDONLY);
        return View::make({begin, etype, filetype, *known, is_written}, made);
    }));
}

int get_view(ProgramFile& open, MPI_Offset* displacement, MPI_Datatype* etype,
             MPI_Datatype* filetype, char* representation) {
    const View& view = open.file->access.view();
    *displacement = view.displacement();
    *etype = view.copy_of_etype();
    *filetype = view.copy_of_filetype();
    std::strcpy(representation, name_of(view.representation()));
    return MPI_SUCCESS;
}

int get_type_extent(ProgramFile& open, MPI_Datatype datatype, std::int64_t& bytes) {
    if (datatype == MPI_DATATYPE_NULL)
        return open.finish({MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL"});
    const Result<std::int64_t> extent = open.file->access.view().extent_of(datatype);
    if (!extent.ok()) return open.finish({MPI_ERR_CONVERSION, extent.status().context()});
    bytes = extent.value();
    return MPI_SUCCESS;
}

int seek(ProgramFile& open, MPI_Offset offset, int whence) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    std::int64_t target = 0;
    const Error error = target_of(*open.file, offset, whence, open.file->access.position(), target);
    if (error.ok()) open.file->access.set_position(target);
    return open.finish(error);
}

int seek_shared(ProgramFile& open, MPI_Offset offset, int whence) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    return open.finish(
        open.file->whole.set_shared_position([&](std::int64_t now, std::int64_t& target) {
            return target_of(*open.file, offset, whence, now, target);
        }));
}

int get_position(ProgramFile& open, MPI_Offset* offset) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    *offset = open.file->access.position();
    return MPI_SUCCESS;
}

int get_position_shared(ProgramFile& open, MPI_Offset* offset) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    const Result<std::int64_t> now = open.file->whole.shared_pointer().position();
    if (now.ok()) *offset = now.value();
    return open.finish(now.status());
}

int get_byte_offset(ProgramFile& open, MPI_Offset offset, MPI_Offset* bytes) {
    const Error refused = need_places(*open.file);
    if (!refused.ok()) return open.finish(refused);
    if (offset < 0) return open.finish({MPI_ERR_ARG, fmt::format("the offset is {}", offset)});
    const Result<std::int64_t> place = open.file->access.view().offset_of_etype(offset);
    if (place.ok()) *bytes = place.value();
    return open.finish(place.status());
}

}  // namespace weft::mpiio
