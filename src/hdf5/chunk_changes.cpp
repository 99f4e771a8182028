// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_changes.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace weft::hdf5 {
namespace {

/// So many bytes are compared at a time, because most of a chunk is unchanged.
constexpr std::size_t at_once = 256;

struct Run {
    std::int64_t offset = 0;
    std::int64_t length = 0;
};

bool fits(const Run& run, std::int64_t data_bytes, std::int64_t chunk_bytes) {
    return run.offset >= 0 && run.length >= 0 && run.length <= data_bytes &&
           run.offset <= chunk_bytes && run.length <= chunk_bytes - run.offset;
}

}  // namespace

std::vector<region::Interval> differences(std::span<const std::byte> old,
                                          std::span<const std::byte> now, std::size_t unit) {
    std::vector<region::Interval> runs;
    const auto compare = [&](std::size_t from, std::size_t to, std::size_t step, const auto& use) {
        for (std::size_t begin = from; begin < to; begin += step) {
            const std::size_t end = std::min(begin + step, to);
            if (std::memcmp(&old[begin], &now[begin], end - begin) != 0) use(begin, end);
        }
    };
    const auto add = [&](std::size_t begin, std::size_t end) {
        const region::Interval run{static_cast<std::int64_t>(begin),
                                   static_cast<std::int64_t>(end)};
        if (!runs.empty() && runs.back().end == run.begin)
            runs.back().end = run.end;
        else
            runs.push_back(run);
    };
    compare(0, now.size(), at_once,
            [&](std::size_t begin, std::size_t end) { compare(begin, end, unit, add); });
    return runs;
}

std::vector<std::byte> encoded_changes(std::span<const region::Interval> runs,
                                       std::span<const std::byte> chunk) {
    std::vector<std::byte> data;
    for (const region::Interval& one : runs) {
        const Run run{one.begin, one.length()};
        const auto head = std::as_bytes(std::span(&run, 1));
        data.insert(data.end(), head.begin(), head.end());
        const auto bytes = chunk.subspan(static_cast<std::size_t>(run.offset),
                                         static_cast<std::size_t>(run.length));
        data.insert(data.end(), bytes.begin(), bytes.end());
    }
    return data;
}

Result<std::vector<region::Interval>> apply_changes(std::span<const std::byte> data,
                                                    std::span<std::byte> chunk) {
    std::vector<region::Interval> runs;
    while (!data.empty()) {
        Run run;
        const bool has_head = data.size() >= sizeof run;
        if (has_head) {
            std::memcpy(&run, data.data(), sizeof run);
            data = data.subspan(sizeof run);
        }
        if (!has_head || !fits(run, std::ssize(data), std::ssize(chunk)))
            return Status(Code::efile, "changes of a chunk are damaged");
        const auto length = static_cast<std::size_t>(run.length);
        std::ranges::copy(data.first(length), chunk.begin() + run.offset);
        data = data.subspan(length);
        runs.push_back({run.offset, run.offset + run.length});
    }
    return runs;
}

}  // namespace weft::hdf5
