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

/// The part of a file that a datatype selects.
Result<mpi::ExternalTile> tile_of(MPI_Datatype datatype, Representation representation) {
    if (representation == Representation::external32) return mpi::external32_tile(datatype);
    Result<mpi::ByteLayout> bytes = mpi::decode_bytes(datatype, 1);
    if (!bytes.ok()) return bytes.status();
    return mpi::ExternalTile{std::move(bytes).value().pattern, mpi::size_of(datatype),
                             mpi::extent_of(datatype)};
}

/// Checks the place of a tile that has bytes.
Status check_place(std::int64_t displacement, std::int64_t base, std::int64_t extent) {
    if (extent < 1)
        return {Code::einval,
                fmt::format("the filetype has an extent of {}, with which it cannot be repeated",
                            extent)};
    const auto begin = checked_add(displacement, base);
    if (begin && *begin >= 0) return {};
    return {Code::einval,
            fmt::format("the filetype begins at byte {} of the file", displacement + base)};
}

Result<region::FileView> stream_of(std::int64_t displacement, std::int64_t extent,
                                   const region::FileShape& tile) {
    if (tile.empty()) return region::FileView{tile, extent};
    const Status placed = check_place(displacement, tile.base(), extent);
    if (!placed.ok()) return placed;
    return region::FileView{tile.moved(displacement), extent};
}

/// The view of a filetype whose bytes do not rise.
Result<region::InterleavedView> interleaved_shapes_of(std::int64_t displacement,
                                                      const mpi::ExternalTile& selected) {
    Result<region::InterleavedShapes> interleaved = region::interleaved_shapes_of(selected.pattern);
    if (!interleaved.ok()) return interleaved.status();
    const Status placed = check_place(displacement, interleaved.value().base(), selected.extent);
    if (!placed.ok()) return placed;
    region::InterleavedView view{std::move(interleaved).value(), selected.extent};
    for (region::FileShape& shape : view.tile.shapes) shape = shape.moved(displacement);
    return view;
}

Error refusal(const Status& status) {
    if (status.code() != Code::enotsupport) return status;
    return {MPI_ERR_UNSUPPORTED_DATAREP, status.context()};
}

}  // namespace

View::View() : stream_{region::FileShape(region::Nest(0, 1, {})), 1} {}

View::View(View&& other) noexcept
    : displacement_(other.displacement_),
      representation_(other.representation_),
      etype_bytes_(other.etype_bytes_),
      value_bytes_(other.value_bytes_),
      etype_(std::exchange(other.etype_, MPI_BYTE)),
      filetype_(std::exchange(other.filetype_, MPI_BYTE)),
      stream_(std::move(other.stream_)),
      interleaved_(std::move(other.interleaved_)),
      is_dense_(other.is_dense_) {}

View& View::operator=(View&& other) noexcept {
    if (this == &other) return *this;
    drop();
    displacement_ = other.displacement_;
    representation_ = other.representation_;
    etype_bytes_ = other.etype_bytes_;
    value_bytes_ = other.value_bytes_;
    etype_ = std::exchange(other.etype_, MPI_BYTE);
    filetype_ = std::exchange(other.filetype_, MPI_BYTE);
    stream_ = std::move(other.stream_);
    interleaved_ = std::move(other.interleaved_);
    is_dense_ = other.is_dense_;
    return *this;
}

View::~View() {
    drop();
}

void View::drop() {
    release(etype_);
    release(filetype_);
}

