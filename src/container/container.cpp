// SPDX-License-Identifier: BSD-3-Clause
#include "container/container.hpp"

#include "base/checked.hpp"

namespace weft::container {

std::int64_t Container::record_bytes() const {
    const model::Schema& schema = definition().schema;
    std::int64_t sum = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (!schema.is_record_variable(schema.variable(id))) continue;
        const Result<std::int64_t> bytes = model::slab_value_bytes(schema, schema.variable(id));
        const auto more = bytes.ok() ? checked_add(sum, bytes.value()) : std::nullopt;
        if (!more) return 0;
        sum = *more;
    }
    return sum;
}

Result<std::vector<std::string>> Container::read_strings(int /*variable*/, const Block& /*block*/) {
    return Status(Code::enotsupport, "the format has no strings");
}

model::Storage Container::storage_of(int variable) const {
    const auto& its = definition().schema.variable(variable).storage;
    return its == nullptr ? model::Storage() : *its;
}

Result<Regions> Container::regions() const {
    return Status(Code::enotsupport, "the format keeps no variable in one place");
}

Result<std::unique_ptr<References>> Container::references(int /*variable*/,
                                                          std::int64_t /*array_chunk_bytes*/) {
    return Status(Code::enotsupport, "the format does not tell where its values are");
}

Result<std::vector<std::int64_t>> Container::stored_bytes() const {
    return Status(Code::enotsupport, "the format keeps each variable in one place");
}

Status Container::read_records(std::int64_t /*offset*/, std::span<std::byte> /*bytes*/) const {
    return {Code::enotsupport, "the format does not keep records side by side"};
}

Status Container::write_records(std::int64_t /*offset*/, std::span<const std::byte> /*bytes*/) {
    return {Code::enotsupport, "the format does not keep records side by side"};
}

}  // namespace weft::container
