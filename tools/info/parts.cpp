// SPDX-License-Identifier: BSD-3-Clause
#include "tools/info/parts.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "tools/shared/new_file.hpp"

namespace weft::tools {

void print_parts(Output& out, const container::DividedFiles& set) {
    int part = 0;
    for (const container::DividedFiles::File& file : set.files) {
        const std::optional<std::int64_t> bytes = bytes_of(file.path);
        out.print("  part {:<4}   {}, {}, {:.1f} % of the divided data\n", part++,
                  presentable_name(file.path),
                  bytes ? fmt::format("{} bytes", *bytes) : "cannot be read", 100 * file.share);
    }
}

nlohmann::ordered_json json_of_parts(const container::DividedFiles& set) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const container::DividedFiles::File& file : set.files) {
        list.push_back({{"file", as_utf8(presentable_name(file.path))},
                        {"bytes", nullptr},
                        {"share", file.share}});
        if (const auto bytes = bytes_of(file.path)) list.back()["bytes"] = *bytes;
    }
    return list;
}

}  // namespace weft::tools
