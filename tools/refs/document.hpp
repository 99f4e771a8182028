// SPDX-License-Identifier: BSD-3-Clause
// The document of a dataset: its definitions as metadata of Zarr, and where its chunks are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/dump/groups.hpp"
#include "tools/refs/text_sink.hpp"
#include "tools/refs/variable_plan.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

class ReferenceDocument {
public:
    /// `files`: what references call the files of the dataset. All arguments outlive it.
    ReferenceDocument(const Input& input, const std::vector<std::string>& files, TextSink& sink);

    /// Writes the whole document. Attributes that JSON cannot hold are left out, and `left_out`
    /// gets their names.
    Status write(std::span<const VariablePlan> plans, std::vector<std::string>& left_out);

private:
    void put_entry(std::string_view key, std::string_view value);
    void put_group(const FileGroup& group, std::vector<std::string>& left_out);
    void put_metadata(const VariablePlan& plan, std::vector<std::string>& left_out);
    [[nodiscard]] std::string dimension_names(const VariablePlan& plan) const;
    Status put_values(const VariablePlan& plan);
    Status put_strings(const VariablePlan& plan);
    Status put_chunks(const VariablePlan& plan);

    const Input& input_;
    FileGroups groups_;
    std::vector<std::string> files_;  // as string literals of JSON
    TextSink& sink_;
    bool has_entries_ = false;
};

}  // namespace weft::tools
