// SPDX-License-Identifier: BSD-3-Clause
// The result of `weft diff`, as text and as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "tools/diff/header.hpp"
#include "tools/diff/strings.hpp"
#include "tools/diff/values.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// A variable whose data were compared.
struct VariableReport {
    std::string name;
    std::string type_name;
    std::optional<types::External> value_type;  // the type for comparing; nothing: strings
    std::int64_t values = 0;                    // common to both files
    std::vector<std::int64_t> first;            // indices of the first difference
    std::array<std::string, 2> first_texts;     // of the values there
    Tally tally;
};

VariableReport variable_report(const model::Schema& first, const model::Schema& second,
                               const VariablePair& pair, const Tally& tally);
VariableReport variable_report(const model::Schema& first, const model::Schema& second,
                               const VariablePair& pair, const StringsTally& tally);

/// A variable of which some or all data were not compared.
struct NotCompared {
    std::string name;
    std::string reason;
    bool is_unread = false;  // both files have it, and Weft does not read such values
};

struct DiffReport {
    std::vector<Remark> remarks;
    std::vector<NotCompared> not_compared;
    std::vector<VariableReport> variables;
    bool header_only = false;

    [[nodiscard]] std::int64_t header_differences() const;
    [[nodiscard]] std::int64_t differing_variables() const;
    /// Whether something that both files have was not compared because Weft does not read it.
    [[nodiscard]] bool has_unread() const;
    [[nodiscard]] bool is_same() const {
        return header_differences() == 0 && differing_variables() == 0 && !has_unread();
    }
};

struct DiffForm {
    bool verbose = false;
    bool quiet = false;
    bool json = false;
};

void print_report(Output& out, const DiffReport& report, const DiffForm& form,
                  const std::array<std::string, 2>& paths);

}  // namespace weft::tools
