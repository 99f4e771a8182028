// SPDX-License-Identifier: BSD-3-Clause
#include "report/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/utf8.hpp"
#include "report/members.hpp"

namespace weft::report {
namespace {

using Json = nlohmann::ordered_json;

/// Numbers with a fraction are seconds, in whole nanoseconds.
template <class T>
Json json_of(const T& value) {
    Json json;
    if constexpr (std::is_floating_point_v<T>) {
        json = std::round(value * 1e9) / 1e9;
    } else if constexpr (std::is_arithmetic_v<T>) {
        json = value;
    } else if constexpr (std::is_same_v<T, std::string>) {
        json = as_utf8(value);
    } else if constexpr (std::is_same_v<T, PhaseSeconds>) {
        for (std::size_t i = 0; i < value.size(); ++i) json[phase_names[i]] = json_of(value[i]);
    } else if constexpr (std::is_same_v<T, Histogram>) {
        json = Json::array();
        for (const SizeClass& one : value.classes())
            json.push_back(Json::array({one.begin, one.count}));
    } else if constexpr (requires { typename T::mapped_type; }) {
        json = Json::object();
        for (const auto& [key, one] : value) json[as_utf8(key)] = json_of(one);
    } else if constexpr (requires { value.front(); }) {
        json = Json::array();
        for (const auto& one : value) json.push_back(json_of(one));
    } else {
        visit_members(value,
                      [&json](const char* key, const auto& part) { json[key] = json_of(part); });
    }
    return json;
}

Json row_of(const TimeSlice& slice) {
    Json row = Json::array({slice.number});
    for (const double seconds : slice.seconds) row.push_back(std::llround(seconds * 1e6));
    for (const Touched& touched : {slice.written, slice.read}) {
        for (const std::int64_t number : {touched.bytes, touched.begin, touched.end})
            row.push_back(number);
    }
    return row;
}

/// A rank's line of a list, behind those of lower ranks.
std::string line_of(std::int64_t rank, const Json& entry) {
    return fmt::format("{}    {}", rank == 0 ? "" : ",\n", entry.dump());
}

}  // namespace

std::string json_head(const FileReport& report) {
    Json members = json_of(report);
    if (report.bare_rates.bytes_per_rank == 0) members.erase("bare_rates");
    if (report.chunks.empty()) members.erase("chunks");
    if (report.stage.logs == 0) members.erase("stage");
    std::string text = fmt::format("{{\n  \"weft_report\": {},\n", json_version);
    for (const auto& [key, value] : members.items())
        text += fmt::format("  \"{}\": {},\n", key, value.dump());
    return text + "  \"by_rank\": [\n";
}

std::string json_entry(const RankReport& rank) {
    return line_of(rank.rank, json_of(rank));
}

std::string json_before_timeline(double slice_seconds) {
    return fmt::format(
        "\n  ],\n  \"timeline\": {{\n  \"slice_seconds\": {},\n  \"columns\": {},\n  \"ranks\": "
        "[\n",
        Json(slice_seconds).dump(), Json(timeline_columns).dump());
}

std::string json_entry(const RankTimeline& rank) {
    Json rows = Json::array();
    for (const TimeSlice& slice : rank.slices) rows.push_back(row_of(slice));
    return line_of(rank.rank, {{"rank", rank.rank}, {"slices", std::move(rows)}});
}

}  // namespace weft::report
