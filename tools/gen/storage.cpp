// SPDX-License-Identifier: BSD-3-Clause
#include "tools/gen/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdl/words.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Filter;
using model::Storage;
namespace filter_id = model::filter_id;
using Layout = Storage::Layout;

std::string text_of(const model::Attribute& value) {
    if (value.type != types::External::character) return {};
    std::string text(reinterpret_cast<const char*>(value.values.data()), value.values.size());
    while (text.ends_with('\0')) text.pop_back();
    return text;
}

/// The values as whole numbers; empty for other values.
std::optional<std::vector<std::int64_t>> numbers_of(const model::Attribute& value) {
    std::vector<std::int64_t> numbers;
    for (std::size_t at = 0; at < value.values.size();) {
        if (value.type == types::External::int32) {
            std::int32_t number = 0;
            std::memcpy(&number, value.values.data() + at, sizeof number);
            at += sizeof number;
            numbers.push_back(number);
        } else if (value.type == types::External::int64) {
            std::int64_t number = 0;
            std::memcpy(&number, value.values.data() + at, sizeof number);
            at += sizeof number;
            numbers.push_back(number);
        } else {
            return std::nullopt;
        }
    }
    return numbers;
}

/// "true", or a number that is not 0.
bool is_true(const model::Attribute& value) {
    if (value.type == types::External::character) return cdl::is_word(text_of(value), "true");
    const auto numbers = numbers_of(value);
    return numbers && numbers->size() == 1 && numbers->front() != 0;
}

/// "32015,3|307,9"; nothing for other text.
std::optional<std::vector<Filter>> filters_in(std::string_view text) {
    std::vector<Filter> filters(1);
    bool has_id = false;
    while (!text.empty()) {
        std::uint32_t number = 0;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, number);
        if (error != std::errc()) return std::nullopt;
        if (has_id)
            filters.back().parameters.push_back(number);
        else
            filters.back().id = static_cast<int>(number);
        has_id = true;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) return filters;
        if (text.front() == '|') {
            filters.emplace_back();
            has_id = false;
        } else if (text.front() != ',') {
            return std::nullopt;
        }
        text.remove_prefix(1);
    }
    return std::nullopt;
}

/// Collects what the text says about one variable.
class Collector {
public:
    Collector(const model::Schema& schema, const model::Variable& variable)
        : schema_(schema), variable_(variable) {
        its_.has_fill = true;
    }

    Status take(const cdl::SpecialAttribute& special);
    Status finish();
    [[nodiscard]] const Storage& storage() const { return its_; }
    [[nodiscard]] std::endian byte_order() const { return byte_order_; }

private:
    using Value = model::Attribute;
    Status take_layout(const Value& value);
    Status take_chunk(const Value& value);
    Status take_filters(const Value& value);
    Status take_byte_order(const Value& value);
    Status add(Filter filter);
    [[nodiscard]] static Status wrong(std::string_view sentence) {
        return {Code::einval, std::string(sentence)};
    }

    const model::Schema& schema_;
    const model::Variable& variable_;
    Storage its_;
    std::endian byte_order_ = std::endian::little;
    std::string array_;  // where the text asks for an array
};

Status Collector::take(const cdl::SpecialAttribute& special) {
    const std::string& name = special.name;
    const Value& value = special.value;
    Status status;
    if (name == "_Storage") status = take_layout(value);
    if (name == "_ChunkSizes") status = take_chunk(value);
    if (name == "_Filter") status = take_filters(value);
    if (name == "_Endianness") status = take_byte_order(value);
    if (name == "_NoFill") its_.has_fill = !is_true(value);
    if (name == "_Shuffle" && is_true(value)) status = add({.id = filter_id::shuffle});
    if (name == "_Fletcher32" && is_true(value)) status = add({.id = filter_id::fletcher32});
    if (name == "_DeflateLevel") {
        const auto level = numbers_of(value);
        const bool is_level = level && level->size() == 1 && level->front() >= 0;
        status = add({.id = filter_id::deflate,
                      .parameters = {is_level ? static_cast<std::uint32_t>(level->front()) : 10}});
    }
    if (name == "_Storage" && its_.layout == Layout::contiguous) array_ = special.where;
    if (status.ok()) return status;
    return {status.code(), special.where + status.context()};
}

