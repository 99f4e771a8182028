// SPDX-License-Identifier: BSD-3-Clause
#include "storage/rate_probe.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft::storage {
namespace {

constexpr std::int64_t step_bytes = 1 << 20;
constexpr std::int64_t enough_bytes = 64 << 20;

/// When so many bytes were on the disk.
struct Step {
    double time;
    std::int64_t bytes;
};

Result<std::vector<Step>> write_steps(File& file, double seconds, Clock& clock) {
    const std::vector<std::byte> bytes(step_bytes, std::byte{0x5a});
    std::vector<Step> steps = {{clock.now(), 0}};
    const double end = steps.front().time + seconds;
    while (steps.back().bytes < enough_bytes && steps.back().time < end) {
        const std::int64_t at = steps.back().bytes;
        Status status = file.write_at(at, bytes);
        if (status.ok()) status = file.sync();
        if (!status.ok()) return status;
        steps.push_back({clock.now(), at + step_bytes});
    }
    return steps;
}

/// From the last step in the first half of the time on.
double later_rate(const std::vector<Step>& steps) {
    const Step& last = steps.back();
    const double middle = (steps.front().time + last.time) / 2;
    const auto later = std::ranges::find_if(steps, [&](const Step& s) { return s.time > middle; });
    const Step& from = *(later - 1);
    constexpr double shortest = 1e-9;
    return static_cast<double>(last.bytes - from.bytes) / std::max(last.time - from.time, shortest);
}

}  // namespace

Result<double> probe_write_rate(Store& store, const std::string& path, double seconds,
                                Clock& clock) {
    auto opened = store.open_file(path, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return opened.status();
    const Result<std::vector<Step>> steps = write_steps(*opened.value(), seconds, clock);
    Status status = steps.status();
    status.keep_first(opened.value()->close());
    status.keep_first(store.remove(path));
    if (!status.ok()) return status;
    return later_rate(steps.value());
}

}  // namespace weft::storage
