// SPDX-License-Identifier: BSD-3-Clause
// What the layouts of Lustre's files say, read from the bytes that the client hands out in the
// extended attribute lustre.lov. Pure: no calls. Everything in them is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/striping.hpp"

namespace weft::storage::lustre {

/// What decides where the bytes of a part of a file are.
struct Component {
    std::int64_t begin = 0;  // of the file: [begin, end)
    std::int64_t end = 0;
    std::int64_t stripe_bytes = 0;  // 0: the file system's usual ones
    int stripes = 0;                // 0: the file system's usual number; `all`: of targets
    std::vector<std::uint32_t> targets = {};  // of the stripes, where they have been chosen
    std::string pool = {};                    // of targets; empty: any
    bool is_striped = true;                   // else it is with the metadata, or elsewhere
    bool is_overstriped = false;              // a target may have several stripes
    bool is_stale = false;                    // a mirror that waits to be brought up to date
    int mirror = 0;

    static constexpr int all = 65535;
    friend bool operator==(const Component&, const Component&) = default;
};

/// In order of the attribute. Components of different mirrors overlap; those that hold no data of
/// the program's are left out.
using Layout = std::vector<Component>;

/// Bytes of either order, as they come from the client or, in trusted.lov, from the disk. Code::
/// enotsupport: of a kind that is not known; Code::efile: they contradict themselves, or end early.
Result<Layout> read_layout(std::span<const std::byte> bytes);

/// The component that has the most of a file of so many bytes; of an empty one, the last one, which
/// will have the most of a large one. Null: no component is striped.
const Component* prevailing(const Layout& layout, std::int64_t file_bytes);

/// In the file system's words where the layout leaves something open: `target_count`, 0 where that
/// is not known, stands for all targets.
Striping striping_of(const Component& component, int target_count);

}  // namespace weft::storage::lustre
