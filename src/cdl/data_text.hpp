// SPDX-License-Identifier: BSD-3-Clause
// The grammar of the data section, whose values are passed to a Sink as they are read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cdl/grammar.hpp"
#include "cdl/reader.hpp"

namespace weft::cdl {

/// Reads from behind "data:" to the closing brace; returns failures, also those of the sink.
class DataText {
public:
    DataText(Lexer& lexer, const Header& header, Sink& sink);
    Status read();

private:
    int expect_variable();
    Status variable();
    Status note();
    Status number();
    Status values();
    Status group();
    Status character();
    Status text();
    Status put(std::span<const std::byte> values);
    Status put_fill(std::int64_t count);
    Status end_row();
    Status flush();
    [[nodiscard]] bool at_fill() const;

    Lexer& lexer_;
    const model::Schema& schema_;
    Sink& sink_;
    std::vector<bool> is_seen_;

    // The state of the current variable.
    const model::Variable* variable_ = nullptr;
    std::vector<std::byte> fill_;
    std::int64_t values_left_ = 0;  // the room that remains
    std::int64_t row_values_ = 1;   // text is filled up to a multiple of this
    std::int64_t in_row_ = 0;       // values behind the last full row
    std::vector<std::byte> buffer_;
    std::int64_t put_values_ = 0;             // all so far
    std::vector<std::int64_t> group_values_;  // in braces: of the outermost ones first
    std::size_t depth_ = 0;                   // of open braces
};

}  // namespace weft::cdl
