// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/walk.hpp"

namespace weft::tools {

Walk::Walk(const std::vector<Lane>& fixed, const std::vector<Lane>& in_record,
           std::int64_t record_count)
    : fixed_count_(fixed.size()), record_count_(record_count) {
    for (const Lane& lane : fixed) {
        lanes_.push_back({fixed_end_, lane});
        fixed_end_ += lane.bytes;
    }
    for (const Lane& lane : in_record) {
        lanes_.push_back({fixed_end_ + record_bytes_, lane});
        record_bytes_ += lane.bytes;
    }
}

}  // namespace weft::tools
