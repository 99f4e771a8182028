// SPDX-License-Identifier: BSD-3-Clause
// The base of shapes that are not nests: a list of runs, a part of another shape, a repeated shape,
// shapes one behind the other.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "region/nest.hpp"

namespace weft::region {

class FileShape;
class RunList;

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

/// A shape that is not empty, and whose stream rises in the file. Immutable; shared by all copies
/// of a FileShape, which documents the functions.
class Shape {
public:
    virtual ~Shape() = default;

    [[nodiscard]] virtual std::int64_t base() const = 0;
    [[nodiscard]] virtual std::int64_t end() const = 0;
    [[nodiscard]] virtual std::int64_t bytes() const = 0;
    [[nodiscard]] virtual std::int64_t runs() const = 0;
    [[nodiscard]] virtual std::int64_t longest_run() const = 0;
    [[nodiscard]] virtual std::int64_t listed_runs() const = 0;
    [[nodiscard]] virtual std::int64_t grain() const = 0;
    [[nodiscard]] virtual std::int64_t bytes_below(std::int64_t offset) const = 0;
    [[nodiscard]] virtual std::int64_t offset_of(std::int64_t position) const = 0;
    [[nodiscard]] virtual std::int64_t memory_of(std::int64_t position) const = 0;
    [[nodiscard]] virtual std::int64_t run_of(std::int64_t position) const = 0;
    [[nodiscard]] virtual FileShape moved(std::int64_t distance) const = 0;
    virtual void visit_groups(std::int64_t from, std::int64_t to, GroupUse use) const = 0;
    /// This, if it is a list, which is visited without a virtual call for each run.
    [[nodiscard]] virtual const RunList* list() const { return nullptr; }

protected:
    Shape() = default;
    Shape(const Shape&) = default;
    Shape& operator=(const Shape&) = delete;
};

}  // namespace weft::region
