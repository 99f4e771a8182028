// SPDX-License-Identifier: BSD-3-Clause
// The words of --quantize: "bitround:12" for all variables that may be rounded, "granular:3,sst"
// for some alone.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/shared/new_quantization.hpp"
#include "types/quantize.hpp"

namespace weft::tools {

struct QuantizeWishes {
    std::optional<types::Quantization> usual;
    std::map<std::string, types::Quantization> variables;

    [[nodiscard]] bool empty() const { return !usual && variables.empty(); }
    /// Adds those of an option. Code::einval for other words.
    Status add(const std::string& text);
    /// Code::enotvar for a name that is unknown.
    [[nodiscard]] Result<NewQuantization> of(const model::Schema& schema) const;
};

}  // namespace weft::tools
