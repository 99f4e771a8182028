// SPDX-License-Identifier: BSD-3-Clause
#include "report/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "report/units.hpp"

namespace weft::report {
namespace {

using AllAdvice = std::vector<Advice>;

constexpr std::int64_t few_calls = 5;     // too few for a pattern
constexpr std::int64_t many_calls = 100;  // enough for their cost to matter
constexpr double noticeable_seconds = 0.01;

Advice& warn(AllAdvice& all, const char* topic) {
    all.emplace_back().topic = topic;
    return all.back();
}

Advice& note(AllAdvice& all, const char* topic) {
    Advice& advice = warn(all, topic);
    advice.is_warning = false;
    return advice;
}

bool holds_puts(const FileReport& report) {
    const std::string value = report.hint("weft_write_behind");
    return !value.empty() && value != "disable" && value != "automatic" && value != "0";
}

/// Only collective puts are delayed, so most puts must be collective.
void add_write_behind(const FileReport& report, Advice& advice) {
    const Numbers& totals = report.totals;
    const bool are_collective =
        totals.collective_put_calls > 0 && 2 * totals.collective_put_calls >= totals.put_calls;
    if (are_collective && !holds_puts(report))
        advice.hints.emplace_back("weft_write_behind", "enable");
}

bool is_often_late(const RankReport& rank) {
    const Arrivals& arrivals = rank.arrivals;
    constexpr double late_on_average = 1e-3;
    return arrivals.calls >= few_calls && 2 * arrivals.times_last >= arrivals.calls &&
           arrivals.seconds_late >= late_on_average * as_double(arrivals.calls);
}

/// At most one rank can be last in more than half of the calls.
void find_late_rank(const FileReport& report, AllAdvice& all) {
    for (const RankReport& rank : report.by_rank) {
        if (!is_often_late(rank)) continue;
        const Arrivals& arrivals = rank.arrivals;
        Advice& advice = warn(all, "late_ranks");
        advice.ranks = {rank.rank};
        advice.finding = fmt::format(
            "Rank {} arrived last in {} of {}, on average {} after the first; the others waited.",
            rank.rank, percent_words(arrivals.times_last, arrivals.calls),
            count_words(arrivals.calls, "collective call"),
            seconds_words(arrivals.seconds_late / as_double(arrivals.calls)));
        advice.remedy = "Look for the extra work of this rank before these calls.";
        if (!report.has_common_clock())
            advice.remedy += " The clocks of several nodes agree only roughly.";
    }
}

void find_waiting(const FileReport& report, AllAdvice& all) {
    const bool is_explained =
        std::ranges::any_of(all, [](const Advice& advice) { return advice.topic == "late_ranks"; });
    const double in_calls = report.totals.seconds_in_calls();
    const double waited = report.totals.seconds_in(Phase::wait);
    if (is_explained || report.ranks < 2 || waited < 0.4 * in_calls ||
        in_calls < noticeable_seconds)
        return;
    Advice& advice = warn(all, "waiting");
    advice.finding = fmt::format("Ranks spent {} of their time in calls waiting for each other.",
                                 percent_words(waited, in_calls));
    const auto most = std::ranges::max_element(
        report.by_rank, {}, [](const RankReport& rank) { return rank.numbers.bytes(); });
    const double share = as_double(most->numbers.bytes()) * as_double(report.ranks);
    if (share > 2 * as_double(report.totals.bytes())) {
        advice.ranks = {most->rank};
        advice.remedy =
            fmt::format("Rank {} moves {} of all bytes: divide the data more evenly.", most->rank,
                        percent_words(most->numbers.bytes(), report.totals.bytes()));
    } else {
        advice.remedy =
            "Arriving at collective calls together, and fewer and larger calls, would shorten it.";
    }
}

std::int64_t count_below(const Histogram& sizes, std::int64_t limit) {
    std::int64_t count = 0;
    for (const SizeClass& one : sizes.classes()) count += one.begin < limit ? one.count : 0;
    return count;
}

void find_small_transfers(const FileReport& report, AllAdvice& all) {
    constexpr std::int64_t small = 4096;
    const Numbers& totals = report.totals;
    const std::int64_t count =
        count_below(totals.write_sizes, small) + count_below(totals.read_sizes, small);
    if (totals.transfers() < many_calls || 2 * count < totals.transfers()) return;
    Advice& advice = warn(all, "small_transfers");
    advice.finding = fmt::format("{} of the {} system calls moved less than 4 KiB.",
                                 percent_words(count, totals.transfers()), totals.transfers());
    if (report.ranks > 1 && 2 * totals.collective_bytes() < totals.bytes()) {
        advice.remedy =
            "Use the collective calls (names with _all), which join the data of the ranks.";
    } else {
        advice.remedy =
            "Move more in one call: post several with ncmpi_iput and ncmpi_iget and complete them "
            "with ncmpi_wait_all.";
        add_write_behind(report, advice);
    }
}

void find_holes(const FileReport& report, AllAdvice& all) {
    const Numbers& totals = report.totals;
    if (totals.windows < few_calls || 5 * totals.windows_with_holes < totals.windows) return;
    Advice& advice = warn(all, "holes");
    advice.finding = fmt::format(
        "{} of {} had holes, which are read before the window is written, or make a system call of "
        "each piece.",
        percent_words(totals.windows_with_holes, totals.windows),
        count_words(totals.windows, "window"));
    advice.remedy = "Write adjacent data of the file in one call.";
    add_write_behind(report, advice);
}

void find_small_puts(const FileReport& report, AllAdvice& all) {
    const Numbers& totals = report.totals;
    const std::int64_t calls =
        totals.collective_put_calls / std::max<std::int64_t>(report.ranks, 1);
    constexpr double small = 1 << 20;
    const double of_all_ranks =
        as_double(totals.collective_put_bytes) / as_double(std::max<std::int64_t>(calls, 1));
    if (calls < many_calls || of_all_ranks >= small || holds_puts(report)) return;
    Advice& advice = warn(all, "small_puts");
    advice.finding = fmt::format("{} put {} each, of all ranks together.",
                                 count_words(calls, "collective call"), bytes_words(of_all_ranks));
    advice.remedy = "Delayed and carried out together, they would cost less.";
    add_write_behind(report, advice);
}

void find_independent(const FileReport& report, AllAdvice& all) {
    const Numbers& totals = report.totals;
    const std::int64_t calls =
        totals.calls() - totals.collective_put_calls - totals.collective_get_calls;
    const std::int64_t bytes = totals.bytes() - totals.collective_bytes();
    if (report.ranks < 2 || calls < many_calls || 2 * bytes < totals.bytes()) return;
    Advice& advice = warn(all, "independent");
    advice.finding =
        fmt::format("{} of the bytes moved in {}.", percent_words(bytes, totals.bytes()),
                    count_words(calls, "independent call"));
    advice.remedy = "Collective calls could join them into fewer and larger transfers.";
    if (totals.locks >= many_calls)
        advice.remedy +=
            fmt::format(" They would also need fewer locks than now ({}).", totals.locks);
}

void find_forced_method(const FileReport& report, AllAdvice& all) {
    const std::string method = report.hint("weft_method");
    if (method.empty() || method == "automatic") return;
    Advice& advice = warn(all, "forced_method");
    advice.finding =
        fmt::format("The hint weft_method={} keeps Weft from choosing the method.", method);
    advice.remedy = method == "reference"
                        ? "Rank 0 moves everything, run by run; this method is for tests."
                        : "Without it, each call gets the method with the lowest estimated cost.";
    advice.hints.emplace_back("weft_method", "automatic");
}

void find_messages_on_one_node(const FileReport& report, AllAdvice& all) {
    if (report.nodes != 1 || report.ranks < 2 || report.totals.messages == 0) return;
    Advice& advice = warn(all, "messages_on_one_node");
    advice.finding = fmt::format("All ranks are on one node, but they sent {} of {}.",
                                 count_words(report.totals.messages, "message"),
                                 bytes_words(report.totals.message_bytes));
    if (report.hint("weft_shared_memory") == "disable") {
        advice.remedy = "Windows in shared memory need no messages.";
        advice.hints.emplace_back("weft_shared_memory", "automatic");
    } else {
        advice.remedy =
            "Windows in shared memory need no messages; perhaps there was no room for them "
            "(/dev/shm).";
    }
}

void find_extra_bytes(const FileReport& report, AllAdvice& all) {
    const Numbers& totals = report.totals;
    constexpr std::int64_t worth_it = 1 << 20;
    // Puts read the contents of their holes, so only reads beyond the windows' writes are
    // attributed to gets.
    const std::int64_t for_gets =
        totals.read_bytes - (totals.put_bytes > 0 ? totals.written_bytes : 0);
    if (totals.get_bytes < worth_it || for_gets < 2 * totals.get_bytes) return;
    Advice& advice = warn(all, "extra_reads");
    advice.finding = fmt::format("{} were read for gets of {}.", bytes_words(for_gets),
                                 bytes_words(totals.get_bytes));
    advice.remedy =
        "The gets leave out much of what lies between their pieces: another order of dimensions "
        "would fit them better, or get more at once.";
}

void find_conversion(const FileReport& report, AllAdvice& all) {
    const double in_calls = report.totals.seconds_in_calls();
    const double converting = report.totals.seconds_in(Phase::convert);
    if (in_calls < noticeable_seconds || converting < 0.5 * in_calls) return;
    Advice& advice = note(all, "conversion");
    advice.finding =
        fmt::format("{} of the time in calls went into converting and moving in memory.",
                    percent_words(converting, in_calls));
    advice.remedy = "Contiguous values of the variable's own type are the fastest.";
}

/// Suggests four times as many bytes for open chunks.
void add_room_for_chunks(const FileReport& report, Advice& advice) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::int64_t bytes = 0;
    const std::string now = report.hint("weft_open_chunk_bytes");
    const auto [end, error] = std::from_chars(now.data(), now.data() + now.size(), bytes);
    const bool is_known = error == std::errc() && end == now.data() + now.size() && bytes > 0;
    if (is_known && bytes < most)
        advice.hints.emplace_back("weft_open_chunk_bytes", std::to_string(4 * bytes));
}

/// A quarter of what was written was in the file already.
void find_rewritten_chunks(const FileReport& report, AllAdvice& all) {
    for (const ChunkUse& use : report.chunks) {
        if (use.rewritten < few_calls || 4 * use.rewritten < use.written) continue;
        Advice& advice = warn(all, "rewritten_chunks");
        advice.finding = fmt::format("Chunks of variable {} were rewritten {}", use.variable,
                                     count_words(use.rewritten, "time"));
        if (use.lost_bytes > 0)
            advice.finding +=
                fmt::format(", by which {} of the file are lost", bytes_words(use.lost_bytes));
        advice.finding += '.';
        if (use.closed_early > 0) {
            advice.remedy = fmt::format(
                "{} had been closed to make room for others: put whole chunks, or allow more "
                "memory for those that wait for the rest of their values.",
                count_words(use.closed_early, "chunk"));
            add_room_for_chunks(report, advice);
        } else {
            advice.remedy =
                "Put whole chunks between two calls of ncmpi_sync or ncmpi_begin_indep_data, or "
                "choose smaller chunks; `weft copy --repack` gives the lost bytes back.";
        }
    }
}

/// Puts waited for room: the drain is too slow for what the program puts, or has too little of a
/// core.
void find_full_stage(const FileReport& report, AllAdvice& all) {
    const StageUse& use = report.stage;
    const bool waits = use.full_seconds >= noticeable_seconds &&
                       use.full_seconds >= 0.2 * report.totals.seconds_in_calls();
    if (use.logs == 0 || (!waits && use.refused_bytes == 0)) return;
    Advice& advice = warn(all, "full_stage");
    if (use.refused_bytes > 0)
        advice.finding = fmt::format("{} did not fit into the stage and went straight to the file.",
                                     bytes_words(use.refused_bytes));
    if (waits) {
        if (!advice.finding.empty()) advice.finding += ' ';
        advice.finding += fmt::format("Puts waited for {} until the stage had room.",
                                      seconds_words(use.full_seconds));
    }
    advice.remedy = "A larger stage takes more before anybody waits.";
    if (use.moving_seconds < noticeable_seconds) return;
    advice.remedy += fmt::format(" A drain moved {} per second, and had {:.1f} of a core.",
                                 bytes_words(as_double(use.moved_bytes) / use.moving_seconds),
                                 use.processor_seconds / use.moving_seconds);
}

void find_storage_bound(const FileReport& report, AllAdvice& all) {
    const double in_calls = report.totals.seconds_in_calls();
    const double storing = report.totals.seconds_in(Phase::storage);
    if (in_calls < noticeable_seconds || storing < 0.6 * in_calls) return;
    const double bytes = as_double(report.totals.moved_bytes());
    Advice& advice = note(all, "storage");
    advice.finding = fmt::format(
        "{} of the time in calls went into the storage, where each rank moved {} per second.",
        percent_words(storing, in_calls), bytes_words(bytes / storing));
}

/// The end of the library's notes about definitions.
bool is_about_definitions(const std::string& note) {
    return note.ends_with("rank 0's are in the file");
}

void find_differing_definitions(const FileReport& report, AllAdvice& all) {
    std::vector<std::string> notes;
    std::ranges::copy_if(report.notes, std::back_inserter(notes), is_about_definitions);
    if (notes.empty()) return;
    Advice& advice = note(all, "differing_definitions");
    advice.finding =
        fmt::format("The definitions of the ranks differed: {}.", fmt::join(notes, "; "));
    advice.remedy = "Give all ranks the same values, for example those of rank 0.";
}

void find_other_notes(const FileReport& report, AllAdvice& all) {
    for (const std::string& note : report.notes) {
        if (is_about_definitions(note)) continue;
        Advice& advice = warn(all, "notes");
        advice.finding = fmt::format("The library noted: {}.", note);
    }
}

}  // namespace

std::vector<Advice> advise(const FileReport& report) {
    AllAdvice all;
    for (const auto find :
         {find_late_rank, find_waiting, find_small_transfers, find_holes, find_small_puts,
          find_independent, find_forced_method, find_messages_on_one_node, find_extra_bytes,
          find_conversion, find_rewritten_chunks, find_full_stage, find_storage_bound,
          find_differing_definitions, find_other_notes}) {
        find(report, all);
    }
    const bool has_warning = std::ranges::any_of(all, &Advice::is_warning);
    if (!has_warning) {
        Advice& advice = note(all, "nothing");
        advice.finding =
            report.totals.calls() == 0 ? "No data were put or got." : "Nothing stands out.";
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> hints_of(const std::vector<Advice>& all) {
    std::vector<std::pair<std::string, std::string>> hints;
    for (const Advice& advice : all) {
        for (const auto& hint : advice.hints) {
            if (std::ranges::find(hints, hint) == hints.end()) hints.push_back(hint);
        }
    }
    return hints;
}

}  // namespace weft::report
