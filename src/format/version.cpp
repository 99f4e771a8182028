// SPDX-License-Identifier: BSD-3-Clause
#include "format/version.hpp"

#include <limits>

#include "types/types.hpp"

namespace weft::format {

Limits limits_of(Version version) {
    constexpr std::int64_t max32 = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
    constexpr int last_classic = static_cast<int>(types::External::float64);
    constexpr int last_of_all = static_cast<int>(types::External::uint64);
    switch (version) {
        case Version::cdf1:
            return {.dimension_length = max32,
                    .attribute_count = max32,
                    .record_count = max32,
                    .begin = max32,
                    .last_type = last_classic};
        case Version::cdf2:
            return {.dimension_length = max32,
                    .attribute_count = max32,
                    .record_count = max32,
                    .begin = max64,
                    .last_type = last_classic};
        case Version::cdf5:
            break;
    }
    return {.dimension_length = max64,
            .attribute_count = max64,
            .record_count = max64,
            .begin = max64,
            .last_type = last_of_all};
}

}  // namespace weft::format
