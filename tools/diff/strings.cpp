// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/strings.hpp"

#include <utility>

#include "tools/diff/data.hpp"
#include "tools/shared/string_stream.hpp"

namespace weft::tools {

Result<StringsTally> compare_strings(const Input& first, const Input& second,
                                     const VariablePair& pair) {
    StringsTally tally;
    StringStream of_first(first, pair.first);
    StringStream of_second(second, pair.second);
    const std::int64_t count = common_values(first.schema(), second.schema(), pair);
    for (std::int64_t i = 0; i < count; ++i) {
        Result<std::string> one = of_first.next();
        Result<std::string> other = of_second.next();
        if (!one.ok()) return one.status();
        if (!other.ok()) return other.status();
        if (one.value() == other.value()) continue;
        if (tally.differing++ > 0) continue;
        tally.first = i;
        tally.first_strings = {std::move(one).value(), std::move(other).value()};
    }
    return tally;
}

}  // namespace weft::tools
