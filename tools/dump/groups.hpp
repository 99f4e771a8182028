// SPDX-License-Identifier: BSD-3-Clause
// The groups of a file as a tree. In the model the name of what is in a group begins with the
// group's path; here each group has what is its own, under its short name. A file without groups,
// or of a format that has none, is one group.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.hpp"

namespace weft::tools {

/// The content of a group: numbers of the schema, and of its lists of types and groups.
struct FileGroup {
    std::string path = {};  // "a/b"; the outermost one has none
    int depth = 0;
    std::vector<int> types = {};
    std::vector<int> dimensions = {};
    std::vector<int> attributes = {};  // among the global ones
    std::vector<int> variables = {};
    std::vector<int> groups = {};

    [[nodiscard]] bool is_root() const { return path.empty(); }
    /// The names of the group itself, and of its members, without their paths.
    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::string_view short_name(std::string_view name) const;
};

class FileGroups {
public:
    /// `paths`: a group before those in it.
    FileGroups(const model::Schema& schema, const std::vector<std::string>& paths,
               const std::vector<model::NamedType>& types);

    [[nodiscard]] const FileGroup& root() const { return all_.front(); }
    [[nodiscard]] const FileGroup& at(int number) const {
        return all_[static_cast<std::size_t>(number)];
    }
    /// The group that the variable belongs to.
    [[nodiscard]] const FileGroup& of_variable(int id) const {
        return at(of_variable_[static_cast<std::size_t>(id)]);
    }

private:
    std::vector<FileGroup> all_;
    std::vector<int> of_variable_;
};

/// The dimension that a short name means in a group: its own, or that of the nearest group around
/// it; or -1.
int visible_dimension(const model::Schema& schema, std::string_view group, std::string_view name);

/// The name of a dimension in a group, as ncdump prints it: its short name, or, if that means
/// another dimension there, a path that means this one.
std::string dimension_name(const model::Schema& schema, const FileGroup& group, int dimension);

}  // namespace weft::tools
