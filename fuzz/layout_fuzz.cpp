// SPDX-License-Identifier: BSD-3-Clause
// Fuzz target of the layouts of Lustre's files: any bytes. What is taken is about extents that have
// an end behind their begin, and says of a file of any length how it is striped, or that it is not
// known.
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

#include "storage/lustre_layout.hpp"

namespace {

using namespace weft;

void require(bool holds) {
    if (!holds) std::abort();
}

void require_sense(const storage::lustre::Component& component) {
    require(component.begin < component.end);
    require(component.targets.empty() || std::ssize(component.targets) == component.stripes);
    for (const int targets : {0, 1, 1000}) {
        const storage::Striping striping = storage::lustre::striping_of(component, targets);
        require(striping.is_known() == (striping.targets > 0));
        require(striping.targets <= striping.stripes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto layout = storage::lustre::read_layout(std::as_bytes(std::span(data, size)));
    if (!layout.ok()) {
        require(layout.code() == Code::efile || layout.code() == Code::enotsupport);
        require(!layout.status().context().empty());
        return 0;
    }
    for (const storage::lustre::Component& component : layout.value()) require_sense(component);
    constexpr std::int64_t mebibyte = 1 << 20;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t bytes : {std::int64_t{0}, mebibyte, 1000 * mebibyte, most}) {
        const auto* const found = storage::lustre::prevailing(layout.value(), bytes);
        require(found == nullptr || (found->is_striped && !found->is_stale));
    }
    return 0;
}
