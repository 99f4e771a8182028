// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/staged.hpp"

#include <fmt/format.h>

#include <memory>

#include "stage/recovery.hpp"
#include "storage/choose_store.hpp"

namespace weft::tools {

std::string advice_about_stage(const std::string& path) {
    if (path == "-") return {};
    const std::unique_ptr<storage::Store> store = storage::choose_store({});
    const auto found = stage::find_stage(*store, path);
    if (!found.ok()) return found.status().context();
    if (!found.value()) return {};
    const stage::StageFound& stage = *found.value();
    if (stage.has(stage::LogCondition::live))
        return "a program is writing the file, and has staged a part of it";
    if (stage.has(stage::LogCondition::foreign))
        return "beside it is the manifest of a stage of another file, which had this name; \"weft "
               "drain --forget\" drops what was staged";
    std::string hosts = stage.hosts_with(stage::LogCondition::left);
    for (const auto other : {stage::LogCondition::elsewhere, stage::LogCondition::gone}) {
        const std::string more = stage.hosts_with(other);
        hosts += (hosts.empty() || more.empty() ? "" : ", ") + more;
    }
    if (hosts.empty() && stage.has(stage::LogCondition::copied))
        return "values of the file are still beside it; \"weft drain\" stores them";
    if (hosts.empty()) return {};
    return fmt::format(
        "a part of the file is still in a stage on {}; \"weft drain\" moves it into the file",
        hosts);
}

}  // namespace weft::tools
