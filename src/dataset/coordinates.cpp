// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <string>

#include "base/checked.hpp"

namespace weft::dataset {
namespace {

class BlockCheck {
public:
    BlockCheck(const BlockLimits& limits, const BlockArrays& arrays)
        : limits_(limits), shape_(limits.shape), arrays_(arrays) {}

    Status run() const {
        const std::size_t rank = shape_.size();
        if (rank == 0) return {};
        if (arrays_.start == nullptr) return {Code::einvalcoords, named("start is NULL")};
        for (std::size_t i = 0; i < rank; ++i) {
            const Status status = check_start(i);
            if (!status.ok()) return status;
        }
        if (arrays_.count == nullptr && !arrays_.counts_are_one)
            return {Code::eedge, named("count is NULL")};
        for (std::size_t i = 0; i < rank; ++i) {
            const Status status = check_end(i);
            if (!status.ok()) return status;
        }
        for (std::size_t i = 0; arrays_.stride != nullptr && i < rank; ++i) {
            if (arrays_.stride[i] > 0) continue;
            return {Code::estride, at(i, fmt::format("stride {}", arrays_.stride[i]))};
        }
        return {};
    }

private:
    [[nodiscard]] std::string named(std::string_view what) const {
        return fmt::format("variable '{}': {}", limits_.variable, what);
    }
    [[nodiscard]] std::string at(std::size_t dimension, const std::string& what) const {
        return fmt::format("variable '{}', dimension {} ('{}'): {}", limits_.variable, dimension,
                           limits_.schema->dimension(limits_.dimensions[dimension]).name, what);
    }
    [[nodiscard]] std::int64_t count_of(std::size_t i) const {
        return arrays_.counts_are_one || arrays_.count == nullptr ? 1 : arrays_.count[i];
    }
    [[nodiscard]] Status check_start(std::size_t i) const {
        const std::int64_t start = arrays_.start[i];
        const bool beyond_format = i == 0 && limits_.has_records && start > limits_.last_start;
        if (start < 0 || beyond_format)
            return {Code::einvalcoords, at(i, fmt::format("start {}", start))};
        if (limits_.grows(i)) return {};
        const std::int64_t length = shape_[i];
        const bool at_the_end = start == length && limits_.relaxed && count_of(i) == 0;
        if (start < length || at_the_end) return {};
        return {Code::einvalcoords,
                at(i, fmt::format("start {}, but the length is {}", start, length))};
    }

    [[nodiscard]] Status check_end(std::size_t i) const {
        const std::int64_t start = arrays_.start[i];
        const std::int64_t count = count_of(i);
        if (count < 0) return {Code::enegativecnt, at(i, fmt::format("count {}", count))};
        if (count == 0) return {};
        // An illegal stride is reported last, if the block would fit without it.
        const std::int64_t stride =
            arrays_.stride == nullptr ? 1 : std::max<std::int64_t>(1, arrays_.stride[i]);
        const std::int64_t length = limits_.grows(i) ? limits_.most_records : shape_[i];
        const auto span = checked_mul(count - 1, stride);
        const bool fits = count <= length && start < length && span && *span < length - start;
        if (fits) return {};
        return {Code::eedge,
                at(i, fmt::format("start {}, count {}, stride {} reach beyond length {}", start,
                                  count, stride, length))};
    }

    const BlockLimits& limits_;
    std::span<const std::int64_t> shape_;
    const BlockArrays& arrays_;
};

}  // namespace

std::int64_t BlockLimits::slab_elements() const {
    if (!has_records) return 0;
    return std::accumulate(shape.begin() + 1, shape.end(), std::int64_t{1}, std::multiplies<>());
}

Status check_block(const BlockLimits& limits, const BlockArrays& arrays) {
    return BlockCheck(limits, arrays).run();
}

}  // namespace weft::dataset
