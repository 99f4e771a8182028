// SPDX-License-Identifier: BSD-3-Clause
#include "region/pattern_shape.hpp"

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "region/chain.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

/// The shape of rows of bytes that do not lie side by side.
Result<FileShape> chain_of(const Rows& rows) {
    std::vector<FileShape> shapes;
    shapes.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Nest first(rows.displacement(row), 1, {});
        const Result<FileShape> shape = rows.length(row) == 1
                                            ? FileShape(first)
                                            : Tile::of(first, {rows.length(row), rows.pitch()});
        if (!shape.ok()) return shape;
        shapes.push_back(shape.value());
    }
    return Chain::of(shapes);
}

Result<FileShape> list_of(const Rows& rows) {
    if (rows.pitch() != 1) return chain_of(rows);
    auto runs = std::make_shared<std::vector<Run>>();
    runs->reserve(rows.size());
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t begin = rows.displacement(row);
        if (begin < end)
            return Status(Code::einval,
                          "the block at byte " + std::to_string(begin) +
                              " begins before the end of the one before it: the bytes must rise");
        append_bytes(*runs, begin, rows.length(row));
        end = begin + rows.length(row);
    }
    return FileShape(RunList(std::move(runs), ElementPlaces(), RunList::Memory::of_stream));
}

/// The shapes of patterns; a pattern that several parts share has one.
class Shapes {
public:
    Result<FileShape> of(const Pattern& pattern) {
        if (pattern.element_count() == 0) return FileShape();
        Result<FileShape> shape = body_of(pattern);
        const Loops& loops = pattern.loops();
        for (auto loop = loops.rbegin(); loop != loops.rend() && shape.ok(); ++loop)
            if (loop->count > 1) shape = Tile::of(shape.value(), *loop);
        if (!shape.ok()) return shape;
        return shape.value().moved(pattern.displacement());
    }

private:
    Result<FileShape> body_of(const Pattern& pattern) {
        if (pattern.rows() != nullptr) return list_of(*pattern.rows());
        if (pattern.parts().empty()) return FileShape(Nest(0, 1, {}));
        std::vector<FileShape> shapes;
        for (const Pattern::Part& part : pattern.parts()) {
            auto known = known_.find(part.pattern.get());
            if (known == known_.end()) {
                const Result<FileShape> shape = of(*part.pattern);
                if (!shape.ok()) return shape;
                known = known_.emplace(part.pattern.get(), shape.value()).first;
            }
            shapes.push_back(known->second.moved(part.displacement));
        }
        return Chain::of(shapes);
    }

    std::map<const Pattern*, FileShape> known_;
};

}  // namespace

Result<FileShape> shape_of(const Pattern& pattern) {
    return Shapes().of(pattern);
}

}  // namespace weft::region
