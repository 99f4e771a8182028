// SPDX-License-Identifier: BSD-3-Clause
#include "engine/covered_write.hpp"

#include <cstring>
#include <span>

namespace weft::engine {
namespace {

Status write(Channel& channel, std::int64_t begin, std::int64_t end, const Place& image) {
    return channel.write(begin, std::span(image.data + (begin - image.origin),
                                          static_cast<std::size_t>(end - begin)));
}

}  // namespace

bool should_rewrite(const Coverage& coverage, Choice hint, const CostModel& cost) {
    if (hint != Choice::automatic) return hint == Choice::enable;
    return rewriting_pays({.hull = coverage.last() - coverage.first(),
                           .bytes = coverage.byte_count(),
                           .runs = coverage.run_count()},
                          cost);
}

Status write_runs(Channel& channel, const Coverage& coverage, const Place& image) {
    Status status;
    for (auto run = coverage.next_run(coverage.first()); run.begin < run.end && status.ok();
         run = coverage.next_run(run.end)) {
        status = write(channel, run.begin, run.end, image);
    }
    return status;
}

Status write_hull(Channel& channel, const Coverage& coverage, const Place& image) {
    return write(channel, coverage.first(), coverage.last(), image);
}

Status HoleKeeper::write(const Coverage& coverage, const Place& image) {
    if (coverage.empty()) return {};
    if (!coverage.complete()) {
        ++channel_.report().windows_with_holes;
        if (!should_rewrite(coverage, rewriting_, cost_))
            return write_runs(channel_, coverage, image);
        Status filled = fill_holes(coverage, image);
        if (!filled.ok()) return filled;
    }
    return write_hull(channel_, coverage, image);
}

Status HoleKeeper::fill_holes(const Coverage& coverage, const Place& image) {
    const std::int64_t first = coverage.first();
    const auto length = static_cast<std::size_t>(coverage.last() - first);
    if (old_.size() < length) old_.resize(length);
    Status read = channel_.read(first, std::span(old_.data(), length));
    if (!read.ok()) return read;
    auto run = coverage.next_run(first);
    while (run.end < coverage.last()) {
        const std::int64_t hole = run.end;
        run = coverage.next_run(hole);
        std::memcpy(image.data + (hole - image.origin), old_.data() + (hole - first),
                    static_cast<std::size_t>(run.begin - hole));
    }
    return {};
}

}  // namespace weft::engine
