// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/part_of.hpp"

#include <utility>

namespace weft::tools {

Result<Input> part_of(Input whole, const Selection& selection) {
    Result<Selected> selected = select_part(whole, selection);
    if (!selected.ok()) return selected.status();
    if (!selected.value().has_whole_dimensions) whole.narrow(std::move(selected.value().of));
    return whole;
}

}  // namespace weft::tools
