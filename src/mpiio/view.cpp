// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "mpi/datatype.hpp"
#include "mpi/datatype_contents.hpp"
#include "region/pattern_shape.hpp"

namespace weft::mpiio {
namespace {

MPI_Datatype copy_of(MPI_Datatype datatype) {
    if (mpi::is_predefined(datatype)) return datatype;
    MPI_Datatype copy = MPI_DATATYPE_NULL;
    MPI_Type_dup(datatype, &copy);
    return copy;
}

void release(MPI_Datatype& datatype) {
    if (datatype != MPI_DATATYPE_NULL && !mpi::is_predefined(datatype)) MPI_Type_free(&datatype);
}

/// What a filetype selects of the file.
Result<region::FileView> stream_of(std::int64_t displacement, MPI_Datatype filetype) {
    const Result<mpi::ByteLayout> bytes = mpi::decode_bytes(filetype, 1);
    if (!bytes.ok()) return bytes.status();
    const Result<region::FileShape> tile = region::shape_of(bytes.value().pattern);
    if (!tile.ok()) return tile.status();
    region::FileView stream{tile.value(), mpi::extent_of(filetype)};
    if (stream.tile.empty()) return stream;
    const auto begin = checked_add(displacement, tile.value().base());
    if (!begin || *begin < 0)
        return Status(Code::einval, fmt::format("the filetype begins at byte {} of the file",
                                                displacement + tile.value().base()));
    stream.tile = tile.value().moved(displacement);
    return stream;
}

}  // namespace

View::View() : stream_{region::FileShape(region::Nest(0, 1, {})), 1} {}

View::View(View&& other) noexcept
    : displacement_(other.displacement_),
      etype_bytes_(other.etype_bytes_),
      etype_(std::exchange(other.etype_, MPI_BYTE)),
      filetype_(std::exchange(other.filetype_, MPI_BYTE)),
      stream_(std::move(other.stream_)) {}

View& View::operator=(View&& other) noexcept {
    if (this == &other) return *this;
    drop();
    displacement_ = other.displacement_;
    etype_bytes_ = other.etype_bytes_;
    etype_ = std::exchange(other.etype_, MPI_BYTE);
    filetype_ = std::exchange(other.filetype_, MPI_BYTE);
    stream_ = std::move(other.stream_);
    return *this;
}

View::~View() {
    drop();
}

void View::drop() {
    release(etype_);
    release(filetype_);
}

Error View::make(std::int64_t displacement, MPI_Datatype etype, MPI_Datatype filetype, View& made) {
    if (displacement < 0)
        return {MPI_ERR_ARG, fmt::format("a view with a displacement of {}", displacement)};
    if (mpi::is_null(etype) || mpi::is_null(filetype))
        return {MPI_ERR_TYPE, "a view of MPI_DATATYPE_NULL"};
    const std::int64_t etype_bytes = mpi::size_of(etype);
    const std::int64_t filetype_bytes = mpi::size_of(filetype);
    if (etype_bytes == 0 || filetype_bytes % etype_bytes != 0)
        return {MPI_ERR_ARG,
                fmt::format("a filetype of {} bytes is no whole number of etypes of {}",
                            filetype_bytes, etype_bytes)};
    Result<region::FileView> stream = stream_of(displacement, filetype);
    if (!stream.ok()) return stream.status();
    View view;
    view.displacement_ = displacement;
    view.etype_bytes_ = etype_bytes;
    view.etype_ = copy_of(etype);
    view.filetype_ = copy_of(filetype);
    view.stream_ = std::move(stream).value();
    made = std::move(view);
    return {};
}

MPI_Datatype View::copy_of_etype() const {
    return copy_of(etype_);
}

MPI_Datatype View::copy_of_filetype() const {
    return copy_of(filetype_);
}

Result<std::vector<region::FileShape>> View::shapes_of(region::Interval part) const {
    if (part.empty()) return std::vector<region::FileShape>();
    if (stream_.tile.empty()) return Status(Code::einval, "the view's filetype has no bytes");
    return region::shapes_of(stream_, part);
}

Result<std::int64_t> View::offset_of(std::int64_t position) const {
    if (stream_.tile.empty()) return displacement_;
    const std::int64_t tile_bytes = stream_.tile.bytes();
    const auto distance = checked_mul(position / tile_bytes, stream_.extent);
    const auto offset = distance
                            ? checked_add(*distance, stream_.tile.offset_of(position % tile_bytes))
                            : std::nullopt;
    if (!offset) return Status(Code::einval, "the offset lies behind 2^63 - 1");
    return *offset;
}

std::int64_t View::bytes_below(std::int64_t offset) const {
    if (stream_.tile.empty() || offset <= stream_.tile.base()) return 0;
    const std::int64_t whole = (offset - stream_.tile.base()) / stream_.extent;
    return whole * stream_.tile.bytes() + stream_.tile.bytes_below(offset - whole * stream_.extent);
}

}  // namespace weft::mpiio
