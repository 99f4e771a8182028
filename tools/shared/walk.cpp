// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/walk.hpp"

namespace weft::tools {

Walk::Walk(const std::vector<WalkSlab>& fixed, const std::vector<WalkSlab>& in_record,
           std::int64_t record_count)
    : fixed_count_(fixed.size()), record_count_(record_count) {
    for (const WalkSlab& slab : fixed) {
        slabs_.push_back({fixed_end_, slab});
        fixed_end_ += slab.bytes;
    }
    for (const WalkSlab& slab : in_record) {
        slabs_.push_back({fixed_end_ + record_bytes_, slab});
        record_bytes_ += slab.bytes;
    }
}

}  // namespace weft::tools
