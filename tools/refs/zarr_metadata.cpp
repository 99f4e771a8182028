// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/zarr_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "tools/refs/base64.hpp"
#include "tools/shared/number_text.hpp"
#include "types/byte_order.hpp"

namespace weft::tools {
namespace {

using types::External;

/// A number as JSON has it. A float has the digits of the double that equals it, so that nothing is
/// rounded again. `quote`: for what is not finite.
template <class T>
std::string json_number(T value, std::string_view quote) {
    if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) {
            const std::string_view name = std::isnan(value) ? "NaN"
                                          : value < 0       ? "-Infinity"
                                                            : "Infinity";
            return fmt::format("{}{}{}", quote, name, quote);
        }
        return nlohmann::json(static_cast<double>(value)).dump();
    } else {
        std::array<char, number_room> room;
        return {room.data(), write_number(room.data(), value, Digits())};
    }
}

std::string number_list(External type, std::int64_t count, std::span<const std::byte> values) {
    const auto size = static_cast<std::size_t>(types::size_of(type));
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        with_value_type(type, [&]<class T>(std::type_identity<T>) {
            numbers.push_back(json_number(load<T>(values.data() + i * size), ""));
        });
    return count == 1 ? numbers.front() : fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string string_list(const std::vector<std::string>& strings) {
    std::vector<std::string> texts;
    for (const std::string& one : strings) texts.push_back(json_string(one));
    return texts.size() == 1 ? texts.front() : fmt::format("[{}]", fmt::join(texts, ", "));
}

/// Programs in C write the zero behind a text, which is not meant.
std::string_view without_zeros(std::string_view text) {
    return text.substr(0, text.find_last_not_of('\0') + 1);
}

/// A parameter of a filter; `otherwise` if the file does not have it.
int parameter(const model::Filter& filter, std::size_t number, int otherwise) {
    return number < filter.parameters.size() ? static_cast<int>(filter.parameters[number])
                                             : otherwise;
}

std::string blosc(const model::Filter& filter) {
    constexpr std::array names = {"blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"};
    const auto name = static_cast<std::size_t>(parameter(filter, 6, 0));
    return fmt::format(
        R"({{"id": "blosc", "cname": "{}", "clevel": {}, "shuffle": {}, "blocksize": 0}})",
        name < names.size() ? names[name] : names.front(), parameter(filter, 4, 5),
        parameter(filter, 5, 1));
}

/// Empty: there is none.
std::string codec(const model::Filter& filter, std::int64_t element_bytes) {
    namespace id = model::filter_id;
    switch (filter.id) {
        case id::shuffle:
            return fmt::format(R"({{"id": "shuffle", "elementsize": {}}})",
                               parameter(filter, 0, static_cast<int>(element_bytes)));
        case id::deflate:
            return fmt::format(R"({{"id": "zlib", "level": {}}})", parameter(filter, 0, 1));
        case id::fletcher32:
            return R"({"id": "fletcher32"})";
        case id::bzip2:
            return fmt::format(R"({{"id": "bz2", "level": {}}})", parameter(filter, 0, 9));
        case id::zstd:
            return fmt::format(R"({{"id": "zstd", "level": {}}})", parameter(filter, 0, 3));
        case id::blosc:
            return blosc(filter);
        default:
            return {};
    }
}

}  // namespace

std::string json_string(std::string_view text) {
    return nlohmann::json(as_utf8(text)).dump();
}

std::string zarr_type(const model::Variable& variable) {
    const int size = types::size_of(variable.type);
    const char order = size == 1 ? '|' : variable.byte_order == std::endian::big ? '>' : '<';
    const auto kind = [&] {
        switch (variable.type) {
            case External::character:
                return 'S';
            case External::float32:
            case External::float64:
                return 'f';
            case External::uint8:
            case External::uint16:
            case External::uint32:
            case External::uint64:
                return 'u';
            default:
                return 'i';
        }
    };
    return fmt::format("{}{}{}", order, kind(), size);
}

std::span<const std::byte> stated_fill(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id < 0) return {};
    const model::Attribute& its = variable.attributes.at(id);
    const bool fits = its.has_values() && !its.is_string && its.type == variable.type &&
                      its.count == 1 && variable.has_values();
    return fits ? std::span<const std::byte>(its.values) : std::span<const std::byte>();
}

std::string zarr_fill_value(External type, std::span<const std::byte> value) {
    if (value.empty()) return "null";
    if (type == External::character) return '"' + base64(value) + '"';
    return with_value_type(type, [&]<class T>(std::type_identity<T>) {
        return json_number(load<T>(value.data()), "\"");
    });
}

std::string xarray_fill_value(External type, std::span<const std::byte> value) {
    const bool is_floating = type == External::float32 || type == External::float64;
    if (!is_floating) return zarr_fill_value(type, value);
    double number = type == External::float32 ? static_cast<double>(load<float>(value.data()))
                                              : load<double>(value.data());
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&number, 1));
    types::change_form(External::float64, bytes, std::endian::little);
    return '"' + base64(bytes) + '"';
}

Result<std::string> zarr_filters(const std::vector<model::Filter>& filters,
                                 const ChunkBytes& bytes) {
    if (filters.empty()) return std::string("null");
    std::vector<std::string> texts;
    std::int64_t so_far = bytes.of_chunk;  // 0: behind a filter whose result has any length
    for (const model::Filter& filter : filters) {
        const std::string name =
            fmt::format("filter {}, {}", filter.id, model::filter_name(filter.id));
        texts.push_back(codec(filter, bytes.of_element));
        if (texts.back().empty())
            return Status(Code::enofilter, "readers of Zarr have no codec for " + name);
        if (filter.id == model::filter_id::shuffle) {
            // That of HDF5 leaves the rest as it is.
            const int size = std::max(1, parameter(filter, 0, static_cast<int>(bytes.of_element)));
            if (so_far == 0 || so_far % size != 0)
                return Status(Code::enofilter,
                              fmt::format("readers of Zarr have no codec for {}, behind a filter "
                                          "that leaves no multiple of {} bytes",
                                          name, size));
        } else if (filter.id == model::filter_id::fletcher32 && so_far != 0) {
            so_far += 4;
        } else {
            so_far = 0;
        }
    }
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string ZarrArray::text() const {
    return fmt::format(
        R"({{"zarr_format": 2, "shape": [{}], "chunks": [{}], "dtype": "{}", "order": "C", )"
        R"("compressor": null, "filters": {}, "fill_value": {}}})",
        fmt::join(shape, ", "), fmt::join(chunk, ", "), type, filters, fill_value);
}

std::optional<std::string> zarr_attribute(const model::Attribute& attribute) {
    if (!attribute.has_values()) {
        const model::ForeignValues& its = *attribute.foreign;
        if (its.type.type_class != model::TypeClass::string) return std::nullopt;
        return string_list(its.strings);
    }
    if (attribute.type == External::character && attribute.foreign == nullptr)
        return json_string(without_zeros(
            {reinterpret_cast<const char*>(attribute.values.data()), attribute.values.size()}));
    return number_list(attribute.type, attribute.count, attribute.values);
}

void JsonMembers::add(std::string_view name, std::string_view value) {
    if (!members_.empty()) members_ += ", ";
    members_ += json_string(name);
    members_ += ": ";
    members_ += value;
}

}  // namespace weft::tools
