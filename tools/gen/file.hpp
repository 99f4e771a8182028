// SPDX-License-Identifier: BSD-3-Clause
// A netCDF file from a CDL text: variables side by side, as every netCDF library places them
// without alignment, or where the text's notes say; with padding and fill values.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cdl/reader.hpp"
#include "tools/gen/blocks.hpp"
#include "tools/gen/layout.hpp"
#include "tools/shared/new_file.hpp"

namespace weft::tools {

struct GenTarget {
    std::string source;  // the text, which is never replaced
    std::string path;    // empty: the dataset's name with `suffix`
    std::string suffix = ".nc";
    std::optional<format::Version> version;  // overrides the text's own
};

/// The file appears under its name when finish() succeeds (new_file.hpp).
class GeneratedFile final : public cdl::Sink {
public:
    explicit GeneratedFile(GenTarget target) : target_(std::move(target)) {}

    Status begin(const cdl::Header& header) override;
    Status begin_variable(int id) override;
    Status put(std::span<const std::byte> values) override;
    Status end_variable() override;
    Status put_note(const cdl::Note& note) override;
    Status finish();

    /// The file's name; valid after begin().
    [[nodiscard]] const std::string& path() const { return target_.path; }
    /// True if the failure is one of the file, not of the text.
    [[nodiscard]] bool has_failed() const { return has_failed_; }

private:
    /// A variable's place in the file and how much of it has been written.
    struct VariablePlace {
        std::int64_t begin = 0;
        std::int64_t slab = 0;   // bytes of contiguous values
        std::int64_t pitch = 0;  // from one slab to the next
        std::int64_t pad = 0;    // bytes behind each slab
        std::int64_t slabs = 1;  // -1: one for each record
        std::int64_t written = 0;
    };

    Status place();
    Status put_values(int id, std::span<const std::byte> values);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    Status put_at(std::int64_t offset, std::span<const std::byte> bytes, bool is_padding);
    Status fill_up(int id, std::int64_t bytes);
    Status fill_rest();
    Status keep_for_header(const cdl::Note& note);
    Status put_between(const cdl::Note& note);
    Status write_header();
    Status give_size();

    GenTarget target_;
    GenLayout layout_;
    std::vector<VariablePlace> places_;
    NewFile file_;
    std::optional<BlockWriter> writer_;
    bool has_failed_ = false;
    int id_ = -1;                                       // of the current variable
    std::vector<std::byte> fill_;                       // its fill value, repeated
    std::map<std::int64_t, std::byte> header_changes_;  // by offset
    /// The first byte that notes put behind the data, which must end before it.
    std::int64_t tail_begin_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace weft::tools
