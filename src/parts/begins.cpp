// SPDX-License-Identifier: BSD-3-Clause
#include "parts/begins.hpp"

#include <array>
#include <optional>

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::parts {
namespace {

/// The offsets at which the next variable of each kind is expected.
class Expected {
public:
    [[nodiscard]] std::optional<std::int64_t> of(const model::Schema& whole,
                                                 const model::Variable& variable) const {
        return ends_[whole.is_record_variable(variable)];
    }

    void go_on(const model::Schema& whole, const model::Variable& variable, std::int64_t begin) {
        std::optional<std::int64_t>& end = ends_[whole.is_record_variable(variable)];
        end.reset();
        const Result<std::int64_t> bytes = format::slab_bytes(whole, variable);
        if (!bytes.ok()) return;
        const auto padded = checked_round_up(bytes.value(), format::padding_unit);
        if (padded) end = checked_add(begin, *padded);
    }

private:
    std::array<std::optional<std::int64_t>, 2> ends_;
};

}  // namespace

std::vector<std::int64_t> unexpected_begins(const format::HeaderView& header) {
    const model::Schema& whole = header.schema;
    std::vector<std::int64_t> pairs;
    Expected expected;
    for (int id = 0; id < whole.variable_count(); ++id) {
        const model::Variable& variable = whole.variable(id);
        const std::int64_t begin = header.begin(id);
        if (expected.of(whole, variable) != begin) pairs.insert(pairs.end(), {id, begin});
        expected.go_on(whole, variable, begin);
    }
    return pairs;
}

Result<format::Begins> begins_by(format::Version version, const model::Schema& whole,
                                 const std::vector<std::int64_t>& unexpected) {
    const Status damaged(Code::enotnc, "the master has invalid offsets of variables");
    const std::int64_t limit = format::limits_of(version).begin;
    format::Begins begins;
    Expected expected;
    auto next = unexpected.begin();
    for (int id = 0; id < whole.variable_count(); ++id) {
        const model::Variable& variable = whole.variable(id);
        std::optional<std::int64_t> begin = expected.of(whole, variable);
        if (next != unexpected.end() && *next == id) {
            if (unexpected.end() - next < 2) return damaged;
            begin = next[1];
            next += 2;
        }
        if (!begin || *begin < 0 || *begin > limit) return damaged;
        begins.push_back(*begin);
        expected.go_on(whole, variable, *begin);
    }
    if (next != unexpected.end()) return damaged;
    return begins;
}

}  // namespace weft::parts
