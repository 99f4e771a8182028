// SPDX-License-Identifier: BSD-3-Clause
#include "tools/info/chunks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "formats/formats.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Storage;

std::string layout_text(const Storage& storage) {
    switch (storage.layout) {
        case Storage::Layout::contiguous:
            return "contiguous";
        case Storage::Layout::compact:
            return "compact";
        case Storage::Layout::chunked:
            break;
    }
    return fmt::format("{}", fmt::join(storage.chunk, " x "));
}

std::string name_of(const model::Filter& filter) {
    const std::string name = model::filter_name(filter.id);
    return name.empty() ? fmt::format("filter {}", filter.id) : name;
}

/// "shuffle, deflate 4"
std::string filters_text(const Storage& storage) {
    std::vector<std::string> texts;
    for (const model::Filter& filter : storage.filters) {
        texts.push_back(name_of(filter));
        // The parameters of other filters mean nothing to a reader.
        const bool has_level = texts.back() == "deflate" || texts.back() == "zstd";
        if (has_level && !filter.parameters.empty())
            texts.back() += fmt::format(" {}", static_cast<int>(filter.parameters.front()));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// The number of bytes of the values; 0 for types of no fixed length.
std::int64_t value_bytes(const ChunkedFile& file, int variable) {
    const model::Variable& its = file.input.schema().variable(variable);
    return its.has_values() ? file.input.values_of(variable) * types::size_of(its.type) : 0;
}

std::string ratio_text(std::int64_t bytes, std::int64_t stored) {
    return bytes == 0 || stored == 0
               ? ""
               : fmt::format("{:.2f}", static_cast<double>(bytes) / static_cast<double>(stored));
}

}  // namespace

Result<ChunkedFile> examine_chunks(const std::string& path, Input input) {
    Result<std::vector<std::int64_t>> stored = input.stored_bytes();
    if (!stored.ok()) return stored.status();
    const Result<container::Stored> whole = input.stored();
    if (!whole.ok()) return whole.status();
    const auto lost = input.lost_bytes();
    if (!lost.ok()) return lost.status();
    return ChunkedFile{.path = path,
                       .input = std::move(input),
                       .file_bytes = whole.value().file_bytes,
                       .lost_bytes = lost.value(),
                       .stored = std::move(stored).value()};
}

void print_chunks(Output& out, const ChunkedFile& file) {
    const model::Schema& schema = file.input.schema();
    out.print("{}: {}\n", presentable_name(file.path), formats::word_of(file.input.format()));
    out.print("  dimensions {}, variables {}, global attributes {}\n", schema.dimension_count(),
              schema.variable_count(), schema.global_attributes.size());
    std::int64_t in_all = 0;
    for (const std::int64_t bytes : file.stored) in_all += bytes;
    out.print("  file        {} bytes, {} of them values", file.file_bytes, in_all);
    if (file.lost_bytes) out.print(", {} that nothing names", *file.lost_bytes);
    out.print("\n");
    if (file.shown.empty()) return;
    std::vector<std::vector<std::string>> rows = {
        {"variable", "type", "shape", "chunks", "bytes", "stored", "ratio", "filters"}};
    for (const int id : file.shown) {
        const model::Variable& its = schema.variable(id);
        const std::int64_t bytes = value_bytes(file, id);
        const std::int64_t stored = file.stored[static_cast<std::size_t>(id)];
        const auto shape = schema.shape_of(its);
        rows.push_back({std::string(its.name), std::string(its.type_name()),
                        shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, " x ")),
                        layout_text(*its.storage), fmt::format("{}", bytes),
                        fmt::format("{}", stored), ratio_text(bytes, stored),
                        filters_text(*its.storage)});
    }
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    out.put("\n");
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_number = i >= 4 && i <= 6;
            line += is_number ? fmt::format("  {:>{}}", row[i], widths[i])
                              : fmt::format("  {:<{}}", row[i], widths[i]);
        }
        out.print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    }
}

nlohmann::ordered_json json_of_chunks(const ChunkedFile& file) {
    const model::Schema& schema = file.input.schema();
    nlohmann::ordered_json variables = nlohmann::ordered_json::array();
    for (const int id : file.shown) {
        const model::Variable& its = schema.variable(id);
        nlohmann::ordered_json filters = nlohmann::ordered_json::array();
        for (const model::Filter& filter : its.storage->filters)
            filters.push_back(
                {{"id", filter.id}, {"name", name_of(filter)}, {"parameters", filter.parameters}});
        variables.push_back({{"name", as_utf8(its.name)},
                             {"type", as_utf8(std::string(its.type_name()))},
                             {"shape", schema.shape_of(its)},
                             {"layout", its.storage->layout == Storage::Layout::chunked
                                            ? "chunked"
                                            : layout_text(*its.storage)},
                             {"chunk", its.storage->chunk},
                             {"filters", filters},
                             {"bytes", value_bytes(file, id)},
                             {"stored_bytes", file.stored[static_cast<std::size_t>(id)]}});
    }
    nlohmann::ordered_json text = {{"file", as_utf8(presentable_name(file.path))},
                                   {"format", formats::word_of(file.input.format())},
                                   {"file_bytes", file.file_bytes}};
    if (file.lost_bytes) text["lost_bytes"] = *file.lost_bytes;
    text["dimension_count"] = schema.dimension_count();
    text["variable_count"] = schema.variable_count();
    text["variables"] = variables;
    return text;
}

}  // namespace weft::tools
