// SPDX-License-Identifier: BSD-3-Clause
// Which formats there are, and which of them keeps a dataset: by the flags and hints of a new one,
// by the first bytes of one that exists. Here a new format is added.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "parts/set_id.hpp"

namespace weft::formats {

/// The container of a new dataset, which has no definition yet. `id`: of the set that it may become
/// (uniform).
std::unique_ptr<container::Container> container_of_new(const container::Context& context,
                                                       const parts::SetId& id);

/// Rank 0: opens the file at `context.path`. Alone, it reads the definition; else `told` has,
/// behind what is in it already, what hear() takes. Code::enotbuilt for a format that Weft does not
/// read.
Status open(const container::Context& context, std::vector<std::byte>& told,
            std::unique_ptr<container::Container>& container);

/// All ranks, where there are several.
Status hear(const container::Context& context, std::span<const std::byte> told,
            std::unique_ptr<container::Container>& container);

}  // namespace weft::formats
