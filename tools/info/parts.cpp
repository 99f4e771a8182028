// SPDX-License-Identifier: BSD-3-Clause
#include "tools/info/parts.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/utf8.hpp"
#include "storage/any_store.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

struct PartFile {
    std::string path;
    double share = 0;                   // of each divided variable
    std::optional<std::int64_t> bytes;  // missing if it cannot be read
};

PartFile part_file(const parts::Set& set, const std::string& master, int part) {
    PartFile found;
    found.path = path_of_part(set, master, part);
    const auto& weights = set.table.weights;
    found.share = static_cast<double>(weights[static_cast<std::size_t>(set.table.range_of(part))]) /
                  std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto file = storage::AnyStore().open_file(found.path, {});
    if (!file.ok()) return found;
    const Result<std::int64_t> bytes = file.value()->size();
    if (bytes.ok()) found.bytes = bytes.value();
    return found;
}

}  // namespace

std::string divided_along(const parts::Set& set, int variable) {
    const parts::Division& division = set.table.variables[static_cast<std::size_t>(variable)];
    if (division.is_whole()) return "";
    const auto& ids = set.whole.schema.variable(variable).dimension_ids;
    return std::string(
        set.whole.schema.dimension(ids[static_cast<std::size_t>(division.position)]).name);
}

void print_parts(Output& out, const parts::Set& set, const std::string& master) {
    for (int part = 0; part < set.table.part_count(); ++part) {
        const PartFile file = part_file(set, master, part);
        out.print("  part {:<4}   {}, {}, {:.1f} % of the divided data\n", part, file.path,
                  file.bytes ? fmt::format("{} bytes", *file.bytes) : "cannot be read",
                  100 * file.share);
    }
}

nlohmann::ordered_json json_of_parts(const parts::Set& set, const std::string& master) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (int part = 0; part < set.table.part_count(); ++part) {
        const PartFile file = part_file(set, master, part);
        list.push_back({{"file", as_utf8(file.path)}, {"bytes", nullptr}, {"share", file.share}});
        if (file.bytes) list.back()["bytes"] = *file.bytes;
    }
    return list;
}

}  // namespace weft::tools
