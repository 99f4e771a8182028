// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the reader of shapes: what holds for every message is checked here.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "region/shape_codec.hpp"

namespace {

using namespace weft;

/// A broken promise ends the process, which is how a fuzzer learns of it.
void require(bool holds) {
    if (!holds) std::abort();
}

/// Its bytes [from, to) rise in the file and in the stream.
void check_visit(const region::FileShape& shape, std::int64_t from, std::int64_t to) {
    std::int64_t behind = shape.base();
    std::int64_t stream = from;
    shape.visit(from, to, [&](const region::RunGroup& group) {
        require(group.offset >= behind && group.run > 0 && group.count > 0);
        require(group.count == 1 || group.pitch >= group.run);
        require(group.stream == stream && group.memory == stream);
        behind = group.offset + (group.count - 1) * group.pitch + group.run;
        stream += group.run * group.count;
    });
    require(stream == to && behind <= shape.end());
}

void check_shape(const region::FileShape& shape) {
    require(shape.base() >= 0 && shape.end() >= shape.base());
    if (shape.empty()) return;
    const std::int64_t last = shape.bytes() - 1;
    require(last >= 0 && shape.end() - shape.base() > last);
    require(shape.offset_of(0) == shape.base() && shape.offset_of(last) == shape.end() - 1);
    require(shape.memory_of(last) == last && shape.run_of(last) == shape.runs() - 1);
    for (const std::int64_t position : {std::int64_t{0}, last / 3, last / 2, last})
        require(shape.bytes_below(shape.offset_of(position)) == position);
    require(shape.bytes_below(shape.end()) == shape.bytes());
    require(shape.base() % shape.grain() == 0 && shape.end() % shape.grain() == 0);
    const std::int64_t some = std::min<std::int64_t>(shape.bytes(), 1000);
    check_visit(shape, 0, some);
    check_visit(shape, shape.bytes() - some, shape.bytes());
}

/// What is accepted is written again in not many more bytes, and these mean the same: a chain has
/// short members as a list of their runs, which are up to 8 for a member and 20 bytes each.
void check_round_trip(const region::FileShape& shape, std::size_t read_bytes) {
    std::vector<std::byte> message;
    region::append_shape(message, shape);
    require(message.size() <= 8 * 20 * read_bytes);
    const Result<region::FileShape> again = region::ShapeReader(message).shape();
    require(again.ok());
    std::vector<std::byte> message_again;
    region::append_shape(message_again, again.value());
    require(message == message_again && again.value().bytes() == shape.bytes() &&
            again.value().base() == shape.base() && again.value().end() == shape.end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    region::ShapeReader reader({reinterpret_cast<const std::byte*>(data), size});
    while (!reader.at_end()) {
        const std::size_t before = reader.rest().size();
        const Result<region::FileShape> shape = reader.shape();
        if (!shape.ok()) {
            require(!shape.status().context().empty());
            break;
        }
        check_shape(shape.value());
        check_round_trip(shape.value(), before - reader.rest().size());
    }
    return 0;
}
