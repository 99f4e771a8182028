// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/set_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "formats/formats.hpp"
#include "formats/set_aside.hpp"
#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"

namespace weft::tools {

std::string identity_of(const std::string& path) {
    if (storage::is_elsewhere(path)) {
        const auto facts = storage::AnyStore().inspect(path);
        return facts.ok() && facts.value().exists ? path : "";
    }
    struct stat there {};
    if (::stat(std::string(storage::strip_path_prefix(path)).c_str(), &there) != 0) return "";
    return fmt::format("{}:{}", there.st_dev, there.st_ino);
}

std::set<std::string> identities_of(const std::string& path) {
    std::set<std::string> identities{identity_of(path)};
    // Other files of standard input would not be found.
    const auto anatomy = path == "-" ? Status(Code::efile) : formats::anatomy_of(path);
    const auto others = anatomy.ok() ? anatomy.value()->others() : anatomy.status();
    if (others.ok() && others.value()) {
        for (const auto& other : others.value()->files) identities.insert(identity_of(other.path));
    }
    identities.erase("");
    return identities;
}

std::set<std::string> identities_of_belongings(const std::string& path) {
    storage::AnyStore store;
    std::set<std::string> identities{identity_of(path)};
    const auto others = formats::other_files(store, path);
    if (others.ok()) {
        for (const std::string& other : others.value()) identities.insert(identity_of(other));
    }
    identities.erase("");
    return identities;
}

std::optional<std::string> master_of_part(const std::string& path) {
    const auto anatomy = formats::anatomy_of(path);
    return anatomy.ok() ? anatomy.value()->first_of() : std::nullopt;
}

}  // namespace weft::tools
