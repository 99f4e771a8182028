// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/names.hpp"

#include <fnmatch.h>

#include "model/names.hpp"
#include "tools/shared/nearest.hpp"

namespace weft::tools {
namespace {

/// The pattern with brackets that stand for themselves: in a word they belong to slices.
std::string without_brackets(std::string_view pattern) {
    std::string escaped;
    for (const char c : pattern) {
        if (c == '[' || c == ']' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::vector<std::string> names_like(const model::Schema& schema, std::string_view pattern) {
    const std::string escaped = without_brackets(pattern);
    std::vector<std::string> names;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const std::string name(schema.variable(id).name);
        if (::fnmatch(escaped.c_str(), name.c_str(), 0) == 0) names.push_back(name);
    }
    return names;
}

/// The names that end with this one behind a slash, and the name itself; "/a/b" is but that one.
std::vector<std::string> names_in_groups(const model::Schema& schema, std::string_view item) {
    if (item.starts_with('/')) {
        item.remove_prefix(1);
        if (find_variable(schema, item) >= 0) return {std::string(item)};
        return {};
    }
    std::vector<std::string> names;
    if (find_variable(schema, item) >= 0) names.emplace_back(item);
    const std::string end = "/" + std::string(item);
    for (int id = 0; id < schema.variable_count(); ++id) {
        const std::string_view name = schema.variable(id).name;
        if (name.ends_with(end)) names.emplace_back(name);
    }
    return names;
}

}  // namespace

int find_variable(const model::Schema& schema, std::string_view name) {
    std::string room;
    const Result<std::string_view> key = model::sought_name(name, room);
    return key.ok() ? schema.find_variable(key.value()) : -1;
}

NamedItem take_apart(const model::Schema& schema, std::string_view item) {
    NamedItem taken{.names = names_in_groups(schema, item)};
    if (!taken.names.empty()) return taken;
    const std::size_t bracket = item.rfind('[');
    if (item.ends_with(']') && bracket != std::string_view::npos) {
        taken.slices = item.substr(bracket + 1, item.size() - bracket - 2);
        item = item.substr(0, bracket);
    }
    taken.names = names_in_groups(schema, item);
    if (taken.names.empty() && item.find_first_of("*?") != std::string_view::npos)
        taken.names = names_like(schema, item);
    if (taken.names.empty()) taken.names.emplace_back(item);
    return taken;
}

Status unknown_variable(const model::Schema& schema, const std::string& name) {
    const Status unknown = no_variable(schema, name);
    if (name.find('[') == std::string::npos || name.ends_with(']')) return unknown;
    return {unknown.code(), "'" + name +
                                "' lacks a bracket: slices are written as "
                                "in sst[0:3,:]"};
}

}  // namespace weft::tools