Error View::make(const Description& wanted, View& made) {
    if (wanted.displacement < 0)
        return {MPI_ERR_ARG,
                fmt::format("the displacement of the view is {}", wanted.displacement)};
    if (mpi::is_null(wanted.etype) || mpi::is_null(wanted.filetype))
        return {MPI_ERR_TYPE, "the etype or filetype of the view is MPI_DATATYPE_NULL"};
    const auto etype = tile_of(wanted.etype, wanted.representation);
    if (!etype.ok()) return refusal(etype.status());
    const auto filetype = tile_of(wanted.filetype, wanted.representation);
    if (!filetype.ok()) return refusal(filetype.status());
    if (etype.value().bytes == 0 || filetype.value().bytes % etype.value().bytes != 0)
        return {MPI_ERR_ARG,
                fmt::format(
                    "the filetype has {} bytes, which is not a whole number of etypes of {} bytes",
                    filetype.value().bytes, etype.value().bytes)};
    View view;
    const Status shown = view.show(wanted, filetype.value());
    if (!shown.ok()) return shown;
    view.displacement_ = wanted.displacement;
    view.representation_ = wanted.representation;
    view.etype_bytes_ = etype.value().bytes;
    view.value_bytes_ = etype.value().value_bytes;
    view.etype_ = copy_of(wanted.etype);
    view.filetype_ = copy_of(wanted.filetype);
    made = std::move(view);
    return {};
}

Status View::show(const Description& wanted, const mpi::ExternalTile& filetype) {
    const Result<region::FileShape> tile = region::shape_of(filetype.pattern);
    if (tile.ok()) {
        Result<region::FileView> stream =
            stream_of(wanted.displacement, filetype.extent, tile.value());
        if (!stream.ok()) return stream.status();
        stream_ = std::move(stream).value();
        is_dense_ = stream_.tile.runs() == 1 && stream_.tile.bytes() == stream_.extent;
        return {};
    }
    if (wanted.is_written) return tile.status();
    Result<region::InterleavedView> interleaved =
        interleaved_shapes_of(wanted.displacement, filetype);
    if (!interleaved.ok()) return interleaved.status();
    interleaved_ = std::move(interleaved).value();
    is_dense_ = false;
    return {};
}

Result<std::int64_t> View::bytes_of(MPI_Datatype datatype) const {
    if (representation_ == Representation::external32) return mpi::external32_bytes(datatype);
    return mpi::size_of(datatype);
}

Result<std::int64_t> View::extent_of(MPI_Datatype datatype) const {
    if (representation_ != Representation::external32) return mpi::extent_of(datatype);
    const auto tile = mpi::external32_tile(datatype);
    if (!tile.ok()) return tile.status();
    return tile.value().extent;
}

MPI_Datatype View::copy_of_etype() const {
    return copy_of(etype_);
}

MPI_Datatype View::copy_of_filetype() const {
    return copy_of(filetype_);
}

Result<std::vector<region::FileShape>> View::shapes_of(region::Interval part) const {
    if (part.empty()) return std::vector<region::FileShape>();
    if (interleaved_) return interleaved_->shapes_of(part);
    if (stream_.tile.empty()) return Status(Code::einval, "the filetype of the view has no bytes");
    if (is_dense_ && checked_add(stream_.tile.base(), part.end))
        return std::vector{
            region::FileShape(region::Nest(stream_.tile.base() + part.begin, part.length(), {}))};
    return region::shapes_of(stream_, part);
}

Result<std::int64_t> View::offset_of(std::int64_t position) const {
    if (!interleaved_ && stream_.tile.empty()) return displacement_;
    const auto offset =
        interleaved_ ? interleaved_->offset_of(position) : region::offset_of(stream_, position);
    if (!offset) return Status(Code::einval, "the offset is beyond 2^63 - 1");
    return *offset;
}

Result<std::int64_t> View::offset_of_etype(std::int64_t number) const {
    const auto position = checked_mul(number, etype_bytes_);
    if (position) return offset_of(*position);
    return Status(Code::einval, fmt::format("etype {} is beyond byte 2^63 - 1", number));
}

std::int64_t View::bytes_below(std::int64_t offset) const {
    if (interleaved_) return interleaved_->first_from(offset);
    if (stream_.tile.empty() || offset <= stream_.tile.base()) return 0;
    const std::int64_t whole = (offset - stream_.tile.base()) / stream_.extent;
    return whole * stream_.tile.bytes() + stream_.tile.bytes_below(offset - whole * stream_.extent);
}

}  // namespace weft::mpiio
