// SPDX-License-Identifier: BSD-3-Clause
// The formats beside the classic one. A new format is a room with a container, and a row here.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "container/anatomy.hpp"
#include "container/container.hpp"

namespace weft::formats {

struct Format {
    /// Whether a file that begins with these bytes, 8 if it has as many, is of the format.
    bool (*recognises)(std::span<const std::byte> first_bytes);
    /// Whether a new dataset is to be of the format.
    bool (*is_asked_for)(const container::Context& context);
    std::unique_ptr<container::Container> (*container)(const container::Context& context);
    /// Null if the format shows nothing of its files.
    std::unique_ptr<container::Anatomy> (*anatomy)(const std::string& path) = nullptr;
};

/// The table that is linked into the program: tests have one of their own.
extern const std::span<const Format> other_formats;

}  // namespace weft::formats
