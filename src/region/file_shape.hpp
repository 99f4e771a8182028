// SPDX-License-Identifier: BSD-3-Clause
// The file side of a piece of an access, as a value: a nest if the bytes are regular, else a list
// of runs (`run_list.hpp`), a part of another shape (`cut.hpp`), a repeated shape (`tile.hpp`), or
// shapes one behind the other (`chain.hpp`).
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include "region/nest.hpp"
#include "region/run_list.hpp"
#include "region/shape.hpp"

namespace weft::region {

/// There may be millions. Nearly all are nests, which need no memory outside the object.
class FileShape {
public:
    FileShape() = default;  // no bytes
    FileShape(Nest nest) : nest_(std::move(nest)) {}
    template <std::derived_from<Shape> ShapeType>
    FileShape(std::shared_ptr<const ShapeType> shape) : shape_(std::move(shape)) {}

    /// The nest, or null for another kind.
    [[nodiscard]] const Nest* nest() const { return shape_ ? nullptr : &nest_; }
    /// The list, or null for another kind.
    [[nodiscard]] const RunList* list() const { return shape_ ? shape_->list() : nullptr; }
    /// The Cut, Tile or Chain, or null for another kind.
    template <std::derived_from<Shape> ShapeType>
    [[nodiscard]] const ShapeType* as() const {
        return dynamic_cast<const ShapeType*>(shape_.get());
    }

    /// File offset of the first byte, and the one behind the last.
    [[nodiscard]] std::int64_t base() const { return shape_ ? shape_->base() : nest_.base(); }
    [[nodiscard]] std::int64_t end() const { return shape_ ? shape_->end() : nest_.end(); }
    /// Length of the stream.
    [[nodiscard]] std::int64_t bytes() const { return shape_ ? shape_->bytes() : nest_.bytes(); }
    [[nodiscard]] bool empty() const { return bytes() == 0; }
    /// Number of runs.
    [[nodiscard]] std::int64_t runs() const { return shape_ ? shape_->runs() : nest_.runs(); }
    /// No run is longer.
    [[nodiscard]] std::int64_t longest_run() const {
        return shape_ ? shape_->longest_run() : nest_.run();
    }
    /// The number of runs that are stored one by one, also in messages.
    [[nodiscard]] std::int64_t listed_runs() const { return shape_ ? shape_->listed_runs() : 0; }
    /// The largest known power of two that divides the offset and the length of every run; not
    /// empty.
    [[nodiscard]] std::int64_t grain() const { return shape_ ? shape_->grain() : nest_.grain(); }
    /// Bytes of the stream that lie below `offset` in the file.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const {
        return shape_ ? shape_->bytes_below(offset) : nest_.bytes_below(offset);
    }
    // About the byte of the stream at `position`, 0 <= position < bytes():
    /// Its file offset.
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const {
        return shape_ ? shape_->offset_of(position) : nest_.offset_of(position);
    }
    /// Its position in the stream of the buffer.
    [[nodiscard]] std::int64_t memory_of(std::int64_t position) const {
        return shape_ ? shape_->memory_of(position) : position;
    }
    /// The number of the run that it belongs to.
    [[nodiscard]] std::int64_t run_of(std::int64_t position) const {
        return shape_ ? shape_->run_of(position) : nest_.run_of(position);
    }
    /// Appends the stream of a nest. False, without a change, if the result is not a nest of few
    /// loops.
    bool extend(const Nest& next) { return !shape_ && nest_.extend(next); }
    /// The same shape, `distance` bytes further on in the file.
    [[nodiscard]] FileShape moved(std::int64_t distance) const {
        return shape_ ? shape_->moved(distance) : FileShape(nest_.moved(distance));
    }
    /// Calls `use(const RunGroup&)` for groups that together are the stream's bytes [from, to).
    /// Jumping to `from` costs a few divisions for each level (of a list, a binary search).
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const {
        if (!shape_) {
            nest_.visit(from, to, use);
        } else if (const RunList* const list = shape_->list()) {
            list->visit(from, to, use);
        } else {
            shape_->visit_groups(from, to, GroupUse(use));
        }
    }

private:
    Nest nest_;
    std::shared_ptr<const Shape> shape_;
};

}  // namespace weft::region
