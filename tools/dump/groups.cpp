// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/groups.hpp"

#include <map>

#include "model/names.hpp"

namespace weft::tools {
namespace {

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

/// The path without its last part; empty for one with a single part.
std::string_view group_around(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

int find_dimension(const model::Schema& schema, std::string_view name) {
    std::string room;
    const Result<std::string_view> key = model::sought_name(name, room);
    return key.ok() ? schema.find_dimension(key.value()) : -1;
}

/// The numbers of groups by their paths.
class Paths {
public:
    void add(const std::string& path, int number) { numbers_.emplace(path, number); }
    /// The number of the innermost group with this name in it. A name may itself have slashes.
    [[nodiscard]] int owner_of(std::string_view name) const {
        while (!name.empty()) {
            name = group_around(name);
            const auto found = numbers_.find(name);
            if (found != numbers_.end()) return found->second;
        }
        return 0;
    }

private:
    std::map<std::string, int, std::less<>> numbers_;
};

}  // namespace

std::string_view FileGroup::name() const {
    return last_part(path);
}

std::string_view FileGroup::short_name(std::string_view name) const {
    return is_root() ? name : name.substr(path.size() + 1);
}

FileGroups::FileGroups(const model::Schema& schema, const std::vector<std::string>& paths,
                       const std::vector<model::NamedType>& types)
    : all_(1) {
    Paths known;
    known.add("", 0);
    for (const std::string& path : paths) {
        const auto number = static_cast<int>(all_.size());
        FileGroup& around = all_[static_cast<std::size_t>(known.owner_of(path))];
        around.groups.push_back(number);
        const int depth = around.depth + 1;
        all_.push_back({.path = path, .depth = depth});
        known.add(path, number);
    }
    const auto owner = [&](std::string_view name) -> FileGroup& {
        return all_[static_cast<std::size_t>(known.owner_of(name))];
    };
    for (std::size_t i = 0; i < types.size(); ++i)
        owner(types[i].path).types.push_back(static_cast<int>(i));
    for (int id = 0; id < schema.dimension_count(); ++id)
        owner(schema.dimension(id).name).dimensions.push_back(id);
    for (int id = 0; id < schema.global_attributes.size(); ++id)
        owner(schema.global_attributes.at(id).name).attributes.push_back(id);
    for (int id = 0; id < schema.variable_count(); ++id) {
        of_variable_.push_back(known.owner_of(schema.variable(id).name));
        all_[static_cast<std::size_t>(of_variable_.back())].variables.push_back(id);
    }
}

int visible_dimension(const model::Schema& schema, std::string_view group, std::string_view name) {
    for (;; group = group_around(group)) {
        std::string path(group);
        if (!path.empty()) path += '/';
        const int id = find_dimension(schema, path.append(name));
        if (id >= 0 || group.empty()) return id;
    }
}

std::string dimension_name(const model::Schema& schema, const FileGroup& group, int dimension) {
    const std::string_view whole = schema.dimension(dimension).name;
    if (group.is_root()) return std::string(whole);
    const std::string_view name = last_part(whole);
    for (std::string_view from = group.path;; from = group_around(from)) {
        const bool is_meant = visible_dimension(schema, from, name) == dimension;
        if (is_meant && from == group.path) return std::string(name);
        if (is_meant && !from.empty()) return "/" + std::string(from) + "/" + std::string(name);
        if (from.empty()) return "/" + std::string(whole);
    }
}

}  // namespace weft::tools
