// SPDX-License-Identifier: BSD-3-Clause
// The file side of a piece of an access: nested loops where there is a pattern, else a list.
#pragma once

#include <memory>

#include "region/nest.hpp"
#include "region/run_list.hpp"

namespace weft::region {

class FileShape {
public:
    FileShape() = default;
    FileShape(Nest nest) : nest_(std::move(nest)) {}
    FileShape(std::shared_ptr<const RunList> list) : list_(std::move(list)) {}

    /// The nest, or null for a list.
    [[nodiscard]] const Nest* nest() const { return list_ ? nullptr : &nest_; }

    // As in Nest.
    [[nodiscard]] std::int64_t base() const { return list_ ? list_->base() : nest_.base(); }
    [[nodiscard]] std::int64_t end() const { return list_ ? list_->end() : nest_.end(); }
    [[nodiscard]] std::int64_t bytes() const { return list_ ? list_->bytes() : nest_.bytes(); }
    [[nodiscard]] bool empty() const { return bytes() == 0; }
    [[nodiscard]] std::int64_t runs() const { return list_ ? list_->runs() : nest_.runs(); }
    [[nodiscard]] std::int64_t longest_run() const {
        return list_ ? list_->longest_run() : nest_.run();
    }
    /// The largest power of two that divides the offset and the length of every run.
    [[nodiscard]] std::int64_t grain() const { return list_ ? list_->grain() : nest_.grain(); }
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const {
        return list_ ? list_->bytes_below(offset) : nest_.bytes_below(offset);
    }
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const {
        return list_ ? list_->offset_of(position) : nest_.offset_of(position);
    }
    /// Where the byte at `position` of the file's stream lies in the buffer's stream.
    [[nodiscard]] std::int64_t memory_of(std::int64_t position) const {
        return list_ ? list_->memory_of(position) : position;
    }
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const {
        if (list_) {
            list_->visit(from, to, use);
        } else {
            nest_.visit(from, to, use);
        }
    }

private:
    Nest nest_;
    std::shared_ptr<const RunList> list_;
};

}  // namespace weft::region
