// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "engine/trace/json.hpp"
#include "engine/trace/report_texts.hpp"
#include "mpi/exchange.hpp"

namespace weft::engine {
namespace {

constexpr int schema_version = 1;
constexpr int text_tag = 31;
/// More ranks than a chart can show are left out of the time line, at equal distances.
constexpr int most_ranks_in_timeline = 64;

/// [[smallest size, calls], ...] without classes that nothing is in.
std::string classes_json(const Histogram& histogram) {
    std::string text;
    for (std::size_t i = 0; i < Histogram::class_count; ++i) {
        if (histogram.counts()[i] == 0) continue;
        text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", Histogram::begin_of(i),
                            histogram.counts()[i]);
    }
    return fmt::format("[{}]", text);
}

std::string numbers_json(const Report& report) {
    std::string text;
    for (const Counter& counter : counters)
        text += fmt::format("\"{}\": {}, ", counter.name, report.*counter.number);
    text += fmt::format("\"write_sizes\": {}, \"read_sizes\": {}, \"seconds\": {{",
                        classes_json(report.write_sizes), classes_json(report.read_sizes));
    for (std::size_t i = 0; i < phase_count; ++i) {
        text += fmt::format("{}\"{}\": {:.9f}", i == 0 ? "" : ", ", name_of(static_cast<Phase>(i)),
                            report.seconds[i]);
    }
    text += '}';
    return text;
}

std::string arrivals_json(const Arrivals& arrivals) {
    return fmt::format(
        "{{\"calls\": {}, \"times_last\": {}, \"seconds_late\": {:.9f}, \"longest_late\": {:.9f}, "
        "\"microseconds_late\": {}}}",
        arrivals.calls, arrivals.times_last, arrivals.seconds_late, arrivals.longest_late,
        classes_json(arrivals.microseconds_late));
}

std::string methods_json(const Report& report) {
    std::string text;
    for_each_use(report, [&](Method method, CallRecord::Kind kind, const MethodUse& use) {
        text += fmt::format(
            "{}{{\"method\": \"{}\", \"direction\": \"{}\", \"mode\": \"{}\", \"calls\": {}, "
            "\"bytes\": {}, \"seconds\": {:.9f}, \"first_reason\": {}}}",
            text.empty() ? "" : ", ", name_of(method), direction_name(kind.direction),
            kind.is_collective ? "collective" : "independent", use.calls, use.bytes, use.seconds,
            json_string(use.reason.text()));
    });
    return fmt::format("[{}]", text);
}

/// As the system names it; "" where it does not.
std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Now, in UTC and in the form of ISO 8601.
std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string rank_json(int rank, const Report& report) {
    return fmt::format(
        "{}    {{\"rank\": {}, \"host\": {}, {}, \"arrivals\": {}, \"methods\": {}}}",
        rank == 0 ? "" : ",\n", rank, json_string(host_name()), numbers_json(report),
        arrivals_json(report.arrivals), methods_json(report));
}

std::int64_t microseconds(double seconds) {
    return std::llround(seconds * 1e6);
}

std::string slice_json(std::size_t index, const Timeline::Slice& slice) {
    std::string text = fmt::format("[{}", index);
    for (const double seconds : slice.seconds) text += fmt::format(",{}", microseconds(seconds));
    for (const Timeline::Touched& touched : {slice.written, slice.read})
        text += fmt::format(",{},{},{}", touched.bytes, touched.begin, touched.end);
    text += ']';
    return text;
}

std::string timeline_json(int rank, const Timeline& timeline) {
    std::string text;
    for (std::size_t i = 0; i < Timeline::slice_count; ++i) {
        if (timeline.slices()[i].is_empty()) continue;
        if (!text.empty()) text += ',';
        text += slice_json(i, timeline.slices()[i]);
    }
    return fmt::format("{}      {{\"rank\": {}, \"slices\": [{}]}}", rank == 0 ? "" : ",\n", rank,
                       text);
}

std::string hints_json(const mpi::Hints& hints) {
    std::string text;
    for (const auto& [key, value] : hints) {
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_string(key), json_string(value));
    }
    return fmt::format("{{{}}}", text);
}

std::string notes_json(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", json_string(note));
    return fmt::format("[{}]", text);
}

/// A member, or nothing.
std::string bare_rates_json(const std::optional<BareRates>& rates) {
    if (!rates) return {};
    return fmt::format(
        "  \"bare_rates\": {{\"bytes_per_rank\": {}, \"write\": {:.0f}, \"read\": {:.0f}}},\n",
        rates->bytes_per_rank, rates->write, rates->read);
}

