// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/message.hpp"

#include <cstring>
#include <string>

#include "region/cut.hpp"
#include "region/shape_codec.hpp"

namespace weft::engine {
namespace {

/// The length of a message's head: the size of the descriptions behind it, lowest byte first.
constexpr std::size_t head_bytes = 8;

void put_head(std::size_t described, std::span<std::byte> head) {
    for (std::byte& byte : head) {
        byte = static_cast<std::byte>(described);
        described >>= 8U;
    }
}

std::size_t head_of(std::span<const std::byte> head) {
    std::size_t described = 0;
    for (std::size_t i = head.size(); i-- > 0;)
        described = described << 8U | std::to_integer<std::size_t>(head[i]);
    return described;
}

/// Calls `use(offset, position, bytes)` for runs in the file and where they are packed.
template <class Use>
void for_each_run(const region::FileShape& shape, std::int64_t from, std::int64_t to, Use&& use) {
    shape.visit(from, to, [&](const region::RunGroup& group) {
        for (std::int64_t i = 0; i < group.count; ++i) {
            use(group.offset + i * group.pitch, group.stream + i * group.run - from,
                static_cast<std::size_t>(group.run));
        }
    });
}

}  // namespace

void MessageWriter::begin() {
    bytes_.assign(head_bytes, std::byte{});
}

void MessageWriter::describe(const region::FileShape& shape, region::Interval part) {
    region::append_shape(bytes_, region::Cut::of(shape, part));
}

std::span<std::byte> MessageWriter::room(std::int64_t bytes) {
    const std::size_t used = bytes_.size();
    put_head(used - head_bytes, std::span(bytes_).first(head_bytes));
    bytes_.resize(used + static_cast<std::size_t>(bytes));
    return std::span(bytes_).subspan(used);
}

Result<Message> parse_message(std::span<const std::byte> bytes) {
    const std::size_t described = bytes.size() < head_bytes ? 0 : head_of(bytes.first(head_bytes));
    if (bytes.size() < head_bytes || described > bytes.size() - head_bytes)
        return Status(Code::einval, "a message of " + std::to_string(bytes.size()) +
                                        " bytes is shorter than its descriptions");
    Message message{{}, bytes.subspan(head_bytes + described)};
    for (region::ShapeReader reader(bytes.subspan(head_bytes, described)); !reader.at_end();) {
        Result<region::FileShape> shape = reader.shape();
        if (!shape.ok()) return shape.status();
        message.shapes.push_back(std::move(shape).value());
    }
    return message;
}

void place_packed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                  const std::byte* packed, const FileBuffer& image) {
    for_each_run(shape, from, to,
                 [&](std::int64_t offset, std::int64_t position, std::size_t bytes) {
                     std::memcpy(image.data + (offset - image.origin), packed + position, bytes);
                 });
}

void pack_placed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                 const FileBuffer& image, std::byte* packed) {
    for_each_run(shape, from, to,
                 [&](std::int64_t offset, std::int64_t position, std::size_t bytes) {
                     std::memcpy(packed + position, image.data + (offset - image.origin), bytes);
                 });
}

}  // namespace weft::engine
