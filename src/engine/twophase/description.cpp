// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/description.hpp"

#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/checked.hpp"
#include "engine/request/mover.hpp"
#include "region/run_list.hpp"
#include "region/shape_codec.hpp"

namespace weft::engine::twophase {
namespace {

/// The runs of a shape that are hashed at a time, so that a fingerprint of millions of shapes needs
/// little memory.
constexpr std::int64_t hashed_at_once = 4096;

/// The part of a list with the elements that begin or end within the stretches.
region::FileShape part_of_list(const RequestShape& item,
                               const std::vector<region::Interval>& stretches) {
    const region::FileShape& list = *item.shape;
    const auto runs = std::make_shared<std::vector<region::Run>>();
    std::int64_t done = 0;
    for (const region::Interval& stretch : stretches) {
        const std::int64_t from = list.bytes_below(stretch.begin);
        const std::int64_t to = round_up(list.bytes_below(stretch.end), item.element_bytes);
        list.visit(std::max(done, from - from % item.element_bytes), to,
                   [&](const region::RunGroup& group) {
                       region::append_bytes(*runs, group.offset, group.run);
                   });
        done = std::max(done, to);
    }
    if (runs->empty()) return {};
    return region::RunList(runs, region::ElementPlaces(), region::RunList::Memory::of_stream);
}

}  // namespace

std::vector<RequestShape> list_of(const Request& request) {
    const bool get = request.direction == Direction::get;
    std::vector<RequestShape> list;
    list.reserve(request.pieces.size());
    for (const Piece& piece : request.pieces)
        list.push_back({&piece.file, list.size(), get ? piece.elements->codec.external_bytes : 1});
    return list;
}

std::uint64_t fingerprint(const Request& request) {
    if (request.pieces.empty()) return 0;
    std::uint64_t hash = 0;
    std::vector<std::byte> message;
    for (const RequestShape& item : list_of(request)) {
        region::append_number(message, item.element_bytes);
        region::append_shape(message, *item.shape, request.begin());
        if (std::ssize(message) < hashed_at_once) continue;
        hash = XXH3_64bits_withSeed(message.data(), message.size(), hash);
        message.clear();
    }
    return XXH3_64bits_withSeed(message.data(), message.size(), hash) >> 1U;
}

bool needs_order(const Request& request) {
    return request.direction == Direction::get &&
           std::ranges::any_of(request.pieces, [](const Piece& piece) {
               return piece.elements->memory->may_overlap(piece.elements->codec.memory_bytes);
           });
}

void Description::add(const RequestShape& item, const std::vector<region::Interval>& stretches) {
    const bool inside = std::ranges::any_of(stretches, [&](const region::Interval& stretch) {
        return item.shape->base() < stretch.end && item.shape->end() > stretch.begin;
    });
    if (!inside) return;
    if (!item.shape->is_list()) {
        tell(*item.shape, item.element_bytes);
    } else if (const region::FileShape part = part_of_list(item, stretches); !part.empty()) {
        tell(part, item.element_bytes);
    }
}

void Description::tell(const region::FileShape& shape, std::int64_t element_bytes) {
    region::append_number(bytes_, element_bytes);
    region::append_shape(bytes_, shape, last_);
    last_ = shape.base();
}

Result<Described> Described::read(std::span<const std::byte> bytes, std::int64_t base) {
    Described described;
    for (region::ShapeReader reader(bytes); !reader.at_end();) {
        const Result<std::int64_t> element_bytes = reader.number();
        if (!element_bytes.ok()) return element_bytes.status();
        if (element_bytes.value() < 1 || element_bytes.value() > Mover::largest_element)
            return Status(Code::einval, "elements of " + std::to_string(element_bytes.value()) +
                                            " bytes in a description of shapes");
        Result<region::FileShape> shape = reader.shape(base);
        if (!shape.ok()) return shape.status();
        base = shape.value().base();
        described.shapes_.push_back(std::move(shape).value());
        described.list_.push_back(
            {&described.shapes_.back(), described.list_.size(), element_bytes.value()});
    }
    return described;
}

void Described::move(std::int64_t distance) {
    for (region::FileShape& shape : shapes_) shape = shape.moved(distance);
}

}  // namespace weft::engine::twophase