/// Collective. All ranks' slices have one width.
void put_timeline(mpi::CommView comm, const Report& report, const Sink& sink) {
    Timeline timeline = report.recorder->timeline();
    std::int64_t doublings[1] = {timeline.doublings()};
    comm.all_reduce_max(doublings);
    timeline.widen_to(static_cast<int>(doublings[0]));
    std::string columns;
    for (std::size_t i = 0; i < phase_count; ++i)
        columns += fmt::format("\"{}\", ", name_of(static_cast<Phase>(i)));
    if (comm.rank() == 0) {
        sink(fmt::format(
            "  \"timeline\": {{\n    \"slice_seconds\": {:.9f},\n    \"columns\": [\"slice\", "
            "{}\"written_bytes\", \"write_begin\", \"write_end\", \"read_bytes\", \"read_begin\", "
            "\"read_end\"],\n    \"ranks\": [\n",
            timeline.slice_seconds(), columns));
    }
    const int step = (comm.size() + most_ranks_in_timeline - 1) / most_ranks_in_timeline;
    put_all_texts(comm, comm.rank() % step == 0 ? timeline_json(comm.rank(), timeline) : "", sink);
    if (comm.rank() == 0) sink("\n    ]\n  }\n");
}

}  // namespace

void put_all_texts(mpi::CommView comm, std::string_view mine, const Sink& sink) {
    constexpr int root = 0;
    if (comm.rank() != root) {
        mpi::Sends sends;
        const auto bytes = std::as_bytes(std::span(mine));
        sends.start(comm, root, text_tag, {bytes.begin(), bytes.end()});
        sends.wait();
        return;
    }
    sink(mine);
    std::vector<std::byte> text;
    for (int rank = 1; rank < comm.size(); ++rank) {
        mpi::receive(comm, rank, text_tag, text);
        sink({reinterpret_cast<const char*>(text.data()), text.size()});
    }
}

Totals total_of(mpi::CommView comm, const Report& report, double done_at) {
    std::vector<std::int64_t> numbers;
    for (const Counter& counter : counters) numbers.push_back(report.*counter.number);
    for (const Histogram* sizes : {&report.write_sizes, &report.read_sizes})
        numbers.insert(numbers.end(), sizes->counts().begin(), sizes->counts().end());
    for (const double seconds : report.seconds) numbers.push_back(std::llround(seconds * 1e9));
    comm.all_reduce_sum(numbers);
    std::int64_t longest[1] = {std::llround(report.recorder->since_origin(done_at) * 1e9)};
    comm.all_reduce_max(longest);

    Totals totals;
    auto next = numbers.begin();
    for (const Counter& counter : counters) totals.report.*counter.number = *next++;
    for (Histogram* sizes : {&totals.report.write_sizes, &totals.report.read_sizes}) {
        for (std::int64_t& count : sizes->counts()) count = *next++;
    }
    for (double& seconds : totals.report.seconds) seconds = static_cast<double>(*next++) * 1e-9;
    totals.longest_seconds = static_cast<double>(longest[0]) * 1e-9;
    return totals;
}

void put_report_json(mpi::CommView comm, const Report& report, const FileFacts& facts,
                     const Sink& sink) {
    const Totals totals = total_of(comm, report, facts.done_at);
    const Clock& clock = report.recorder->clock();
    if (comm.rank() == 0) {
        sink(fmt::format(
            "{{\n  \"weft_report\": {},\n  \"file\": {},\n  \"date\": \"{}\",\n"
            "  \"ranks\": {},\n"
            "  \"nodes\": {},\n  \"clock\": \"{}\",\n  \"seconds\": {:.9f},\n",
            schema_version, json_string(facts.path), date_text(), comm.size(), clock.nodes,
            clock.is_common ? "common" : "aligned", totals.longest_seconds));
        sink(fmt::format(
            "  \"hints\": {},\n  \"notes\": {},\n{}  \"totals\": {{{}}},\n  \"by_rank\": [\n",
            hints_json(facts.hints), notes_json(facts.notes), bare_rates_json(facts.bare_rates),
            numbers_json(totals.report)));
    }
    put_all_texts(comm, rank_json(comm.rank(), report), sink);
    if (comm.rank() == 0) sink("\n  ],\n");
    put_timeline(comm, report, sink);
    if (comm.rank() == 0) sink("}\n");
}

}  // namespace weft::engine
