// SPDX-License-Identifier: BSD-3-Clause
#include "sets/set_removal.hpp"

#include <fmt/format.h>

#include <map>
#include <span>
#include <string_view>

#include "parts/names.hpp"
#include "parts/part.hpp"
#include "parts/paths.hpp"
#include "sets/read_part.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"
#include "storage/path_prefix.hpp"

namespace weft::sets {
namespace {

/// Whether a file could not be read; false for a file that is invalid.
bool could_not_read(const Status& status) {
    return status.code() == Code::eread || status.code() == Code::enomem;
}

/// The mark of a part that is begun. It is shorter than the beginning of any netCDF-4 file.
constexpr std::string_view begun = "a part of a set, not complete\n";

bool is_begun(storage::Store& store, const std::string& path) {
    const auto file = store.open_file(path, {});
    if (!file.ok()) return false;
    std::string there(begun.size(), '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(there)));
    return got.ok() && there == begun;
}

/// Whether the file may be a master. This is cheaper than reading the header of a file that is no
/// master, as most are. The part table is among the global attributes, which stand behind the
/// dimensions: thousands of dimensions fit in front of it. A file that may not be read has no known
/// parts.
Result<bool> may_be_master(storage::Store& store, const std::string& path) {
    constexpr std::size_t searched_bytes = 256 << 10;
    const auto file = store.open_file(path, {});
    if (file.code() == Code::enoent || file.code() == Code::eaccess) return false;
    if (!file.ok()) return file.status();
    std::string text(searched_bytes, '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got.ok()) return got.status();
    return text.find(parts::names::set) != std::string::npos;
}

/// Finds the files that belong to a master.
class Belongings {
public:
    Belongings(storage::Store& store, const parts::Set& set, const std::string& master)
        : store_(store), set_(set), place_(place_of_master(master)), rule_(set.table, place_) {}

    Result<std::vector<std::string>> find() {
        std::vector<std::string> found;
        for (int part = 0; part < set_.table.part_count(); ++part) {
            if (!rule_.is_namesake(part)) continue;
            const WholeSet set{set_.whole.version, set_.whole.schema, set_.table};
            const Result<bool> is_its = belongs(path_of_part(set, place_.path, part), part);
            if (!is_its.ok()) return of_part(set, place_.path, part, is_its.status());
            if (is_its.value()) found.push_back(path_of_part(set, place_.path, part));
        }
        return found;
    }

private:
    Result<bool> belongs(const std::string& path, int part) {
        const auto file = store_.open_file(path, {});
        if (file.code() == Code::enoent) return false;
        if (!file.ok()) return file.status();
        const Result<model::Schema> its = schema_of_part(*file.value(), path);
        if (could_not_read(its.status())) return its.status();
        if (!its.ok() || !parts::check_identity(its.value(), set_.table, part).ok()) return false;
        const Result<bool> is_own = is_own_folder(std::string(rule_.folder_of_part(part)));
        if (!is_own.ok() || is_own.value()) return is_own;
        return parts::masters_place(its.value()) == storage::place_of_file(place_.path);
    }

    /// Whether the folder is beneath the master's, so that no other master can find the same files
    /// by the same names.
    Result<bool> is_own_folder(const std::string& folder) {
        if (folder.starts_with('/')) return false;
        const auto known = own_folders_.find(folder);
        if (known != own_folders_.end()) return known->second;
        bool is_own = true;
        for (std::size_t end = folder.find('/'); end != std::string::npos && is_own;
             end = folder.find('/', end + 1)) {
            const auto facts =
                store_.inspect(parts::path_of_part(place_.path, folder.substr(0, end)));
            if (!facts.ok()) return facts.status();
            is_own = !facts.value().is_symlink;
        }
        return own_folders_[folder] = is_own;
    }

    storage::Store& store_;
    const parts::Set& set_;
    const parts::MasterPlace place_;
    const parts::NameRule rule_;
    std::map<std::string, bool> own_folders_;
};

}  // namespace

Result<format::Header> header_of(storage::Store& store, const std::string& path) {
    const auto file = store.open_file(path, {});
    return file.ok() ? header_in(*file.value()) : file.status();
}

Result<model::Schema> schema_of_part(storage::Store& store, const std::string& path) {
    const auto file = store.open_file(path, {});
    return file.ok() ? schema_of_part(*file.value(), path) : file.status();
}

Status write_begun(storage::File& file) {
    return file.write_at(0, std::as_bytes(std::span(begun)));
}

Status clear_place_of_part(storage::Store& store, const std::string& path) {
    const Result<storage::PathFacts> facts = store.inspect(path);
    if (!facts.ok()) return facts.status();
    if (!facts.value().exists && !facts.value().is_symlink) return {};
    const bool is_empty =
        facts.value().is_regular && (facts.value().bytes == 0 || is_begun(store, path));
    const bool may_be_part = facts.value().is_regular && !is_empty;
    const auto its =
        may_be_part ? schema_of_part(store, path) : Result<model::Schema>(Status(Code::enotnc, ""));
    if (its.code() == Code::efile || could_not_read(its.status())) return its.status();
    if (!is_empty && (!its.ok() || !parts::set_of_part(its.value())))
        return {Code::eexist, fmt::format("'{}' exists already, and is not part of a set", path)};
    return store.remove(path);
}

Result<std::vector<std::string>> parts_of(storage::Store& store, const std::string& path) {
    using Paths = std::vector<std::string>;
    const Result<bool> is_possible = may_be_master(store, path);
    if (!is_possible.ok()) return is_possible.status();
    if (!is_possible.value()) return Paths();
    const Result<format::Header> header = header_of(store, path);
    if (header.code() == Code::efile || could_not_read(header.status())) return header.status();
    if (!header.ok()) return Paths();
    const auto set = set_in(header.value(), path);
    if (!set.ok() || !set.value()) return Paths();
    return Belongings(store, *set.value(), storage::behind_links(path)).find();
}

}  // namespace weft::sets
