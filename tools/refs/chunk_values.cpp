// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/chunk_values.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "base/utf8.hpp"
#include "tools/shared/boxes.hpp"
#include "tools/shared/string_stream.hpp"
#include "types/byte_order.hpp"

namespace weft::tools {
namespace {

using Lengths = std::vector<std::int64_t>;

std::size_t element_bytes(const model::Variable& variable) {
    return static_cast<std::size_t>(types::size_of(variable.type));
}

std::size_t chunk_bytes(const VariablePlan& plan, const model::Variable& variable) {
    std::size_t bytes = element_bytes(variable);
    for (const std::int64_t length : plan.array.chunk) bytes *= static_cast<std::size_t>(length);
    return bytes;
}

/// The lengths of boxes, outermost first.
struct Boxes {
    std::span<const std::int64_t> from;
    std::span<const std::int64_t> to;
};

/// Copies a box of values to the front corner of a larger one.
void spread(const Boxes& lengths, std::size_t element, std::span<const std::byte> from,
            std::span<std::byte> to) {
    if (lengths.from.empty()) {
        std::copy_n(from.begin(), element, to.begin());
        return;
    }
    const auto count = static_cast<std::size_t>(lengths.from.front());
    const std::size_t from_step = from.size() / count;
    const std::size_t to_step = to.size() / static_cast<std::size_t>(lengths.to.front());
    for (std::size_t i = 0; i < count; ++i)
        spread({lengths.from.subspan(1), lengths.to.subspan(1)}, element,
               from.subspan(i * from_step, from_step), to.subspan(i * to_step, to_step));
}

void append_number(std::vector<std::byte>& bytes, std::size_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(number >> shift & 0xff));
}

}  // namespace

Result<std::vector<std::byte>> values_in_file_form(const Input& input, int variable) {
    const model::Variable& its = input.schema().variable(variable);
    std::vector<std::byte> values(static_cast<std::size_t>(input.values_of(variable)) *
                                  element_bytes(its));
    const Status read = input.read(variable, 0, values);
    if (!read.ok()) return read;
    types::change_form(its.type, values, its.byte_order);
    return values;
}

Result<std::vector<std::byte>> encoded_chunk(const Input& input, const VariablePlan& plan,
                                             std::span<const std::int64_t> place) {
    const model::Variable& its = input.schema().variable(plan.variable);
    IndexBox box;
    for (std::size_t i = 0; i < place.size(); ++i) {
        const std::int64_t length = plan.array.chunk[i];
        box.start.push_back(place[i] * length);
        box.count.push_back(std::min(length, plan.array.shape[i] - box.start.back()));
        box.stride.push_back(1);
    }
    std::vector<std::byte> values(static_cast<std::size_t>(box.elements()) * element_bytes(its));
    const std::array boxes = {BoxValues{.variable = plan.variable, .box = box, .values = values}};
    const Status read = input.read(boxes);
    if (!read.ok()) return read;
    types::change_form(its.type, values, its.byte_order);
    std::vector<std::byte> chunk(chunk_bytes(plan, its));
    spread({box.count, plan.array.chunk}, element_bytes(its), values, chunk);
    return plan.places->encode(chunk);
}

Result<std::vector<std::byte>> encoded_fill(const Input& input, const VariablePlan& plan) {
    std::vector<std::byte> chunk(chunk_bytes(plan, input.schema().variable(plan.variable)));
    const std::vector<std::byte> fill = plan.places->fill();
    for (std::size_t at = 0; at < chunk.size(); at += fill.size())
        std::ranges::copy(fill, chunk.begin() + static_cast<std::ptrdiff_t>(at));
    return plan.places->encode(chunk);
}

bool states_fill(const Input& input, const VariablePlan& plan) {
    const model::Variable& its = input.schema().variable(plan.variable);
    const std::span<const std::byte> stated = stated_fill(its);
    std::vector<std::byte> value(stated.begin(), stated.end());
    types::change_form(its.type, value, its.byte_order);
    return value == plan.places->fill();
}

Result<std::vector<std::byte>> encoded_strings(const Input& input, int variable) {
    constexpr std::size_t most = 1 << 20;
    std::vector<std::byte> bytes;
    StringStream stream(input, variable);
    append_number(bytes, static_cast<std::size_t>(stream.values_left()));
    while (stream.values_left() > 0) {
        const Result<std::string> next = stream.next();
        if (!next.ok()) return next.status();
        const std::string text = as_utf8(next.value());
        append_number(bytes, text.size());
        const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
        bytes.insert(bytes.end(), begin, begin + text.size());
        if (bytes.size() > most)
            return Status(Code::enotsupport,
                          "its strings are too long to be put into the references");
    }
    return bytes;
}

}  // namespace weft::tools
