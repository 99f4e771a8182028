// SPDX-License-Identifier: BSD-3-Clause
#include "tools/report/io_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

#include "storage/any_store.hpp"

namespace weft::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr int newest_version = 1;
constexpr std::int64_t most_slices = 4096;
constexpr std::size_t slice_columns = 1 + phase_names.size() + 6;

struct Counter {
    const char* name;
    std::int64_t IoNumbers::*number;
};
constexpr std::array counters = {Counter{"put_calls", &IoNumbers::put_calls},
                                 Counter{"put_bytes", &IoNumbers::put_bytes},
                                 Counter{"collective_put_calls", &IoNumbers::collective_put_calls},
                                 Counter{"collective_put_bytes", &IoNumbers::collective_put_bytes},
                                 Counter{"get_calls", &IoNumbers::get_calls},
                                 Counter{"get_bytes", &IoNumbers::get_bytes},
                                 Counter{"collective_get_calls", &IoNumbers::collective_get_calls},
                                 Counter{"collective_get_bytes", &IoNumbers::collective_get_bytes},
                                 Counter{"writes", &IoNumbers::writes},
                                 Counter{"written_bytes", &IoNumbers::written_bytes},
                                 Counter{"reads", &IoNumbers::reads},
                                 Counter{"read_bytes", &IoNumbers::read_bytes},
                                 Counter{"locks", &IoNumbers::locks},
                                 Counter{"windows", &IoNumbers::windows},
                                 Counter{"windows_with_holes", &IoNumbers::windows_with_holes},
                                 Counter{"messages", &IoNumbers::messages},
                                 Counter{"message_bytes", &IoNumbers::message_bytes}};

Result<std::string> text_of_file(const std::string& path) {
    storage::AnyStore store;
    const auto file = store.open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> size = file.value()->size();
    if (!size.ok()) return size.status();
    std::string text(static_cast<std::size_t>(size.value()), '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got.ok()) return got.status();
    text.resize(static_cast<std::size_t>(got.value()));
    return text;
}

// The following throws nlohmann's exceptions if a member is missing or of another type.

SizeClasses classes_from(const Json& json) {
    SizeClasses classes;
    for (const Json& pair : json)
        classes.push_back({pair.at(0).get<std::int64_t>(), pair.at(1).get<std::int64_t>()});
    return classes;
}

IoNumbers numbers_from(const Json& json) {
    IoNumbers numbers;
    for (const Counter& counter : counters) json.at(counter.name).get_to(numbers.*counter.number);
    numbers.write_sizes = classes_from(json.at("write_sizes"));
    numbers.read_sizes = classes_from(json.at("read_sizes"));
    for (std::size_t i = 0; i < phase_names.size(); ++i)
        json.at("seconds").at(phase_names[i]).get_to(numbers.seconds[i]);
    return numbers;
}

MethodUse use_from(const Json& json) {
    return {.method = json.at("method"),
            .direction = json.at("direction"),
            .mode = json.at("mode"),
            .calls = json.at("calls"),
            .bytes = json.at("bytes"),
            .seconds = json.at("seconds"),
            .first_reason = json.at("first_reason")};
}

RankReport rank_from(const Json& json) {
    RankReport rank;
    json.at("rank").get_to(rank.rank);
    rank.numbers = numbers_from(json);
    const Json& arrivals = json.at("arrivals");
    rank.arrivals = {.calls = arrivals.at("calls"),
                     .times_last = arrivals.at("times_last"),
                     .seconds_late = arrivals.at("seconds_late"),
                     .longest_late = arrivals.at("longest_late")};
    for (const Json& use : json.at("methods")) rank.methods.push_back(use_from(use));
    return rank;
}

TimeSlice slice_from(const Json& row) {
    TimeSlice slice;
    row.at(0).get_to(slice.number);
    if (slice.number < 0 || slice.number >= most_slices)
        throw std::invalid_argument("a slice of the time line has an impossible number");
    std::size_t column = 1;
    for (double& seconds : slice.seconds) seconds = row.at(column++).get<double>() * 1e-6;
    for (TimeSlice::Touched* touched : {&slice.written, &slice.read}) {
        for (auto number :
             {&TimeSlice::Touched::bytes, &TimeSlice::Touched::begin, &TimeSlice::Touched::end}) {
            row.at(column++).get_to(touched->*number);
        }
    }
    return slice;
}

void add_timeline(const Json& json, IoReport& report) {
    if (json.at("columns").size() != slice_columns)
        throw std::invalid_argument("the time line has other columns");
    json.at("slice_seconds").get_to(report.slice_seconds);
    for (const Json& rank : json.at("ranks")) {
        RankTimeline line;
        rank.at("rank").get_to(line.rank);
        for (const Json& row : rank.at("slices")) line.slices.push_back(slice_from(row));
        report.timeline.push_back(std::move(line));
    }
}

IoReport report_from(const Json& json) {
    IoReport report;
    json.at("file").get_to(report.file);
    json.at("ranks").get_to(report.ranks);
    json.at("nodes").get_to(report.nodes);
    json.at("seconds").get_to(report.seconds);
    report.has_common_clock = json.at("clock") == "common";
    for (const auto& [key, value] : json.at("hints").items())
        report.hints.emplace_back(key, value.get<std::string>());
    // Missing in the first reports of this version.
    if (json.contains("notes")) json.at("notes").get_to(report.notes);
    report.totals = numbers_from(json.at("totals"));
    if (json.contains("date")) json.at("date").get_to(report.date);
    if (json.contains("bare_rates")) {
        json.at("bare_rates").at("write").get_to(report.bare_rates.write);
        json.at("bare_rates").at("read").get_to(report.bare_rates.read);
    }
    for (const Json& rank : json.at("by_rank")) {
        report.by_rank.push_back(rank_from(rank));
        const std::string host = rank.value("host", "");
        if (!host.empty() && std::ranges::find(report.hosts, host) == report.hosts.end())
            report.hosts.push_back(host);
    }
    add_timeline(json.at("timeline"), report);
    return report;
}

Status no_report(const std::string& why) {
    return {Code::efile, "the file is not a report of Weft: " + why};
}

/// What the file is, if it is JSON but not a report that this program reads.
Status check_kind(const Json& json) {
    if (json.is_array()) return no_report("it looks like a trace, which Perfetto shows");
    if (!json.is_object() || !json.contains("weft_report") ||
        !json["weft_report"].is_number_integer()) {
        return no_report("it has no number weft_report");
    }
    const auto version = json["weft_report"].get<std::int64_t>();
    if (version == newest_version) return {};
    return {Code::efile, fmt::format("the report has version {}; this program reads version {}",
                                     version, newest_version)};
}

}  // namespace

double IoNumbers::seconds_in_calls() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

std::string IoReport::hint(const std::string& key) const {
    for (const auto& [name, value] : hints) {
        if (name == key) return value;
    }
    return {};
}

Result<IoReport> read_io_report(const std::string& path) {
    const Result<std::string> text = text_of_file(path);
    if (!text.ok()) return text.status();
    const Json json = Json::parse(text.value(), nullptr, false);
    if (json.is_discarded()) return no_report("it is not JSON");
    const Status kind = check_kind(json);
    if (!kind.ok()) return kind;
    try {
        return report_from(json);
    } catch (const Json::exception& error) {
        return no_report(error.what());
    } catch (const std::invalid_argument& error) {
        return no_report(error.what());
    }
}

}  // namespace weft::tools
