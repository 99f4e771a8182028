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
/// The part of a trial after which `enough` is asked. A device that serves in turns of half the
/// trial may have begun its first turn a moment before.
constexpr double soonest_share = 0.4;

/// A moment of the trial, and the bytes that were on the disk.
struct Step {
    double time;
    std::int64_t bytes;
};

double rate_between(const Step& from, const Step& to) {
    constexpr double shortest = 1e-9;
    return static_cast<double>(to.bytes - from.bytes) / std::max(to.time - from.time, shortest);
}

/// The rate from the last step in the first half of the time on.
double later_rate(const std::vector<Step>& steps) {
    const double middle = (steps.front().time + steps.back().time) / 2;
    const auto later = std::ranges::find_if(steps, [&](const Step& s) { return s.time > middle; });
    return rate_between(*(later - 1), steps.back());
}

/// The rate of the steps that ended in the second half. A device that waits most of the time ends
/// only one step there, whose begin tells nothing.
double rate_of_later_steps(const std::vector<Step>& steps) {
    const double middle = (steps.front().time + steps.back().time) / 2;
    const auto later = std::ranges::count_if(steps, [&](const Step& s) { return s.time > middle; });
    return rate_between({middle, 0}, {steps.back().time, later * step_bytes});
}

bool has_waited(const std::vector<Step>& steps) {
    constexpr double share = 0.25;
    const double last = steps.back().time - steps[steps.size() - 2].time;
    return last >= share * (steps.back().time - steps.front().time);
}

using Enough = std::function<bool(ShownRate)>;

/// The rate that the steps show.
Result<double> write_steps(File& file, double seconds, Clock& clock, const Enough& enough) {
    const std::vector<std::byte> bytes(step_bytes, std::byte{0x5a});
    std::vector<Step> steps = {{clock.now(), 0}};
    const double begin = steps.front().time;
    const double soonest = begin + soonest_share * seconds;
    double asking = 0;  // seconds without writing
    bool may_ask = static_cast<bool>(enough);
    while (steps.back().bytes < enough_bytes && steps.back().time < begin + seconds) {
        const std::int64_t at = steps.back().bytes;
        Status status = file.write_at(at, bytes);
        if (status.ok()) status = file.sync();
        if (!status.ok()) return status;
        steps.push_back({clock.now() - asking, at + step_bytes});
        if (!may_ask || steps.back().time < soonest || !has_waited(steps)) continue;
        may_ask = false;
        const double overall = rate_between(steps.front(), steps.back());
        if (enough({.overall = overall, .later = rate_of_later_steps(steps)})) return overall;
        asking = clock.now() - steps.back().time;
    }
    return later_rate(steps);
}

}  // namespace

Result<double> probe_write_rate(Store& store, const std::string& path, double seconds, Clock& clock,
                                const Enough& enough) {
    auto opened = store.open_file(path, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return opened.status();
    Result<double> rate = write_steps(*opened.value(), seconds, clock, enough);
    Status status = rate.status();
    status.keep_first(opened.value()->close());
    status.keep_first(store.remove(path));
    if (!status.ok()) return status;
    return rate;
}

}  // namespace weft::storage
