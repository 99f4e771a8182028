// SPDX-License-Identifier: BSD-3-Clause
// Where a document goes that may be longer than memory: to standard output, or into a new file,
// which appears under its name when it is complete.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "tools/shared/new_file.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

class TextSink {
public:
    explicit TextSink(Output& out) : out_(&out) {}
    /// `path`: of the new file. `source`: of a file that it must not replace.
    TextSink(const std::string& path, const std::string& source)
        : status_(file_.create(path, source)) {}

    void put(std::string_view text);
    /// The first failure so far.
    [[nodiscard]] const Status& status() const { return status_; }
    /// Writes the rest, and gives a new file its name.
    Status finish();

private:
    void write_out();

    Output* out_ = nullptr;  // null: a new file
    NewFile file_;
    std::string buffer_;  // what the new file lacks
    std::int64_t written_ = 0;
    Status status_;
};

}  // namespace weft::tools
