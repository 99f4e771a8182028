// SPDX-License-Identifier: BSD-3-Clause
// How the values of a new dataset are quantised.
#pragma once

#include <map>
#include <optional>

#include "types/quantize.hpp"

namespace weft::tools {

struct NewQuantization {
    /// Like the hint weft_quantize: for all floating variables except those that readers need
    /// exactly.
    std::optional<types::Quantization> usual;
    std::map<int, types::Quantization> variables;  // by their ids; what of these is asked for
};

}  // namespace weft::tools