Status Collector::take_layout(const Value& value) {
    const std::string text = text_of(value);
    if (cdl::is_word(text, "contiguous")) {
        its_.layout = Layout::contiguous;
        return {};
    }
    if (!cdl::is_word(text, "chunked"))
        return wrong(
            fmt::format("the storage '{}' is not written, only contiguous and chunked", text));
    if (variable_.dimension_ids.empty()) return wrong("a single value has no chunks");
    its_.layout = Layout::chunked;
    return {};
}

Status Collector::take_chunk(const Value& value) {
    auto lengths = numbers_of(value);
    if (!lengths || lengths->empty()) return wrong("the lengths of a chunk are whole numbers");
    if (lengths->size() != variable_.dimension_ids.size())
        return {Code::ebadchunk,
                fmt::format("variable '{}' has {} dimensions, and its chunk {}", variable_.name,
                            variable_.dimension_ids.size(), lengths->size())};
    for (std::size_t i = 0; i < lengths->size(); ++i) {
        const model::Dimension& dimension = schema_.dimension(variable_.dimension_ids[i]);
        const std::int64_t length = (*lengths)[i];
        if (length < 1 || (!dimension.is_unlimited && length > dimension.length))
            return {Code::ebadchunk, fmt::format("a chunk cannot have the length {} along '{}'",
                                                 length, dimension.name)};
    }
    its_.chunk = std::move(*lengths);
    return {};
}

Status Collector::take_filters(const Value& value) {
    const auto filters = filters_in(text_of(value));
    if (!filters) return wrong("filters are numbers, as in \"32015,3\" or \"32015,3|307,9\"");
    for (const Filter& filter : *filters) {
        const Status added = add(filter);
        if (!added.ok()) return added;
    }
    return {};
}

Status Collector::take_byte_order(const Value& value) {
    const std::string text = text_of(value);
    if (cdl::is_word(text, "big"))
        byte_order_ = std::endian::big;
    else if (!cdl::is_word(text, "little") && !cdl::is_word(text, "native"))
        return wrong("values are little or big");
    return {};
}

/// Adds a filter in the order in which filters are applied: shuffle, compression, checksum.
Status Collector::add(Filter filter) {
    if (variable_.dimension_ids.empty()) return wrong("a single value has no filters");
    const bool has_level = filter.id == filter_id::deflate || filter.id == filter_id::zstd;
    if (!has_level && filter.id != filter_id::shuffle && filter.id != filter_id::fletcher32) {
        const std::string name = model::filter_name(filter.id);
        return {Code::enofilter, fmt::format("filter {}{} is not written, only shuffle, deflate, "
                                             "zstd and fletcher32",
                                             filter.id, name.empty() ? "" : " (" + name + ")")};
    }
    constexpr std::uint32_t highest_deflate = 9;
    if (has_level && filter.parameters.empty()) return wrong("the level of the filter is missing");
    if (filter.id == filter_id::deflate && filter.parameters.front() > highest_deflate)
        return wrong("deflate has the levels 0 to 9");
    std::erase_if(its_.filters, [&](const Filter& one) { return one.id == filter.id; });
    its_.filters.push_back(std::move(filter));
    std::ranges::stable_sort(its_.filters, {}, [](const Filter& one) {
        return one.id == filter_id::shuffle ? 0 : one.id == filter_id::fletcher32 ? 2 : 1;
    });
    return {};
}

Status Collector::finish() {
    const bool has_chunks = !its_.chunk.empty() || !its_.filters.empty();
    if (!array_.empty() && has_chunks)
        return {Code::einval, array_ + "a variable with chunks or filters is not contiguous"};
    if (!array_.empty() && schema_.has_unlimited_dimension(variable_))
        return {Code::einval,
                array_ + "a variable with an unlimited dimension is stored in chunks"};
    if (has_chunks) its_.layout = Layout::chunked;
    return {};
}

}  // namespace

Result<model::Schema> stored_schema_of(const cdl::Header& header) {
    model::Schema schema = header.schema;
    for (int id = 0; id < schema.variable_count(); ++id) {
        model::Variable& variable = schema.variable(id);
        Collector collector(schema, variable);
        Status status;
        for (const cdl::SpecialAttribute& one : header.special)
            if (one.variable == id) status.keep_first(collector.take(one));
        status.keep_first(collector.finish());
        if (!status.ok()) return status;
        variable.storage = std::make_shared<const Storage>(collector.storage());
        variable.byte_order = collector.byte_order();
    }
    return schema;
}

}  // namespace weft::tools
