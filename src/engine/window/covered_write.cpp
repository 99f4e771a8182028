// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/covered_write.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "region/run_list.hpp"

namespace weft::engine {
namespace {

Status write(Channel& channel, std::int64_t begin, std::int64_t end, const FileBuffer& image) {
    return channel.write(begin, std::span(image.data + (begin - image.origin),
                                          static_cast<std::size_t>(end - begin)));
}

/// The covered bytes as runs of single-byte elements.
region::FileShape shape_of(const Coverage& coverage) {
    auto runs = std::make_shared<std::vector<region::Run>>();
    std::int64_t stream = 0;
    for (auto run = coverage.next_run(coverage.first()); run.begin < run.end;
         run = coverage.next_run(run.end)) {
        while (run.begin < run.end) {
            const std::int64_t length = std::min(run.end - run.begin, region::Run::longest);
            runs->emplace_back(run.begin, length, stream);
            run.begin += length;
            stream += length;
        }
    }
    return region::RunList(std::move(runs), region::ElementPlaces{});
}

/// Moves the covered bytes to the front of the image.
void pack(const region::FileShape& shape, const FileBuffer& image) {
    shape.visit(0, shape.bytes(), [&](const region::RunGroup& run) {
        std::memmove(image.data + run.stream, image.data + (run.offset - image.origin),
                     static_cast<std::size_t>(run.run));
    });
}

Status write_as_shape(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    const region::FileShape shape = shape_of(coverage);
    pack(shape, image);
    return channel.write_shape(shape, 0,
                               std::span(image.data, static_cast<std::size_t>(shape.bytes())));
}

}  // namespace

bool should_rewrite(const Stretch& stretch, Choice hint, const CostModel& cost) {
    if (cost.prefers_shapes) return false;
    return hint == Choice::automatic ? rewriting_pays(stretch, cost) : hint == Choice::enable;
}

Status write_runs(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    if (channel.prefers_shapes()) return write_as_shape(channel, coverage, image);
    Status status;
    for (auto run = coverage.next_run(coverage.first()); run.begin < run.end && status.ok();
         run = coverage.next_run(run.end)) {
        status = write(channel, run.begin, run.end, image);
    }
    return status;
}

Status write_access_range(Channel& channel, const Coverage& coverage, const FileBuffer& image) {
    return write(channel, coverage.first(), coverage.last(), image);
}

Status HoleKeeper::write(const Coverage& coverage, const FileBuffer& image) {
    if (coverage.empty()) return {};
    if (!coverage.complete()) {
        ++channel_.report().windows_with_holes;
        const Stretch stretch{coverage.last() - coverage.first(), coverage.byte_count(),
                              coverage.run_count()};
        if (!should_rewrite(stretch, rewriting_, cost_) || !guards_.may_rewrite())
            return write_runs(channel_, coverage, image);
        Status filled = fill_holes(coverage, image);
        if (!filled.ok()) return filled;
    }
    return write_access_range(channel_, coverage, image);
}

Status HoleKeeper::fill_holes(const Coverage& coverage, const FileBuffer& image) {
    const std::int64_t before = coverage.first() - coverage.begin();
    const std::int64_t length = coverage.last() - coverage.first();
    std::byte* const old = channel_.staging(before + length);
    Status read =
        channel_.read(coverage.first(), std::span(old + before, static_cast<std::size_t>(length)));
    if (read.ok()) coverage.fill_holes(image.data + (coverage.begin() - image.origin), old);
    return read;
}

}  // namespace weft::engine
