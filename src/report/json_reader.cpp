// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "report/json.hpp"
#include "report/members.hpp"

namespace weft::report {
namespace {

using Json = nlohmann::ordered_json;

/// Members that reports of this version may lack.
constexpr std::array<std::string_view, 9> later_members = {"date",
                                                           "notes",
                                                           "host",
                                                           "bare_rates",
                                                           "windows_in_company",
                                                           "chunks",
                                                           "stage",
                                                           "compressed_behind",
                                                           "unkept"};

// The following throws nlohmann's exceptions if a member is missing or of another type.

template <class T>
void take(const Json& json, T& value);

template <class T>
void take_member(const Json& object, const char* key, T& value) {
    const bool may_lack = std::ranges::find(later_members, key) != later_members.end();
    if (!may_lack || object.contains(key)) take(object.at(key), value);
}

template <class T>
void take(const Json& json, T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        json.get_to(value);
    } else if constexpr (std::is_same_v<T, PhaseSeconds>) {
        for (std::size_t i = 0; i < value.size(); ++i) json.at(phase_names[i]).get_to(value[i]);
    } else if constexpr (std::is_same_v<T, Histogram>) {
        for (const Json& pair : json) {
            const std::size_t index = Histogram::class_of(pair.at(0).get<std::int64_t>());
            value.counts()[index] = pair.at(1).get<std::int64_t>();
        }
    } else if constexpr (requires { typename T::mapped_type; }) {
        for (const auto& [key, one] : json.items()) take(one, value[key]);
    } else if constexpr (requires { value.emplace_back(); }) {
        for (const Json& one : json) take(one, value.emplace_back());
    } else {
        visit_members(value,
                      [&json](const char* key, auto& part) { take_member(json, key, part); });
    }
}

TimeSlice slice_from(const Json& row) {
    constexpr std::int64_t most_slices = 4096;
    TimeSlice slice;
    row.at(0).get_to(slice.number);
    if (slice.number < 0 || slice.number >= most_slices)
        throw std::invalid_argument("a slice of the time line has an impossible number");
    std::size_t column = 1;
    for (double& seconds : slice.seconds) seconds = row.at(column++).get<double>() * 1e-6;
    for (Touched* touched : {&slice.written, &slice.read}) {
        for (const auto number : {&Touched::bytes, &Touched::begin, &Touched::end})
            row.at(column++).get_to(touched->*number);
    }
    return slice;
}

void take_timeline(const Json& json, FileReport& report) {
    if (json.at("columns") != Json(timeline_columns))
        throw std::invalid_argument("the time line has other columns");
    json.at("slice_seconds").get_to(report.slice_seconds);
    for (const Json& rank : json.at("ranks")) {
        RankTimeline& line = report.timeline.emplace_back();
        rank.at("rank").get_to(line.rank);
        for (const Json& row : rank.at("slices")) line.slices.push_back(slice_from(row));
    }
}

FileReport report_from(const Json& json) {
    FileReport report;
    take(json, report);
    take(json.at("by_rank"), report.by_rank);
    take_timeline(json.at("timeline"), report);
    return report;
}

Status no_report(const std::string& why) {
    return {Code::efile, "the file is not a report of Weft: " + why};
}

/// Says what the file is, if it is JSON but not a report that this program reads.
Status check_kind(const Json& json) {
    if (json.is_array()) return no_report("it looks like a trace, which Perfetto shows");
    if (!json.is_object() || !json.contains("weft_report") ||
        !json["weft_report"].is_number_integer()) {
        return no_report("it has no number weft_report");
    }
    const auto version = json["weft_report"].get<std::int64_t>();
    if (version == json_version) return {};
    return {Code::efile, fmt::format("the report has version {}; this program reads version {}",
                                     version, json_version)};
}

}  // namespace

Result<FileReport> read_json(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
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

}  // namespace weft::report
