// SPDX-License-Identifier: BSD-3-Clause
// A text that is read once from front to back: a file, a pipe, standard input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cdl/reader.hpp"

namespace weft::tools {

class TextSource final : public cdl::ByteSource {
public:
    TextSource() = default;
    ~TextSource() override;
    TextSource(const TextSource&) = delete;
    TextSource& operator=(const TextSource&) = delete;

    /// Opens the text; "-" is standard input. Fails with `enoent`, `eaccess` or `efile`.
    Status open(const std::string& path);

    /// The length of the text in bytes; 0 if it is unknown.
    [[nodiscard]] std::int64_t bytes() const;

    /// The file that is read; a name for standard input, too.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// The offsets must follow one another without gaps.
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override;

private:
    std::string path_;
    int descriptor_ = -1;
    std::vector<std::byte> window_;
};

}  // namespace weft::tools
