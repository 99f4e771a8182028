// SPDX-License-Identifier: BSD-3-Clause
// The layouts of Lustre's files, read from the bytes of the extended attribute lustre.lov. Pure: no
// calls. All numbers are checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/striping.hpp"

namespace weft::storage::lustre {

/// The layout of a part of a file.
struct Component {
    std::int64_t begin = 0;  // of the file: [begin, end)
    std::int64_t end = 0;
    std::int64_t stripe_bytes = 0;            // 0: the default of the file system
    int stripes = 0;                          // 0: the default; `all`: one on each target
    std::vector<std::uint32_t> targets = {};  // of the stripes, if they are chosen
    std::string pool = {};                    // the pool of targets; empty: any
    bool is_striped = true;                   // false: the data are with the metadata, or elsewhere
    bool is_overstriped = false;              // a target may have several stripes
    bool is_stale = false;                    // a mirror that is out of date
    int mirror = 0;

    static constexpr int all = 65535;
    friend bool operator==(const Component&, const Component&) = default;
};

/// The components in the order of the attribute. Components of different mirrors overlap;
/// components without data of the program are left out.
using Layout = std::vector<Component>;

/// Reads bytes of either byte order, from the client or, in trusted.lov, from the disk.
/// Code::enotsupport: an unknown kind; Code::efile: the bytes contradict themselves, or end early.
Result<Layout> read_layout(std::span<const std::byte> bytes);

/// The component that has most of a file of this length; of an empty file the last one, which will
/// have most of a large file. Null: no component is striped.
const Component* prevailing(const Layout& layout, std::int64_t file_bytes);

/// The striping of a component. `target_count`: the number of all targets, or 0 if unknown.
Striping striping_of(const Component& component, int target_count);

}  // namespace weft::storage::lustre
