// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/set_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <string_view>

#include "parts/part.hpp"
#include "sets/read_part.hpp"
#include "sets/set_removal.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"
#include "storage/path_scheme.hpp"

namespace weft::tools {
namespace {

Result<format::Header> header_of(const std::string& path) {
    storage::AnyStore store;
    return sets::header_of(store, path);
}

/// "SET.0001" and "SET.e1.0001" without the suffix that the library adds to the master's name.
std::string without_number(const std::string& path) {
    constexpr std::string_view digits = "0123456789";
    const auto cut = [digits](std::string_view name, std::string_view before_digits) {
        const std::size_t kept = name.find_last_not_of(digits) + 1;
        const std::string_view front = name.substr(0, kept);
        const bool has_number = kept < name.size() && front.ends_with(before_digits);
        return has_number ? front.substr(0, front.size() - before_digits.size()) : name;
    };
    return std::string(cut(cut(path, "."), ".e"));
}

}  // namespace

Result<std::optional<parts::Set>> set_of_master(const std::string& path) {
    if (path == "-") return std::optional<parts::Set>();  // its parts would not be found
    const auto header = header_of(path);
    return header.ok() ? sets::set_in(header.value(), path) : std::optional<parts::Set>();
}

std::string path_of_part(const parts::Set& set, const std::string& master, int part) {
    return sets::path_of_part({set.whole.version, set.whole.schema, set.table},
                              storage::behind_links(master), part);
}

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
    const auto set = set_of_master(path);
    if (set.ok() && set.value()) {
        for (int part = 0; part < set.value()->table.part_count(); ++part)
            identities.insert(identity_of(path_of_part(*set.value(), path, part)));
    }
    identities.erase("");
    return identities;
}

std::set<std::string> identities_of_belongings(const std::string& path) {
    storage::AnyStore store;
    std::set<std::string> identities{identity_of(path)};
    const auto parts = sets::parts_of(store, path);
    if (parts.ok()) {
        for (const std::string& part : parts.value()) identities.insert(identity_of(part));
    }
    identities.erase("");
    return identities;
}

std::optional<std::string> master_of_part(const std::string& path) {
    const auto header = header_of(path);
    const auto id =
        header.ok() ? parts::set_of_part(header.value().schema) : std::optional<parts::SetId>();
    if (!id) return {};
    std::string master = without_number(path);
    const auto set = set_of_master(master);
    if (!set.ok() || !set.value() || set.value()->table.id != *id) return {};
    if (!identities_of(master).contains(identity_of(path))) return {};
    return master;
}

}  // namespace weft::tools
