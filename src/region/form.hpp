// SPDX-License-Identifier: BSD-3-Clause
// The forms of a shape that is no nest. Each form has the functions of FileShape that depend on it.
#pragma once

#include <utility>
#include <variant>

#include "region/chain.hpp"
#include "region/cut.hpp"
#include "region/file_shape.hpp"
#include "region/run_list.hpp"
#include "region/tile.hpp"

namespace weft::region {

/// A form is not empty, and its stream rises in the file.
struct Form {
    template <class Kind>
    explicit Form(Kind form) : kind(std::move(form)), outline(std::get<Kind>(kind).outline()) {}

    std::variant<RunList, Cut, Tile, Chain> kind;
    Outline outline;  // stored: computing it at each level would take a time that is exponential
};

/// The form, FileShape::distance() before its place; null if the shape has another one.
template <class Kind>
const Kind* form_as(const FileShape& shape) {
    return shape.nest() ? nullptr : std::get_if<Kind>(&shape.form().kind);
}

}  // namespace weft::region
