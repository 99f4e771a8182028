// SPDX-License-Identifier: BSD-3-Clause
// The content of the report that the hint weft_report requests about a file (docs/report.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/histogram.hpp"
#include "report/phase.hpp"

namespace weft::report {

/// Numbers of calls and bytes that were requested and carried out, by one rank or by all.
struct Numbers {
    std::int64_t put_calls = 0;
    std::int64_t put_bytes = 0;             // asked for by the caller, in file form
    std::int64_t collective_put_calls = 0;  // counted above, too
    std::int64_t collective_put_bytes = 0;
    std::int64_t get_calls = 0;
    std::int64_t get_bytes = 0;
    std::int64_t collective_get_calls = 0;
    std::int64_t collective_get_bytes = 0;
    std::int64_t writes = 0;  // system calls, or what the store counts as one
    std::int64_t written_bytes = 0;
    std::int64_t reads = 0;
    std::int64_t read_bytes = 0;
    std::int64_t locks = 0;
    std::int64_t windows = 0;
    std::int64_t windows_with_holes = 0;
    std::int64_t windows_in_company = 0;  // of these, those that only therefore were not rewritten
    std::int64_t messages = 0;
    std::int64_t message_bytes = 0;
    Histogram write_sizes;
    Histogram read_sizes;
    PhaseSeconds seconds{};

    [[nodiscard]] std::int64_t calls() const { return put_calls + get_calls; }
    [[nodiscard]] std::int64_t bytes() const { return put_bytes + get_bytes; }
    [[nodiscard]] std::int64_t collective_bytes() const {
        return collective_put_bytes + collective_get_bytes;
    }
    [[nodiscard]] std::int64_t transfers() const { return writes + reads; }
    [[nodiscard]] std::int64_t moved_bytes() const { return written_bytes + read_bytes; }
    [[nodiscard]] double seconds_in(Phase phase) const { return seconds[index_of(phase)]; }
    [[nodiscard]] double seconds_in_calls() const;
};

/// How much later than the first rank this one came to collective calls. It is only measured if the
/// ranks have agreed on a clock.
struct Arrivals {
    std::int64_t calls = 0;
    std::int64_t times_last = 0;
    double seconds_late = 0;
    double longest_late = 0;
    Histogram microseconds_late;

    /// Adds a call: how long after the first rank this one came, and the last one.
    void add(double late, double latest);
};

/// What one method did in calls of one kind.
struct MethodUse {
    std::string method;
    std::string direction;  // put or get
    std::string mode;       // collective or independent
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double seconds = 0;
    std::string first_reason;  // why it was chosen the first time
};

struct RankReport {
    std::int64_t rank = 0;
    std::string host;  // "" in older reports
    Numbers numbers;
    Arrivals arrivals;
    std::vector<MethodUse> methods;
};

/// Bytes of the file, from the first touched one to the last.
struct Touched {
    std::int64_t bytes = 0;  // moved
    std::int64_t begin = 0;
    std::int64_t end = 0;

    void add(std::int64_t offset, std::int64_t length);
    void add(const Touched& other);
};

/// What a rank did in an interval of time.
struct Slice {
    PhaseSeconds seconds{};
    Touched written;
    Touched read;

    [[nodiscard]] double seconds_in(Phase phase) const { return seconds[index_of(phase)]; }
    [[nodiscard]] bool is_empty() const;
    void add(const Slice& other);
};

struct TimeSlice : Slice {
    std::int64_t number = 0;
};

struct RankTimeline {
    std::int64_t rank = 0;
    std::vector<TimeSlice> slices;  // those in which the rank did something
};

/// The bytes per second that all ranks move together, each by bare calls of its own.
struct BareRates {
    std::int64_t bytes_per_rank = 0;
    std::int64_t write = 0;
    std::int64_t read = 0;
};

/// The work on the chunks of a variable of a netCDF-4 file. A container counts what its rank did; a
/// report has the sums.
struct ChunkUse {
    std::string variable;
    std::int64_t written = 0;            // chunks
    std::int64_t value_bytes = 0;        // of them, uncompressed
    std::int64_t stored_bytes = 0;       // and as they were written
    std::int64_t rewritten = 0;          // of the written ones, those that were in the file already
    std::int64_t lost_bytes = 0;         // that no longer belong to anything by that
    std::int64_t closed_early = 0;       // of the written ones, those that made room for others
    std::int64_t compressed_behind = 0;  // of these, those compressed while the program went on
    std::int64_t unkept = 0;             // changes that a kill would have lost before the next sync
    std::int64_t read = 0;               // chunks
    double codec_seconds = 0;            // of all threads

    [[nodiscard]] bool is_used() const { return written + read > 0; }
};

/// The traffic through the stage of a file (docs/staging.md), and how long all ranks waited for it.
struct StageUse {
    std::int64_t logs = 0;  // 0: the file was not staged
    std::int64_t staged_bytes = 0;
    std::int64_t passed_bytes = 0;   // that went straight to the file,
    std::int64_t refused_bytes = 0;  // of these, those that the logs could not take
    double full_seconds = 0;         // of puts, until a log had room
    double get_seconds = 0;          // of gets, until the file had what they want
    double drain_seconds = 0;        // of sync, close and the like, until it had everything
    std::int64_t moved_bytes = 0;    // by the drains,
    double moving_seconds = 0;       // which took so long, together,
    double processor_seconds = 0;    // of which they had a core so long
};

struct FileReport {
    std::string file;
    std::string date;  // when it was written, in UTC; "" in older reports
    std::int64_t ranks = 0;
    std::int64_t nodes = 0;        // 0: not known
    std::string clock = "common";  // or "aligned": those of nodes were set equal at the opening
    double seconds = 0;            // open
    std::map<std::string, std::string> hints;
    std::vector<std::string> notes;  // sentences
    BareRates bare_rates;            // 0: the program did not request them
    Numbers totals;
    std::vector<ChunkUse> chunks;  // of variables whose chunks were written or read
    StageUse stage;
    std::vector<RankReport> by_rank;
    double slice_seconds = 0;
    std::vector<RankTimeline> timeline;

    [[nodiscard]] bool has_common_clock() const { return clock == "common"; }
    /// The value of a hint, or "".
    [[nodiscard]] std::string hint(const std::string& key) const;
    /// The hosts of the ranks, without repetition; empty in older reports.
    [[nodiscard]] std::vector<std::string> hosts() const;
    /// The sums over all variables.
    [[nodiscard]] ChunkUse all_chunks() const;
};

}  // namespace weft::report
