// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "mpi/datatype.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/external32.hpp"
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

/// What a datatype selects of a file.
Result<mpi::ExternalTile> tile_of(MPI_Datatype datatype, Representation representation) {
    if (representation == Representation::external32) return mpi::external32_tile(datatype);
    Result<mpi::ByteLayout> bytes = mpi::decode_bytes(datatype, 1);
    if (!bytes.ok()) return bytes.status();
    return mpi::ExternalTile{std::move(bytes).value().pattern, mpi::size_of(datatype),
                             mpi::extent_of(datatype)};
}

Result<region::FileView> stream_of(std::int64_t displacement, const mpi::ExternalTile& selected) {
    const Result<region::FileShape> tile = region::shape_of(selected.pattern);
    if (!tile.ok()) return tile.status();
    region::FileView stream{tile.value(), selected.extent};
    if (stream.tile.empty()) return stream;
    if (selected.extent < 1)
        return Status(
            Code::einval,
            fmt::format("a filetype with an extent of {} cannot be repeated", selected.extent));
    const auto begin = checked_add(displacement, tile.value().base());
    if (!begin || *begin < 0)
        return Status(Code::einval, fmt::format("the filetype begins at byte {} of the file",
                                                displacement + tile.value().base()));
    stream.tile = tile.value().moved(displacement);
    return stream;
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
        return {MPI_ERR_ARG, fmt::format("a view with a displacement of {}", wanted.displacement)};
    if (mpi::is_null(wanted.etype) || mpi::is_null(wanted.filetype))
        return {MPI_ERR_TYPE, "a view of MPI_DATATYPE_NULL"};
    const auto etype = tile_of(wanted.etype, wanted.representation);
    if (!etype.ok()) return refusal(etype.status());
    const auto filetype = tile_of(wanted.filetype, wanted.representation);
    if (!filetype.ok()) return refusal(filetype.status());
    if (etype.value().bytes == 0 || filetype.value().bytes % etype.value().bytes != 0)
        return {MPI_ERR_ARG,
                fmt::format("a filetype of {} bytes is not a whole number of etypes of {}",
                            filetype.value().bytes, etype.value().bytes)};
    Result<region::FileView> stream = stream_of(wanted.displacement, filetype.value());
    if (!stream.ok()) return stream.status();
    View view;
    view.displacement_ = wanted.displacement;
    view.representation_ = wanted.representation;
    view.etype_bytes_ = etype.value().bytes;
    view.value_bytes_ = etype.value().value_bytes;
    view.etype_ = copy_of(wanted.etype);
    view.filetype_ = copy_of(wanted.filetype);
    view.stream_ = std::move(stream).value();
    view.is_dense_ =
        view.stream_.tile.runs() == 1 && view.stream_.tile.bytes() == view.stream_.extent;
    made = std::move(view);
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
    if (stream_.tile.empty()) return Status(Code::einval, "the view's filetype has no bytes");
    if (is_dense_ && checked_add(stream_.tile.base(), part.end))
        return std::vector{
            region::FileShape(region::Nest(stream_.tile.base() + part.begin, part.length(), {}))};
    return region::shapes_of(stream_, part);
}

Result<std::int64_t> View::offset_of(std::int64_t position) const {
    if (stream_.tile.empty()) return displacement_;
    const std::int64_t tile_bytes = stream_.tile.bytes();
    const auto distance = checked_mul(position / tile_bytes, stream_.extent);
    const auto offset = distance
                            ? checked_add(*distance, stream_.tile.offset_of(position % tile_bytes))
                            : std::nullopt;
    if (!offset) return Status(Code::einval, "the offset is beyond 2^63 - 1");
    return *offset;
}

Result<std::int64_t> View::offset_of_etype(std::int64_t number) const {
    const auto position = checked_mul(number, etype_bytes_);
    if (position) return offset_of(*position);
    return Status(Code::einval, fmt::format("etype {} is beyond byte 2^63 - 1", number));
}

std::int64_t View::bytes_below(std::int64_t offset) const {
    if (stream_.tile.empty() || offset <= stream_.tile.base()) return 0;
    const std::int64_t whole = (offset - stream_.tile.base()) / stream_.extent;
    return whole * stream_.tile.bytes() + stream_.tile.bytes_below(offset - whole * stream_.extent);
}

}  // namespace weft::mpiio
