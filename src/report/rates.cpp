// SPDX-License-Identifier: BSD-3-Clause
#include "report/rates.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/units.hpp"

namespace weft::report {
namespace {

/// Ranks make their calls at the same time, so all have the seconds of a call.
double rate_of(const FileReport& report, std::string_view direction) {
    double bytes = 0;
    double seconds = 0;
    for (const RankReport& rank : report.by_rank) {
        for (const MethodUse& use : rank.methods) {
            if (use.direction != direction) continue;
            bytes += as_double(use.bytes);
            seconds += use.seconds;
        }
    }
    return seconds > 0 ? bytes * as_double(report.ranks) / seconds : 0;
}

std::string beside_bare(double rate, std::int64_t bare_rate) {
    const double bare = as_double(bare_rate);
    if (rate <= 0 || bare <= 0) return rate_words(rate);
    return fmt::format("{}, {} of the rate of bare calls of these ranks ({})", rate_words(rate),
                       percent_words(rate, bare), rate_words(bare));
}

}  // namespace

double rate_in_calls(const FileReport& report) {
    const double seconds = report.totals.seconds_in_calls();
    return seconds > 0 ? as_double(report.totals.bytes() * report.ranks) / seconds : 0;
}

double put_rate(const FileReport& report) {
    return rate_of(report, "put");
}

double get_rate(const FileReport& report) {
    return rate_of(report, "get");
}

double rate_of_storage(const FileReport& report) {
    const double seconds = report.totals.seconds_in(Phase::storage);
    const std::int64_t bytes = report.totals.moved_bytes();
    return seconds > 0 ? as_double(bytes) / seconds : 0;
}

std::string rate_words(double bytes_per_second) {
    return bytes_per_second > 0 ? bytes_words(bytes_per_second) + "/s" : "-";
}

std::string put_rate_words(const FileReport& report) {
    return beside_bare(put_rate(report), report.bare_rates.write);
}

std::string get_rate_words(const FileReport& report) {
    return beside_bare(get_rate(report), report.bare_rates.read);
}

}  // namespace weft::report
