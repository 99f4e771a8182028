// SPDX-License-Identifier: BSD-3-Clause
#include "parts/begins.hpp"

#include <array>
#include <optional>

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::parts {
namespace {

/// Where the next variable of each kind is expected.
class Expected {
public:
    [[nodiscard]] std::optional<std::int64_t> of(const format::Schema& whole,
                                                 const format::Variable& variable) const {
        return ends_[whole.is_record_variable(variable)];
    }

    void go_on(const format::Schema& whole, const format::Variable& variable) {
        std::optional<std::int64_t>& end = ends_[whole.is_record_variable(variable)];
        end.reset();
        const Result<std::int64_t> bytes = format::slab_bytes(whole, variable);
        if (!bytes.ok()) return;
        const auto padded = checked_round_up(bytes.value(), format::padding_unit);
        if (padded) end = checked_add(variable.begin, *padded);
    }

private:
    std::array<std::optional<std::int64_t>, 2> ends_;
};

}  // namespace

std::vector<std::int64_t> unexpected_begins(const format::Schema& whole) {
    std::vector<std::int64_t> pairs;
    Expected expected;
    for (int id = 0; id < whole.variable_count(); ++id) {
        const format::Variable& variable = whole.variable(id);
        if (expected.of(whole, variable) != variable.begin)
            pairs.insert(pairs.end(), {id, variable.begin});
        expected.go_on(whole, variable);
    }
    return pairs;
}

Status set_begins(format::Schema& whole, const std::vector<std::int64_t>& unexpected) {
    const Status damaged(Code::enotnc, "the master's begins of variables make no sense");
    Expected expected;
    auto next = unexpected.begin();
    for (int id = 0; id < whole.variable_count(); ++id) {
        format::Variable& variable = whole.variable(id);
        std::optional<std::int64_t> begin = expected.of(whole, variable);
        if (next != unexpected.end() && *next == id) {
            if (unexpected.end() - next < 2) return damaged;
            begin = next[1];
            next += 2;
        }
        if (!begin || *begin < 0 || *begin > format::limits_of(whole.version).begin) return damaged;
        variable.begin = *begin;
        expected.go_on(whole, variable);
    }
    return next == unexpected.end() ? Status() : damaged;
}

}  // namespace weft::parts
