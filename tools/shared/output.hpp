// SPDX-License-Identifier: BSD-3-Clause
// Standard output through one large buffer.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace weft::tools {

/// A closed reader (`| head`) is no failure: the rest of the output is dropped. The process must
/// ignore SIGPIPE.
class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) { buffer_.reserve(2 * flush_bytes); }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void put(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() >= flush_bytes) write_out();
    }
    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() >= flush_bytes) write_out();
    }

    /// False when the reader has gone: time to stop producing output.
    [[nodiscard]] bool is_open() const { return !is_lost_; }

    /// The same, found out without any output: for a program that waits for something to print.
    [[nodiscard]] bool has_reader() const;

    /// Writes everything. Code::ewrite or Code::eno_space if that failed, now or earlier.
    Status flush() {
        write_out();
        return status_;
    }

    /// True if colours can be seen and are wanted.
    [[nodiscard]] bool is_coloured() const;
    [[nodiscard]] int columns() const;

private:
    void write_out();

    static constexpr std::size_t flush_bytes = std::size_t{128} << 10;

    int descriptor_;
    bool is_lost_ = false;
    Status status_;
    std::string buffer_;
};

/// The same for any descriptor: a terminal that is not dumb, and no NO_COLOR in the environment.
bool wants_colour(int descriptor);

/// The width of a terminal: COLUMNS overrides it, and 80 is used without a terminal.
int columns_of(int descriptor);

}  // namespace weft::tools
