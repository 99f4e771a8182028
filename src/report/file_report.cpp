// SPDX-License-Identifier: BSD-3-Clause
#include "report/file_report.hpp"

#include <algorithm>
#include <numeric>

namespace weft::report {

double Numbers::seconds_in_calls() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

void Arrivals::add(double late, double latest) {
    constexpr double rounding = 1e-9;  // of times that ranks told each other
    late = std::max(late, 0.0);
    ++calls;
    if (latest > rounding && late + rounding >= latest) ++times_last;
    seconds_late += late;
    longest_late = std::max(longest_late, late);
    microseconds_late.add(static_cast<std::int64_t>(late * 1e6));
}

void Touched::add(std::int64_t offset, std::int64_t length) {
    add(Touched{length, offset, offset + length});
}

void Touched::add(const Touched& other) {
    if (other.bytes == 0) return;
    begin = bytes == 0 ? other.begin : std::min(begin, other.begin);
    end = bytes == 0 ? other.end : std::max(end, other.end);
    bytes += other.bytes;
}

bool Slice::is_empty() const {
    return written.bytes == 0 && read.bytes == 0 &&
           std::ranges::all_of(seconds, [](double one) { return one <= 0; });
}

void Slice::add(const Slice& other) {
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += other.seconds[i];
    written.add(other.written);
    read.add(other.read);
}

std::string FileReport::hint(const std::string& key) const {
    const auto found = hints.find(key);
    return found == hints.end() ? "" : found->second;
}

std::vector<std::string> FileReport::hosts() const {
    std::vector<std::string> hosts;
    for (const RankReport& rank : by_rank) {
        if (!rank.host.empty() && std::ranges::find(hosts, rank.host) == hosts.end())
            hosts.push_back(rank.host);
    }
    return hosts;
}

ChunkUse FileReport::all_chunks() const {
    ChunkUse all;
    for (const ChunkUse& one : chunks) {
        all.written += one.written;
        all.value_bytes += one.value_bytes;
        all.stored_bytes += one.stored_bytes;
        all.rewritten += one.rewritten;
        all.lost_bytes += one.lost_bytes;
        all.closed_early += one.closed_early;
        all.compressed_behind += one.compressed_behind;
        all.unkept += one.unkept;
        all.read += one.read;
        all.codec_seconds += one.codec_seconds;
    }
    return all;
}

}  // namespace weft::report
