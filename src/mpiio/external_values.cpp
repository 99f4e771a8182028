// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/external_values.hpp"

#include <algorithm>

#include "region/pattern_shape.hpp"
#include "types/copy.hpp"

namespace weft::mpiio {
namespace {

types::Memory memory_type(mpi::ElementKind kind) {
    using mpi::ElementKind;
    switch (kind) {
        case ElementKind::short_:
            return types::Memory::short_;
        case ElementKind::ushort:
            return types::Memory::ushort;
        case ElementKind::int_:
            return types::Memory::int_;
        case ElementKind::uint:
            return types::Memory::uint;
        case ElementKind::long_:
            return types::Memory::long_;
        case ElementKind::ulong_:
        case ElementKind::ulonglong:
            return types::Memory::ulonglong;
        case ElementKind::longlong:
            return types::Memory::longlong;
        case ElementKind::float_:
            return types::Memory::float_;
        case ElementKind::double_:
            return types::Memory::double_;
        default:
            return types::Memory::uchar;
    }
}

types::External external_type(const mpi::ExternalType& type) {
    using mpi::ElementKind;
    const bool is_short = type.external_bytes == 2;
    const bool is_long = type.external_bytes == 8;
    switch (type.kind) {
        case ElementKind::float_:
            return types::External::float32;
        case ElementKind::double_:
            return types::External::float64;
        case ElementKind::ushort:
        case ElementKind::uint:
        case ElementKind::ulong_:
        case ElementKind::ulonglong:
            return is_short  ? types::External::uint16
                   : is_long ? types::External::uint64
                             : types::External::uint32;
        default:
            return is_short  ? types::External::int16
                   : is_long ? types::External::int64
                             : types::External::int32;
    }
}

engine::Codec codec_of(const mpi::ExternalType& type) {
    engine::Codec codec;
    codec.kernels = type.external_bytes == 1
                        ? &types::copy_kernels(1)
                        : types::find_kernels(external_type(type), memory_type(type.kind),
                                              types::ByteRule::checked);
    codec.external_bytes = type.external_bytes;
    codec.memory_bytes = type.memory_bytes;
    return codec;
}

}  // namespace

Status ExternalValues::open(Direction direction, const Buffer& memory) {
    Result<mpi::ExternalFields> all = mpi::external32_fields(memory.datatype, memory.count);
    if (!all.ok()) return all.status();
    request_.direction = direction;
    for (mpi::ExternalField& field : all.value().fields) {
        Result<region::FileShape> packed = region::shape_of(field.packed);
        if (!packed.ok()) return packed.status();
        engine::Elements elements{codec_of(field.type),
                                  std::make_shared<const region::Pattern>(std::move(field.memory))};
        request_.pieces.push_back(
            {.file = std::move(packed).value(),
             .elements = std::make_shared<const engine::Elements>(std::move(elements)),
             .address = static_cast<std::byte*>(memory.address)});
    }
    mover_.emplace(request_);
    return {};
}

std::shared_ptr<const engine::Elements> ExternalValues::elements() const {
    return request_.pieces.size() == 1 ? request_.pieces.front().elements : nullptr;
}

void ExternalValues::convert(region::Interval part, std::byte* bytes) {
    for (std::size_t i = 0; i < request_.pieces.size(); ++i) {
        const region::FileShape& stream = request_.pieces[i].file;
        mover_->move(i, stream.bytes_below(part.begin), stream.bytes_below(part.end),
                     {bytes, part.begin, engine::FileBuffer::Form::image});
    }
}

std::int64_t ExternalValues::memory_bytes(std::int64_t bytes) const {
    std::int64_t sum = 0;
    for (const engine::Piece& piece : request_.pieces) {
        const engine::Codec& codec = piece.elements->codec;
        sum += piece.file.bytes_below(bytes) / codec.external_bytes * codec.memory_bytes;
    }
    return sum;
}

}  // namespace weft::mpiio
