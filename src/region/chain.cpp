// SPDX-License-Identifier: BSD-3-Clause
#include "region/chain.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace weft::region {
namespace {

/// A shape of so few runs takes no more memory in a list than as a member, unless its runs are so
/// long that the list must split them.
constexpr std::int64_t few_runs = 8;
/// Collects shapes in order: the runs of short ones in lists, where touching runs become one.
class Links {
public:
    Status add(const FileShape& shape) {
        if (shape.empty()) return {};
        if (shape.base() < end_)
            return {Code::einval,
                    "the shape at byte " + std::to_string(shape.base()) +
                        " begins before the end of the one before it: the bytes must rise"};
        if (shape.runs() > few_runs || shape.bytes() > Run::longest) {
            close_list();
            members_.push_back(shape);
        } else {
            shape.visit(0, shape.bytes(), [&](const RunGroup& group) {
                for (std::int64_t i = 0; i < group.count; ++i)
                    add_run(group.offset + i * group.pitch, group.run);
            });
        }
        end_ = shape.end();
        return {};
    }

    FileShape finish() {
        close_list();
        if (members_.empty()) return {};
        if (members_.size() == 1) return members_.front();
        return Chain(std::move(members_));
    }

private:
    void add_run(std::int64_t offset, std::int64_t bytes) {
        if (offset != run_end_) close_run();
        if (run_begin_ == run_end_) run_begin_ = offset;
        run_end_ = offset + bytes;
    }
    void close_run() {
        if (run_begin_ != run_end_) append_bytes(runs_, run_begin_, run_end_ - run_begin_);
        run_begin_ = run_end_;
    }
    void close_list() {
        close_run();
        if (runs_.empty()) return;
        auto runs = std::make_shared<const std::vector<Run>>(std::exchange(runs_, {}));
        members_.emplace_back(
            RunList(std::move(runs), ElementPlaces(), RunList::Memory::of_stream));
        run_begin_ = run_end_ = nowhere;
    }

    static constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::min();

    std::vector<FileShape> members_;
    std::vector<Run> runs_;
    std::int64_t run_begin_ = nowhere;
    std::int64_t run_end_ = nowhere;
    std::int64_t end_ = nowhere;
};

}  // namespace

Result<FileShape> Chain::of(const std::vector<FileShape>& shapes) {
    Links links;
    for (const FileShape& shape : shapes)
        if (Status status = links.add(shape); !status.ok()) return status;
    return links.finish();
}

Chain::Chain(std::vector<FileShape> shapes) {
    members_.reserve(shapes.size());
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    for (FileShape& shape : shapes) {
        const Member& member = members_.emplace_back(Member{std::move(shape), bytes, runs});
        bytes += member.shape.bytes();
        runs += member.shape.runs();
    }
}

Outline Chain::outline() const {
    const Member& last = members_.back();
    Outline outline{.base = members_.front().shape.base(),
                    .end = last.shape.end(),
                    .bytes = last.bytes_before + last.shape.bytes(),
                    .runs = last.runs_before + last.shape.runs()};
    for (const Member& member : members_) {
        outline.listed_runs += std::max<std::int64_t>(1, member.shape.listed_runs());
        outline.step |= member.shape.step() | (member.shape.base() - outline.base);
    }
    return outline;
}

const Chain::Member& Chain::member_at(std::int64_t position) const {
    const auto behind =
        std::partition_point(members_.begin(), members_.end(),
                             [&](const Member& member) { return member.bytes_before <= position; });
    return *(behind - 1);
}

std::int64_t Chain::bytes_below(std::int64_t offset) const {
    const auto behind =
        std::partition_point(members_.begin(), members_.end(),
                             [&](const Member& member) { return member.shape.base() < offset; });
    if (behind == members_.begin()) return 0;
    const Member& last = *(behind - 1);
    return last.bytes_before + last.shape.bytes_below(offset);
}

BytePlace Chain::place_of(std::int64_t position) const {
    const Member& member = member_at(position);
    BytePlace place = member.shape.place_of(position - member.bytes_before);
    place.memory += member.bytes_before;
    place.run += member.runs_before;
    return place;
}

void Chain::visit(std::int64_t from, std::int64_t to, const GroupUse& use) const {
    if (from >= to) return;
    for (const Member* member = &member_at(from);
         member != members_.data() + members_.size() && member->bytes_before < to; ++member) {
        const std::int64_t before = member->bytes_before;
        member->shape.visit(std::max<std::int64_t>(from - before, 0),
                            std::min(to - before, member->shape.bytes()), [&](RunGroup group) {
                                group.stream += before;
                                group.memory += before;
                                use(group);
                            });
    }
}

}  // namespace weft::region
