// SPDX-License-Identifier: BSD-3-Clause
#include "region/pattern_shape.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "region/run_list.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

Status not_rising(std::int64_t offset) {
    return {Code::einval, "byte " + std::to_string(offset) +
                              " comes behind one that is not before it: the bytes must rise"};
}

/// Runs as they come, those that touch as one.
class RisingRuns {
public:
    Status add(std::int64_t offset, std::int64_t bytes) {
        if (offset < end_) return not_rising(offset);
        if (offset != end_) close();
        if (begin_ == end_) begin_ = offset;
        end_ = offset + bytes;
        return {};
    }
    FileShape finish() {
        close();
        if (runs_.empty()) return {};
        return FileShape(std::make_shared<const RunList>(
            std::make_shared<const std::vector<Run>>(std::move(runs_)), ElementPlaces(),
            RunList::Memory::of_stream));
    }

private:
    void close() {
        if (begin_ != end_) append_bytes(runs_, begin_, end_ - begin_);
        begin_ = end_;
    }

    std::vector<Run> runs_;
    std::int64_t begin_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t end_ = begin_;
};

/// One behind the other.
Result<FileShape> chain_of(const std::vector<FileShape>& shapes) {
    RisingRuns runs;
    Status status;
    for (const FileShape& shape : shapes) {
        shape.visit(0, shape.bytes(), [&](const RunGroup& group) {
            for (std::int64_t i = 0; i < group.count && status.ok(); ++i)
                status = runs.add(group.offset + i * group.pitch, group.run);
        });
    }
    if (!status.ok()) return status;
    return runs.finish();
}

Result<FileShape> body_of(const Pattern& pattern) {
    if (pattern.parts().empty()) return FileShape(Nest(0, 1, {}));
    std::vector<FileShape> shapes;
    for (const Pattern::Part& part : pattern.parts()) {
        const Result<FileShape> shape = shape_of(*part.pattern);
        if (!shape.ok()) return shape;
        shapes.push_back(shape.value().moved(part.displacement));
    }
    return shapes.size() == 1 ? Result<FileShape>(shapes.front()) : chain_of(shapes);
}

}  // namespace

Result<FileShape> shape_of(const Pattern& pattern) {
    if (pattern.element_count() == 0) return FileShape();
    Result<FileShape> shape = body_of(pattern);
    const Loops& loops = pattern.loops();
    for (auto loop = loops.rbegin(); loop != loops.rend() && shape.ok(); ++loop)
        if (loop->count > 1) shape = Tile::of(shape.value(), *loop);
    if (!shape.ok()) return shape;
    return shape.value().moved(pattern.displacement());
}

}  // namespace weft::region
