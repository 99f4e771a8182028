// SPDX-License-Identifier: BSD-3-Clause
#include "region/interleaved_shapes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "base/checked.hpp"
#include "region/cut.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

constexpr std::int64_t most_shapes = std::int64_t{1} << 20;

/// A shape of so few runs takes no more memory in a list than by itself.
constexpr std::int64_t listed_runs_at_most = 64;

FileShape shifted(const FileShape& shape, std::int64_t in_memory) {
    return Cut::of(shape, {0, shape.bytes()}, in_memory);
}

/// The first byte of the shape's own stream that lies at or behind a position of the whole stream.
std::int64_t first_of(const FileShape& shape, std::int64_t position) {
    Interval among{0, shape.bytes()};
    while (!among.empty()) {
        const std::int64_t middle = among.begin + among.length() / 2;
        if (shape.memory_of(middle) < position)
            among.begin = middle + 1;
        else
            among.end = middle;
    }
    return among.begin;
}

Status too_many() {
    return {Code::einval,
            "the blocks overlap each other more than " + std::to_string(most_shapes) + " times"};
}

/// Collects the runs of short members in lists: each run goes to the list that ends last before it.
class Gathering {
public:
    Status add(const FileShape& shape, std::int64_t before) {
        if (shape.runs() > listed_runs_at_most) {
            if (std::ssize(large_) == most_shapes) return too_many();
            large_.push_back(shifted(shape, before));
            return {};
        }
        Status status;
        shape.visit(0, shape.bytes(), [&](const RunGroup& group) {
            for (std::int64_t i = 0; i < group.count && status.ok(); ++i)
                status = add_run(group.offset + i * group.pitch, group.run,
                                 before + group.memory + i * group.run);
        });
        return status;
    }

    std::vector<FileShape> finish() {
        std::vector<FileShape> shapes = std::move(large_);
        for (std::vector<Run>& runs : lists_)
            shapes.emplace_back(RunList(std::make_shared<const std::vector<Run>>(std::move(runs)),
                                        ElementPlaces()));
        return shapes;
    }

private:
    Status add_run(std::int64_t offset, std::int64_t bytes, std::int64_t memory) {
        if (memory + bytes > Run::last_memory)
            return {Code::einval, "the blocks that overlap have more than 2^40 bytes"};
        const std::size_t chosen = list_before(offset, memory);
        if (chosen == lists_.size()) {
            if (std::ssize(lists_) == most_shapes) return too_many();
            lists_.emplace_back();
        }
        ends_.emplace(offset + bytes, chosen);
        for (; bytes > 0; bytes -= Run::longest, offset += Run::longest, memory += Run::longest)
            lists_[chosen].emplace_back(offset, std::min(bytes, Run::longest), memory);
        return {};
    }

    /// Takes the list for a run out of `ends_`; the number of a new list if none fits.
    std::size_t list_before(std::int64_t offset, std::int64_t memory) {
        for (auto list = ends_.upper_bound(offset); list != ends_.begin();) {
            --list;
            const std::size_t chosen = list->second;
            if (lists_[chosen].back().memory() > memory) continue;
            ends_.erase(list);
            return chosen;
        }
        return lists_.size();
    }

    std::vector<FileShape> large_;
    std::vector<std::vector<Run>> lists_;
    std::multimap<std::int64_t, std::size_t> ends_;  // of each list
};

Status falls_to(std::int64_t base) {
    return {Code::einval,
            "byte " + std::to_string(base) +
                " begins a block that lies before the previous one: blocks must rise"};
}

Result<InterleavedShapes> interleaved_shapes_of_rows(const Rows& rows) {
    Gathering gathering;
    std::int64_t last_base = std::numeric_limits<std::int64_t>::min();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t base = rows.displacement(row);
        if (base < std::exchange(last_base, base)) return falls_to(base);
        const Result<InterleavedShapes> bytes =
            rows.pitch() == 1
                ? InterleavedShapes{{FileShape(Nest(base, rows.length(row), {}))}, rows.length(row)}
                : repeated({{FileShape(Nest(base, 1, {}))}, 1}, {rows.length(row), rows.pitch()});
        if (!bytes.ok()) return bytes;
        for (const FileShape& shape : bytes.value().shapes) {
            const Status added = gathering.add(shape, rows.begin(row));
            if (!added.ok()) return added;
        }
    }
    return InterleavedShapes{gathering.finish(), rows.elements()};
}

