// SPDX-License-Identifier: BSD-3-Clause
// The formats, and which of them keeps a dataset: by the flags and hints of a new one, by the first
// bytes of an existing one. A new format is added here.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "container/anatomy.hpp"
#include "container/container.hpp"
#include "parts/set_id.hpp"

namespace weft::formats {

/// The container of a new dataset, which has no definition yet. `id`: of the set, if it becomes one
/// (uniform).
std::unique_ptr<container::Container> container_of_new(const container::Context& context,
                                                       const parts::SetId& id);

/// Called on rank 0: opens the file at `context.path`. A single rank reads the definition;
/// otherwise appends to `told` the input of hear(). Code::enotbuilt for a format that Weft does not
/// read.
Status open(const container::Context& context, std::vector<std::byte>& told,
            std::unique_ptr<container::Container>& container);

/// Called on all ranks, if there are several.
Status hear(const container::Context& context, std::span<const std::byte> told,
            std::unique_ptr<container::Container>& container);

/// What the files of the dataset at a path look like. A file that cannot be read, or that is of no
/// format, counts as a classic one, whose findings then say so. Code::enotsupport for a format that
/// shows nothing of its files.
Result<std::unique_ptr<container::Anatomy>> anatomy_of(const std::string& path);

}  // namespace weft::formats
