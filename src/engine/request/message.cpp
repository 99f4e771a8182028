// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/message.hpp"

#include <cstring>

namespace weft::engine {
namespace {

/// Takes numbers off the front of a message.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
    std::int64_t number() {
        std::int64_t value = 0;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_ = rest_.subspan(sizeof value);
        return value;
    }
    [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

Extract read_extract(Reader& reader) {
    const std::int64_t base = reader.number();
    const std::int64_t run = reader.number();
    const std::int64_t from = reader.number();
    const std::int64_t to = reader.number();
    region::Loops loops(static_cast<std::size_t>(reader.number()));
    for (region::Loop& loop : loops) {
        loop.count = reader.number();
        loop.pitch = reader.number();
    }
    return {region::Nest(base, run, loops), from, to};
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
    bytes_.clear();
    count_ = 0;
    append(0);  // the number of descriptions, known at the end
}

void MessageWriter::append(std::int64_t number) {
    const std::size_t used = bytes_.size();
    bytes_.resize(used + sizeof number);
    std::memcpy(bytes_.data() + used, &number, sizeof number);
}

void MessageWriter::describe(const region::FileShape& shape, std::int64_t from, std::int64_t to) {
    if (shape.nest() != nullptr) return describe_nest(*shape.nest(), from, to);
    shape.visit(from, to, [this](const region::RunGroup& group) {
        describe_nest(region::Nest(group.offset, group.run, {}), 0, group.run);
    });
}

void MessageWriter::describe_nest(const region::Nest& nest, std::int64_t from, std::int64_t to) {
    ++count_;
    append(nest.base());
    append(nest.run());
    append(from);
    append(to);
    append(static_cast<std::int64_t>(nest.loops().size()));
    for (const region::Loop& loop : nest.loops()) {
        append(loop.count);
        append(loop.pitch);
    }
}

std::span<std::byte> MessageWriter::room(std::int64_t bytes) {
    std::memcpy(bytes_.data(), &count_, sizeof count_);
    const std::size_t used = bytes_.size();
    bytes_.resize(used + static_cast<std::size_t>(bytes));
    return std::span(bytes_).subspan(used);
}

Message parse_message(std::span<const std::byte> bytes) {
    Reader reader(bytes);
    Message message;
    message.extracts.resize(static_cast<std::size_t>(reader.number()));
    for (Extract& extract : message.extracts) extract = read_extract(reader);
    message.data = reader.rest();
    return message;
}

void place_packed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                  const std::byte* packed, const Place& image) {
    for_each_run(shape, from, to,
                 [&](std::int64_t offset, std::int64_t position, std::size_t bytes) {
                     std::memcpy(image.data + (offset - image.origin), packed + position, bytes);
                 });
}

void pack_placed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                 const Place& image, std::byte* packed) {
    for_each_run(shape, from, to,
                 [&](std::int64_t offset, std::int64_t position, std::size_t bytes) {
                     std::memcpy(packed + position, image.data + (offset - image.origin), bytes);
                 });
}

}  // namespace weft::engine
