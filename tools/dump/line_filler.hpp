// SPDX-License-Identifier: BSD-3-Clause
// Lines of values that are as long as they may be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/shared/output.hpp"

namespace weft::tools {

/// Joins pieces of text and begins a new line before one that does not fit. One object serves a
/// whole file, section by section.
class LineFiller {
public:
    LineFiller(Output& out, int line_length)
        : out_(out), limit_(static_cast<std::size_t>(line_length - 2)) {}

    /// Begins a section. As in ncdump, columns of its first line are counted from the indent of the
    /// section before.
    void begin_section(std::size_t indent) {
        column_ = indent_;
        indent_ = indent;
    }
    /// The next piece is put so many columns behind the indent.
    void begin_at(std::size_t column) { column_ = indent_ + column; }
    void put(std::string_view piece) {
        constexpr std::size_t always_fits = 2;
        if (column_ + piece.size() > limit_ && piece.size() > always_fits) {
            column_ = indent_ + 4;
            out_.put("\n");
            out_.put(std::string(column_, ' '));
        }
        out_.put(piece);
        column_ += piece.size();
    }

private:
    Output& out_;
    std::size_t limit_;
    std::size_t indent_ = 0;
    std::size_t column_ = 0;
};

}  // namespace weft::tools
