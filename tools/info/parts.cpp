// SPDX-License-Identifier: BSD-3-Clause
#include "tools/info/parts.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/utf8.hpp"
#include "storage/any_store.hpp"

namespace weft::tools {
namespace {

/// Nothing if the file cannot be read.
std::optional<std::int64_t> bytes_in(const std::string& path) {
    const auto file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return std::nullopt;
    const Result<std::int64_t> bytes = file.value()->size();
    return bytes.ok() ? std::optional(bytes.value()) : std::nullopt;
}

}  // namespace

void print_parts(Output& out, const container::DividedFiles& set) {
    int part = 0;
    for (const container::DividedFiles::File& file : set.files) {
        const std::optional<std::int64_t> bytes = bytes_in(file.path);
        out.print("  part {:<4}   {}, {}, {:.1f} % of the divided data\n", part++, file.path,
                  bytes ? fmt::format("{} bytes", *bytes) : "cannot be read", 100 * file.share);
    }
}

nlohmann::ordered_json json_of_parts(const container::DividedFiles& set) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const container::DividedFiles::File& file : set.files) {
        list.push_back({{"file", as_utf8(file.path)}, {"bytes", nullptr}, {"share", file.share}});
        if (const auto bytes = bytes_in(file.path)) list.back()["bytes"] = *bytes;
    }
    return list;
}

}  // namespace weft::tools
