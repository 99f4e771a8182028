// SPDX-License-Identifier: BSD-3-Clause
// The file side of a piece of an access, as a value: a nest if the bytes are regular, else another
// form (`form.hpp`): a list of runs, a part of another shape, a repeated shape, or shapes one
// behind the other.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/checked.hpp"
#include "region/nest.hpp"
#include "region/run_list.hpp"

namespace weft::region {

class Chain;
class Cut;
class Tile;
struct Form;

/// The properties of a shape that need no walk.
struct Outline {
    std::int64_t base = 0;   // the first byte's offset in the file
    std::int64_t end = 0;    // the offset behind the last byte
    std::int64_t bytes = 0;  // length of the stream
    std::int64_t runs = 0;
    std::int64_t listed_runs = 0;
    std::int64_t step = 0;  // as Nest::step()
};

/// A reference to a function of a RunGroup. Shapes contain shapes to any depth, so this type must
/// not depend on the function.
class GroupUse {
public:
    template <class Use>
    requires(!std::same_as<std::remove_cv_t<Use>, GroupUse>) explicit GroupUse(Use& use)
        : object_(&use), call_([](const void* object, const RunGroup& group) {
              (*const_cast<Use*>(static_cast<const Use*>(object)))(group);
          }) {}

    void operator()(const RunGroup& group) const { call_(object_, group); }

private:
    const void* object_;
    void (*call_)(const void*, const RunGroup&);
};

/// There may be millions of shapes. Nearly all are nests, which need no memory outside the object;
/// copies share any other form, wherever in the file they are moved.
class FileShape {
public:
    FileShape() = default;  // no bytes
    FileShape(Nest nest) : nest_(std::move(nest)) {}
    FileShape(RunList list);
    FileShape(Cut cut);
    FileShape(Tile tile);
    FileShape(Chain chain);

    /// The nest, or null for another form.
    [[nodiscard]] const Nest* nest() const { return form_ ? nullptr : &nest_; }
    [[nodiscard]] bool is_list() const { return !nest() && list() != nullptr; }
    /// The form of a shape that is no nest, and how far behind the form's own place the shape lies.
    [[nodiscard]] const Form& form() const { return *form_; }
    [[nodiscard]] std::int64_t distance() const { return nest_.base(); }

    /// The file offset of the first byte; end() is the one behind the last.
    [[nodiscard]] std::int64_t base() const {
        return nest() ? nest()->base() : outline().base + distance();
    }
    [[nodiscard]] std::int64_t end() const {
        return nest() ? nest()->end() : outline().end + distance();
    }
    /// The length of the stream.
    [[nodiscard]] std::int64_t bytes() const { return nest() ? nest()->bytes() : outline().bytes; }
    [[nodiscard]] bool empty() const { return bytes() == 0; }
    /// The number of runs. Runs that touch count as two if a form repeats or follows the other.
    [[nodiscard]] std::int64_t runs() const { return nest() ? nest()->runs() : outline().runs; }
    /// The number of runs that are stored one by one, also in messages.
    [[nodiscard]] std::int64_t listed_runs() const { return nest() ? 0 : outline().listed_runs; }
    /// Like Nest::step().
    [[nodiscard]] std::int64_t step() const { return nest() ? nest()->step() : outline().step; }
    /// The largest known power of two that divides the offset and the length of every run; not
    /// empty.
    [[nodiscard]] std::int64_t grain() const { return power_of_two_in(base() | step()); }
    /// The number of bytes of the stream that lie below `offset` in the file.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const {
        return nest() ? nest()->bytes_below(offset) : form_bytes_below(offset - distance());
    }
    // The following functions are about the byte of the stream at `position`, 0 <= position <
    // bytes().
    [[nodiscard]] BytePlace place_of(std::int64_t position) const {
        return nest() ? nest()->place_of(position) : form_place_of(position);
    }
    /// The file offset of the byte at `position` in the stream.
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const {
        return nest() ? nest()->offset_of(position) : form_place_of(position).offset;
    }
    /// Its position in the stream of the buffer.
    [[nodiscard]] std::int64_t memory_of(std::int64_t position) const {
        return nest() ? position : form_place_of(position).memory;
    }
    /// The number of the run that it belongs to.
    [[nodiscard]] std::int64_t run_of(std::int64_t position) const {
        return place_of(position).run;
    }
    /// Appends the stream of a nest. False, without a change, if the result is not a nest of few
    /// loops.
    bool extend(const Nest& next) { return !form_ && nest_.extend(next); }
    /// The same shape, `distance` bytes further on in the file.
    [[nodiscard]] FileShape moved(std::int64_t distance) const {
        FileShape shape = *this;
        shape.nest_ = nest_.moved(distance);
        return shape;
    }
    /// Calls `use(const RunGroup&)` for groups that together are the stream's bytes [from, to).
    /// Jumping to `from` costs a few divisions for each level (of a list, a binary search).
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const {
        if (nest()) return nest()->visit(from, to, use);
        const auto use_moved = [&, by = distance()](RunGroup group) {
            group.offset += by;
            use(static_cast<const RunGroup&>(group));
        };
        if (const RunList* const list = this->list()) return list->visit(from, to, use_moved);
        visit_form(from, to, GroupUse(use_moved));
    }

private:
    [[nodiscard]] const Outline& outline() const;
    [[nodiscard]] const RunList* list() const;
    [[nodiscard]] BytePlace form_place_of(std::int64_t position) const;
    [[nodiscard]] std::int64_t form_bytes_below(std::int64_t offset) const;
    void visit_form(std::int64_t from, std::int64_t to, const GroupUse& use) const;

    Nest nest_;  // if there is a form: no bytes, at the distance
    std::shared_ptr<const Form> form_;
};

}  // namespace weft::region