Result<InterleavedShapes> body_of(const Pattern& pattern) {
    if (pattern.rows() != nullptr) return interleaved_shapes_of_rows(*pattern.rows());
    if (pattern.parts().empty()) return InterleavedShapes{{FileShape(Nest(0, 1, {}))}, 1};
    std::map<const Pattern*, InterleavedShapes> known;
    Gathering gathering;
    InterleavedShapes all;
    std::int64_t last_base = std::numeric_limits<std::int64_t>::min();
    for (const Pattern::Part& part : pattern.parts()) {
        auto found = known.find(part.pattern.get());
        if (found == known.end()) {
            Result<InterleavedShapes> interleaved = interleaved_shapes_of(*part.pattern);
            if (!interleaved.ok()) return interleaved;
            found = known.emplace(part.pattern.get(), std::move(interleaved).value()).first;
        }
        const InterleavedShapes& member = found->second;
        const std::int64_t base = member.base() + part.displacement;
        if (base < std::exchange(last_base, base)) return falls_to(base);
        for (const FileShape& shape : member.shapes) {
            const Status added = gathering.add(shape.moved(part.displacement), all.bytes);
            if (!added.ok()) return added;
        }
        all.bytes += member.bytes;
    }
    all.shapes = gathering.finish();
    return all;
}

}  // namespace

std::int64_t InterleavedShapes::base() const {
    std::int64_t base = std::numeric_limits<std::int64_t>::max();
    for (const FileShape& shape : shapes) base = std::min(base, shape.base());
    return base;
}

std::int64_t InterleavedShapes::end() const {
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const FileShape& shape : shapes) end = std::max(end, shape.end());
    return end;
}

std::int64_t InterleavedShapes::offset_of(std::int64_t position) const {
    for (const FileShape& shape : shapes) {
        const std::int64_t own = first_of(shape, position);
        if (own < shape.bytes() && shape.memory_of(own) == position) return shape.offset_of(own);
    }
    return 0;  // not a position of the stream
}

std::int64_t InterleavedShapes::first_from(std::int64_t offset) const {
    std::int64_t first = bytes;
    for (const FileShape& shape : shapes) {
        const std::int64_t own = shape.bytes_below(offset);
        if (own < shape.bytes()) first = std::min(first, shape.memory_of(own));
    }
    return first;
}

Result<InterleavedShapes> interleaved_shapes_of(const Pattern& pattern) {
    if (pattern.element_count() == 0) return InterleavedShapes();
    Result<InterleavedShapes> interleaved = body_of(pattern);
    const Loops& loops = pattern.loops();
    for (auto loop = loops.rbegin(); loop != loops.rend() && interleaved.ok(); ++loop)
        interleaved = repeated(interleaved.value(), *loop);
    if (!interleaved.ok()) return interleaved;
    for (FileShape& shape : interleaved.value().shapes) shape = shape.moved(pattern.displacement());
    return interleaved;
}

Result<InterleavedShapes> repeated(const InterleavedShapes& interleaved, Loop extents) {
    if (extents.count == 1) return interleaved;
    if (extents.pitch < 0)
        return Status(Code::einval, "blocks that are " + std::to_string(extents.pitch) +
                                        " bytes apart do not rise");
    InterleavedShapes all{{}, interleaved.bytes * extents.count};
    for (const FileShape& shape : interleaved.shapes) {
        const std::int64_t reach = shape.end() - shape.base();
        const std::int64_t count = extents.pitch == 0
                                       ? extents.count
                                       : std::min(extents.count, (reach - 1) / extents.pitch + 1);
        if (std::ssize(all.shapes) + count > most_shapes) return too_many();
        for (std::int64_t row_number = 0; row_number < count; ++row_number) {
            const std::int64_t members = (extents.count - 1 - row_number) / count + 1;
            const std::int64_t step = members > 1 ? count : 1;  // a product could be too large
            const Result<FileShape> row =
                Tile::of(shape.moved(row_number * extents.pitch),
                         {members, std::max<std::int64_t>(1, step * extents.pitch)},
                         step * interleaved.bytes);
            if (!row.ok()) return row.status();
            all.shapes.push_back(shifted(row.value(), row_number * interleaved.bytes));
        }
    }
    return all;
}

InterleavedShapes part_of(const InterleavedShapes& interleaved, Interval part) {
    InterleavedShapes all{{}, part.length()};
    for (const FileShape& shape : interleaved.shapes) {
        const Interval own{first_of(shape, part.begin), first_of(shape, part.end)};
        if (!own.empty()) all.shapes.push_back(Cut::of(shape, own, -part.begin));
    }
    return all;
}

}  // namespace weft::region
