// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/special_attributes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Filter;
using model::Storage;

// The numbers of filters that have names of their own here.
constexpr int deflate = 1;
constexpr int shuffle = 2;
constexpr int fletcher32 = 3;
constexpr int szip = 4;

// netCDF tells so many parameters of szip, and of the first one the bits for the coding.
constexpr std::size_t szip_parameters = 2;
constexpr std::uint32_t szip_codings = 4 | 32;

std::string_view layout_name(Storage::Layout layout) {
    switch (layout) {
        case Storage::Layout::chunked:
            return "chunked";
        case Storage::Layout::compact:
            return "compact";
        default:
            return "contiguous";
    }
}

/// The last one of this number counts.
const Filter* find_filter(const Storage& storage, int id) {
    const auto found = std::find_if(storage.filters.rbegin(), storage.filters.rend(),
                                    [id](const Filter& filter) { return filter.id == id; });
    return found == storage.filters.rend() ? nullptr : &*found;
}

/// "32015,3|307,9"
std::string other_filters(const Storage& storage) {
    std::vector<std::string> words;
    for (const Filter& filter : storage.filters) {
        if (filter.id == deflate || filter.id == shuffle || filter.id == fletcher32) continue;
        std::vector<std::uint32_t> numbers = filter.parameters;
        if (filter.id == szip && numbers.size() >= szip_parameters) {
            numbers.resize(szip_parameters);
            numbers.front() &= szip_codings;
        }
        numbers.insert(numbers.begin(), static_cast<std::uint32_t>(filter.id));
        words.push_back(fmt::format("{}", fmt::join(numbers, ",")));
    }
    return fmt::format("{}", fmt::join(words, "|"));
}

void print_text(Output& out, std::string_view before, std::string_view name,
                std::string_view text) {
    out.print("{}{} = \"{}\" ;\n", before, name, text);
}

void print_filters(Output& out, const Storage& storage, std::string_view before) {
    if (find_filter(storage, fletcher32) != nullptr) print_text(out, before, "_Fletcher32", "true");
    if (find_filter(storage, shuffle) != nullptr) print_text(out, before, "_Shuffle", "true");
    const Filter* const its_deflate = find_filter(storage, deflate);
    if (its_deflate != nullptr && !its_deflate->parameters.empty())
        out.print("{}_DeflateLevel = {} ;\n", before, its_deflate->parameters.front());
    const std::string others = other_filters(storage);
    if (!others.empty()) print_text(out, before, "_Filter", others);
}

bool has_byte_order(const model::Variable& variable) {
    return variable.foreign == nullptr && types::size_of(variable.type) > 1;
}

}  // namespace

void print_storage(Output& out, const model::Variable& variable, std::string_view before) {
    if (variable.storage == nullptr) return;
    const Storage& storage = *variable.storage;
    print_text(out, before, "_Storage", layout_name(storage.layout));
    if (storage.layout == Storage::Layout::chunked)
        out.print("{}_ChunkSizes = {} ;\n", before, fmt::join(storage.chunk, ", "));
    print_filters(out, storage, before);
    if (has_byte_order(variable))
        print_text(out, before, "_Endianness",
                   variable.byte_order == std::endian::little ? "little" : "big");
    if (!storage.has_fill) print_text(out, before, "_NoFill", "true");
}

void print_origin(Output& out, const std::optional<model::Origin>& origin, std::string_view kind,
                  std::string_view before) {
    if (origin) {
        if (!origin->properties.empty())
            print_text(out, before, "_NCProperties", origin->properties);
        out.print("{}_SuperblockVersion = {} ;\n", before, origin->superblock_version);
        out.print("{}_IsNetcdf4 = {} ;\n", before, origin->is_netcdf4 ? 1 : 0);
    }
    print_text(out, before, "_Format", kind);
}

}  // namespace weft::tools
