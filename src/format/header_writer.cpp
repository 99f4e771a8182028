// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_writer.hpp"

#include <cstring>
#include <string_view>

#include "base/big_endian.hpp"
#include "base/checked.hpp"
#include "format/header_words.hpp"
#include "format/sizes.hpp"
#include "types/byte_order.hpp"

namespace weft::format {
namespace {

std::int64_t padded(std::size_t bytes) {
    return round_up(static_cast<std::int64_t>(bytes), padding_unit);
}

/// Writes into zeroed bytes; the caller has counted how many are needed.
class Writer {
public:
    Writer(Version version, std::byte* begin) : version_(version), at_(begin) {}

    void header(const HeaderView& header);
    void count(std::int64_t value) { integer(value, count_bytes(version_)); }

private:
    template <class Integer>
    void big_endian(Integer value) {
        to_big_endian(value, at_);
        at_ += sizeof value;
    }
    void integer(std::int64_t value, std::int64_t bytes) {
        const auto unsigned_value = static_cast<std::uint64_t>(value);
        if (bytes == 8)
            big_endian(unsigned_value);
        else
            word(static_cast<std::uint32_t>(unsigned_value));
    }
    void word(std::uint32_t value) { big_endian(value); }
    void raw(const void* bytes, std::size_t size) {
        if (size > 0) std::memcpy(at_, bytes, size);
        at_ += padded(size);
    }
    void name(std::string_view text) {
        count(static_cast<std::int64_t>(text.size()));
        raw(text.data(), text.size());
    }
    void list_head(std::uint32_t tag, std::int64_t items) {
        word(items == 0 ? absent_tag : tag);
        count(items);
    }
    void dimension(const model::Dimension& dimension);
    void attributes(const model::AttributeList& list);
    void variable(const HeaderView& header, int id);

    Version version_;
    std::byte* at_;  // where the next field goes
};

void Writer::dimension(const model::Dimension& dimension) {
    name(dimension.name);
    count(dimension.length);
}

void Writer::attributes(const model::AttributeList& list) {
    list_head(attribute_tag, list.size());
    for (const model::Attribute& attribute : list) {
        name(attribute.name);
        word(static_cast<std::uint32_t>(attribute.type));
        count(attribute.count);
        std::byte* const values = at_;
        raw(attribute.values.data(), attribute.values.size());
        types::change_form(attribute.type, {values, attribute.values.size()});
    }
}

void Writer::variable(const HeaderView& header, int id) {
    const model::Variable& variable = header.schema.variable(id);
    name(variable.name);
    count(static_cast<std::int64_t>(variable.dimension_ids.size()));
    for (const int dimension : variable.dimension_ids) count(dimension);
    attributes(variable.attributes);
    word(static_cast<std::uint32_t>(variable.type));
    count(vsize_of(version_, slab_bytes(header.schema, variable).value()));
    integer(header.begin(id), begin_bytes(version_));
}

void Writer::header(const HeaderView& header) {
    const model::Schema& schema = header.schema;
    constexpr std::uint32_t magic = 'C' << 24 | 'D' << 16 | 'F' << 8;
    word(magic | static_cast<std::uint32_t>(version_));
    count(schema.record_count);
    list_head(dimension_tag, schema.dimension_count());
    for (int id = 0; id < schema.dimension_count(); ++id) dimension(schema.dimension(id));
    attributes(schema.global_attributes);
    list_head(variable_tag, schema.variable_count());
    for (int id = 0; id < schema.variable_count(); ++id) variable(header, id);
}

std::int64_t name_bytes(Version version, std::string_view name) {
    return count_bytes(version) + padded(name.size());
}

std::int64_t attribute_list_bytes(Version version, const model::AttributeList& list) {
    std::int64_t bytes = empty_list(version);
    for (const model::Attribute& attribute : list)
        bytes += name_bytes(version, attribute.name) + word_bytes + count_bytes(version) +
                 padded(attribute.values.size());
    return bytes;
}

}  // namespace

std::int64_t header_bytes(Version version, const model::Schema& schema) {
    const std::int64_t count = count_bytes(version);
    std::int64_t bytes = magic_bytes + count + 2 * empty_list(version);
    bytes += attribute_list_bytes(version, schema.global_attributes);
    for (int id = 0; id < schema.dimension_count(); ++id)
        bytes += name_bytes(version, schema.dimension(id).name) + count;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const auto rank = static_cast<std::int64_t>(variable.dimension_ids.size());
        bytes += name_bytes(version, variable.name) + (1 + rank) * count +
                 attribute_list_bytes(version, variable.attributes) + word_bytes + count +
                 begin_bytes(version);
    }
    return bytes;
}

PooledBytes write_header(const HeaderView& header) {
    PooledBytes bytes(static_cast<std::size_t>(header_bytes(header.version, header.schema)));
    Writer(header.version, bytes.data()).header(header);
    return bytes;
}

std::vector<std::byte> encode_record_count(Version version, std::int64_t record_count) {
    std::vector<std::byte> field(static_cast<std::size_t>(count_bytes(version)));
    Writer(version, field.data()).count(record_count);
    return field;
}

}  // namespace weft::format
