// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/target_place.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>

#include "formats/files.hpp"
#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

Status not_regular(const std::string& path) {
    return {Code::efile, fmt::format("\"{}\" is not a regular file", path)};
}

/// Checks an existing file that is to be replaced.
Status check_distinct(const std::string& path, const std::string& source) {
    if (identity_of(path) == identity_of(source))
        return {Code::einval, "the source and the target are the same file"};
    const std::set<std::string> sources = identities_of(source);
    for (const std::string& identity : identities_of_belongings(path)) {
        if (sources.contains(identity))
            return {Code::einval, "the source and the target share a file of a set"};
    }
    if (const auto master = master_of_part(path))
        return {Code::eexist, fmt::format("it is a part of the set \"{}\"", *master)};
    return formats::check_replaceable(path);
}

Result<TargetPlace> place_here(const std::string& path, const std::string& source) {
    TargetPlace place{std::string(storage::strip_path_prefix(path)), {}};
    struct stat there {};
    if (::stat(place.path.c_str(), &there) != 0) return place;
    if (!S_ISREG(there.st_mode)) return not_regular(place.path);
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(place.path, error);
    if (!error) place.path = real.string();
    place.mode = there.st_mode & 0777;
    const Status distinct = check_distinct(place.path, source);
    if (!distinct.ok()) return distinct;
    return place;
}

}  // namespace

Result<TargetPlace> target_place(const std::string& path, const std::string& source) {
    if (!storage::is_elsewhere(path)) return place_here(path, source);
    const auto facts = storage::AnyStore().inspect(path);
    if (!facts.ok()) return facts.status();
    if (facts.value().exists && !facts.value().is_regular) return not_regular(path);
    const Status distinct = facts.value().exists ? check_distinct(path, source) : Status();
    if (!distinct.ok()) return distinct;
    return TargetPlace{path, {}};
}

Status put_in_place(const std::string& temporary, const std::string& path) {
    std::string left;
    Status replaced = formats::replace_file(temporary, path, left);
    if (!left.empty()) warn(path, left);
    return replaced;
}

std::string beside(const std::string& path, const std::string& name) {
    return path.substr(0, path.rfind('/') + 1) + name;
}

}  // namespace weft::tools
